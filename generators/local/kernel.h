#pragma once

#include <span>
#include <string_view>

#include "generators/local/settings/local_settings.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone {

/// With Tolerance::Relative, distances below this share of the working precision are touch, on top
/// of what rounding far from the origin does.
inline constexpr double kTouchOfPrecision = 1e-3;

/// One element of a tet, as a number: 0-3 vertices, 4-9 edges (kTetEdges), 10-13 faces, 14 the tet.
inline constexpr int kFirstEdgeCode = 4;
inline constexpr int kFirstFaceCode = 10;
inline constexpr int kTetCode = 14;

/// A contact between two tets, as plain numbers. See ContactPoint.
struct TetPairContact {
    double position[3];
    double normal[3];
    double separation;
    int element_a;  ///< of the first tet
    int element_b;
};

/// What one tet pair yields: room for the most that any method can make, so nothing is allocated.
/// The largest: intersection, with 16 triangle pairs of 6 V-F and 2 x 9 E-E contacts.
struct TetPairContacts {
    static constexpr int kCapacity = 16 * 24;
    int count = 0;
    TetPairContact items[kCapacity];
};

/// Appends the contacts of two tets. Reads surface elements only where the method says so.
/// `settings`: the shared part of the method's own settings, as LocalOptions::shared returns it.
using TetPairKernel = void (*)(const PosedTet& a, const PosedTet& b, const LocalSettings& settings,
                               TetPairContacts& contacts);

/// A method's kernel, by the id that the method has in the table of generators. It is the fast form
/// of the method of the same id in generators/plain, which is the one to read.
struct NamedKernel {
    std::string_view id;
    TetPairKernel run;
    const LocalOptions& (*options)();  ///< of the settings that the kernel takes
};

// One table for every instruction set that the kernels are compiled for: the same ids in the same
// order, and the same bytes out.
namespace baseline {
extern const std::span<const NamedKernel> kKernels;
}
namespace avx2 {
extern const std::span<const NamedKernel> kKernels;
}

/// Those for this processor; the environment variable TOUCHSTONE_KERNELS=baseline|avx2 overrides.
std::span<const NamedKernel> best_kernels();

/// The kernel of that id in one table. Throws UnknownName, listing the known ids.
const NamedKernel& find_kernel(std::span<const NamedKernel> kernels, std::string_view id);

}  // namespace touchstone
