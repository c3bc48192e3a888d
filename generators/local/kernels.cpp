#include "generators/local/kernel.h"

namespace touchstone::TOUCHSTONE_ISA {

// The one table of kernels: each line is the id of a generator and the function of that name, whose
// source stands beside this one.
#define TOUCHSTONE_ALL_KERNELS(KERNEL) \
    KERNEL(closest_points)             \
    KERNEL(intersection)               \
    KERNEL(vertex_only)                \
    KERNEL(consistent_vertex)          \
    KERNEL(volume_sat)                 \
    KERNEL(surface_sat)                \
    KERNEL(opposing)                   \
    KERNEL(growth)

#define TOUCHSTONE_DECLARE(name) \
    void name(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
TOUCHSTONE_ALL_KERNELS(TOUCHSTONE_DECLARE)
#undef TOUCHSTONE_DECLARE

namespace {

#define TOUCHSTONE_ENTRY(name) {#name, name},
constexpr NamedKernel kTable[]{TOUCHSTONE_ALL_KERNELS(TOUCHSTONE_ENTRY)};
#undef TOUCHSTONE_ENTRY

}  // namespace

constinit const std::span<const NamedKernel> kKernels(kTable);

}  // namespace touchstone::TOUCHSTONE_ISA
