#include "generators/local/edge_axes.h"
#include "generators/local/settings/growth_settings.h"
#include "generators/local/shortest_gap.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

// Notation, Erleben [2018], Appendix B: α scales both tets about their centroids c_A, c_B; v = c_A
// − c_B; τ = 1 − 1/α. By Eqs. (16), (17) the scaled pair looks like the unscaled one with B moved
// by τ v, with all lengths times α. So only B is moved here, and directions need no correction.

constexpr double kShrink = 0.9;     ///< factor on α, applied until the pair is apart
constexpr double kStep = 0.9;       ///< share β of the safe growth step
constexpr double kGapShare = 0.01;  ///< δ: gap at which growth ends,
                                    ///< relative to the smaller diameter
constexpr int kMaxSteps = 20;
constexpr double kLargestScale = 1e6;  ///< beyond which directions no longer change
constexpr double kSmallestScale = 1e-3;
constexpr double kFaceCosine = 0.99756405025982420;  ///< cosine of 4°

Vector centroid_from(const PosedTet& tet, Vector origin) {
    Vector sum{0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        sum = sum + (vertex(tet, i) - origin);
    }
    return 0.25 * sum;
}

/// Returns twice the largest distance of a vertex from the centroid [m].
double diameter(const PosedTet& tet) {
    const Vector origin = vertex(tet, 0);
    const Vector center = centroid_from(tet, origin);
    double farthest = 0.0;
    for (int i = 0; i < 4; ++i) {
        const double distance = length(vertex(tet, i) - origin - center);
        farthest = distance > farthest ? distance : farthest;
    }
    return 2.0 * farthest;
}

/// Returns the largest α at which one of the axes keeps the scaled pair from overlapping: the
/// distance of the centroids along the axis over the sum of the half-extents that face each other.
Lanes critical_scales(Lanes gap, Lanes low_a, Lanes high_a, Lanes low_b, Lanes high_b) {
    const Lanes zero = broadcast(0.0);
    const LaneMask b_above = gap > zero;
    const Lanes distance = select(b_above, gap, -gap);
    const Lanes extent = select(b_above, high_a - low_b, high_b - low_a);
    return select(distance > zero, distance / extent, zero);
}

Lanes mean(const PlaneValues& values) {
    return 0.25 * (values.value[0] + values.value[1] + values.value[2] + values.value[3]);
}

/// Returns the critical scales for the four face axes of one tet. Its centroid lies a quarter of
/// the height behind each face.
Lanes face_scales(const PosedTet& planes, const PlaneValues& values) {
    const Lanes scale = load(planes.inverse_length);
    const Lanes quarter = 0.25 * load(planes.height);
    const Lanes center = mean(values) * scale;
    return critical_scales(center + quarter, -3.0 * quarter, quarter,
                           lowest(values) * scale - center, highest(values) * scale - center);
}

/// Returns α*: the scaled pair overlaps from this scale on, by the axes of the tets' overlap test.
/// Extents along edges' axes are those of the vertices themselves, as in the research code.
double critical_scale(const TetPair& pair) {
    Lanes best = max(face_scales(pair.a, pair.on_a), face_scales(pair.b, pair.on_b));
    const Vector origin = vertex(pair.a, 0);
    const VertexSearch search = vertex_search(pair.a, pair.b);
    const VectorLanes center_a = broadcast(centroid_from(pair.a, origin));
    const VectorLanes center_b = broadcast(centroid_from(pair.b, origin));
    for (int group = 0; group < 3; ++group) {
        for (int edges = 0; edges < 3; ++edges) {
            const VertexAxes on = vertex_axes(pair.a, search, edges, group);
            const Lanes at_a = dot(on.axis, center_a);
            const Lanes at_b = dot(on.axis, center_b);
            const Lanes scales = critical_scales(at_b - at_a, on.a.low - at_a, on.a.high - at_a,
                                                 on.b.low - at_b, on.b.high - at_b);
            best = max(scales, best);
        }
    }
    return largest(best);
}

/// The face whose normal is within 4° of a unit direction: the first or the closest such face.
struct MatchingFace {
    int face = -1;
    double cosine = -1.0;
};

MatchingFace matching_face(const PosedTet& tet, Vector direction, const GrowthSettings& settings) {
    const Lanes cosines =
        (load(tet.nx) * broadcast(direction.x) + load(tet.ny) * broadcast(direction.y) +
         load(tet.nz) * broadcast(direction.z)) *
        load(tet.inverse_length);
    int faces = bits(cosines >= broadcast(kFaceCosine));
    if (settings.surface_faces_only) {
        faces &= tet.surface_faces;
    }
    MatchingFace best;
    for (; faces != 0; faces &= faces - 1) {
        const int face = lowest_bit(faces);
        if (cosines[face] > best.cosine) {
            best = {face, cosines[face]};
        }
        if (settings.growth_face == GrowthFace::First) {
            break;
        }
    }
    return best;
}

/// Returns the normal of the best feature for a direction d from a to b: that of a face within 4°
/// of it, otherwise d itself, which stands for an edge or vertex. When both tets have such a face,
/// the one closer to d wins with GrowthFace::Best, otherwise a's.
Vector feature_normal(const TetPair& pair, Vector direction, const GrowthSettings& settings) {
    const MatchingFace of_a = matching_face(pair.a, direction, settings);
    const MatchingFace of_b = matching_face(pair.b, -1.0 * direction, settings);
    const bool prefer_b = settings.growth_face == GrowthFace::Best &&
                          of_b.cosine > of_a.cosine + tie_tolerance(settings);
    if (of_b.face >= 0 && (of_a.face < 0 || prefer_b)) {
        return -1.0 * unit_normal(pair.b, of_b.face);
    }
    return of_a.face >= 0 ? unit_normal(pair.a, of_a.face) : direction;
}

/// A state of the growth, with B moved by τ v.
struct Growth {
    const TetPair& pair;
    const GrowthSettings& settings;
    Vector v;         ///< centroid of A minus that of B [m]
    double critical;  ///< α* of the pair
    double scale;
    ShortestGap shortest{};

    double tau() const { return 1.0 - 1.0 / scale; }
    double gap() const { return scale * length(shortest.gap); }  ///< [m]

    /// Returns the scale of Algorithm 2 with its errors corrected: α = 1/(1 − τ), and τ grows by −β
    /// s·v/(v·v).
    double safe_scale() const {
        const double next_tau = tau() - kStep * scale * dot(shortest.gap, v) / dot(v, v);
        const double grown = 1.0 / (1.0 - next_tau);
        const double next = grown < 1.0 ? grown : 1.0;
        return next < critical ? next : 0.0;
    }
    /// Returns the scale of the research code: 1 + s·v/(v·v). Nothing keeps the tets apart there.
    double code_scale() const {
        const double next = 1.0 + scale * dot(shortest.gap, v) / dot(v, v);
        return next < kLargestScale ? next : 0.0;
    }
};

/// Enlarges the tets until their gap is small, or cannot be made smaller. The research code
/// compares its first scale with one that it has shrunk once more.
void grow(Growth& growth, double gap_wanted) {
    const bool code = growth.settings.growth_step == GrowthStep::Code;
    const double tolerance = sine_tolerance(growth.settings);
    double last = code ? kShrink * growth.scale : growth.scale;
    for (int step = 0; step < kMaxSteps && growth.gap() > gap_wanted; ++step) {
        const double next = code ? growth.code_scale() : growth.safe_scale();
        if (!(next > last)) {
            break;
        }
        last = growth.scale = next;
        growth.shortest =
            shortest_gap(growth.pair, growth.tau() * growth.v, tolerance, growth.shortest.elements);
    }
}

/// Returns the gap at which growth ends, of a pair whose first gap is known [m].
double gap_wanted(const Growth& growth) {
    const double diameter_a = diameter(growth.pair.a);
    const double diameter_b = diameter(growth.pair.b);
    const double small = kGapShare * (diameter_a < diameter_b ? diameter_a : diameter_b);
    if (growth.settings.growth_end == GrowthEnd::SmallGap) {
        return small;
    }
    return 2.0 * (growth.gap() < small ? growth.gap() : small);
}

/// Returns the direction between the closest points once the pair has been shrunk apart and grown
/// back to a small gap; zero when the centroids coincide.
Vector growth_direction(const TetPair& pair, double critical, const GrowthSettings& settings) {
    if (!(critical > kSmallestScale)) {
        return {0.0, 0.0, 0.0};
    }
    double scale = settings.first_scale;
    while (scale >= critical) {
        scale *= kShrink;
    }
    const Vector origin = vertex(pair.a, 0);
    const Vector v = centroid_from(pair.a, origin) - centroid_from(pair.b, origin);
    Growth growth{.pair = pair, .settings = settings, .v = v, .critical = critical, .scale = scale};
    growth.shortest = shortest_gap(pair, growth.tau() * v, sine_tolerance(settings));
    grow(growth, gap_wanted(growth));
    const double size = length(growth.shortest.gap);
    return size > 0.0 ? (1.0 / size) * growth.shortest.gap : Vector{0.0, 0.0, 0.0};
}

}  // namespace

// Erleben [2018], Appendix B, Algorithm 2.
// The fast form of generators/plain/growth.cpp.
void growth(const PosedTet& a, const PosedTet& b, const GrowthSettings& settings,
            TetPairContacts& contacts) {
    const TetPair pair = make_tet_pair(a, b, settings);
    if (pair.separated) {
        return;
    }
    const SharedPoints points = shared_points(pair, settings.own_plane);
    if (points.count == 0) {
        return;
    }
    double critical = critical_scale(pair);
    if (critical > 1.0) {
        if (settings.tolerance == Tolerance::Absolute) {
            return;
        }
        critical = 1.0;  // they share a point: only rounding keeps them apart
    }
    const Vector direction = growth_direction(pair, critical, settings);
    if (dot(direction, direction) > 0.0) {
        report_points(pair, points, feature_normal(pair, direction, settings), false, settings,
                      contacts);
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
