#include "rigid_solver/proximal/closing_speeds.h"

#include <Eigen/LU>

namespace touchstone {
namespace {

constexpr double kStill = 1e-4;       ///< change that matters, of what forces add in the step [-]
constexpr double kLeastSlope = -4.0;  ///< of what is due over what was given, by secants
constexpr double kLargestSlope = 0.75;
constexpr int kSecantLooks = 8;      ///< after which speeds go shares of their ways, not to secants
constexpr double kFreeFactor = 4.0;  ///< of the speed found, at which a contact does not act [-]

/// Returns the motion of a body at the velocities before the step with the changes of forces, and
/// those of contacts.
StepMotion motion_of(const SolveBody& body, const Vec6& change) {
    return {body.center_of_mass, body.linear_velocity + body.linear_free + change.head<3>(),
            body.angular_velocity + body.angular_free + change.tail<3>()};
}

}  // namespace

ClosingSpeeds::ClosingSpeeds(std::span<const SolveBody> bodies,
                             std::span<const ContactPoint> contacts, CurvatureRates rates,
                             const SolverSettings& settings, const FacingTimes& facing)
    : bodies_(bodies), contacts_(contacts), rates_(rates), settings_(settings), facing_(facing) {
    motions_.reserve(bodies.size());
    for (const SolveBody& body : bodies) {
        motions_.push_back(motion_of(body, Vec6::Zero()));
        least_change_ = std::max(least_change_, kStill * body.linear_free.norm());
    }
    free_motions_ = motions_;
    bounces_.resize(contacts.size());
    acting_pairs_.resize(bodies.size());
    allowed_.resize(contacts.size());
    answers_.resize(contacts.size());
    brackets_.resize(facing ? contacts.size() : 0);
    find_held();
}

/// Marks the contacts at which fixed bodies touch one that can move from opposite sides.
void ClosingSpeeds::find_held() {
    constexpr double kOpposite = -0.9;  // cosine of the angle between normals
    struct Touch {
        int body;  // that can move
        int contact;
        Vec3 normal;  // to that body
    };
    std::vector<Touch> touches;
    for (int k = 0; k < std::ssize(contacts_); ++k) {
        const ContactPoint& contact = contacts_[k];
        const bool a_is_fixed = bodies_[contact.body_a].inverse_mass == 0.0;
        const bool b_is_fixed = bodies_[contact.body_b].inverse_mass == 0.0;
        if (contact.separation <= 0.0 && a_is_fixed) {
            touches.push_back({contact.body_b, k, contact.normal});
        } else if (contact.separation <= 0.0 && b_is_fixed) {
            touches.push_back({contact.body_a, k, -contact.normal});
        }
    }
    if (std::ranges::none_of(
            touches, [&](const Touch& touch) { return bool(contacts_[touch.contact].plane); })) {
        return;  // none is asked to part
    }
    held_.resize(contacts_.size());
    std::ranges::stable_sort(touches, {}, &Touch::body);
    for (const Touch& touch : touches) {
        const auto others = std::ranges::equal_range(touches, touch.body, {}, &Touch::body);
        held_[touch.contact] =
            contacts_[touch.contact].plane && std::ranges::any_of(others, [&](const Touch& other) {
                return other.normal.dot(touch.normal) < kOpposite;
            });
    }
}

std::vector<double> ClosingSpeeds::energy_gains(const BodyGroups& groups) const {
    constexpr double kRounding = 1e-9;  // of the energy
    std::vector<double> before(bodies_.size(), 0.0);
    std::vector<double> free(bodies_.size(), 0.0);
    std::vector<double> after(bodies_.size(), 0.0);
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        const SolveBody& body = bodies_[i];
        if (body.inverse_mass == 0.0) {
            continue;
        }
        const Mat3 inertia = body.inverse_inertia.inverse();
        const auto energy = [&](const Vec3& linear, const Vec3& angular) {
            return 0.5 *
                   (linear.squaredNorm() / body.inverse_mass + angular.dot(inertia * angular));
        };
        const int group = groups.first_of(i);
        before[group] += energy(body.linear_velocity, body.angular_velocity);
        free[group] += energy(free_motions_[i].linear_velocity, free_motions_[i].angular_velocity);
        after[group] += energy(motions_[i].linear_velocity, motions_[i].angular_velocity);
    }
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        after[i] -= (1.0 + kRounding) * std::max(before[i], free[i]);
    }
    return after;
}

double ClosingSpeeds::first(int contact, double approach) {
    bounces_[contact] = settings_.restitution * approach < 0.0 && meets_freely(contact);
    allowed_[contact] = allowed(contact, approach);
    return allowed_[contact];
}

int ClosingSpeeds::passing_count() const {
    return static_cast<int>(std::ranges::count(brackets_, true, &Bracket::is_open));
}

bool ClosingSpeeds::is_gap(int contact) const {
    const double separation = contacts_[contact].separation;
    return (facing_ || contacts_[contact].plane || separation > 0.0) &&
           (rates_.empty() || !rates_[contact]);
}

void ClosingSpeeds::set_motions(std::span<const Vec6> changes) {
    for (int i = 0; i < std::ssize(bodies_); ++i) {
        motions_[i] = motion_of(bodies_[i], changes[i]);
    }
}

double ClosingSpeeds::next(int contact, double approach, double found, bool acts) {
    // Turn in a step up to which a contact with a gap may part bodies: the spin that an impact
    // leaves is not its own, and to open a gap for it would add energy [rad].
    constexpr double kOpenedTurn = 0.05;
    double whole = allowed(contact, approach);
    const double before = allowed_[contact];
    if (bounces_[contact] && contacts_[contact].separation > 0.0) {
        return whole;
    }
    if (!facing_ || !(acts || brackets_[contact].is_open)) {
        return next_by_secant(contact, whole);
    }
    const ContactPoint& touch = contacts_[contact];
    const StepMotion& a = motions_[touch.body_a];
    const StepMotion& b = motions_[touch.body_b];
    const std::optional<TimeSpan> part = facing_(contact, a, b);
    Bracket& bracket = brackets_[contact];
    const bool faces_always = part && part->first <= 0.0 && part->last >= settings_.time_step;
    const bool has_closed = touch.separation <= 0.0;
    if (part && has_closed && part->first <= 0.0) {
        // What touches now must not go deeper until it parts.
        if (!faces_always && part->last > 0.0) {
            whole = allowed_of_touching(contact, approach, part->last);
        }
        return bracket.is_open ? whole : next_by_secant(contact, whole);
    }
    const double turn =
        settings_.time_step * std::max(a.angular_velocity.norm(), b.angular_velocity.norm());
    if (faces_always && whole == 0.0 && turn <= kOpenedTurn) {
        // Turning alone would close more than the gap: the bodies must part for it.
        whole = std::min(0.0, std::max(approach, closing_speed(touch, a, b, settings_.time_step)));
    }
    // What comes to lie over each other only when it has passed does not meet.
    constexpr double kAny = std::numeric_limits<double>::infinity();
    const double within = faces_always ? whole
                          : part && !has_closed
                              ? closing_speed_within(touch, a, b, *part).value_or(kAny)
                              : kAny;
    if (!bracket.is_open && std::abs(within - whole) <= kShare * std::abs(whole)) {
        return next_by_secant(contact, whole);
    }
    bracket.is_open = true;
    if (within == kAny && !acts) {
        return before;  // let go, and rightly
    }
    const double due = within == kAny ? free_speed(contact, found) : within;
    if (std::abs(due - before) <= kShare * std::abs(before)) {
        return before;
    }
    if (!acts && found <= due) {
        return due;  // let go, it does not close its gap
    }
    if (due <= 0.0) {
        return due;  // it may not close, or must part: no speed between makes it just touch
    }
    if (due > before) {
        bracket.low = std::max(bracket.low, before);
    } else {
        bracket.high = std::min({bracket.high, before, std::max(found, due)});
    }
    const bool is_inside = due > bracket.low && due < bracket.high;
    const double between = is_last_look_ ? bracket.low : 0.5 * (bracket.low + bracket.high);
    return is_inside || !(bracket.low < bracket.high) ? due : between;
}

double ClosingSpeeds::free_speed(int contact, double found) const {
    const double closing = std::abs(contacts_[contact].separation) / settings_.time_step;
    // A smaller rise than matters would be none, and the contact would go on acting.
    return allowed_[contact] +
           std::max(kFreeFactor * (std::abs(found) + closing), 2.0 * least_change_);
}

double ClosingSpeeds::pass(int contact, double found, bool acts) {
    if (!acts) {
        return allowed_[contact];
    }
    brackets_[contact].is_open = true;
    return free_speed(contact, found);
}

bool ClosingSpeeds::meets_freely(int contact) const {
    const ContactPoint& touch = contacts_[contact];
    if (touch.separation <= 0.0) {
        return true;
    }
    const StepMotion& a = free_motions_[touch.body_a];
    const StepMotion& b = free_motions_[touch.body_b];
    const std::optional<TimeSpan> part =
        facing_ ? facing_(contact, a, b) : std::optional(TimeSpan{0.0, settings_.time_step});
    return part && closes_within(touch, a, b, *part);
}

bool ClosingSpeeds::any_meets_freely(int pair, std::span<const ContactPair> pairs) {
    std::optional<bool>& answer = meet_freely_[pair];
    if (!answer) {
        answer = false;
        for (int k = pairs[pair].first; k < pairs[pair].first + pairs[pair].count; ++k) {
            if (meets_freely(k)) {
                answer = true;
                break;
            }
        }
    }
    return *answer;
}

double ClosingSpeeds::next_by_secant(int contact, double due) {
    Answer& last = answers_[contact];
    const double given = allowed_[contact];
    if (looks_ > kSecantLooks) {
        const bool turns = (due - given) * (last.due - last.given) < 0.0;
        const double share = (turns ? 0.5 : 1.0) * last.share;
        last = {given, due, share};
        return given + share * (due - given);
    }
    const double change = given - last.given;  // NaN at first
    const double slope = std::abs(change) > 0.0
                             ? std::clamp((due - last.due) / change, kLeastSlope, kLargestSlope)
                             : 0.0;
    last = {given, due, 1.0};
    const double next = std::max(std::min(0.0, due), given + (due - given) / (1.0 - slope));
    // What touches is not let come deeper by a secant that leads too far.
    return contacts_[contact].separation <= 0.0 ? std::min(next, std::max(0.0, due)) : next;
}

double ClosingSpeeds::allowed_of_touching(int contact, double approach, double time) const {
    const ContactPoint& touch = contacts_[contact];
    const double bounce = settings_.restitution * approach;
    if (!rates_.empty() && rates_[contact]) {
        return bounce;
    }
    if (!held_.empty() && held_[contact]) {
        return std::min(bounce, 0.0);
    }
    const double closing =
        closing_speed(touch, motions_[touch.body_a], motions_[touch.body_b], time);
    return std::min(bounce, std::max(closing, std::min(0.0, approach)));
}

/// Returns the addition of restitution and a gap that is to close to b_n [m/s]. It is below 0 where
/// bodies bounce, and then the rest of the gap does not count, and where they touch and would come
/// deeper as they turn.
double ClosingSpeeds::allowed(int contact, double approach) const {
    const ContactPoint& touch = contacts_[contact];
    if (touch.separation <= 0.0) {
        return allowed_of_touching(contact, approach, settings_.time_step);
    }
    const double bounce = settings_.restitution * approach;
    if (bounces_[contact]) {
        return bounce;
    }
    const bool has_rate = !rates_.empty() && rates_[contact];
    const double closing = has_rate ? touch.separation / settings_.time_step
                                    : closing_speed(touch, motions_[touch.body_a],
                                                    motions_[touch.body_b], settings_.time_step);
    return std::max({0.0, bounce, closing});
}

}  // namespace touchstone
