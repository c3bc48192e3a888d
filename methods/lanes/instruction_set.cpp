#include "methods/lanes/instruction_set.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "methods/base/error.h"

namespace touchstone {

bool has_avx2() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

bool use_avx2() {
    const char* wanted = std::getenv("TOUCHSTONE_KERNELS");
    const std::string_view name = wanted == nullptr ? "" : wanted;
    if (name != "" && name != "baseline" && name != "avx2") {
        throw UsageError("TOUCHSTONE_KERNELS is \"" + std::string(name) +
                         "\"; set it to baseline or avx2, or leave it unset");
    }
    if (name == "avx2" && !has_avx2()) {
        throw UsageError("TOUCHSTONE_KERNELS is avx2, which this processor or build does not have");
    }
    return name != "baseline" && has_avx2();
}

}  // namespace touchstone
