#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "generators/local/settings/growth_settings.h"
#include "generators/plain/distance.h"
#include "generators/plain/methods.h"
#include "generators/plain/shared_points.h"

namespace touchstone::plain {
namespace {

/// Returns twice the largest distance of a corner from the centroid [m].
double diameter_of(const PlainTet& tet) {
    double farthest = 0.0;
    for (const Vec3& corner : tet.corners) {
        farthest = std::max(farthest, (corner - centroid(tet)).norm());
    }
    return 2.0 * farthest;
}

/// Returns the direction between the tets after they have shrunk and grown again until they nearly
/// touch; nothing when their centroids coincide. Scaling both by α about their centroids is, apart
/// from size, the same as moving A away by −τ v, where v leads from B's centroid to A's, α = 1/(1 −
/// τ) and τ ≤ 0. Increasing τ by −s·v/(v·v) closes the gap s as far as it lies along v. Appendix B,
/// with three errors of Algorithm 2 corrected; see docs/methods/profiles.md.
std::optional<Vec3> growth_direction(const Pair& pair) {
    // Near the origin, scaled corners lose nothing to rounding.
    const PlainTet a = moved(pair.a, -pair.a.corners[0]);
    const PlainTet b = moved(pair.b, -pair.a.corners[0]);
    const Vec3 v = centroid(a) - centroid(b);
    // Shrink until the tets are disjoint.
    double scale = pair.own<GrowthSettings>().first_scale;
    while (overlapping(scaled(a, scale), scaled(b, scale), pair.decisions)) {
        scale *= 0.9;
        if (scale < 1e-6) {
            return std::nullopt;
        }
    }
    const auto connection = [&](double s) {
        return shortest_connection(scaled(a, s), scaled(b, s));
    };
    // Grow until the gap is small, nine tenths of the way at a time, never into overlap.
    const double diameter = std::min(diameter_of(a), diameter_of(b));
    double tau = 1.0 - 1.0 / scale;
    Vec3 s = connection(scale);
    for (int i = 0; i < 20 && pair.decisions.above(s.norm(), 0.01 * diameter, diameter); ++i) {
        tau -= 0.9 * s.dot(v) / v.squaredNorm();
        const double next = std::min(1.0, 1.0 / (1.0 - std::min(tau, 0.0)));
        if (next == scale || overlapping(scaled(a, next), scaled(b, next), pair.decisions)) {
            break;
        }
        scale = next;
        s = connection(scale);
    }
    return s.normalized();
}

/// The face whose normal is within 4 degrees of the direction; −1: none.
struct FoundFace {
    int face = -1;
    double cosine = 0.0;
};

FoundFace face_towards(const PlainTet& tet, const Vec3& direction, const Pair& pair) {
    const double least = std::cos(4.0 * std::numbers::pi / 180.0);
    FoundFace found;
    for (int face = 0; face < 4; ++face) {
        if (pair.own<GrowthSettings>().surface_faces_only && !has(tet.surface.faces, face)) {
            continue;
        }
        const double cosine = face_normal(tet, face).dot(direction);
        if (!pair.decisions.above(cosine, least, 1.0)) {
            continue;
        }
        const bool first = found.face < 0;
        if (first || (pair.own<GrowthSettings>().growth_face == GrowthFace::Best &&
                      pair.decisions.above(cosine, found.cosine, 1.0))) {
            found = {face, cosine};
        }
    }
    return found;
}

}  // namespace

// Erleben [2018], Appendix B, Algorithm 2: two tets that overlap are shrunk about their centroids
// until a small gap opens. The direction across it selects a face of either tet with nearly that
// normal, whose normal becomes that of the contacts.
Contacts growth(const Pair& pair) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    const std::optional<Vec3> direction = growth_direction(pair);
    if (!direction) {
        return {};
    }
    const FoundFace of_a = face_towards(pair.a, *direction, pair);
    const FoundFace of_b = face_towards(pair.b, -*direction, pair);
    // For edges and vertices the direction itself is the normal, so only faces are examined.
    Vec3 normal = *direction;
    const bool b_is_closer =
        of_b.face >= 0 &&
        (of_a.face < 0 || (pair.own<GrowthSettings>().growth_face == GrowthFace::Best &&
                           pair.decisions.above(of_b.cosine, of_a.cosine, 1.0)));
    if (b_is_closer) {
        normal = -face_normal(pair.b, of_b.face);
    } else if (of_a.face >= 0) {
        normal = face_normal(pair.a, of_a.face);
    }
    return report_shared_points(pair, normal, ReportAt::Themselves);
}

}  // namespace touchstone::plain
