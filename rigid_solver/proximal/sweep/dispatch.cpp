#include "methods/lanes/instruction_set.h"
#include "rigid_solver/proximal/sweep/sweep_kernel.h"

namespace touchstone {
namespace {

const SweepKernels& choose_sweep() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return use_avx2() ? avx2::kSweepKernels : baseline::kSweepKernels;
#else
    use_avx2();  // reports an impossible request
    return baseline::kSweepKernels;
#endif
}

}  // namespace

const SweepKernels& best_sweep_kernels() {
    static const SweepKernels& chosen = choose_sweep();
    return chosen;
}

}  // namespace touchstone
