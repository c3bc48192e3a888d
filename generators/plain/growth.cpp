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

/// Two tets and the scale at which they are looked at, about their centroids.
struct Scaled {
    const PlainTet& a;
    const PlainTet& b;
    double scale;

    Vec3 connection() const { return shortest_connection(scaled(a, scale), scaled(b, scale)); }
    Vec3 between_centroids() const { return centroid(a) - centroid(b); }
};

/// Returns the next scale of the corrected Algorithm 2: τ increases by nine tenths of −s·v/(v·v),
/// and never into overlap. Zero: there is none.
double safe_scale(const Scaled& tets, const Vec3& s, Decisions& decisions) {
    const Vec3 v = tets.between_centroids();
    const double tau = 1.0 - 1.0 / tets.scale - 0.9 * s.dot(v) / v.squaredNorm();
    const double next = std::min(1.0, 1.0 / (1.0 - std::min(tau, 0.0)));
    const bool overlap = overlapping(scaled(tets.a, next), scaled(tets.b, next), decisions);
    return overlap ? 0.0 : next;
}

/// Returns the next scale of the research code, which takes τ for the scale and may make the tets
/// overlap.
double code_scale(const Scaled& tets, const Vec3& s) {
    const Vec3 v = tets.between_centroids();
    const double next = 1.0 + s.dot(v) / v.squaredNorm();
    return next < 1e6 ? next : 0.0;
}

/// Returns the gap at which growth ends, if the first is this wide [m].
double gap_wanted(const Pair& pair, double first) {
    const double small = 0.01 * std::min(diameter_of(pair.a), diameter_of(pair.b));
    if (pair.own<GrowthSettings>().growth_end == GrowthEnd::SmallGap) {
        return small;
    }
    pair.decisions.note(first - small, pair.size());
    return 2.0 * std::min(first, small);
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
    // Shrink until the tets are disjoint.
    Scaled tets{a, b, pair.own<GrowthSettings>().first_scale};
    while (overlapping(scaled(a, tets.scale), scaled(b, tets.scale), pair.decisions)) {
        tets.scale *= 0.9;
        if (tets.scale < 1e-6) {
            return std::nullopt;
        }
    }
    // Grow until the gap is small.
    const bool code = pair.own<GrowthSettings>().growth_step == GrowthStep::Code;
    double last = code ? 0.9 * tets.scale : tets.scale;
    Vec3 s = tets.connection();
    const double wanted = gap_wanted(pair, s.norm());
    for (int i = 0; i < 20 && pair.decisions.above(s.norm(), wanted, pair.size()); ++i) {
        const double next = code ? code_scale(tets, s) : safe_scale(tets, s, pair.decisions);
        if (!(next > last)) {
            break;
        }
        last = tets.scale = next;
        s = tets.connection();
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
