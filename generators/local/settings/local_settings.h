#pragma once

namespace touchstone {

// What all methods that look at one pair of tets at a time let be set, or several of them. The
// kernels include this and the like, so it is plain data: the options themselves are in the
// sources.

enum class Ties {
    Canonical,  ///< broken by the bodies' geometry: not by the order of A and B, of vertices or of
                ///< tets
    First       ///< the first in the order of the meshes wins, as in the research code
};
enum class Tolerance {
    Relative,  ///< `precision`, of the size of the tets
    Absolute   ///< 1.19e-6, the research code's
};
enum class PostFilter {
    Merge,    ///< position and normal within `precision`, of the bodies' size; the deepest stays
    Adjacent  ///< sorted neighbours whose position, normal and depth agree within 1.19e-6
};

/// Distance, as a share of the working precision, below which elements touch with
/// Tolerance::Relative; rounding errors far from the origin are allowed for in addition.
inline constexpr double kTouchOfPrecision = 1e-3;

/// Everything that changes what a local method finds is in a struct like this, which the others
/// derive from. Defaults: the `corrected` profile.
/// Sources: Erleben [2018], §6 and Appendices A, B; docs/methods/profiles.md lists the departures.
struct LocalSettings {
    Ties ties = Ties::Canonical;
    Tolerance tolerance = Tolerance::Relative;
    double precision = 1e-6;  ///< w: lengths below this share of the tets' size are noise, and so
                              ///< are sines of angles below it; see tolerance, post_filter [-]
    PostFilter post_filter = PostFilter::Merge;
};

enum class OwnPlane { Skip, Keep };  ///< a crossing point tested against the plane it lies on

/// The settings of methods that report the points which two tets share.
struct SharedPointSettings : LocalSettings {
    OwnPlane own_plane = OwnPlane::Skip;
};

/// The options of a method whose settings have this type. Each type has its own, in the source of
/// its name: the general one is defined nowhere.
struct LocalOptions;
/// Returns the options for settings of that type.
template <class Settings>
const LocalOptions& local_options();

template <>
const LocalOptions& local_options<LocalSettings>();

}  // namespace touchstone
