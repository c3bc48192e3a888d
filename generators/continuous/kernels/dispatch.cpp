#include <cstdlib>
#include <string>
#include <string_view>

#include "generators/continuous/kernels/front.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

bool processor_has_avx2() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

const ContinuousKernels& choose_continuous() {
    const char* wanted = std::getenv("TOUCHSTONE_KERNELS");
    const std::string_view name = wanted == nullptr ? "" : wanted;
    if (name != "" && name != "baseline" && name != "avx2") {
        throw UsageError("TOUCHSTONE_KERNELS is \"" + std::string(name) +
                         "\"; set it to baseline or avx2, or leave it unset");
    }
    if (name == "avx2" && !processor_has_avx2()) {
        throw UsageError("TOUCHSTONE_KERNELS is avx2, which this processor or build does not have");
    }
#if defined(TOUCHSTONE_HAS_AVX2)
    if (name != "baseline" && processor_has_avx2()) {
        return avx2::kContinuousKernels;
    }
#endif
    return baseline::kContinuousKernels;
}

}  // namespace

const ContinuousKernels& best_continuous_kernels() {
    static const ContinuousKernels& chosen = choose_continuous();
    return chosen;
}

}  // namespace touchstone
