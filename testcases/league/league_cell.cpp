#include "testcases/league/league_cell.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

// A query is repeated so often, or for so long.
constexpr int kRepetitions = 7;
constexpr double kRepetitionTime = 0.5;  // [s]

/// The reply to a single question.
struct Reply {
    StudyRow row;  ///< complete where it is an answer
    std::string digest;
};

std::optional<double> metric_of(const StudyRow& row, std::string_view id) {
    return row.metrics[&find_metric(id) - all_metrics().data()];
}

CellFigures figures_of(const StudyRow& row) {
    return {.contacts = row.judgement.contacts,
            .coverage = metric_of(row, "coverage"),
            .quality = metric_of(row, "quality"),
            .excess = metric_of(row, "excess")};
}

Reply ask_once(Contestant& contestant, const CellQuestion& question,
               const StudySettings& settings) {
    StudyRequest request;
    request.cases = {question.case_name};
    request.generators = {contestant.generator_id()};
    request.settings = settings;
    request.threads = 1;
    request.stock = question.stock;
    Reply reply;
    try {
        reply.row = std::move(run_study(request).rows.at(0));
    } catch (const MeshError& error) {
        // The case itself is sound, or the league had not begun: this method cannot have its
        // bodies, as when a plate is too thin to be eroded.
        reply.row.outcome = Outcome::Unsupported;
        reply.row.reason = error.what();
    }
    reply.digest = contestant.log().digest;
    return reply;
}

bool is_outside(const ContactPoint& contact, std::span<const std::vector<Vec3>> vertices) {
    return audit({&contact, 1}, vertices).outside_bounds > 0;
}

/// Keeps the first offenders. `strict`: places are compared with the bounds of the bodies as they
/// are. Contacts of a method that erodes its bodies or keeps an envelope may lie a little outside;
/// its audit knows by how much.
void keep_offenders(LeagueCell& cell, const StudyRow& row, const StudyScene& scene, bool strict) {
    const std::vector<std::vector<Vec3>> vertices = world_vertices(scene, row.world_from_shape);
    for (int i = 0; i < std::ssize(row.contacts); ++i) {
        const Verdict& verdict = row.judgement.verdicts[i];
        const bool right = !is_wrong(verdict.kind);
        const bool outside =
            strict && cell.audit.outside_bounds > 0 && is_outside(row.contacts[i], vertices);
        if (right && !outside && verdict.well_placed != false &&
            verdict.separation_in_range != false) {
            continue;
        }
        if (cell.offender_count < kKeptOffenders) {
            cell.offenders.push_back({i, row.contacts[i], verdict, outside});
        }
        ++cell.offender_count;
    }
    if (!cell.offenders.empty()) {
        cell.bodies = row.body_names;
    }
}

LeagueCell judged_cell(const StudyRow& row) {
    LeagueCell cell;
    cell.outcome = Outcome::Answered;
    cell.figures = figures_of(row);
    cell.correct = row.judgement.correct;
    cell.expected_normals = row.judgement.expected_normals;
    cell.met_normals = row.judgement.met_normals;
    cell.min_contacts = row.judgement.min_contacts;
    cell.faults = row.faults;
    cell.audit = row.audit;
    cell.positions = row.positions;
    cell.faulty_variants = static_cast<int>(std::ranges::count_if(
        row.variants, [](const VariantOutcome& outcome) { return !outcome.trouble.empty(); }));
    cell.unknown = !row.unknown.empty();
    cell.passes = passes(row);
    return cell;
}

/// Times the first query at the case's own placement, repeated within a limit of time.
CellTimes time_query(Contestant& contestant, const StudyScene& scene,
                     const StudySettings& settings) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    CellTimes times;
    while (times.repetitions < kRepetitions &&
           (times.repetitions < 2 ||
            std::chrono::duration<double>(Clock::now() - begin).count() < kRepetitionTime)) {
        contestant.clear_log();
        query_scene(scene, contestant.generator_id(), settings, 1);
        const AnswerLog log = contestant.log();
        times.pairs = log.pairs;
        if (log.seconds && (!times.seconds || *log.seconds < *times.seconds)) {
            times.seconds = log.seconds;
        }
        ++times.repetitions;
    }
    return times;
}

}  // namespace

bool LeagueCell::has_faults() const {
    return judged() && (!faults.none() || !audit.clean() || faulty_variants > 0);
}

int LeagueCell::excess_contacts() const {
    return min_contacts ? std::max(0, figures.contacts - *min_contacts) : 0;
}

AskedCell ask_cell(Contestant& contestant, const CellQuestion& question,
                   const StudySettings& settings) {
    AskedCell asked;
    if (question.fresh) {
        contestant.start();
    } else {
        contestant.go_on();
    }
    Reply first = ask_once(contestant, question, settings);
    if (first.row.outcome == Outcome::Answered) {
        asked.cell = judged_cell(first.row);
    }
    LeagueCell& cell = asked.cell;
    cell.outcome = first.row.outcome;
    cell.reason = first.row.reason;
    cell.digest = first.digest;
    if (first.row.outcome == Outcome::Unsupported) {
        return asked;
    }
    contestant.go_on_second();
    const Reply second = ask_once(contestant, question, settings);
    cell.repeatable = first.digest == second.digest && first.row.outcome == second.row.outcome;
    if (second.row.outcome == Outcome::Answered) {
        cell.again = figures_of(second.row);
    }
    if (first.row.outcome == Outcome::Answered) {
        const std::array ids{contestant.generator_id()};
        const StudyScene scene =
            make_study_scene(question.case_name, settings, std::nullopt, ids, question.stock);
        const Generator& generator = settings.methods.find(ids[0]);
        const double slack = contact_slack(scene, generator, settings.generators.at(generator.id));
        keep_offenders(cell, first.row, scene, slack == 0.0);
        if (question.time_it && second.row.outcome == Outcome::Answered) {
            try {
                cell.times = time_query(contestant, scene, settings);
            } catch (const GeneratorFault&) {
                cell.times = {};  // twice it answered; that it does not always is no time
            }
        }
        asked.row = std::move(first.row);
    }
    return asked;
}

}  // namespace touchstone
