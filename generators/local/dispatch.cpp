#include <algorithm>
#include <string>

#include "generators/instruction_set.h"
#include "generators/local/kernel.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

std::span<const NamedKernel> choose() {
#if defined(TOUCHSTONE_HAS_AVX2)
    return use_avx2() ? avx2::kKernels : baseline::kKernels;
#else
    use_avx2();  // reports an impossible request
    return baseline::kKernels;
#endif
}

}  // namespace

std::span<const NamedKernel> best_kernels() {
    static const std::span<const NamedKernel> chosen = choose();
    return chosen;
}

const NamedKernel& find_kernel(std::span<const NamedKernel> kernels, std::string_view id) {
    const auto found = std::ranges::find(kernels, id, &NamedKernel::id);
    if (found == kernels.end()) {
        std::string known;
        for (const NamedKernel& kernel : kernels) {
            known += (known.empty() ? "" : ", ") + std::string(kernel.id);
        }
        throw UnknownName("no kernel \"" + std::string(id) + "\"; known: " + known);
    }
    return *found;
}

}  // namespace touchstone
