#pragma once

namespace touchstone {

/// Returns true when this build has kernels compiled for AVX2, and this processor can run them.
bool has_avx2();

/// Returns true when kernels compiled for AVX2 should run: this processor has it, and the
/// environment variable TOUCHSTONE_KERNELS=baseline|avx2 does not say otherwise. Throws UsageError
/// for other values of the variable, and for avx2 on a processor without it.
bool use_avx2();

}  // namespace touchstone
