#include "rigid_solver/proximal/solver_settings.h"

#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Throws UsageError unless low ≤ value ≤ high, or low < value with `open_low`.
void check(const char* name, double value, double low, double high, bool open_low = false) {
    const bool above = open_low ? value > low : value >= low;
    if (std::isfinite(value) && above && value <= high) {
        return;
    }
    std::ostringstream message;
    message << "solver." << name << " must be a number " << (open_low ? "above " : "of at least ")
            << low;
    if (high < kInfinity) {
        message << " and at most " << high;
    }
    message << ", found " << value;
    throw UsageError(message.str());
}

}  // namespace

void validate(const SolverSettings& settings) {
    check("time_step", settings.time_step, 0.0, kInfinity, true);
    check("friction", settings.friction, 0.0, kInfinity);
    check("restitution", settings.restitution, 0.0, 1.0);
    check("global_r", settings.global_r, 0.0, kInfinity, true);
    check("max_sweeps", settings.max_sweeps, 0.0, 1e9);
    check("absolute_tolerance", settings.absolute_tolerance, 0.0, kInfinity);
    check("relative_tolerance", settings.relative_tolerance, 0.0, kInfinity);
    check("stagnation_tolerance", settings.stagnation_tolerance, 0.0, 1.0);
    check("stabilization_gain", settings.stabilization_gain, 0.0, 1.0);
    check("min_penetration", settings.min_penetration, 0.0, kInfinity);
    check("max_correction", settings.max_correction, 0.0, kInfinity);
    if (!settings.gravity.allFinite()) {
        throw UsageError("the gravity must be three finite numbers [m/s²]");
    }
}

}  // namespace touchstone
