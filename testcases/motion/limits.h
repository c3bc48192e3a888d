#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// One limit of a scene's `simulate`, and its outcome.
struct LimitOutcome {
    std::string name;       ///< name in the scene: "max_drift", "force floor-cube_1"
    double limit = kUnset;  ///< the limit, in its own unit
    double found = kUnset;  ///< worst value of all steps, for a force its value at the end; unset
                            ///< when it was not measured, and then the limit is not held
    double slack = 0.0;     ///< largest deviation allowed for a force [N]
    bool held = false;
    std::string looked_at;  ///< thing that was measured, or is missing: "2 pairs of \"expected\""

    /// Returns true when there is a value to compare with the limit.
    bool measured() const { return !std::isnan(found); }
};

/// The outcome of a simulation with limits. Contact quality and convergence are reported
/// separately: a body that sinks because the solver stopped early is not the contacts' fault.
struct LimitReport {
    std::vector<LimitOutcome> outcomes;
    int steps = 0;               ///< number of finished steps
    int diverging_sweeps = 0;    ///< total over all steps
    double largest_error = 0.0;  ///< largest error in the impulses of a step, see SolveReport [N s]

    /// Returns true when all limits were held.
    bool held() const;
};

/// Runs what `simulate` of the scene asks for. The scene must have it, and must have been made for
/// the generator. `steps`: fewer than it asks for, to look at its beginning only; 0: all. Overlap
/// is measured on the bodies themselves. Along the one right normal of a pair of the reference: how
/// far B must go to leave A. Where a pair has not one normal: the depth of the deepest vertex.
LimitReport run_limits(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int steps = 0);

/// Returns the share of the contacts that the next step also has: the same bodies and features. 1
/// without contacts.
double persistence(std::span<const ContactPoint> now, std::span<const ContactPoint> next);

}  // namespace touchstone
