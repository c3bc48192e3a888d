#pragma once

#include <span>
#include <string_view>

#include "generators/local/settings/local_settings.h"
#include "methods/contact/bare_contact.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone {

/// Element codes: one number for an element of a tet. 0-3 are vertices, 4-9 edges (kTetEdges),
/// 10-13 faces, 14 the tet.
inline constexpr int kFirstEdgeCode = 4;
/// Code of face 0.
inline constexpr int kFirstFaceCode = 10;
/// Code of the tet itself.
inline constexpr int kTetCode = 14;

/// A contact between two tets, with element codes.
using TetPairContact = BareContact;

/// The contacts of one tet pair, with room for the most that any method can produce, so that
/// nothing is allocated. The largest is intersection, with 16 triangle pairs of 6 V-F and 2 x 9 E-E
/// contacts.
struct TetPairContacts {
    static constexpr int kCapacity = 16 * 24;
    int count = 0;
    TetPairContact items[kCapacity];
};

/// A function that appends the contacts of two tets. It is limited to surface elements only where
/// the method says so. `settings` is the shared part of the method's own settings, as
/// LocalOptions::shared returns it.
using TetPairKernel = void (*)(const PosedTet& a, const PosedTet& b, const LocalSettings& settings,
                               TetPairContacts& contacts);

/// A function that returns true for tets of which no edge axis decides, nor can until the bodies
/// have moved by the room [m]. `radius`: see Leeway.
using FacesDecide = bool (*)(const PosedTet& a, const PosedTet& b, double radius, double room,
                             const LocalSettings& settings);

/// The shorter way of a kernel for tets of which faces alone decide.
struct FacesOnly {
    TetPairKernel run = nullptr;
    FacesDecide decide = nullptr;
};

/// A method's kernel, under the id of the method in the table of generators. It is the fast form of
/// the method of the same id in generators/plain, which is the one to read.
struct NamedKernel {
    std::string_view id;
    TetPairKernel run;
    const LocalOptions& (*options)();  ///< options of the settings that the kernel takes
    FacesOnly faces_only{};            ///< null: the kernel has no such way
};

// One table for every instruction set that the kernels are compiled for: the same ids in the same
// order, and the same results to the last bit.
namespace baseline {
extern const std::span<const NamedKernel> kKernels;
}
namespace avx2 {
extern const std::span<const NamedKernel> kKernels;
}

/// Returns the kernels for this processor; the environment variable
/// TOUCHSTONE_KERNELS=baseline|avx2 overrides the choice.
std::span<const NamedKernel> best_kernels();

/// Finds a kernel by id in one table. Throws UnknownName, listing the known ids.
const NamedKernel& find_kernel(std::span<const NamedKernel> kernels, std::string_view id);

}  // namespace touchstone
