#include "rigid_solver/proximal/sweep/sweep_kernel.h"

#include "rigid_solver/proximal/sweep/single_pair.h"
#include "rigid_solver/proximal/sweep/wide_pairs.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

template <int N, bool Blocked>
SweepResult run(const SweepTask& task) {
    PairState state{};
    SweepResult result;
    const Wide friction = Wide{} + task.friction;
    for (int g = 0; g < task.group_count; ++g) {
        const SweepGroup& group = task.groups[g];
        if (group.count[1] == 0) {
            treat_one<N, Blocked>(task, group, result);
            continue;
        }
        for (int first = 0; first < 4 && group.count[first] > 0; first += kWidth) {
            treat_pairs<N, Blocked>(task, group, {first}, friction, state);
        }
    }
    for (int i = 0; i < kWidth; ++i) {
        result.residual = result.residual < state.residual[i] ? state.residual[i] : result.residual;
        result.largest = result.largest < state.largest[i] ? state.largest[i] : result.largest;
    }
    return result;
}

}  // namespace

constinit const SweepKernels kSweepKernels{.diagonal_3 = run<3, false>,
                                           .diagonal_4 = run<4, false>,
                                           .blocked_3 = run<3, true>,
                                           .blocked_4 = run<4, true>};

}  // namespace touchstone::TOUCHSTONE_ISA
