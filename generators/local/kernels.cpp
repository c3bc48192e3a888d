#include "generators/local/kernel.h"
#include "generators/local/settings/closest_points_settings.h"
#include "generators/local/settings/edge_leeway.h"
#include "generators/local/settings/growth_settings.h"
#include "generators/local/settings/intersection_settings.h"
#include "generators/local/settings/opposing_settings.h"
#include "generators/local/settings/sat_settings.h"
#include "generators/local/settings/vertex_only_settings.h"

namespace touchstone::TOUCHSTONE_ISA {

// The table of kernels. Each line gives the id of a generator, which is also the name of a function
// whose source is next to this one, and the type of that function's settings.
#define TOUCHSTONE_ALL_KERNELS(KERNEL)            \
    KERNEL(closest_points, ClosestPointsSettings) \
    KERNEL(intersection, IntersectionSettings)    \
    KERNEL(vertex_only, VertexOnlySettings)       \
    KERNEL(consistent_vertex, LocalSettings)      \
    KERNEL(volume_sat, SatSettings)               \
    KERNEL(surface_sat, SatSettings)              \
    KERNEL(opposing, OpposingSettings)            \
    KERNEL(growth, GrowthSettings)

#define TOUCHSTONE_DECLARE(name, Settings) \
    void name(const PosedTet&, const PosedTet&, const Settings&, TetPairContacts&);
TOUCHSTONE_ALL_KERNELS(TOUCHSTONE_DECLARE)
#undef TOUCHSTONE_DECLARE

void volume_sat_by_faces(const PosedTet&, const PosedTet&, const SatSettings&, TetPairContacts&);
void surface_sat_by_faces(const PosedTet&, const PosedTet&, const SatSettings&, TetPairContacts&);

namespace {

/// Hands a kernel the settings of its own type. They are of that type: whoever calls a kernel gets
/// them by the kernel's own options.
template <class Settings,
          void (*kernel)(const PosedTet&, const PosedTet&, const Settings&, TetPairContacts&)>
void run_kernel(const PosedTet& a, const PosedTet& b, const LocalSettings& settings,
                TetPairContacts& contacts) {
    kernel(a, b, static_cast<const Settings&>(settings), contacts);
}

/// Returns the shorter way of the kernels that have one.
constexpr FacesOnly faces_only_of(std::string_view id) {
    if (id == "volume_sat") {
        return {run_kernel<SatSettings, volume_sat_by_faces>, &volume_faces_decide};
    }
    if (id == "surface_sat") {
        return {run_kernel<SatSettings, surface_sat_by_faces>, &surface_faces_decide};
    }
    return {};
}

#define TOUCHSTONE_ENTRY(name, Settings) \
    {#name, run_kernel<Settings, name>, local_options<Settings>, faces_only_of(#name)},
constexpr NamedKernel kTable[]{TOUCHSTONE_ALL_KERNELS(TOUCHSTONE_ENTRY)};
#undef TOUCHSTONE_ENTRY

}  // namespace

constinit const std::span<const NamedKernel> kKernels(kTable);

}  // namespace touchstone::TOUCHSTONE_ISA
