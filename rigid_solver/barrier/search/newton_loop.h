#pragma once

#include <cmath>

#include "rigid_solver/barrier/barrier_report.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/search/search_limits.h"

// The loop that both searches have in common. For these two alone.

namespace touchstone {

/// Takes Newton steps until the next one would be slower than the accuracy, or there is no other.
/// `search` has the iterate: `aim` finds a direction, `value` is its energy [J], and while it
/// `is_short` no step is the last one. Li et al. [2020], Algorithm 1.
template <typename Search>
BarrierStop take_newton_steps(Search& search, const BarrierSettings& settings,
                              BarrierReport& report) {
    int floor_steps = 0;
    double value = search.value();
    while (true) {
        if (!search.aim(report)) {
            return std::isfinite(value) ? BarrierStop::NoDirection : BarrierStop::NotFinite;
        }
        report.residual = search.largest_gradient() * settings.time_step;
        const double speed = search.direction_speed();
        if (!std::isfinite(speed)) {
            return BarrierStop::NotFinite;
        }
        const bool is_short = search.is_short();
        if (speed < settings.accuracy && !is_short) {
            return BarrierStop::Converged;
        }
        const bool at_floor = !is_short &&
                              0.5 * std::abs(search.slope()) < kEnergyFloor * std::abs(value) &&
                              speed < kFloorSpeed * settings.accuracy;
        if (at_floor && ++floor_steps > kMostFloorSteps) {
            return BarrierStop::Floor;
        }
        if (report.iterations >= settings.max_iterations) {
            return BarrierStop::IterationLimit;
        }
        ++report.iterations;
        report.residuals.push_back(report.residual);
        if (const BarrierStop stop = search.take_step(at_floor, value, report); is_failure(stop)) {
            return stop;
        }
        if (search.raise_stiffnesses()) {
            ++report.raised;
            value = search.value();
        }
        if (settings.check_iterates && search.has_crossing(report)) {
            return BarrierStop::Intersection;
        }
    }
}

}  // namespace touchstone
