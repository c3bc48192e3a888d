#include "generators/local/settled_tets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "generators/local/settings/leeway.h"

namespace touchstone {
namespace {

/// The wide room, as a share of the smaller body's size [-].
constexpr double kWideShare = 0.01;
/// The most of it as a share of the size of a body's tets [-]: within a room as large as tets, each
/// has many beside it.
constexpr double kWideShareOfTets = 0.1;
/// Pairs that may be kept for each one whose boxes come near now, and in any case: more would take
/// longer to ask than to find those few anew.
constexpr std::int64_t kMostForOne = 4;
constexpr std::int64_t kMostAnyway = 64;
/// The fine room, as a share of the distance that counts as touch [-].
constexpr double kFineShare = 0.25;
/// The part of the fine room in which faces are known to decide alone: an axis that edges of both
/// tets define turns when the bodies do [-].
constexpr double kFacesShare = 0.125;
/// Number of queries that bodies of the present speed spend in a room, at least, for it to be worth
/// finding what is left in it.
constexpr double kWorthQueries = 16.0;
constexpr double kRoundingUlps = 64.0;

Vec3 middle_of(const BoundingBox& box) { return 0.5 * (box.lower + box.upper); }

double half_diagonal(const BoundingBox& box) { return 0.5 * (box.upper - box.lower).norm(); }

/// Returns the widest room that is of use around a body [m]. Its tets are about as large as its
/// surface would have them if all were alike.
double wide_room_of(const CollisionShape& shape) {
    const double tets = std::sqrt(static_cast<double>(shape.surface_tets.size()));
    return shape.size * std::min(kWideShare, kWideShareOfTets / tets);
}

/// Distance of two tets, beside their reach, that still counts as touch [touch distances].
constexpr double kTouches = 4.0;

/// Returns how far from the tet a point may be that lies behind all of its faces' planes, or in
/// front of them by no more than a distance, as a multiple of that [-]: such points are those of
/// the tet scaled about the middle of its inscribed ball, whose radius is 1 / Σ 1/h.
double thinness(const PosedTet& tet) {
    double sum = 0.0;
    for (const double height : tet.height) {
        sum += 1.0 / height;
    }
    return tet.size * sum;
}

/// Returns a distance of two tets from which on they make no contact [m].
double contact_distance(const PosedTet& a, const PosedTet& b, double reach,
                        const LocalSettings& settings) {
    const double touch = touch_distance(a, b, settings);
    return reach + kTouches * touch + touch * thinness(a) + touch * thinness(b);
}

/// The most of a body's tets in what decides how far from them contacts are.
struct LargestOfTets {
    double size = 0.0;      ///< [m]
    double rounding = 0.0;  ///< [m]
    double thinness = 0.0;
};

LargestOfTets largest_of_tets(const Collider& body) {
    LargestOfTets largest;
    for (const PosedTet& tet : body.tets) {
        largest.size = std::max(largest.size, tet.size);
        largest.rounding = std::max(largest.rounding, tet.rounding);
        largest.thinness = std::max(largest.thinness, thinness(tet));
    }
    return largest;
}

}  // namespace

double farthest_contact(const Collider& a, const Collider& b, double reach,
                        const LocalSettings& settings) {
    const LargestOfTets of_a = largest_of_tets(a);
    const LargestOfTets of_b = largest_of_tets(b);
    const double touch = kTouchOfPrecision * settings.precision * std::max(of_a.size, of_b.size) +
                         of_a.rounding + of_b.rounding;
    return reach + touch * (kTouches + of_a.thinness + of_b.thinness);
}

bool come_near(const PosedTet& a, const PosedTet& b, double margin) {
    const auto overlap_along = [margin](const double* x, const double* y) {
        const double low_x = std::min(std::min(x[0], x[1]), std::min(x[2], x[3])) - margin;
        const double high_x = std::max(std::max(x[0], x[1]), std::max(x[2], x[3])) + margin;
        const double low_y = std::min(std::min(y[0], y[1]), std::min(y[2], y[3]));
        const double high_y = std::max(std::max(y[0], y[1]), std::max(y[2], y[3]));
        return low_x <= high_y && low_y <= high_x;
    };
    return overlap_along(a.x, b.x) && overlap_along(a.y, b.y) && overlap_along(a.z, b.z);
}

double distance_by_faces(const PosedTet& a, const PosedTet& b) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (int face = 0; face < 4; ++face) {
        double on_a = std::numeric_limits<double>::infinity();
        double on_b = on_a;
        for (int v = 0; v < 4; ++v) {
            on_a = std::min(on_a, distance_from_face(a, face, b, v));
            on_b = std::min(on_b, distance_from_face(b, face, a, v));
        }
        farthest = std::max({farthest, on_a, on_b});
    }
    return farthest;
}

SettledTets::Placement SettledTets::placement_of(const Collider& first, const Collider& second) {
    const Pose& pose_a = first.world_from_body;
    const Pose& pose_b = second.world_from_body;
    const Mat3 a_from_world = pose_a.rotation.toRotationMatrix().transpose();
    const Mat3 world_from_b = pose_b.rotation.toRotationMatrix();
    Placement placement;
    placement.first = first.shape;
    placement.second = second.shape;
    placement.rotation = a_from_world * world_from_b;
    placement.translation = a_from_world * (pose_b.translation - pose_a.translation);
    const Vec3 middle = middle_of(second.bounds);
    placement.middle = world_from_b.transpose() * (middle - pose_b.translation);
    placement.radius = (middle - middle_of(first.bounds)).norm() + half_diagonal(first.bounds) +
                       half_diagonal(second.bounds);
    placement.rounding = kRoundingUlps * std::numeric_limits<double>::epsilon() *
                         (pose_a.translation.norm() + pose_b.translation.norm() + placement.radius);
    return placement;
}

/// Returns a bound on how far any point is from where it was: points that move with the second body
/// in the first one's frame, and the other way round, as far as either body reaches [m].
double SettledTets::travel_from(const Placement& start) const {
    if (start.first != now_.first || start.second != now_.second) {
        return std::numeric_limits<double>::infinity();
    }
    const Mat3 turn = now_.rotation - start.rotation;
    const Vec3 shift = turn * start.middle + (now_.translation - start.translation);
    return shift.norm() + turn.norm() * start.radius + start.rounding + now_.rounding;
}

bool SettledTets::holds(const Level& level) const {
    // Bodies that go far together do not move beside each other, but rounding there counts as touch
    // over a larger distance than that for which the pairs were found.
    return level.room > 0.0 && now_.rounding <= 2.0 * level.start.rounding &&
           level.travel < level.room;
}

void SettledTets::observe(const Collider& first, const Collider& second) {
    const Placement before = std::exchange(now_, placement_of(first, second));
    travel_ = travel_from(before);
    for (Level* level : {&wide_, static_cast<Level*>(&fine_)}) {
        level->travel = level->room > 0.0 ? travel_from(level->start) : 0.0;
    }
    if (faces_ != nullptr) {
        faces_->travel = travel_from(faces_->start);
    }
    first_ = &first;
    second_ = &second;
}

std::optional<SettledTets::Left> SettledTets::left() const {
    if (!holds(wide_)) {
        return std::nullopt;  // what is settled in the fine room is settled in the wide one, too
    }
    if (!holds(fine_)) {
        return Left{wide_.pairs, wide_.settled};
    }
    return Left{fine_.pairs, fine_.settled, knows_near() ? &fine_.near : nullptr,
                knows_faces() ? &faces_->decide : nullptr};
}

/// Returns true while both bodies are within the fine room in the world as well, where boxes are
/// aligned with its axes.
bool SettledTets::knows_near() const {
    const std::array<const Collider*, 2> bodies{first_, second_};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Pose& from = fine_.poses[i];
        const Pose& to = bodies[i]->world_from_body;
        const Mat3 turn = to.rotation.toRotationMatrix() - from.rotation.toRotationMatrix();
        const double radius = (middle_of(bodies[i]->bounds) - to.translation).norm() +
                              half_diagonal(bodies[i]->bounds);
        const double travel = (to.translation - from.translation).norm() + turn.norm() * radius;
        if (!(travel + fine_.start.rounding + now_.rounding < fine_.room)) {
            return false;
        }
    }
    return true;
}

bool SettledTets::knows_faces() const {
    return faces_ != nullptr && now_.rounding <= 2.0 * faces_->start.rounding &&
           faces_->travel < faces_->room;
}

std::optional<double> SettledTets::wide_room_wanted() {
    const double room = std::min(wide_room_of(*first_->shape), wide_room_of(*second_->shape));
    if (!(kWorthQueries * travel_ < room)) {
        return std::nullopt;
    }
    if (pause_.take()) {
        return std::nullopt;
    }
    return room;
}

std::optional<double> SettledTets::fine_room_wanted(const LocalSettings& settings) const {
    const double room = kFineShare * kTouchOfPrecision * settings.precision *
                        std::min(first_->shape->size, second_->shape->size);
    return kWorthQueries * travel_ < room && !holds(fine_) ? std::optional(room) : std::nullopt;
}

std::optional<double> SettledTets::faces_room_wanted() const {
    const double room = kFacesShare * fine_.room;
    const bool wanted = holds(fine_) && kWorthQueries * travel_ < room && !knows_faces();
    return wanted ? std::optional(room) : std::nullopt;
}

void SettledTets::keep_faces(double room, FacesDecide decide, const LocalSettings& settings) {
    faces_ = std::make_unique<Faces>(Faces{now_, travel_from(now_), room, {}});
    for (const ElementPair& pair : fine_.pairs) {
        faces_->decide.push_back(
            decide(first_->tets[pair.a], second_->tets[pair.b], now_.radius, room, settings));
    }
}

void SettledTets::keep_wide(double room, std::span<const ElementPair> near, double reach,
                            const Conditions& conditions) {
    wide_ = {};
    fine_ = {};
    faces_ = nullptr;
    std::vector<ElementPair> left;
    std::int64_t now = 0;
    for (const ElementPair& pair : near) {
        const PosedTet& a = first_->tets[pair.a];
        const PosedTet& b = second_->tets[pair.b];
        now += come_near(a, b, conditions.margin) ? 1 : 0;
        if (!(distance_by_faces(a, b) >
              room + contact_distance(a, b, reach, conditions.settings))) {
            left.push_back(pair);
        }
    }
    if (std::ssize(left) > kMostForOne * now + kMostAnyway) {
        pause_.lengthen();
        return;
    }
    pause_.end();
    left.shrink_to_fit();
    const std::int64_t settled = std::ssize(near) - std::ssize(left);
    wide_ = {now_, travel_from(now_), room, std::move(left), settled};
}

void SettledTets::keep_fine(double room, const Left& now, const std::vector<bool>& makes_contact,
                            const Conditions& conditions) {
    // Either body may move by the room, and boxes that are rounded outwards all the same overlap.
    constexpr double kReserveRooms = 3.0;
    const double margin = conditions.margin - kReserveRooms * room - now_.rounding;
    std::vector<ElementPair> left;
    std::vector<bool> near;
    for (std::size_t i = 0; i < now.pairs.size(); ++i) {
        const PosedTet& a = first_->tets[now.pairs[i].a];
        const PosedTet& b = second_->tets[now.pairs[i].b];
        if (makes_contact[i] || conditions.leeway == nullptr ||
            !(conditions.leeway(a, b, now_.radius, conditions.settings) > room)) {
            left.push_back(now.pairs[i]);
            near.push_back(come_near(a, b, margin));
        }
    }
    left.shrink_to_fit();
    faces_ = nullptr;
    const std::int64_t settled = now.settled + std::ssize(now.pairs) - std::ssize(left);
    fine_ = {{now_, travel_from(now_), room, std::move(left), settled},
             std::move(near),
             {first_->world_from_body, second_->world_from_body}};
}

}  // namespace touchstone
