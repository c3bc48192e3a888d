#include "rigid_solver/proximal/gap_closing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kSmallTurn = 0.05;  ///< turn in a step up to which a t² / 2 is exact enough [rad]
constexpr int kPieces = 8;           ///< of the step, in which the least quotient is looked for
constexpr int kNarrowings = 12;      ///< of the pieces beside it
constexpr double kGolden = 0.6180339887498949;
constexpr double kGrazing = 0.001;   ///< of a gap that has closed, or not yet, up to which features
                                     ///< that graze each other meet [-]
constexpr double kLeastSine = 1e-3;  ///< of the angle of two edges that span a plane
constexpr double kFacing = 0.3;      ///< least cosine of the angle between the plane of two edges
                                     ///< and the contact's, turned with the first edge

/// Returns x turned by a time at a constant angular velocity.
Vec3 turned(const Vec3& spin, double time, const Vec3& x) {
    const double speed = spin.norm();
    if (speed == 0.0) {
        return x;
    }
    const Vec3 axis = spin / speed;
    const Vec3 across = axis.cross(x);
    return x + std::sin(speed * time) * across +
           (1.0 - std::cos(speed * time)) * axis.cross(across);
}

/// A point of one body, and the plane of another that it must not pass. For two edges, and where
/// features are unknown, the plane keeps its direction and goes with a point of its body.
struct PointAndPlane {
    const StepMotion& point_body;
    const StepMotion& plane_body;
    Vec3 normal;        ///< from the plane to the point
    Vec3 arm;           ///< of the point, from the centre of its body [m]
    Vec3 arm_of_plane;  ///< of the plane's nearest point, from the centre of its body [m]
    bool plane_turns;

    /// Returns the acceleration by which the turning opens the gap now [m/s²].
    double acceleration() const {
        const Vec3& spin = point_body.angular_velocity;
        const Vec3& plane_spin = plane_body.angular_velocity;
        const Vec3 of_point = spin.cross(spin.cross(arm));
        if (!plane_turns) {
            return normal.dot(of_point - plane_spin.cross(plane_spin.cross(arm_of_plane)));
        }
        const Vec3 apart = point_body.center_of_mass + arm - plane_body.center_of_mass;
        const Vec3 velocity =
            point_body.linear_velocity + spin.cross(arm) - plane_body.linear_velocity;
        return normal.dot(plane_spin.cross(plane_spin.cross(apart) - 2.0 * velocity) + of_point);
    }

    /// Returns what the turning adds to the gap until a time [m].
    double addition(double time) const {
        const Vec3& spin = point_body.angular_velocity;
        const Vec3& plane_spin = plane_body.angular_velocity;
        const Vec3 way = turned(spin, time, arm) - arm;
        if (!plane_turns) {
            const Vec3 way_of_plane = turned(plane_spin, time, arm_of_plane) - arm_of_plane;
            return normal.dot(way - way_of_plane -
                              time * (spin.cross(arm) - plane_spin.cross(arm_of_plane)));
        }
        const Vec3 apart = point_body.center_of_mass + arm - plane_body.center_of_mass;
        const Vec3 moved =
            apart + way + time * (point_body.linear_velocity - plane_body.linear_velocity);
        const Vec3 seen = turned(-plane_spin, time, moved);
        const Vec3 velocity = point_body.linear_velocity + spin.cross(arm) -
                              plane_body.linear_velocity - plane_spin.cross(apart);
        return normal.dot(seen - apart - time * velocity);
    }
};

PointAndPlane point_and_plane(const ContactPoint& contact, const StepMotion& a,
                              const StepMotion& b) {
    const Vec3 half = 0.5 * contact.separation * contact.normal;
    const Vec3 on_a = contact.position - half - a.center_of_mass;
    const Vec3 on_b = contact.position + half - b.center_of_mass;
    const FeatureType type_a = contact.feature_a.type;
    const FeatureType type_b = contact.feature_b.type;
    if (type_a == FeatureType::Vertex && type_b == FeatureType::Face) {
        return {a, b, -contact.normal, on_a, on_b, true};
    }
    const bool plane_turns = type_a == FeatureType::Face && type_b == FeatureType::Vertex;
    return {b, a, contact.normal, on_b, on_a, plane_turns};
}

/// Returns the least of a quotient in a part of the step. From a time of 0 it falls from infinity.
template <typename Quotient>
double least_quotient(const Quotient& quotient, const TimeSpan& part) {
    const double length = part.last - part.first;
    const auto time_of = [&](int piece) { return part.first + length * piece / kPieces; };
    double best = quotient(part.last);
    int at = kPieces;
    for (int i = part.first > 0.0 ? 0 : 1; i < kPieces; ++i) {
        const double here = quotient(time_of(i));
        if (here < best) {
            best = here;
            at = i;
        }
    }
    // The golden section of the two pieces beside; at 0 the quotient is infinite.
    double low = time_of(std::max(at - 1, 0));
    double high = time_of(std::min(at + 1, kPieces));
    std::array<double, 2> time{high - kGolden * (high - low), low + kGolden * (high - low)};
    std::array<double, 2> value{quotient(time[0]), quotient(time[1])};
    for (int i = 0; i < kNarrowings; ++i) {
        if (value[0] < value[1]) {
            high = time[1];
            time = {high - kGolden * (high - low), time[0]};
            value = {quotient(time[0]), value[0]};
        } else {
            low = time[0];
            time = {time[1], low + kGolden * (high - low)};
            value = {value[1], quotient(time[1])};
        }
        best = std::min({best, value[0], value[1]});
    }
    return best;
}

Vec3 velocity_at(const StepMotion& body, const Vec3& point) {
    return body.linear_velocity + body.angular_velocity.cross(point - body.center_of_mass);
}

/// Returns the speed of approach along the normal at the contact's position [m/s].
double approach_at(const ContactPoint& contact, const StepMotion& a, const StepMotion& b) {
    return -contact.normal.dot(velocity_at(b, contact.position) - velocity_at(a, contact.position));
}

/// Returns where a point of a body is after a time.
Vec3 moved(const StepMotion& body, const Vec3& point, double time) {
    return body.center_of_mass + time * body.linear_velocity +
           turned(body.angular_velocity, time, point - body.center_of_mass);
}

/// Returns the least quotient of a gap, s + u t + c t², and the time. `gaps`: now, and after half
/// of the step and all of it.
double least_quotient_of_parabola(const std::array<double, 3>& gaps, double time_step) {
    const double bend = 2.0 * (gaps[2] - 2.0 * gaps[1] + gaps[0]);  // c Δt²
    if (bend > gaps[0]) {
        const double slope = gaps[2] - gaps[0] - bend;  // u Δt
        return (2.0 * std::sqrt(gaps[0] * bend) + slope) / time_step;
    }
    return gaps[2] / time_step;
}

/// Returns the largest speed of parting that turning can ask for: what the accelerations of a point
/// that turns, and of one that moves over a turning plane, close in a step, over the step [m/s].
/// What is asked beyond comes of a normal and a plane that differ, and would push without
/// need.
double most_of_turning(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                       double time_step) {
    const double spin_a = a.angular_velocity.norm();
    const double spin_b = b.angular_velocity.norm();
    const double slide =
        (velocity_at(b, contact.position) - velocity_at(a, contact.position)).norm();
    return 0.5 * time_step *
           (spin_a * spin_a * (contact.position - a.center_of_mass).norm() +
            spin_b * spin_b * (contact.position - b.center_of_mass).norm() +
            2.0 * std::max(spin_a, spin_b) * slide);
}

/// Returns closing_speed of features that touch and tell the plane between them: what the bend of
/// their gap alone closes, as the bodies turn. Its rate is none of turning: where the contact's
/// normal is not quite the plane's, as between facets that lean against each other, the two differ
/// by a share of the speed of sliding. Nothing where the plane has no answer.
std::optional<double> closing_speed_of_touching(const ContactPoint& contact, const StepMotion& a,
                                                const StepMotion& b, double time_step,
                                                double turn) {
    constexpr double kShort = 1e-3;  // of the step, over which the rate is measured
    bool is_known = true;
    const auto gap_at = [&](double time) {
        const std::optional<double> gap = gap_after(contact, a, b, time);
        is_known = is_known && gap.has_value();
        return gap.value_or(0.0);
    };
    const double now = gap_at(0.0);
    double speed = 0.0;
    if (turn > kSmallTurn) {
        const double part = kShort * time_step;
        const double rate = (gap_at(part) - gap_at(-part)) / (2.0 * part);
        speed = least_quotient([&](double time) { return (gap_at(time) - now) / time - rate; },
                               {0.0, time_step});
    } else {
        speed = 2.0 * (gap_at(time_step) - 2.0 * gap_at(0.5 * time_step) + now) / time_step;
    }
    return is_known
               ? std::optional(std::clamp(speed, -most_of_turning(contact, a, b, time_step), 0.0))
               : std::nullopt;
}

/// Returns closing_speed of a contact with a gap that tells the plane between its features. Nothing
/// where that knows no answer: the features have passed each other, for instance.
std::optional<double> closing_speed_of_plane(const ContactPoint& contact, const StepMotion& a,
                                             const StepMotion& b, double time_step, double turn) {
    const std::optional<double> now = gap_after(contact, a, b, 0.0);
    if (!now || *now <= 0.0) {
        return std::nullopt;
    }
    bool is_known = true;
    const auto gap_at = [&](double time) {
        const std::optional<double> gap = gap_after(contact, a, b, time);
        is_known = is_known && gap.has_value();
        return gap.value_or(0.0);
    };
    const double least =
        turn > kSmallTurn
            ? least_quotient([&](double time) { return gap_at(time) / time; }, {0.0, time_step})
            : least_quotient_of_parabola({*now, gap_at(0.5 * time_step), gap_at(time_step)},
                                         time_step);
    const double speed = approach_at(contact, a, b) + least;
    return is_known ? std::optional(std::max(speed, -most_of_turning(contact, a, b, time_step)))
                    : std::nullopt;
}

/// Returns the least of the gap over the time in a part of the step [m/s]; below 0 where the
/// features pass each other.
double least_gap_speed(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                       const TimeSpan& part) {
    const std::optional<double> now = gap_after(contact, a, b, 0.0);
    if (now && *now > 0.0) {
        // Edges that turn past each other, where they are parallel, do not meet there.
        const double least = least_quotient(
            [&](double time) {
                const std::optional<double> gap = gap_after(contact, a, b, time);
                return gap ? *gap / time : std::numeric_limits<double>::infinity();
            },
            part);
        if (std::isfinite(least)) {
            return least;
        }
    }
    const PointAndPlane pair = point_and_plane(contact, a, b);
    return least_quotient(
               [&](double time) { return (contact.separation + pair.addition(time)) / time; },
               part) -
           approach_at(contact, a, b);
}

}  // namespace

std::optional<double> gap_after(const ContactPoint& contact, const StepMotion& a,
                                const StepMotion& b, double time) {
    if (!contact.plane) {
        return std::nullopt;
    }
    const TurningPlane& plane = *contact.plane;
    const auto along = [&](int i) {
        const StepMotion& body = plane.turns_with_b[i] ? b : a;
        return turned(body.angular_velocity, time, plane.along[i]);
    };
    const Vec3 across = along(0).cross(along(1));
    const double sine = across.norm();
    if (sine < kLeastSine) {
        return std::nullopt;
    }
    const double height =
        across.dot(moved(b, plane.point_b, time) - moved(a, plane.point_a, time)) / sine;
    // The side of B: the contact's now, and it turns with the plane.
    const Vec3& now = contact.normal;
    const Vec3 side = turned((plane.turns_with_b[0] ? b : a).angular_velocity, time, now);
    const double sign = plane.along[0].cross(plane.along[1]).dot(now) < 0.0 ? -1.0 : 1.0;
    if (sign * across.dot(side) < kFacing * sine) {
        return std::nullopt;
    }
    return sign * height;
}

double closing_speed(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                     double time_step) {
    const double gap = contact.separation;
    const double turn = time_step * std::max(a.angular_velocity.norm(), b.angular_velocity.norm());
    if (contact.plane && turn > kLeastPlaneTurn) {
        const auto speed = gap > 0.0 ? closing_speed_of_plane(contact, a, b, time_step, turn)
                                     : closing_speed_of_touching(contact, a, b, time_step, turn);
        if (speed) {
            return *speed;
        }
    }
    if (!(gap > 0.0)) {
        return 0.0;
    }
    const PointAndPlane pair = point_and_plane(contact, a, b);
    if (turn > kSmallTurn) {
        const auto quotient = [&](double time) { return (gap + pair.addition(time)) / time; };
        return std::max(0.0, least_quotient(quotient, {0.0, time_step}));
    }
    const double rise = pair.acceleration();
    if (rise > 0.0 && 2.0 * gap < rise * time_step * time_step) {
        return std::sqrt(2.0 * gap * rise);
    }
    return std::max(0.0, gap / time_step + 0.5 * rise * time_step);
}

std::optional<double> closing_speed_within(const ContactPoint& contact, const StepMotion& a,
                                           const StepMotion& b, const TimeSpan& part) {
    if (!(part.last > 0.0)) {
        return std::nullopt;
    }
    return std::max(0.0, approach_at(contact, a, b) + least_gap_speed(contact, a, b, part));
}

bool closes_within(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                   const TimeSpan& part) {
    if (!(part.last > 0.0)) {
        return false;
    }
    const double grazing = kGrazing * contact.separation;
    const bool has_passed =
        part.first > 0.0 &&
        least_gap_speed(contact, a, b, {part.first, part.first}) < -grazing / part.first;
    return !has_passed && least_gap_speed(contact, a, b, part) < grazing / part.last;
}

}  // namespace touchstone
