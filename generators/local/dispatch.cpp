#include "generators/instruction_set.h"
#include "generators/local/kernel.h"

namespace touchstone {
namespace {

const TetPairKernels& choose() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return use_avx2() ? avx2::kKernels : baseline::kKernels;
#else
    use_avx2();  // names a wrong wish
    return baseline::kKernels;
#endif
}

}  // namespace

const TetPairKernels& best_kernels() {
    static const TetPairKernels& chosen = choose();
    return chosen;
}

}  // namespace touchstone
