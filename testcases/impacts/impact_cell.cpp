#include "testcases/impacts/impact_cell.h"

#include <algorithm>
#include <cmath>

#include "methods/base/processor_time.h"

namespace touchstone {
namespace {

constexpr double kShortest = 20e-6;  // below, reading the clock shows in the time [s]
constexpr double kLongest = 0.1;     // above, once is enough [s]
constexpr int kMostRepetitions = 4096;
constexpr std::int64_t kQueriesBetweenLooks = 64;

/// Asks the same query several times; returns the processor time of one.
double seconds_of(const AskedMethod& method, const ImpactQuery& query,
                  const ImpactSettings& settings, int repetitions) {
    const double start = thread_seconds();
    for (int i = 0; i < repetitions; ++i) {
        method.find(query, settings);  // by its address: no compiler leaves it out
    }
    return (thread_seconds() - start) / repetitions;
}

void note_wrong(ImpactStudyRow& row, std::int64_t number, ImpactVerdictKind verdict) {
    const bool unsafe = verdict == ImpactVerdictKind::Missed || verdict == ImpactVerdictKind::Late;
    if (unsafe && std::ssize(row.wrong) < kMostWrongImpacts) {
        row.wrong.push_back({number, verdict});
    }
    if (verdict == ImpactVerdictKind::FalsePositive &&
        std::ssize(row.false_hits) < kMostWrongImpacts) {
        row.false_hits.push_back({number, verdict});
    }
}

/// Keeps those with the smallest numbers.
void add_wrong(std::vector<WrongImpact>& wrong, const std::vector<WrongImpact>& others) {
    wrong.insert(wrong.end(), others.begin(), others.end());
    std::ranges::sort(wrong, {}, &WrongImpact::number);
    wrong.resize(std::min<std::size_t>(wrong.size(), kMostWrongImpacts));
}

void add_row(ImpactStudyRow& row, const ImpactStudyRow& others) {
    add_figures(row.figures, others.figures);
    row.seconds.add(others.seconds);
    row.work.add(others.work);
    row.capped += others.capped;
    row.worst_accuracy = std::max(row.worst_accuracy, others.worst_accuracy);
    for (std::size_t proof = 0; proof < row.proofs.size(); ++proof) {
        row.proofs[proof] += others.proofs[proof];
    }
    add_wrong(row.wrong, others.wrong);
    add_wrong(row.false_hits, others.false_hits);
}

void add_answer(ImpactStudyRow& row, const TimedImpact& answer, double tolerance) {
    const Impact& impact = answer.impact;
    if (!std::isnan(answer.seconds)) {
        row.seconds.add(std::max(answer.seconds, 0.0));
    }
    row.work.add(static_cast<double>(impact.work));
    row.capped += impact.capped ? 1 : 0;
    row.worst_accuracy = std::max(row.worst_accuracy, std::max(impact.accuracy, tolerance));
    ++row.proofs[static_cast<std::size_t>(impact.proof)];
}

/// Returns true when the source states another answer than the truth, which was found with these
/// settings.
bool contradicts(const StatedQuery& query, const ImpactSettings& settings,
                 const ExactImpact& truth) {
    if (!query.hit || settings.t_max != 1.0) {
        return false;
    }
    const bool hit = settings.separation == 0.0 ? truth.hit : find_exact_impact(query.query).hit;
    return hit != *query.hit;
}

/// Asks one query and judges the answer.
void ask_one(const AskedMethod& method, const ImpactAsking& asking, const StatedQuery& query,
             std::int64_t number, ImpactCell& cell) {
    ImpactStudyRow& row = cell.rows[static_cast<std::size_t>(query.query.kind)];
    const ImpactSettings settings = settings_for(asking.settings, method, query);
    const TimedImpact answer = ask_impact(method, query.query, settings, asking.timing_rounds);
    const ExactImpact truth =
        find_exact_impact(query.query, settings.separation, asking.settings.t_max);
    const ImpactVerdict verdict = judge_impact(answer.impact.hit, answer.impact.time, truth);
    add_verdict(row.figures, truth, verdict, approach_bound(query.query));
    add_answer(row, answer, settings.tolerance);
    note_wrong(row, number, verdict.kind);
    cell.contradicted += contradicts(query, settings, truth) ? 1 : 0;
    ++cell.queries;
}

void add_cell_times(const ImpactAsking& asking, ImpactCell& cell) {
    if (asking.timing_rounds <= 0) {
        return;
    }
    double seconds = 0.0;
    for (const ImpactStudyRow& row : cell.rows) {
        seconds += row.seconds.sum();
    }
    cell.times.seconds = seconds;
    cell.times.repetitions = asking.timing_rounds;
}

}  // namespace

void add_block(ImpactCell& cell, const ImpactCell& block) {
    cell.queries += block.queries;
    cell.contradicted += block.contradicted;
    for (int kind = 0; kind < kImpactKinds; ++kind) {
        add_row(cell.rows[kind], block.rows[kind]);
    }
}

ImpactCell empty_impact_cell(const QuerySet& set, const AskedMethod& method,
                             const ImpactAsking& asking) {
    ImpactCell cell;
    for (int i = 0; i < kImpactKinds; ++i) {
        ImpactStudyRow& row = cell.rows[i];
        row.set = set.name;
        row.kind = static_cast<ImpactKind>(i);
        row.method = method.id;
        row.separation = method.takes_separation ? asking.settings.separation : 0.0;
    }
    return cell;
}

ImpactSettings settings_for(const ImpactSettings& settings, const AskedMethod& method,
                            const StatedQuery& query) {
    ImpactSettings own = settings;
    own.own = method.own;
    own.tolerance = query.tolerance.value_or(settings.tolerance);
    if (!method.takes_separation) {
        own.separation = 0.0;
    }
    return own;
}

TimedImpact ask_impact(const AskedMethod& method, const ImpactQuery& query,
                       const ImpactSettings& settings, int timing_rounds) {
    TimedImpact answer;
    if (timing_rounds <= 0 || method.other) {
        answer.impact = method.ask(query, settings);
        return answer;
    }
    const double begin = thread_seconds();
    answer.impact = method.find(query, settings);
    answer.seconds = thread_seconds() - begin;
    if (answer.seconds > kLongest) {
        return answer;
    }
    // Reading the clock takes longer than some queries: enough of them for it not to show.
    int repetitions = 1;
    while (answer.seconds * repetitions < kShortest && repetitions < kMostRepetitions) {
        repetitions *= 2;
        answer.seconds = seconds_of(method, query, settings, repetitions);
    }
    for (int round = 0; round < timing_rounds; ++round) {
        answer.seconds = std::min(answer.seconds, seconds_of(method, query, settings, repetitions));
    }
    return answer;
}

std::optional<ImpactCell> ask_impact_cell(QueryCursor& queries, const QueryBlock& block,
                                          const AskedMethod& method, const ImpactAsking& asking,
                                          const CellWatch& watch) {
    ImpactCell cell = empty_impact_cell(queries.set(), method, asking);
    queries.go_to(block.first);
    StatedQuery query;
    while (cell.queries < block.count && queries.next(query)) {
        const std::int64_t number = block.first + cell.queries;
        try {
            ask_one(method, asking, query, number, cell);
        } catch (const GeneratorFault& fault) {
            cell = empty_impact_cell(queries.set(), method, asking);
            cell.outcome = fault.outcome;
            cell.reason = "query " + std::to_string(number) + ": " + fault.what();
            return cell;
        }
        if (cell.queries % kQueriesBetweenLooks == 0) {
            if (watch.stopped()) {
                return std::nullopt;
            }
            watch.tell(cell.queries, block.count);
        }
    }
    add_cell_times(asking, cell);
    return cell;
}

}  // namespace touchstone
