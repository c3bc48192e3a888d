#include "generators/semi_local/contacts_ahead.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "generators/semi_local/candidates/corners_below.h"
#include "generators/semi_local/candidates/separation.h"
#include "generators/semi_local/deep_overlap.h"
#include "generators/semi_local/passing.h"
#include "generators/semi_local/turning_plane.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

constexpr double kTurnOfGap = 4.0;    ///< turn while a gap as large as the body closes [rad]
constexpr double kSunkSine = 0.1;     ///< the same where other features of the bodies have sunk
constexpr double kTippingSine = 0.7;  ///< of the angle by which a corner or an edge may hang over

/// The body whose point tells where a contact is now.
enum class Bearer { A, B, Both };

/// Returns the body that bears the contact, that of a corner: the gap to a facet changes as the
/// corner moves, whatever place of the facet it will meet. Held at the middle between both, a body
/// that flies along the floor as it turns would be given the speed of another of its points.
Bearer bearer_of(PairKind kind) {
    return kind == PairKind::FacetCorner   ? Bearer::B
           : kind == PairKind::CornerFacet ? Bearer::A
                                           : Bearer::Both;
}

/// Returns the smaller body for a region of two facets; of equal ones the second.
Bearer bearer_of_region(const PairFrame& frame) {
    return smaller_body(frame) == SmallerBody::A ? Bearer::A : Bearer::B;
}

/// Returns where the two points are now that meet there.
PresentPoint present_point(const PairFrame& frame, const PairFrame& met, const Vec3& position,
                           const Vec3& normal, double separation, Bearer bearer) {
    const Vec3 point_a = position - 0.5 * separation * normal;
    const Vec3 point_b = frame.from_b(met.to_b(position + 0.5 * separation * normal));
    const Vec3 direction = product(met.turn_of_a, normal);
    const double gap = direction.dot(point_b - point_a);
    switch (bearer) {
        case Bearer::A:
            return {direction, point_a + 0.5 * gap * direction, gap};
        case Bearer::B:
            return {direction, point_b - 0.5 * gap * direction, gap};
        case Bearer::Both:
            break;
    }
    return {direction, 0.5 * (point_a + point_b), gap};
}

/// Returns the slack of the test that what is at a feature lies on its side of the plane where a
/// pair meets: of a corner's solid, or of an edge's wedge. Of a box that tips over, those that come
/// down later hang over their neighbours until then, but may not pass the facet or the edge below
/// them either. Edges hang over by what bodies can turn until they meet: in a step at the present
/// spin, and by as much as an impact may begin while the present gap closes. So the rim of a flush
/// joint makes no contact with a ball that rolls over it, nor do edges that have passed each other.
/// `gap`: that of the features now [m].
double loose_sine(const PairFrame& frame, PairKind kind, double gap) {
    if (kind != PairKind::EdgeEdge) {
        return kTippingSine;
    }
    const PairTolerances& tolerances = frame.tolerances;
    const double turn =
        std::max(kTurnOfGap * gap / smaller_size(frame),
                 gap > tolerances.equal ? frame.time_step * frame.spin.norm() : 0.0);
    return std::clamp(turn, tolerances.sin_angle, kTippingSine);
}

/// Gives the tolerances of a meeting that slack.
void loosen(PairTolerances& tolerances, PairKind kind, double slack) {
    if (kind != PairKind::EdgeEdge) {
        tolerances.sin_angle = slack;
        return;
    }
    tolerances.sin_wedge_a = slack;
    tolerances.sin_wedge_b = slack;
}

/// Returns true for a point that lies deeper than `depth` inside, as far as the axes tell: one that
/// only touches the surface from within is where another facet answers.
bool contains_deep(const FacetModel& model, const Vec3& point, double depth) {
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 aside = depth * Vec3::Unit(axis);
        if (!contains_point(model, point + aside) || !contains_point(model, point - aside)) {
            return false;
        }
    }
    return true;
}

/// Returns true where both solids lie on their sides of the candidate's plane as they meet, or will
/// once they have turned by what they do in a step. What hangs on the end of an edge is not looked
/// at: at a corner without a concave edge it lies within the edge's wedge.
bool separates_as_met(const PairFrame& met, const Candidate& candidate) {
    const double slack = met.tolerances.sin_angle + met.time_step * met.spin.norm();
    return solid_lies_above(*met.a, candidate.feature_a, -candidate.normal, slack) &&
           solid_lies_above(*met.b, candidate.feature_b, met.direction_to_b(candidate.normal),
                            slack);
}

/// Marks which of the candidates that a pair makes where it meets are loose.
void mark_loose(const PairFrame& met, PairKind kind, const FeaturePair& pair,
                std::span<Candidate> candidates) {
    if (candidates.empty()) {
        return;
    }
    const bool are_beside = lie_beside(met, kind, pair);
    for (Candidate& candidate : candidates) {
        candidate.is_loose = are_beside || !separates_as_met(met, candidate);
    }
}

/// Appends the candidates of a pair where it meets, with the slack of loose_sine. `gap`: that of
/// the features now [m]; `met`: the frame where it meets, as it was once this returns: a copy of so
/// much would take as long as most pairs.
void append_loosely(const PairFrame& frame, PairFrame& met, PairKind kind, const FeaturePair& pair,
                    double gap, const Regions& regions, std::vector<Candidate>& candidates) {
    const double slack = loose_sine(frame, kind, gap);
    const bool hangs_over =
        (kind == PairKind::FacetCorner &&
         !surface_lies_above(*met.b, met.b->corners[pair.b],
                             met.direction_to_b(met.a->facets[pair.a].normal), slack)) ||
        (kind == PairKind::CornerFacet &&
         !surface_lies_above(*met.a, met.a->corners[pair.a],
                             met.direction_from_b(met.b->facets[pair.b].normal), slack));
    if (!hangs_over) {
        const PairTolerances kept = met.tolerances;
        loosen(met.tolerances, kind, slack);
        append_candidates(met, kind, pair, regions, candidates);
        met.tolerances = kept;
    }
}

class AheadFinder {
 public:
    AheadFinder(const PairFrame& frame, Look look, ContactsAhead& ahead)
        : frame_(frame),
          look_(look),
          gaps_(gaps_that_meet(frame, look)),
          turned_(frame),
          ahead_(ahead) {}

    /// Begins anew, with nothing known.
    void forget() {
        ahead_.regions.list.clear();
        ahead_.regions.corners.clear();
        ahead_.corners.clear();
        ahead_.candidates.clear();
        ahead_.points.clear();
        ahead_.on_b.clear();
        ahead_.known_facets.clear();
        ahead_.known.clear();
    }

    /// Begins anew with what touches now.
    void remember(const Regions& regions, const std::vector<Candidate>& candidates) {
        forget();
        for (Region region : regions.list) {
            // Beyond the end of the envelope the facets may only come to touch: what there is ahead
            // of a region that is cut speaks for itself.
            if (region.is_cut) {
                continue;
            }
            ahead_.known_facets.push_back({region.facet_a, region.facet_b});
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
        const auto add_where = [&](const std::optional<PairFrame>& met) {
            return met && face_each_other(*met, pair) && add_met_facets(pair, *met);
        };
        if (!add_where(frame_of_meeting_facets(frame_, look_, ahead_.way, pair))) {
            add_where(frame_after_blow_of_facets(frame_, look_, ahead_.way, pair));
        }
    }

    void add(PairKind kind, const FeaturePair& pair) {
        const std::optional<Approach> now = approach_that_may_meet(kind, pair);
        if (!now || is_known(kind, pair)) {
            return;
        }
        const double gap = std::abs(now->gap);
        if (!may_separate(frame_, loose_sine(frame_, kind, gap), kind, pair, look_.turn)) {
            return;
        }
        std::optional<PairFrame> on_way = frame_on_way(frame_, look_, ahead_.way, kind, pair, *now);
        if (on_way && add_met(kind, pair, *on_way, gap)) {
            return;
        }
        // A body that spins fast may meet only after it has turned over.
        std::optional<PairFrame> beside = frame_beside(frame_, look_, *now);
        if ((beside && add_met(kind, pair, *beside, gap)) || (!on_way && !beside)) {
            return;
        }
        std::optional<PairFrame> struck =
            frame_after_blow(frame_, look_, ahead_.way, kind, pair, *now);
        if (struck) {
            add_met(kind, pair, *struck, gap);
        }
    }

    void add_sunk(PairKind kind, const FeaturePair& pair) {
        const std::optional<Approach> approach = approach_of(frame_, kind, pair);
        if (!approach || approach->gap >= 0.0) {
            return;
        }
        add_parted(kind, pair, approach->gap * approach->normal);
    }

    /// `nothing_touches`: edges within the envelope are no contacts now either.
    void add_sunk_edges(const EdgeContact& last, bool nothing_touches) {
        const std::optional<Approach> approach =
            approach_of(frame_, PairKind::EdgeEdge, last.edges);
        if (!approach) {
            return;
        }
        // The distance of two lines does not tell on which side they are.
        const Vec3 apart = approach->gap * approach->normal;
        if (approach->gap <= frame_.tolerances.envelope) {
            if (nothing_touches) {
                add_parted(PairKind::EdgeEdge, last.edges, apart, kSunkSine);
            }
        } else if (approach->normal.dot(last.normal) < -kSameSide &&
                   approach->gap <= most_sunk(last, approach->point)) {
            add_parted(PairKind::EdgeEdge, last.edges, apart);
        }
    }

 private:
    /// Returns how features approach; nothing of those that do not meet.
    [[gnu::flatten]] std::optional<Approach> approach_that_may_meet(PairKind kind,
                                                                    const FeaturePair& pair) {
        std::optional<Approach> now =
            kind == PairKind::EdgeEdge
                ? approach_of_edges(frame_, pair, turned_.of(pair.b), gaps_.most)
                : approach_of(frame_, kind, pair, gaps_);
        if (now && !may_meet(frame_, look_, *now)) {
            now.reset();
        }
        return now;
    }

    /// Adds the corners of the region of two facets that meet. Returns false where there are none.
    bool add_met_facets(const FeaturePair& pair, const PairFrame& met) {
        const int first = static_cast<int>(ahead_.regions.corners.size());
        append_region(met, pair, ahead_.regions);
        // Of facets that lean so much the corners come one after the other. Where the envelope cuts
        // them is a matter of the last digits of a lean: the corners speak for themselves.
        if (!ahead_.regions.list.empty() && ahead_.regions.list.back().is_cut &&
            ahead_.regions.list.back().corners.first == first) {
            ahead_.regions.list.pop_back();
            ahead_.regions.corners.resize(first);
            return false;
        }
        // Along the facet that does not bear the corners, which slide over it on the way: a normal
        // between those of both facets would take a share of that way for a gap.
        const Bearer bearer = bearer_of_region(frame_);
        const Vec3 normal = facet_normal(met, pair, bearer == Bearer::B);
        for (int i = first; i < std::ssize(ahead_.regions.corners); ++i) {
            const RegionCorner& corner = ahead_.regions.corners[i];
            ahead_.corners.push_back(
                present_point(frame_, met, corner.position, normal, corner.separation, bearer));
            ahead_.corners.back().features = features_at_corner(met, pair, corner.position);
        }
        return std::ssize(ahead_.regions.corners) > first;
    }

    /// Returns how deep edges can have sunk since the step before [m]: by what the bodies move in
    /// a step, twice for what turns and for what rounds the way.
    double most_sunk(const EdgeContact& last, const Vec3& point) const {
        const double way = frame_.time_step * frame_.velocity_at(point).norm();
        return last.depth + 2.0 * way + frame_.tolerances.envelope;
    }

    /// Adds what a pair makes that has sunk: where it touches once B is moved back by the overlap.
    /// `lean`: least slack of the test for edges, as their wedges lean where others have sunk.
    void add_parted(PairKind kind, const FeaturePair& pair, const Vec3& overlap,
                    double lean = 0.0) {
        PairFrame met = frame_;
        met.origin_of_b -= overlap;
        ahead_.met.clear();
        if (lean > 0.0) {
            loosen(met.tolerances, kind, lean);
            append_candidates(met, kind, pair, ahead_.regions, ahead_.met);
        } else {
            append_loosely(frame_, met, kind, pair, 0.0, ahead_.regions, ahead_.met);
        }
        for (const Candidate& candidate : ahead_.met) {
            const PresentPoint point =
                present_point(frame_, met, candidate.position, candidate.normal,
                              candidate.separation, bearer_of(kind));
            if (point.gap < 0.0 || lean > 0.0) {
                ahead_.candidates.push_back(candidate);
                ahead_.points.push_back(point);
            }
        }
    }

    /// Adds what the pair makes of the frame in which it meets. Returns false where that is
    /// nothing. `gap`: the distance of the features now [m].
    bool add_met(PairKind kind, const FeaturePair& pair, PairFrame& met, double gap) {
        ahead_.met.clear();
        append_loosely(frame_, met, kind, pair, gap, ahead_.regions, ahead_.met);
        const auto point_of = [&](const Candidate& candidate) {
            return present_point(frame_, met, candidate.position, candidate.normal,
                                 candidate.separation, bearer_of(kind));
        };
        const auto have_passed = [&](const Candidate& candidate) {
            return point_of(candidate).gap < -frame_.tolerances.equal;
        };
        if (kind == PairKind::EdgeEdge && std::ranges::any_of(ahead_.met, have_passed)) {
            // What hangs over is above until it comes down. Of a box that slides over a joint,
            // edges that have passed each other are beside each other.
            ahead_.met.clear();
            append_candidates(met, kind, pair, ahead_.regions, ahead_.met);
        }
        mark_loose(met, kind, pair, ahead_.met);
        for (const Candidate& candidate : ahead_.met) {
            const PresentPoint point = point_of(candidate);
            if (point.gap < -frame_.tolerances.envelope || passes_along(met, candidate) ||
                (point.gap < 0.0 && stays_beside(frame_, kind, pair, look_.time)) ||
                (point.gap < -frame_.tolerances.tie && lies_on_next_facet(frame_, kind, pair))) {
                continue;
            }
            ahead_.candidates.push_back(candidate);
            ahead_.points.push_back(point);
            ahead_.on_b.push_back(met.to_b(candidate.position));
        }
        return !ahead_.met.empty();
    }

    bool is_known(PairKind kind, const FeaturePair& pair) const {
        const auto [a, b] = features_of(kind, pair);
        const std::array<FacetFeature, 2> features{a, b};
        return std::ranges::binary_search(ahead_.known, features);
    }

    const PairFrame& frame_;
    Look look_;
    GapRange gaps_;       ///< of features that meet
    TurnedEdges turned_;  ///< those of B
    ContactsAhead& ahead_;
};

}  // namespace

FeatureSweep feature_sweep(const PairFrame& frame, const Look& look) {
    // Where the smaller body is: there they meet, and no point of it is farther than its size.
    const Vec3 center = frame.a->size <= frame.b->size ? frame.a->center_of_mass
                                                       : frame.from_b(frame.b->center_of_mass);
    const Vec3 velocity = frame.velocity_at(center);
    const double spin = frame.spin.norm();
    FeatureSweep sweep;
    sweep.travel = look.time * velocity;
    sweep.around = look.lever + look.blow + look.time * spin * smaller_size(frame) +
                   look.step * velocity.norm();
    sweep.turn = look.time * spin;
    return sweep;
}

bool reaches_beyond(const PairFrame& frame, const FeatureSweep& sweep) {
    return sweep.travel.norm() + sweep.around > frame.tolerances.envelope;
}

void find_contacts_ahead(const PairFrame& frame, const Look& look, const Regions& regions,
                         const std::vector<Candidate>& candidates, ContactsAhead& ahead) {
    AheadFinder finder(frame, look, ahead);
    finder.remember(regions, candidates);
    ahead.way.begin(frame);
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
    find_places(frame, ahead.candidates, ahead.places, ahead.on_b);
    decide(frame, ahead.candidates, ahead.places, ahead.decisions);
}

void find_sunk_corners(const PairFrame& frame, const Vec3& normal, ContactsAhead& ahead) {
    AheadFinder finder(frame, {}, ahead);
    finder.forget();
    const double least = frame.tolerances.cos_same_normal;
    const Vec3 normal_in_b = frame.direction_to_b(normal);
    for (int f = 0; f < std::ssize(frame.a->facets); ++f) {
        if (frame.a->facets[f].normal.dot(normal) > least) {
            for (const int c : corners_of_b_below(frame, f, 0.0, kEverywhere, ahead.below)) {
                finder.add_sunk(PairKind::FacetCorner, {f, c});
            }
        }
    }
    for (int f = 0; f < std::ssize(frame.b->facets); ++f) {
        if (-frame.b->facets[f].normal.dot(normal_in_b) > least) {
            for (const int c : corners_of_a_below(frame, f, 0.0, kEverywhere, ahead.below)) {
                finder.add_sunk(PairKind::CornerFacet, {c, f});
            }
        }
    }
}

void find_corners_beside(const PairFrame& frame, std::span<const int> touched,
                         std::span<const int> touched_by, ContactsAhead& ahead) {
    AheadFinder finder(frame, {}, ahead);
    finder.forget();
    const double deepest = -frame.tolerances.envelope;
    if (touched.empty() && touched_by.empty()) {
        return;
    }
    const BoundingBox box_a = box_of_a(frame);
    for (const int f : touched) {
        const Facet& facet = frame.a->facets[f];
        for (const int c : corners_of_b_below(frame, f, deepest, box_a, ahead.below)) {
            const Vec3 point = frame.from_b(frame.b->corners[c].position);
            if (facet.normal.dot(point) - facet.offset < deepest &&
                contains_deep(*frame.a, point, -deepest)) {
                finder.add_sunk(PairKind::FacetCorner, {f, c});
            }
        }
    }
    const BoundingBox box_b = box_of_b(frame);
    for (const int f : touched_by) {
        const Facet& facet = frame.b->facets[f];
        for (const int c : corners_of_a_below(frame, f, deepest, box_b, ahead.below)) {
            const Vec3 point = frame.to_b(frame.a->corners[c].position);
            if (facet.normal.dot(point) - facet.offset < deepest &&
                contains_deep(*frame.b, point, -deepest)) {
                finder.add_sunk(PairKind::CornerFacet, {c, f});
            }
        }
    }
}

void find_sunk_edges(const PairFrame& frame, std::span<const EdgeContact> last,
                     bool nothing_touches, ContactsAhead& ahead) {
    AheadFinder finder(frame, {}, ahead);
    finder.forget();
    std::ranges::for_each(
        last, [&](const EdgeContact& edges) { finder.add_sunk_edges(edges, nothing_touches); });
}

bool can_act(const PairFrame& frame, const Look& look, const Candidate& candidate,
             ContactsAhead& scratch) {
    const double speed = -candidate.normal.dot(frame.velocity_at(candidate.position));
    if (candidate.separation <= frame.tolerances.equal || !(speed > 0.0)) {
        return true;
    }
    const PairKind kind = kind_of(candidate);
    const FeaturePair pair{candidate.feature_a.index, candidate.feature_b.index};
    if (candidate.separation > speed * look.time) {
        return true;  // too slow to act in the step
    }
    const std::optional<Approach> now = approach_of(frame, kind, pair);
    std::optional<PairFrame> met =
        now ? frame_of_meeting(frame, look, scratch.way, kind, pair, *now) : std::nullopt;
    scratch.met.clear();
    scratch.regions.list.clear();
    if (met) {
        append_candidates(*met, kind, pair, scratch.regions, scratch.met);
    }
    if (met && scratch.met.empty()) {
        // They meet when a body that spins fast has turned over; now they do not.
        met = frame_beside(frame, look, kind, pair);
        if (met) {
            append_loosely(frame, *met, kind, pair, candidate.separation, scratch.regions,
                           scratch.met);
        }
    }
    return std::ranges::any_of(scratch.met, [&](const Candidate& there) {
        return there.normal.dot(candidate.normal) > 0.0 && !passes_along(*met, there);
    });
}

}  // namespace touchstone::semi_local
