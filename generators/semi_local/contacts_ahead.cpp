#include "generators/semi_local/contacts_ahead.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace touchstone::semi_local {
namespace {

constexpr double kFreeShare = 0.1;       ///< speed of approach along another normal that does not
                                         ///< hinder, as a share of that along the candidate's [-]
constexpr double kStraightAngle = 1e-3;  ///< turn below which ways are straight [rad]
constexpr double kTippingSine = 0.7;     ///< of the angle by which a corner may hang over
constexpr int kPieces = 8;               ///< in which the way of turning bodies is searched
constexpr int kHalvings = 10;            ///< of a piece in which they meet

/// A pair of features on their way: the normal from A to B, a point of B's feature, the gap.
struct Approach {
    Vec3 normal = Vec3::Zero();
    Vec3 point = Vec3::Zero();  ///< A's frame [m]
    double gap = 0.0;           ///< [m]
};

Vec3 mean_of_corners(const FacetModel& model, const Facet& facet) {
    Vec3 sum = Vec3::Zero();
    for (const FacetSide& side : part_of(model.sides, facet.sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        sum += model.corners[edge.start].position + model.corners[edge.end].position;
    }
    return sum / (2.0 * facet.sides.count);
}

Approach approach_of_facets(const PairFrame& frame, const FeaturePair& pair) {
    const Facet& a = frame.a->facets[pair.a];
    const Facet& b = frame.b->facets[pair.b];
    if (b.area <= a.area) {
        const Vec3 point = frame.from_b(mean_of_corners(*frame.b, b));
        return {a.normal, point, a.normal.dot(point) - a.offset};
    }
    const Vec3 point = mean_of_corners(*frame.a, a);
    const double gap = b.normal.dot(frame.to_b(point)) - b.offset;
    return {-frame.direction_from_b(b.normal), point, gap};
}

/// Returns nothing for edges that do not approach, or hardly cross.
std::optional<Approach> approach_of_edges(const PairFrame& frame, const FeaturePair& pair) {
    const FacetEdge& a = frame.a->edges[pair.a];
    const FacetEdge& b = frame.b->edges[pair.b];
    const Vec3 direction_b = frame.direction_from_b(b.direction);
    const Vec3 across = a.direction.cross(direction_b);
    const double sine = across.norm();
    if (sine < frame.tolerances.sin_crossing) {
        return std::nullopt;
    }
    const Vec3& start_a = frame.a->corners[a.start].position;
    const Vec3 apart = frame.from_b(frame.b->corners[b.start].position) - start_a;
    const Vec3 normal = across / sine;
    const double height = normal.dot(apart);
    const double along_b =
        (a.direction.dot(direction_b) * a.direction - direction_b).dot(apart) / (sine * sine);
    const Vec3 point = start_a + apart + std::clamp(along_b, 0.0, b.length) * direction_b;
    return height >= 0.0 ? Approach{normal, point, height} : Approach{-normal, point, -height};
}

std::optional<Approach> approach_of(const PairFrame& frame, PairKind kind,
                                    const FeaturePair& pair) {
    switch (kind) {
        case PairKind::FacetCorner: {
            const Facet& facet = frame.a->facets[pair.a];
            const Vec3 point = frame.from_b(frame.b->corners[pair.b].position);
            return Approach{facet.normal, point, facet.normal.dot(point) - facet.offset};
        }
        case PairKind::CornerFacet: {
            const Facet& facet = frame.b->facets[pair.b];
            const Vec3& point = frame.a->corners[pair.a].position;
            return Approach{-frame.direction_from_b(facet.normal), point,
                            facet.normal.dot(frame.to_b(point)) - facet.offset};
        }
        case PairKind::EdgeEdge:
            return approach_of_edges(frame, pair);
    }
    return std::nullopt;
}

double smaller_size(const PairFrame& frame) { return std::min(frame.a->size, frame.b->size); }

/// Finds where two features meet on their way.
template <typename ApproachAt>
class Meeting {
 public:
    Meeting(const PairFrame& frame, const Look& look, const Approach& start,
            const ApproachAt& approach_at)
        : frame_(frame),
          look_(look),
          start_(start),
          approach_at_(approach_at),
          speed_(-start.normal.dot(frame.velocity_at(start.point))) {}

    /// Returns the frame after the time in which the features close their gap, what forces may add
    /// closed along the normal. Nothing when they do not meet within the look.
    std::optional<PairFrame> find() {
        if (start_.gap < -frame_.tolerances.envelope) {
            return std::nullopt;
        }
        const std::optional<PairFrame> met = find_on_way();
        return met ? met : find_beside();
    }

 private:
    std::optional<PairFrame> find_on_way() {
        const double angle = frame_.spin.norm() * look_.time;
        const double turned = angle * angle * smaller_size(frame_);
        if (start_.gap > std::max(0.0, speed_) * look_.time + look_.fall + turned) {
            return std::nullopt;
        }
        const bool found = angle > kStraightAngle ? search() : at(straight_time());
        if (!found || gap_ > look_.fall + frame_.tolerances.equal ||
            gap_ < -frame_.tolerances.envelope) {
            return std::nullopt;
        }
        met_.origin_of_b -= gap_ * normal_;
        return met_;
    }

    /// Of features that would not meet, but may once an impact elsewhere has changed the motion: of
    /// a box that comes down on one corner the others do. They are as near as the present speeds
    /// close in a step, whatever their direction.
    std::optional<PairFrame> find_beside() const {
        const double speed =
            frame_.velocity_at(start_.point).norm() + frame_.spin.norm() * smaller_size(frame_);
        if (start_.gap < 0.0 || start_.gap > look_.step * speed) {
            return std::nullopt;
        }
        PairFrame met = frame_;
        met.origin_of_b -= start_.gap * start_.normal;
        return met;
    }

    double straight_time() const {
        return speed_ > 0.0 ? std::clamp(start_.gap / speed_, 0.0, look_.time) : look_.time;
    }

    /// Moves the bodies to that time. False where the features do not face each other any more.
    bool at(double time) {
        met_ = advanced(frame_, time);
        const std::optional<Approach> there = approach_at_(met_);
        if (!there) {
            return false;
        }
        // Two lines that have passed each other have a distance again, on the other side.
        const bool passed = product(met_.turn_of_a, there->normal).dot(start_.normal) < 0.0;
        normal_ = passed ? Vec3(-there->normal) : there->normal;
        gap_ = passed ? -there->gap : there->gap;
        return true;
    }

    /// Returns what is left of the gap when forces bring the bodies nearer in the meantime.
    double rest(double time) const { return gap_ - look_.fall * time / look_.time; }

    /// Goes along the turning bodies' way in equal pieces to the first in which they meet.
    bool search() {
        double before = 0.0;
        if (!at(before) || rest(before) <= 0.0) {
            return at(before);
        }
        for (int i = 1; i <= kPieces; ++i) {
            const double time = look_.time * i / kPieces;
            if (!at(time)) {
                return false;
            }
            if (rest(time) <= 0.0) {
                return bisect(before, time);
            }
            before = time;
        }
        return true;
    }

    bool bisect(double low, double high) {
        for (int i = 0; i < kHalvings; ++i) {
            const double middle = 0.5 * (low + high);
            if (!at(middle)) {
                return false;
            }
            (rest(middle) > 0.0 ? low : high) = middle;
        }
        return at(low);
    }

    const PairFrame& frame_;
    const Look& look_;
    const Approach& start_;
    const ApproachAt& approach_at_;
    double speed_;
    PairFrame met_;
    Vec3 normal_ = Vec3::Zero();
    double gap_ = 0.0;
};

template <typename ApproachAt>
std::optional<PairFrame> frame_of_meeting(const PairFrame& frame, const Look& look,
                                          const Approach& start, const ApproachAt& approach_at) {
    return Meeting<ApproachAt>(frame, look, start, approach_at).find();
}

std::optional<PairFrame> frame_of_meeting(const PairFrame& frame, const Look& look, PairKind kind,
                                          const FeaturePair& pair) {
    const std::optional<Approach> start = approach_of(frame, kind, pair);
    return start ? frame_of_meeting(
                       frame, look, *start,
                       [&](const PairFrame& met) { return approach_of(met, kind, pair); })
                 : std::nullopt;
}

/// Returns where the two points are now that meet there.
PresentPoint present_point(const PairFrame& frame, const PairFrame& met, const Vec3& position,
                           const Vec3& normal, double separation) {
    const Vec3 point_a = position - 0.5 * separation * normal;
    const Vec3 point_b = frame.from_b(met.to_b(position + 0.5 * separation * normal));
    const Vec3 direction = product(met.turn_of_a, normal);
    return {direction, 0.5 * (point_a + point_b), direction.dot(point_b - point_a)};
}

/// A body at a spot: the feature nearest to it, a corner before an edge before a facet.
FacetFeature feature_at(const FacetModel& model, const FacetFeature& feature, const Vec3& point,
                        double reach) {
    const auto corner_near = [&](int corner) {
        return (model.corners[corner].position - point).norm() <= reach;
    };
    const auto end_near = [&](const FacetEdge& edge) {
        return corner_near(edge.start) ? edge.start : corner_near(edge.end) ? edge.end : -1;
    };
    FacetFeature best = feature;
    if (feature.type == FacetFeatureType::Edge) {
        const int end = end_near(model.edges[feature.index]);
        return end >= 0 ? FacetFeature{FacetFeatureType::Corner, end} : feature;
    }
    if (feature.type == FacetFeatureType::Corner) {
        return feature;
    }
    for (const FacetSide& side : part_of(model.sides, model.facets[feature.index].sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        if (const int end = end_near(edge); end >= 0) {
            return {FacetFeatureType::Corner, end};
        }
        const Vec3 from_start = point - model.corners[edge.start].position;
        const double along = edge.direction.dot(from_start);
        if (along >= 0.0 && along <= edge.length &&
            (from_start - along * edge.direction).norm() <= reach) {
            best = {FacetFeatureType::Edge, side.edge};
        }
    }
    return best;
}

/// Returns true when the local solid at a feature lies on the side to which the normal points; in
/// its body's frame.
bool solid_lies_above(const FacetModel& model, const FacetFeature& feature, const Vec3& normal,
                      double slack) {
    switch (feature.type) {
        case FacetFeatureType::Corner:
            return lies_above(model, model.corners[feature.index], normal, slack);
        case FacetFeatureType::Edge: {
            const FacetEdge& edge = model.edges[feature.index];
            return std::abs(normal.dot(edge.direction)) <= slack &&
                   normal.dot(edge.into_left) >= -slack && normal.dot(edge.into_right) >= -slack;
        }
        case FacetFeatureType::Facet:
            return normal.dot(model.facets[feature.index].normal) <= -1.0 + slack * slack;
    }
    return false;
}

template <typename Visit>
bool any_facet_at(const FacetModel& model, const FacetFeature& feature, const Visit& visit) {
    switch (feature.type) {
        case FacetFeatureType::Corner:
            return std::ranges::any_of(
                part_of(model.corner_facets, model.corners[feature.index].facets), visit);
        case FacetFeatureType::Edge:
            return visit(model.edges[feature.index].left) ||
                   visit(model.edges[feature.index].right);
        case FacetFeatureType::Facet:
            return visit(feature.index);
    }
    return false;
}

/// Returns true when, where the features meet, the normal of some facet there separates the two
/// local solids and is hardly approached: the motion goes along that facet.
bool passes_along(const PairFrame& met, const Candidate& candidate) {
    const Vec3 velocity = met.velocity_at(candidate.position);
    const double speed = -candidate.normal.dot(velocity);
    if (!(speed > 0.0)) {
        return false;
    }
    const double reach = met.tolerances.envelope;
    const double slack = met.tolerances.sin_angle;
    const FacetFeature at_a = feature_at(*met.a, candidate.feature_a, candidate.position, reach);
    const FacetFeature at_b =
        feature_at(*met.b, candidate.feature_b, met.to_b(candidate.position), reach);
    const auto separates = [&](const Vec3& normal) {
        return -normal.dot(velocity) <= kFreeShare * speed &&
               solid_lies_above(*met.a, at_a, -normal, slack) &&
               solid_lies_above(*met.b, at_b, met.direction_to_b(normal), slack);
    };
    return any_facet_at(*met.a, at_a,
                        [&](int facet) { return separates(met.a->facets[facet].normal); }) ||
           any_facet_at(*met.b, at_b, [&](int facet) {
               return separates(-met.direction_from_b(met.b->facets[facet].normal));
           });
}

/// Returns the frame with more slack for corners: of a box that tips over, those that come down
/// later hang over their neighbours until then, but may not pass the facet either.
PairFrame loosened(const PairFrame& met, PairKind kind) {
    PairFrame result = met;
    if (kind != PairKind::EdgeEdge) {
        result.tolerances.sin_angle = kTippingSine;
    }
    return result;
}

class AheadFinder {
 public:
    AheadFinder(const PairFrame& frame, Look look, ContactsAhead& ahead)
        : frame_(frame), look_(look), ahead_(ahead) {}

    void remember(const Regions& regions, const std::vector<Candidate>& candidates) {
        ahead_.regions.list.clear();
        ahead_.regions.corners.clear();
        ahead_.corners.clear();
        ahead_.candidates.clear();
        ahead_.points.clear();
        ahead_.known_facets.clear();
        ahead_.known.clear();
        for (Region region : regions.list) {
            if (!region.is_cut) {
                ahead_.known_facets.push_back({region.facet_a, region.facet_b});
            }
            // Without corners: it makes no contacts again, but candidates beside it are silent.
            region.corners = {};
            ahead_.regions.list.push_back(region);
        }
        for (const Candidate& candidate : candidates) {
            ahead_.known.push_back({candidate.feature_a, candidate.feature_b});
        }
        std::sort(ahead_.known_facets.begin(), ahead_.known_facets.end());
        std::sort(ahead_.known.begin(), ahead_.known.end());
    }

    void add_facets(const FeaturePair& pair) {
        if (std::ranges::binary_search(ahead_.known_facets, pair)) {
            return;
        }
        const std::optional<PairFrame> met = frame_of_meeting(
            frame_, look_, approach_of_facets(frame_, pair),
            [&](const PairFrame& frame) { return std::optional(approach_of_facets(frame, pair)); });
        if (!met || !face_each_other(*met, pair)) {
            return;
        }
        const int first = static_cast<int>(ahead_.regions.corners.size());
        append_region(*met, pair, ahead_.regions);
        for (int i = first; i < std::ssize(ahead_.regions.corners); ++i) {
            const RegionCorner& corner = ahead_.regions.corners[i];
            ahead_.corners.push_back(present_point(frame_, *met, corner.position,
                                                   ahead_.regions.list.back().normal,
                                                   corner.separation));
        }
    }

    void add(PairKind kind, const FeaturePair& pair) {
        if (is_known(kind, pair)) {
            return;
        }
        const std::optional<PairFrame> met = frame_of_meeting(frame_, look_, kind, pair);
        if (!met) {
            return;
        }
        ahead_.met.clear();
        append_candidates(loosened(*met, kind), kind, pair, ahead_.regions, ahead_.met);
        for (const Candidate& candidate : ahead_.met) {
            const PresentPoint point = present_point(frame_, *met, candidate.position,
                                                     candidate.normal, candidate.separation);
            if (point.gap < -frame_.tolerances.envelope || passes_along(*met, candidate)) {
                continue;
            }
            ahead_.candidates.push_back(candidate);
            ahead_.points.push_back(point);
        }
    }

    void add_sunk(PairKind kind, const FeaturePair& pair) {
        const std::optional<Approach> approach = approach_of(frame_, kind, pair);
        if (!approach || approach->gap >= 0.0) {
            return;
        }
        PairFrame met = frame_;
        met.origin_of_b -= approach->gap * approach->normal;
        ahead_.met.clear();
        append_candidates(loosened(met, kind), kind, pair, ahead_.regions, ahead_.met);
        for (const Candidate& candidate : ahead_.met) {
            ahead_.candidates.push_back(candidate);
            ahead_.points.push_back(present_point(frame_, met, candidate.position, candidate.normal,
                                                  candidate.separation));
        }
    }

 private:
    static bool face_each_other(const PairFrame& frame, const FeaturePair& pair) {
        const Vec3& normal_a = frame.a->facets[pair.a].normal;
        const Vec3 normal_b = frame.direction_from_b(frame.b->facets[pair.b].normal);
        return normal_a.dot(normal_b) < -frame.tolerances.cos_angle;
    }

    bool is_known(PairKind kind, const FeaturePair& pair) const {
        using enum FacetFeatureType;
        const FacetFeatureType type_a = kind == PairKind::FacetCorner   ? Facet
                                        : kind == PairKind::CornerFacet ? Corner
                                                                        : Edge;
        const FacetFeatureType type_b = kind == PairKind::FacetCorner   ? Corner
                                        : kind == PairKind::CornerFacet ? Facet
                                                                        : Edge;
        const std::array<FacetFeature, 2> features{FacetFeature{type_a, pair.a},
                                                   FacetFeature{type_b, pair.b}};
        return std::ranges::binary_search(ahead_.known, features);
    }

    const PairFrame& frame_;
    Look look_;
    ContactsAhead& ahead_;
};

}  // namespace

FeatureSweep feature_sweep(const PairFrame& frame, const Look& look) {
    const Vec3 center_b = frame.from_b(frame.b->center_of_mass);
    const double spin = frame.spin.norm();
    FeatureSweep sweep;
    sweep.travel = look.time * frame.velocity_at(center_b);
    sweep.around = look.fall + look.time * spin * smaller_size(frame) +
                   look.step * frame.velocity_at(center_b).norm();
    sweep.turn = look.time * spin;
    return sweep;
}

bool reaches_beyond(const PairFrame& frame, const Look& look) {
    const FeatureSweep sweep = feature_sweep(frame, look);
    return sweep.travel.norm() + sweep.around > frame.tolerances.envelope;
}

void find_contacts_ahead(const PairFrame& frame, const Look& look, const Regions& regions,
                         const std::vector<Candidate>& candidates, ContactsAhead& ahead) {
    find_near_features(frame, ahead.near, feature_sweep(frame, look));
    AheadFinder finder(frame, look, ahead);
    finder.remember(regions, candidates);
    for (const FeaturePair& pair : ahead.near.facets) {
        finder.add_facets(pair);
    }
    for (const FeaturePair& pair : ahead.near.facet_a_corner_b) {
        finder.add(PairKind::FacetCorner, pair);
    }
    for (const FeaturePair& pair : ahead.near.corner_a_facet_b) {
        finder.add(PairKind::CornerFacet, pair);
    }
    for (const FeaturePair& pair : ahead.near.edges) {
        finder.add(PairKind::EdgeEdge, pair);
    }
    find_places(frame, ahead.candidates, ahead.places);
    decide(frame, ahead.candidates, ahead.places, ahead.decisions);
}

void find_sunk_corners(const PairFrame& frame, const Vec3& normal, ContactsAhead& ahead) {
    AheadFinder finder(frame, {}, ahead);
    finder.remember({}, {});
    const double least = frame.tolerances.cos_same_normal;
    const Vec3 normal_in_b = frame.direction_to_b(normal);
    for (int f = 0; f < std::ssize(frame.a->facets); ++f) {
        const int count = frame.a->facets[f].normal.dot(normal) > least
                              ? static_cast<int>(frame.b->corners.size())
                              : 0;
        for (int c = 0; c < count; ++c) {
            finder.add_sunk(PairKind::FacetCorner, {f, c});
        }
    }
    for (int f = 0; f < std::ssize(frame.b->facets); ++f) {
        const int count = -frame.b->facets[f].normal.dot(normal_in_b) > least
                              ? static_cast<int>(frame.a->corners.size())
                              : 0;
        for (int c = 0; c < count; ++c) {
            finder.add_sunk(PairKind::CornerFacet, {c, f});
        }
    }
}

bool can_act(const PairFrame& frame, const Look& look, const Candidate& candidate,
             ContactsAhead& scratch) {
    const double speed = -candidate.normal.dot(frame.velocity_at(candidate.position));
    if (candidate.separation <= frame.tolerances.equal || !(speed > 0.0)) {
        return true;
    }
    const PairKind kind = candidate.is_edge_pair() ? PairKind::EdgeEdge
                          : candidate.feature_a.type == FacetFeatureType::Facet
                              ? PairKind::FacetCorner
                              : PairKind::CornerFacet;
    const FeaturePair pair{candidate.feature_a.index, candidate.feature_b.index};
    if (candidate.separation > speed * look.time) {
        return true;  // too slow to act in the step
    }
    const std::optional<PairFrame> met = frame_of_meeting(frame, look, kind, pair);
    if (!met) {
        return false;
    }
    scratch.met.clear();
    scratch.regions.list.clear();
    append_candidates(*met, kind, pair, scratch.regions, scratch.met);
    return std::ranges::any_of(scratch.met, [&](const Candidate& there) {
        return there.normal.dot(candidate.normal) > 0.0 && !passes_along(*met, there);
    });
}

}  // namespace touchstone::semi_local
