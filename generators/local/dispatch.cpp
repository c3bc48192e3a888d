#include <string>

#include "generators/local/kernel.h"
#include "methods/base/find_by_id.h"
#include "methods/lanes/instruction_set.h"

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
    return find_by_id(kernels, id, "kernel");
}

}  // namespace touchstone
