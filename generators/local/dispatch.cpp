#include <algorithm>
#include <cstdlib>
#include <string>

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

std::span<const NamedKernel> choose() {
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

std::span<const NamedKernel> best_kernels() {
    static const std::span<const NamedKernel> chosen = choose();
    return chosen;
}

TetPairKernel find_kernel(std::span<const NamedKernel> kernels, std::string_view id) {
    const auto found = std::ranges::find(kernels, id, &NamedKernel::id);
    if (found == kernels.end()) {
        std::string known;
        for (const NamedKernel& kernel : kernels) {
            known += (known.empty() ? "" : ", ") + std::string(kernel.id);
        }
        throw UnknownName("no kernel \"" + std::string(id) + "\"; known: " + known);
    }
    return found->run;
}

}  // namespace touchstone
