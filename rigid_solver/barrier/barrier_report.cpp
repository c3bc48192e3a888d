#include "rigid_solver/barrier/barrier_report.h"

namespace touchstone {

const char* barrier_stop_id(BarrierStop stop) {
    switch (stop) {
        case BarrierStop::Converged:
            return "converged";
        case BarrierStop::Floor:
            return "floor";
        case BarrierStop::NoDirection:
            return "no_direction";
        case BarrierStop::StepUnderflow:
            return "step_underflow";
        case BarrierStop::IterationLimit:
            return "iteration_limit";
        case BarrierStop::NotFinite:
            return "not_finite";
        case BarrierStop::Intersection:
            return "crossing";
    }
    return "";
}

bool is_failure(BarrierStop stop) {
    return stop != BarrierStop::Converged && stop != BarrierStop::Floor;
}

}  // namespace touchstone
