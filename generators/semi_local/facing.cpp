#include "generators/semi_local/facing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/meeting.h"
#include "generators/semi_local/candidates/next_pairs.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

constexpr int kLooks = 16;           ///< of a step, at whose ends features are looked at
constexpr int kBorderHalvings = 12;  ///< of the piece in which they begin or end to face each other

/// Returns the number of a feature in the model; -1 where there is none such.
int number_of(const FacetModel& model, const Feature& feature) {
    const std::array<int, 4>& vertices = feature.vertices;
    switch (feature.type) {
        case FeatureType::Vertex: {
            const std::span<const int> corners = corners_at(model, vertices[0]);
            return corners.empty() ? -1 : corners.front();
        }
        case FeatureType::Edge:
            return edge_between(model, vertices[0], vertices[1]);
        case FeatureType::Face:
            return facet_named(model, {vertices[0], vertices[1], vertices[2]});
        case FeatureType::Tetrahedron:
            break;
    }
    return -1;
}

std::optional<KindAndPair> kind_and_pair(const PairFeatures& features) {
    using enum FacetFeatureType;
    const FeaturePair pair{features.a.index, features.b.index};
    if (features.a.type == Facet && features.b.type == Corner) {
        return KindAndPair{PairKind::FacetCorner, pair};
    }
    if (features.a.type == Corner && features.b.type == Facet) {
        return KindAndPair{PairKind::CornerFacet, pair};
    }
    if (features.a.type == Edge && features.b.type == Edge) {
        return KindAndPair{PairKind::EdgeEdge, pair};
    }
    return std::nullopt;
}

FacetFeatureType type_of(FeatureType type) {
    return type == FeatureType::Vertex ? FacetFeatureType::Corner
           : type == FeatureType::Edge ? FacetFeatureType::Edge
                                       : FacetFeatureType::Facet;
}

/// The bodies of a contact in the order of their geometry, as in a PairFrame.
struct InOrder {
    const Collider& first;
    const Collider& second;
    const Feature& feature_first;
    const Feature& feature_second;
    bool exchanged;

    InOrder(const ContactPoint& contact, const Collider& a, const Collider& b, bool is_exchanged)
        : first(is_exchanged ? b : a),
          second(is_exchanged ? a : b),
          feature_first(is_exchanged ? contact.feature_b : contact.feature_a),
          feature_second(is_exchanged ? contact.feature_a : contact.feature_b),
          exchanged(is_exchanged) {}
};

/// Returns the edge or corner of a facet at which a plane between features begins, in the frame of
/// its body: what turning_plane made of it. `along`: direction of the edge; zero for a corner.
int find_on_outline(const FacetModel& model, int facet, const Vec3& start, const Vec3& along,
                    double reach) {
    for (const FacetSide& side : part_of(model.sides, model.facets[facet].sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        const auto is_at = [&](int corner) {
            return (model.corners[corner].position - start).norm() <= reach;
        };
        if (along.isZero() && (is_at(edge.start) || is_at(edge.end))) {
            return is_at(edge.start) ? edge.start : edge.end;
        }
        if (is_at(edge.start) && (edge.direction - along).norm() <= 1e-6) {
            return side.edge;
        }
    }
    return -1;
}

/// Returns the features at the corner of a region, as far as the contact's plane tells them.
std::optional<KindAndPair> pair_at_plane(const PairFrame& frame, const InOrder& bodies,
                                         const FeaturePair& facets, const TurningPlane& plane) {
    const std::array<bool, 2> with_second{plane.turns_with_b[0] != bodies.exchanged,
                                          plane.turns_with_b[1] != bodies.exchanged};
    const Vec3 start_first = point_in_frame(bodies.first.world_from_body,
                                            bodies.exchanged ? plane.point_b : plane.point_a);
    const Vec3 start_second = point_in_frame(bodies.second.world_from_body,
                                             bodies.exchanged ? plane.point_a : plane.point_b);
    const double reach = frame.tolerances.snap;
    const Vec3 corner = Vec3::Zero();
    if (with_second[0] != with_second[1]) {
        const int of_first = with_second[0] ? 1 : 0;
        const Quat& turn_first = bodies.first.world_from_body.rotation;
        const Quat& turn_second = bodies.second.world_from_body.rotation;
        const FeaturePair edges{
            find_on_outline(*frame.a, facets.a, start_first,
                            turn_first.conjugate() * plane.along[of_first], reach),
            find_on_outline(*frame.b, facets.b, start_second,
                            turn_second.conjugate() * plane.along[1 - of_first], reach)};
        return edges.a < 0 || edges.b < 0 ? std::nullopt
                                          : std::optional(KindAndPair{PairKind::EdgeEdge, edges});
    }
    const int found = with_second[0]
                          ? find_on_outline(*frame.a, facets.a, start_first, corner, reach)
                          : find_on_outline(*frame.b, facets.b, start_second, corner, reach);
    if (found < 0) {
        return std::nullopt;
    }
    return with_second[0] ? KindAndPair{PairKind::CornerFacet, {found, facets.b}}
                          : KindAndPair{PairKind::FacetCorner, {facets.a, found}};
}

/// Returns the features of a contact, of the corner of a region what lies there.
std::optional<KindAndPair> pair_of(const PairFrame& frame, const InOrder& bodies,
                                   const ContactPoint& contact) {
    const FacetFeature a{type_of(bodies.feature_first.type),
                         number_of(*frame.a, bodies.feature_first)};
    const FacetFeature b{type_of(bodies.feature_second.type),
                         number_of(*frame.b, bodies.feature_second)};
    if (a.index < 0 || b.index < 0) {
        return std::nullopt;
    }
    if (a.type != FacetFeatureType::Facet || b.type != FacetFeatureType::Facet) {
        return kind_and_pair({a, b});
    }
    return contact.plane && contact.separation > frame.tolerances.equal
               ? pair_at_plane(frame, bodies, {a.index, b.index}, *contact.plane)
               : std::nullopt;
}

/// Returns true where bodies hardly move past each other in the step.
bool stays_in_place(const PairFrame& frame, const Vec3& position) {
    return frame.time_step * frame.velocity_at(position).norm() <= frame.tolerances.equal;
}

/// A piece of an edge, in the first body's frame.
struct EdgePiece {
    Vec3 start;
    Vec3 way;
};

/// Returns the distance of two pieces: Ericson [2005], §5.1.9.
double distance_between(const EdgePiece& p, const EdgePiece& q) {
    const Vec3 apart = p.start - q.start;
    const double a = p.way.squaredNorm();
    const double e = q.way.squaredNorm();
    const double f = q.way.dot(apart);
    const double c = p.way.dot(apart);
    const double b = p.way.dot(q.way);
    const double determinant = a * e - b * b;
    double s =
        determinant > 1e-12 * a * e ? std::clamp((b * f - c * e) / determinant, 0.0, 1.0) : 0.0;
    const double t = std::clamp((b * s + f) / e, 0.0, 1.0);
    s = std::clamp((b * t - c) / a, 0.0, 1.0);
    return (apart + s * p.way - t * q.way).norm();
}

EdgePiece piece_of(const FacetModel& model, const FacetEdge& edge) {
    return {model.corners[edge.start].position, edge.length * edge.direction};
}

/// Returns a piece of B's frame in A's.
EdgePiece from_b(const PairFrame& frame, const EdgePiece& piece) {
    return {frame.from_b(piece.start), frame.direction_from_b(piece.way)};
}

/// Returns the distance of the edges at a corner, as far as they go and no farther than `reach`,
/// from a piece of the other body.
template <typename Place>
double distance_from_corner(const FacetModel& model, int corner, double reach,
                            const EdgePiece& piece, const Place& place) {
    double least = std::numeric_limits<double>::infinity();
    const FacetCorner& at = model.corners[corner];
    for (const int e : part_of(model.corner_edges, at.edges)) {
        const FacetEdge& edge = model.edges[e];
        const double length = std::min(reach, edge.length);
        const Vec3 way = (edge.start == corner ? length : -length) * edge.direction;
        least = std::min(least, distance_between(place(EdgePiece{at.position, way}), piece));
    }
    return least;
}

/// Returns true where features touch once their gap is closed, or what hangs on their ends does: a
/// corner that overhangs a border with edges that go on over it, for instance.
bool touch_when_closed(const PairFrame& frame, const KindAndPair& known) {
    constexpr double kReach = 20.0;   // of the envelope, to which edges at a corner are followed
    constexpr double kTouch = 0.005;  // of the envelope
    const std::optional<Approach> approach = approach_of(frame, known.kind, known.pair);
    if (!approach) {
        return true;
    }
    PairFrame met = frame;
    met.origin_of_b -= approach->gap * approach->normal;
    const double reach = kReach * frame.tolerances.envelope;
    const double enough = kTouch * frame.tolerances.envelope;
    const auto place_a = [](const EdgePiece& piece) { return piece; };
    const auto place_b = [&](const EdgePiece& piece) { return from_b(met, piece); };
    if (known.kind == PairKind::EdgeEdge) {
        const FacetEdge& a = met.a->edges[known.pair.a];
        const FacetEdge& b = met.b->edges[known.pair.b];
        const EdgePiece piece_a = piece_of(*met.a, a);
        const EdgePiece piece_b = place_b(piece_of(*met.b, b));
        double least = distance_between(piece_a, piece_b);
        for (const int corner : {a.start, a.end}) {
            least = std::min(least, distance_from_corner(*met.a, corner, reach, piece_b, place_a));
        }
        for (const int corner : {b.start, b.end}) {
            least = std::min(least, distance_from_corner(*met.b, corner, reach, piece_a, place_b));
        }
        return least <= enough;
    }
    const bool is_facet_of_a = known.kind == PairKind::FacetCorner;
    const FacetModel& model = is_facet_of_a ? *met.a : *met.b;
    const Facet& facet = model.facets[is_facet_of_a ? known.pair.a : known.pair.b];
    for (const FacetSide& side : part_of(model.sides, facet.sides)) {
        const EdgePiece piece = piece_of(model, model.edges[side.edge]);
        const double distance =
            is_facet_of_a
                ? distance_from_corner(*met.b, known.pair.b, reach, piece, place_b)
                : distance_from_corner(*met.a, known.pair.a, reach, place_b(piece), place_a);
        if (distance <= enough) {
            return true;
        }
    }
    return false;
}

/// Returns true where features overhang a border, by no more than the envelope, and may face each
/// other still: the corner of a region stands for facets that overlap beside it, and one that
/// overhangs now may have taken the place of an edge that does not. It faces the other feature as
/// long as what it stands for would touch.
bool may_overhang(const PairFrame& frame, const PairFrame& wide, const InOrder& bodies,
                  const KindAndPair& known) {
    const bool is_of_region = bodies.feature_first.type == FeatureType::Face &&
                              bodies.feature_second.type == FeatureType::Face;
    return is_of_region ||
           (lie_beside(frame, known.kind, known.pair) && !lie_beside(wide, known.kind, known.pair));
}

/// Returns the time at which features begin or end to face each other, on the side on which they
/// do. `facing`: a time at which they do; `beside`: one at which they do not.
template <typename FaceAt>
double border(const FaceAt& face_at, double facing, double beside) {
    for (int i = 0; i < kBorderHalvings; ++i) {
        const double middle = 0.5 * (facing + beside);
        (face_at(middle) ? facing : beside) = middle;
    }
    return facing;
}

}  // namespace

std::optional<TimeSpan> facing_time(const ContactPoint& contact, const Collider& a,
                                    const Collider& b, const Query& query) {
    const InOrder bodies(contact, a, b, comes_first(b, a));
    const double step = query.time_step;
    const PairFrame frame =
        make_pair_frame(bodies.first, bodies.second, step, query.settings.as<Settings>());
    const std::optional<KindAndPair> known = pair_of(frame, bodies, contact);
    const bool is_deep = contact.separation < -frame.tolerances.envelope;
    if (!known || (is_deep && known->kind != PairKind::EdgeEdge)) {
        return TimeSpan{0.0, step};
    }
    PairFrame wide = frame;
    wide.tolerances.equal = frame.tolerances.envelope;
    const bool overhangs = may_overhang(frame, wide, bodies, *known);
    const Mat3 first_from_world =
        bodies.first.world_from_body.rotation.conjugate().toRotationMatrix();
    const Vec3 normal =
        first_from_world * (bodies.exchanged ? Vec3(-contact.normal) : contact.normal);
    const std::vector<KindAndPair> next = next_pairs(frame, *known, normal);
    const auto face_at = [&](double time) {
        const PairFrame then = advanced(frame, time);
        return !lie_beside(then, known->kind, known->pair) ||
               next_face(then, *known, normal, next) ||
               (overhangs && !lie_beside(advanced(wide, time), known->kind, known->pair) &&
                touch_when_closed(then, *known));
    };
    if (std::abs(contact.separation) <= frame.tolerances.equal &&
        stays_in_place(frame, point_in_frame(bodies.first.world_from_body, contact.position))) {
        return face_at(0.0) ? std::optional(TimeSpan{0.0, step}) : std::nullopt;
    }
    int first_piece = 0;
    while (first_piece <= kLooks && !face_at(step * first_piece / kLooks)) {
        ++first_piece;
    }
    if (first_piece > kLooks) {
        // Of a fast corner the way may lead across the facet from one look to the next.
        return stays_beside(frame, known->kind, known->pair, step)
                   ? std::nullopt
                   : std::optional(TimeSpan{0.0, step});
    }
    int last_piece = kLooks;
    while (last_piece > first_piece && !face_at(step * last_piece / kLooks)) {
        --last_piece;
    }
    const auto time_of = [&](int piece) { return step * piece / kLooks; };
    TimeSpan span{time_of(first_piece), time_of(last_piece)};
    if (first_piece > 0) {
        span.first = border(face_at, span.first, time_of(first_piece - 1));
    }
    if (last_piece < kLooks) {
        span.last = border(face_at, span.last, time_of(last_piece + 1));
    }
    return span;
}

}  // namespace touchstone::semi_local
