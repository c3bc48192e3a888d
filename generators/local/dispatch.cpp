#include <cstdlib>
#include <string_view>

#include "generators/local/kernel.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

bool has_avx2() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

const TetPairKernels& choose() {
    const char* wanted = std::getenv("TOUCHSTONE_KERNELS");
    const std::string_view name = wanted == nullptr ? "" : wanted;
    if (name != "" && name != "baseline" && name != "avx2") {
        throw UsageError("TOUCHSTONE_KERNELS is \"" + std::string(name) +
                         "\"; set it to baseline or avx2, or leave it unset");
    }
    if (name == "avx2" && !has_avx2()) {
        throw UsageError("TOUCHSTONE_KERNELS is avx2, which this processor or build does not have");
    }
#if defined(TOUCHSTONE_HAS_AVX2)
    if (name != "baseline" && has_avx2()) {
        return avx2::kKernels;
    }
#endif
    return baseline::kKernels;
}

}  // namespace

const TetPairKernels& best_kernels() {
    static const TetPairKernels& chosen = choose();
    return chosen;
}

}  // namespace touchstone
