#include "reports/writers/study_writers.h"

#include <ostream>

#include "reports/tables/csv_line.h"
#include "reports/tables/study_claims.h"
#include "reports/text/number_text.h"
#include "reports/text/text_table.h"
#include "testcases/study/paper_tables.h"

namespace touchstone::reports {
namespace {

constexpr const char* kStudySchema = "touchstone-study-1";

std::string settings_text(const ExperimentRun& run) {
    std::string text = "profile=" + std::string(profile_id(run.settings.profile));
    for (const std::string& setting : cell_key(run).settings) {
        text += " " + setting;
    }
    return text;
}

/// Returns one line of the table, as values by name.
NamedValues named_values(const StudyOutcomes& outcomes, const StudyOutcome& outcome) {
    const ExperimentRun& run = outcome.run;
    const Variant& variant = run.variant;
    NamedValues values{{"study", run.experiment},
                       {"profile", std::string(profile_id(run.settings.profile))},
                       {"generator", run.generator},
                       {"variant", variant.id},
                       {"shift", variant.shift},
                       {"seed", variant.shift == 0.0 ? "" : std::to_string(run.seed)},
                       {"refined", yes_or_no(variant.refined)},
                       {"time_step", table_value(variant.time_step)},
                       {"query", run.queries}};
    for (const Figure<ExperimentResult>& figure : experiment_track().figures()) {
        values.emplace_back(figure.id(), figure_value(figure, outcome.result));
    }
    values.emplace_back("stands", yes_or_no(outcome.result.stands));
    values.emplace_back("schema", std::string(kStudySchema));
    values.emplace_back("version", outcomes.origin.version);
    values.emplace_back("commit", outcomes.origin.commit);
    values.emplace_back("settings", settings_text(run));
    return values;
}

std::string percent(const std::optional<double>& share) {
    return share ? rounded_text(100.0 * *share, 1) : "";
}

std::string number(const std::optional<double>& value, int digits) {
    return value ? rounded_text(*value, digits) : "";
}

TableLine variant_line(const StudyOutcome& outcome) {
    const ExperimentResult& result = outcome.result;
    return {find_generator(outcome.run.generator).title,
            outcome.run.variant.title,
            std::to_string(result.tets),
            std::to_string(result.contacts()),
            percent(result.share_at(0.1)),
            percent(result.share_at(1.0)),
            percent(result.share_at(5.0)),
            percent(result.share_at(10.0)),
            number(result.mean_alignment(), 3),
            number(result.area_coverage, 3),
            rounded_text(1e3 * result.drift, 2),
            rounded_text(result.tilt, 2)};
}

TableLine count_line(const StudyOutcome& outcome) {
    const CountStatistics ours = count_statistics(outcome.result.counts);
    const auto paper = outcome.run.queries == kPaperSteps
                           ? find_paper_pillar_statistics(outcome.run.generator)
                           : std::nullopt;
    const auto range = [](int low, int high) {
        return std::to_string(low) + "…" + std::to_string(high);
    };
    return {find_generator(outcome.run.generator).title,
            rounded_text(ours.mean, 2),
            paper ? rounded_text(paper->mean, 2) : "",
            range(ours.min, ours.max),
            paper ? range(paper->min, paper->max) : "",
            rounded_text(ours.deviation, 2),
            paper ? rounded_text(paper->standard_deviation, 2) : "",
            outcome.result.stands ? "stands" : "has fallen",
            rounded_text(1e3 * outcome.result.drift, 1),
            rounded_text(outcome.result.tilt, 2)};
}

void write_profile(std::ostream& out, const StudyOutcomes& outcomes, Profile profile) {
    const bool counts = outcomes.experiment->counted;
    std::vector<TableLine> lines;
    if (counts) {
        lines.push_back({"Generator", "Mean", "Paper", "Min…max", "Paper", "Std. dev.", "Paper",
                         "At the end", "Drift (mm)", "Tilt (°)"});
    } else {
        lines.push_back({"Generator", outcomes.experiment->varied, "Tets", "Contacts", "0.1° (%)",
                         "1° (%)", "5° (%)", "10° (%)", "Mean Q", "P", "Drift (mm)", "Tilt (°)"});
    }
    for (const StudyOutcome& outcome : outcomes.runs) {
        if (outcome.run.settings.profile == profile) {
            lines.push_back(counts ? count_line(outcome) : variant_line(outcome));
        }
    }
    out << "\n## Profile " << profile_id(profile) << "\n\n";
    write_text_table(out, std::move(lines));
    const std::vector<StudyClaim> claims = make_claims(outcomes, profile);
    if (!claims.empty()) {
        out << '\n';
    }
    for (const StudyClaim& claim : claims) {
        out << "- " << claim.section << " says: " << claim.paper << ".\n  Here: " << claim.ours
            << ".\n";
    }
}

}  // namespace

void write_study_csv(std::ostream& out, const StudyOutcomes& outcomes) {
    std::vector<NamedValues> lines;
    lines.reserve(outcomes.runs.size());
    for (const StudyOutcome& outcome : outcomes.runs) {
        lines.push_back(named_values(outcomes, outcome));
    }
    write_named(out, lines);
}

void write_study_markdown(std::ostream& out, const StudyOutcomes& outcomes) {
    const Experiment& experiment = *outcomes.experiment;
    const int queries = outcomes.runs.empty() ? 0 : outcomes.runs[0].run.queries;
    out << "# " << experiment.title << "\n\n- Erleben 2018, " << experiment.section
        << "; Touchstone " << outcomes.origin.version << ", commit " << outcomes.origin.commit
        << '\n';
    if (experiment.counted) {
        out << "- Contacts per step over " << queries
            << " steps; the paper's values are those of its Table 6, over " << kPaperSteps << '\n';
    } else {
        out << "- The contacts of query " << queries << ", which the paper calls step "
            << queries + 1
            << ". Shares: normals within so many degrees of a right one. Q = "
               "|n · n_true|. P: area that the contacts span / the true one. Drift and tilt: "
               "of the body that moved most, after that step\n";
    }
    if (!experiment.note.empty()) {
        out << "- " << experiment.note << '\n';
    }
    for (const Profile profile : outcomes.profiles()) {
        write_profile(out, outcomes, profile);
    }
}

}  // namespace touchstone::reports
