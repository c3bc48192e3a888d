#include "reports/commands/simulation/simulate_limits.h"

#include <algorithm>
#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/shell/output_file.h"
#include "reports/text/number_text.h"
#include "testcases/motion/limits.h"

namespace touchstone::reports {
namespace {

void write_limits(std::ostream& out, const LimitReport& report) {
    for (const LimitOutcome& outcome : report.outcomes) {
        out << (outcome.held ? "held    " : "BROKEN  ") << printable(outcome.name) << ": limit "
            << exact_text(outcome.limit);
        if (outcome.slack > 0.0) {
            out << " ± " << exact_text(outcome.slack);
        }
        out << (outcome.measured() ? ", found " + exact_text(outcome.found) : ", not measured")
            << " (" << printable(outcome.looked_at) << ")\n";
    }
    out << "Solver: " << report.diverging_sweeps << " diverging sweeps, largest error of a step "
        << exact_text(report.largest_error) << " N s\n";
}

/// Returns true for a scene with something to judge; scripts say only how long it moves.
bool has_limits(const TestCase& scene) {
    if (!scene.simulate) {
        return false;
    }
    const SimulationLimits& limits = *scene.simulate;
    return limits.max_drift || limits.max_sinking || limits.max_tilt || limits.max_overlap ||
           limits.persistence || limits.contacts_per_pair || !limits.forces.empty();
}

/// Runs what the scene's `simulate` asks for, if that has limits; true when they hold.
bool hold_limits_of(const StudyScene& scene, const std::string& name, const SimulationRun& run,
                    int steps) {
    if (!has_limits(scene.test_case)) {
        return true;
    }
    const LimitReport report = run_limits(scene, run.generator, run.settings, steps);
    std::cout << printable(name) << ", "
              << printable(run.settings.methods.find(run.generator).title) << ": " << report.steps
              << " steps\n\n";
    write_limits(std::cout, report);
    flush_standard_output();
    return report.held();
}

}  // namespace

int hold_limits(const SimulationRun& run, std::optional<int> steps) {
    if (!has_limits(run.test_case) && std::ranges::none_of(run.test_case.variants, has_limits)) {
        throw UsageError("'" + run.case_name +
                         "' has no \"simulate\" with a limit; leave --limits out, or add one to "
                         "the scene");
    }
    const StudyScene scene = make_study_scene(run.test_case, true, run.settings, std::nullopt,
                                              std::vector{run.generator}, run.stock);
    run.stock->forget_shapes();
    bool held = hold_limits_of(scene, run.case_name, run, steps.value_or(0));
    for (const StudyScene& variant : scene.variants) {
        const std::string name = run.case_name + ", variant " + variant.test_case.id;
        std::cout << '\n';
        held = hold_limits_of(variant, name, run, steps.value_or(0)) && held;
    }
    return held ? 0 : 1;
}

}  // namespace touchstone::reports
