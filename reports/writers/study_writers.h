#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/plots/plot.h"
#include "testcases/study/experiment.h"
#include "testcases/study/experiment_store.h"

namespace touchstone {

/// A finished run with its result.
struct StudyOutcome {
    ExperimentRun run;
    ExperimentResult result;
};

/// What the writers of an experiment are given: its runs by profile, generator and variant.
struct StudyOutcomes {
    const Experiment* experiment = nullptr;
    RunOrigin origin;
    std::vector<StudyOutcome> runs;

    /// Nothing when that run was not asked for.
    const ExperimentResult* find(Profile profile, std::string_view generator_id,
                                 std::string_view variant_id) const;
    std::vector<Profile> profiles() const;        ///< in their order, each once
    std::vector<std::string> generators() const;  ///< the same
};

/// Of Q over the judged contacts that have one; nothing without any.
std::optional<double> mean_alignment(const ExperimentResult& result);

/// One line per run. Schema "touchstone-study-1", see docs/studies.md.
void write_study_csv(std::ostream& out, const StudyOutcomes& outcomes);

/// A table per profile, and what the paper says beside what came out.
void write_study_markdown(std::ostream& out, const StudyOutcomes& outcomes);

/// A drawing of one profile, and the name of its files without their ends.
struct StudyPlot {
    std::string name;
    std::string x_column;  ///< of the CSV file with its data
    std::string y_column;  ///< the same
    Plot plot;
};

/// Contacts per step for `counts`, else the sorted Q of each generator's contacts.
std::vector<StudyPlot> make_study_plots(const StudyOutcomes& outcomes);

/// The points of a plot, one per line.
void write_plot_csv(std::ostream& out, const StudyPlot& plot);

}  // namespace touchstone
