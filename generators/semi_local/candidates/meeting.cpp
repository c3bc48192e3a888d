#include "generators/semi_local/candidates/meeting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::semi_local {
namespace {

constexpr double kStraightAngle = 1e-3;  ///< turn below which ways are straight [rad]
constexpr double kLever = 1.5;  ///< acceleration of the end of a rod that tips, in that of its fall
constexpr int kPieces = 8;      ///< in which the way of turning bodies is searched
constexpr int kHalvings = 10;   ///< of a piece in which they meet
constexpr int kSharedHalvings = 2;  ///< the first of these, which other pairs may come to

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

/// Returns a bound on the speed of B's material relative to A's at points of a body, whose box lies
/// about that middle, A's frame [m/s].
double most_speed(const PairFrame& frame, const BoundingBox& box, const Vec3& middle, double spin) {
    return frame.velocity_at(middle).norm() + 0.5 * spin * (box.upper - box.lower).norm();
}

/// Returns Look::reach, with room for rounding. `spin`: of the bodies against each other [rad/s].
double reach_of(const PairFrame& frame, const Look& look, double spin) {
    if (frame.a->boxes.nodes.empty() || frame.b->boxes.nodes.empty()) {
        return std::numeric_limits<double>::infinity();
    }
    constexpr double kRoom = 1e-9;       // of the gap
    constexpr double kRounding = 1e-12;  // of the bodies
    const BoundingBox& a = frame.a->boxes.nodes[0];
    const BoundingBox& b = frame.b->boxes.nodes[0];
    const double speed =
        std::max(most_speed(frame, a, 0.5 * (a.lower + a.upper), spin),
                 most_speed(frame, b, frame.from_b(0.5 * (b.lower + b.upper)), spin));
    const double most = std::max(speed * look.time + look.fall + look.turned,
                                 look.step * (speed + look.swing) + look.lever + look.blow);
    return (1.0 + kRoom) * most + kRounding * (frame.a->size + frame.b->size);
}

/// Finds where two features meet on their way.
template <typename ApproachAt>
class Meeting {
 public:
    Meeting(const PairFrame& frame, const Look& look, Way& way, const Approach& start,
            const ApproachAt& approach_at)
        : frame_(frame),
          look_(look),
          way_(way),
          start_(start),
          approach_at_(approach_at),
          velocity_(frame.velocity_at(start.point)) {}

    /// Returns the frame after the time in which the features close their gap, what forces may add
    /// closed along the normal. Nothing when they do not meet within the look.
    std::optional<PairFrame> find() {
        std::optional<PairFrame> met;
        if (start_.gap >= -frame_.tolerances.envelope) {
            met = find_on_way();
            if (!met) {
                met = frame_beside(frame_, look_, start_);
            }
        }
        return met;
    }

    /// Returns that of the way alone.
    std::optional<PairFrame> find_on_way() {
        if (start_.gap < -frame_.tolerances.envelope || !is_near_on_way(look_, start_, velocity_)) {
            return std::nullopt;
        }
        const bool found = look_.turn > kStraightAngle ? search() : at(straight_time());
        if (!found || gap_ > look_.fall + frame_.tolerances.equal + unresolved_ ||
            gap_ < -frame_.tolerances.envelope) {
            return std::nullopt;
        }
        return met_there();
    }

    /// Returns the frame in which they meet when a blow adds to their speed.
    std::optional<PairFrame> find_after_blow() {
        const double speed = look_.blow / look_.step - start_.normal.dot(velocity_);
        if (!(look_.blow > 0.0) || !(speed > 0.0) || start_.gap < 0.0 ||
            start_.gap > speed * look_.step || !at(start_.gap / speed, false)) {
            return std::nullopt;
        }
        return met_there();
    }

 private:
    /// Returns the frame of that time, what is left of the gap closed.
    std::optional<PairFrame> met_there() const {
        std::optional<PairFrame> met(*frame_then_);
        met->origin_of_b -= gap_ * normal_;
        return met;
    }

    double straight_time() const {
        // Features that slide along each other touch all the way: rounding of their speed or gap
        // must not tell that they meet at its beginning.
        const double speed = -start_.normal.dot(velocity_);
        return speed * look_.time > frame_.tolerances.equal
                   ? std::clamp(start_.gap / speed, 0.0, look_.time)
                   : look_.time;
    }

    /// Moves the bodies to that time. False where the features do not face each other any more.
    /// `is_shared`: as Way has it.
    bool at(double time, bool is_shared = true) {
        const PairFrame& met = way_.at(time, is_shared);
        frame_then_ = &met;
        const std::optional<Approach> there = approach_at_(met);
        if (!there) {
            return false;
        }
        // Two lines that have passed each other have a distance again, on the other side.
        const bool passed = product(met.turn_of_a, there->normal).dot(start_.normal) < 0.0;
        normal_ = passed ? Vec3(-there->normal) : there->normal;
        gap_ = passed ? -there->gap : there->gap;
        return true;
    }

    /// Returns what is left of the gap when forces bring the bodies nearer in the meantime.
    double rest(double time) const { return gap_ - look_.fall * time / look_.time; }

    /// Goes along the turning bodies' way in equal pieces to the first in which they meet.
    bool search() {
        // Nor must it tell of turning ones whether they touch now.
        double before = 0.0;
        if (!at(before) || rest(before) <= frame_.tolerances.equal) {
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
            if (!at(middle, i < kSharedHalvings)) {
                return false;
            }
            (rest(middle) > 0.0 ? low : high) = middle;
        }
        // Fast features have left of their gap what they go between the last two times. More tells
        // of two lines that change sides as they become parallel.
        unresolved_ = (velocity_.norm() + look_.swing) * (high - low);
        return at(low, false);
    }

    const PairFrame& frame_;
    const Look& look_;
    Way& way_;
    const Approach& start_;
    const ApproachAt& approach_at_;
    Vec3 velocity_;
    const PairFrame* frame_then_ = nullptr;  ///< the last one, of the way
    Vec3 normal_ = Vec3::Zero();
    double gap_ = 0.0;
    double unresolved_ = 0.0;  ///< gap up to which features meet all the same [m]
};

template <typename ApproachAt>
std::optional<PairFrame> find_meeting(const PairFrame& frame, const Look& look, Way& way,
                                      const Approach& start, const ApproachAt& approach_at) {
    return Meeting<ApproachAt>(frame, look, way, start, approach_at).find();
}

}  // namespace

Look make_look(const PairFrame& frame, double time, double fall, double blow) {
    const double spin = frame.spin.norm();
    Look look{time, fall, frame.time_step, blow};
    look.lever = kLever * fall;
    look.turn = spin * time;
    look.turned = look.turn * look.turn * smaller_size(frame);
    look.swing = spin * smaller_size(frame);
    look.reach = reach_of(frame, look, spin);
    return look;
}

GapRange gaps_that_meet(const PairFrame& frame, const Look& look) {
    return {-frame.tolerances.envelope, look.reach};
}

std::optional<PairFrame> frame_on_way(const PairFrame& frame, const Look& look, Way& way,
                                      PairKind kind, const FeaturePair& pair,
                                      const Approach& start) {
    const auto approach_at = [&](const PairFrame& met) { return approach_of(met, kind, pair); };
    return Meeting(frame, look, way, start, approach_at).find_on_way();
}

std::optional<PairFrame> frame_of_meeting(const PairFrame& frame, const Look& look, Way& way,
                                          PairKind kind, const FeaturePair& pair,
                                          const Approach& start) {
    return find_meeting(frame, look, way, start,
                        [&](const PairFrame& met) { return approach_of(met, kind, pair); });
}

std::optional<PairFrame> frame_after_blow(const PairFrame& frame, const Look& look, Way& way,
                                          PairKind kind, const FeaturePair& pair,
                                          const Approach& start) {
    const auto approach_at = [&](const PairFrame& met) { return approach_of(met, kind, pair); };
    return Meeting(frame, look, way, start, approach_at).find_after_blow();
}

std::optional<PairFrame> frame_beside(const PairFrame& frame, const Look& look, PairKind kind,
                                      const FeaturePair& pair) {
    const std::optional<Approach> start = approach_of(frame, kind, pair);
    return start ? frame_beside(frame, look, *start) : std::nullopt;
}

std::optional<PairFrame> frame_beside(const PairFrame& frame, const Look& look,
                                      const Approach& start) {
    std::optional<PairFrame> met;
    if (is_near_beside(look, start, frame.velocity_at(start.point))) {
        met = frame;
        met->origin_of_b -= start.gap * start.normal;
    }
    return met;
}

std::optional<PairFrame> frame_of_meeting_facets(const PairFrame& frame, const Look& look, Way& way,
                                                 const FeaturePair& pair) {
    return find_meeting(
        frame, look, way, approach_of_facets(frame, pair),
        [&](const PairFrame& met) { return std::optional(approach_of_facets(met, pair)); });
}

std::optional<PairFrame> frame_after_blow_of_facets(const PairFrame& frame, const Look& look,
                                                    Way& way, const FeaturePair& pair) {
    const Approach start = approach_of_facets(frame, pair);
    const auto approach_at = [&](const PairFrame& met) {
        return std::optional(approach_of_facets(met, pair));
    };
    return Meeting(frame, look, way, start, approach_at).find_after_blow();
}

double smaller_size(const PairFrame& frame) { return std::min(frame.a->size, frame.b->size); }

SmallerBody smaller_body(const PairFrame& frame) {
    constexpr double kEqualSizes = 1e-6;
    const double difference = frame.a->size - frame.b->size;
    if (std::abs(difference) <= kEqualSizes * smaller_size(frame)) {
        return SmallerBody::Neither;
    }
    return difference < 0.0 ? SmallerBody::A : SmallerBody::B;
}

Vec3 facet_normal(const PairFrame& frame, const FeaturePair& facets, bool of_a) {
    return of_a ? frame.a->facets[facets.a].normal
                : Vec3(-frame.direction_from_b(frame.b->facets[facets.b].normal));
}

}  // namespace touchstone::semi_local
