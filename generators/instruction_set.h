#pragma once

namespace touchstone {

/// Whether kernels that were compiled for AVX2 are to run: this processor has it, and the
/// environment variable TOUCHSTONE_KERNELS=baseline|avx2 does not say otherwise. Throws UsageError
/// for other values of it, and for avx2 where there is none.
bool use_avx2();

}  // namespace touchstone
