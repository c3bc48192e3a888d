#include "rigid_solver/barrier/barrier_settings.h"

#include <cmath>

#include "methods/base/error.h"

namespace touchstone {

void validate(const BarrierSettings& settings) {
    const auto require = [](bool good, const char* what) {
        if (!good) {
            throw UsageError(what);
        }
    };
    const auto is_above_zero = [](double value) { return value > 0.0 && std::isfinite(value); };
    require(is_above_zero(settings.time_step), "time_step: give a time above 0 [s]");
    require(settings.gravity.allFinite(), "gravity: give numbers in m/s²");
    require(settings.friction >= 0.0 && std::isfinite(settings.friction),
            "friction: give a number of at least 0");
    require(is_above_zero(settings.dhat), "dhat: give a length above 0 [m]");
    require(is_above_zero(settings.stick_speed), "stick_speed: give a speed above 0 [m/s]");
    require(is_above_zero(settings.accuracy), "accuracy: give a speed above 0 [m/s]");
    require(is_above_zero(settings.shape_stiffness),
            "shape_stiffness: give a pressure above 0 [Pa]");
    require(settings.rest_share >= 0.05 && settings.rest_share <= 0.95,
            "y: in motion give a share of dhat in [0.05, 0.95], at which pairs are to rest");
    require(settings.lags >= 1, "lags: give a number of at least 1");
    require(settings.max_iterations >= 1, "max_iterations: give a number of at least 1");
    require(settings.friction == 0.0 || settings.accuracy <= settings.stick_speed / 50.0,
            "accuracy: with friction give at most a fiftieth of stick_speed, else friction is off "
            "by their ratio, and bodies rest that must slide");
}

}  // namespace touchstone
