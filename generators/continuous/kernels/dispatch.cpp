#include "generators/continuous/kernels/front.h"
#include "methods/lanes/instruction_set.h"

namespace touchstone {
namespace {

const ContinuousKernels& choose_continuous() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return use_avx2() ? avx2::kContinuousKernels : baseline::kContinuousKernels;
#else
    use_avx2();  // reports an impossible request
    return baseline::kContinuousKernels;
#endif
}

}  // namespace

const ContinuousKernels& best_continuous_kernels() {
    static const ContinuousKernels& chosen = choose_continuous();
    return chosen;
}

}  // namespace touchstone
