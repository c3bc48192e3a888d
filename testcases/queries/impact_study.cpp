#include "testcases/queries/impact_study.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace touchstone {
namespace {

constexpr double kShortest = 20e-6;  // below, reading the clock shows in the time [s]
constexpr double kLongest = 0.1;     // above, once is enough [s]
constexpr int kMostRepetitions = 4096;
constexpr std::int64_t kQueriesBetweenLooks = 64;

double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The truth at the separations that the methods are judged at: 0, and that of the settings.
class Truths {
 public:
    Truths(const ImpactQuery& query, double t_max) : query_(&query), t_max_(t_max) {}

    const ExactImpact& at(double separation) {
        std::optional<ExactImpact>& truth = separation > 0.0 ? apart_ : touching_;
        if (!truth) {
            truth = find_exact_impact(*query_, separation, t_max_);
        }
        return *truth;
    }

 private:
    const ImpactQuery* query_;
    double t_max_;
    std::optional<ExactImpact> touching_, apart_;
};

void note_wrong(ImpactStudyRow& row, std::int64_t number, ImpactVerdictKind verdict) {
    const bool unsafe = verdict == ImpactVerdictKind::Missed || verdict == ImpactVerdictKind::Late;
    if (unsafe && std::ssize(row.wrong) < kMostWrongImpacts) {
        row.wrong.push_back({number, verdict});
    }
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

/// The rows of one set: kind by kind, method by method.
std::vector<ImpactStudyRow> make_rows(const ImpactStudyRequest& request, const QuerySet& set) {
    std::vector<ImpactStudyRow> rows;
    for (const ImpactKind kind : {ImpactKind::VertexFace, ImpactKind::EdgeEdge}) {
        for (const ImpactMethod& method : request.methods) {
            ImpactStudyRow row;
            row.set = set.name;
            row.kind = kind;
            row.method = std::string(method.id);
            row.separation = method.takes_separation ? request.settings.separation : 0.0;
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

bool contradicts(const StatedQuery& query, double t_max) {
    return query.hit && t_max == 1.0 && find_exact_impact(query.query).hit != *query.hit;
}

void ask_all(const ImpactStudyRequest& request, const StatedQuery& query, std::int64_t number,
             std::vector<ImpactStudyRow>& rows) {
    const std::size_t first = query.query.kind == ImpactKind::EdgeEdge ? request.methods.size() : 0;
    Truths truths(query.query, request.settings.t_max);
    const double speed = approach_bound(query.query);
    for (std::size_t i = 0; i < request.methods.size(); ++i) {
        const ImpactMethod& method = request.methods[i];
        ImpactStudyRow& row = rows[first + i];
        const ImpactSettings settings = settings_for(request.settings, method, query);
        const TimedImpact answer = ask_impact(method, query.query, settings, request.timing_rounds);
        const ExactImpact& truth = truths.at(settings.separation);
        const ImpactVerdict verdict = judge_impact(answer.impact.hit, answer.impact.time, truth);
        add_verdict(row.figures, truth, verdict, speed);
        add_answer(row, answer, settings.tolerance);
        note_wrong(row, number, verdict.kind);
    }
}

}  // namespace

ImpactSettings settings_for(const ImpactSettings& settings, const ImpactMethod& method,
                            const StatedQuery& query) {
    ImpactSettings own = settings;
    own.tolerance = query.tolerance.value_or(settings.tolerance);
    if (!method.takes_separation) {
        own.separation = 0.0;
    }
    return own;
}

TimedImpact ask_impact(const ImpactMethod& method, const ImpactQuery& query,
                       const ImpactSettings& settings, int timing_rounds) {
    TimedImpact answer;
    if (timing_rounds <= 0) {
        answer.impact = method.find(query, settings);
        return answer;
    }
    const double begin = thread_seconds();
    answer.impact = method.find(query, settings);
    answer.seconds = thread_seconds() - begin;
    if (answer.seconds > kLongest) {
        return answer;
    }
    const double wanted = kShortest / std::max(answer.seconds, kShortest / kMostRepetitions);
    const int repetitions = std::max(static_cast<int>(wanted), 1);
    for (int round = 0; round < timing_rounds; ++round) {
        const double start = thread_seconds();
        bool same = true;
        for (int i = 0; i < repetitions; ++i) {
            same = same && method.find(query, settings).hit == answer.impact.hit;
        }
        // Always so; but the compiler must not leave the calls out.
        answer.impact.hit = same ? answer.impact.hit : !answer.impact.hit;
        answer.seconds = std::min(answer.seconds, (thread_seconds() - start) / repetitions);
    }
    return answer;
}

ImpactStudyResult run_impact_study(const ImpactStudyRequest& request,
                                   const ImpactWatcher& watcher) {
    validate(request.settings);
    ImpactStudyResult result;
    int set_index = 0;
    for (const QuerySet& set : request.sets) {
        std::vector<ImpactStudyRow> rows = make_rows(request, set);
        const QueryStream next = set.open();
        StatedQuery query;
        std::int64_t number = 0;
        while (!result.stopped && next(query)) {
            ask_all(request, query, number, rows);
            result.contradicted += contradicts(query, request.settings.t_max) ? 1 : 0;
            ++result.queries;
            if (++number % kQueriesBetweenLooks == 0 && watcher) {
                result.stopped = !watcher({set.name, set_index, number});
            }
        }
        ++set_index;
        std::ranges::copy_if(rows, std::back_inserter(result.rows),
                             [](const ImpactStudyRow& row) { return row.figures.queries > 0; });
    }
    return result;
}

}  // namespace touchstone
