#include "generators/placed_bodies.h"

namespace touchstone {

PlacedBodies::Pair PlacedBodies::of(const ElementPair& pair) {
    const int place_a = pair.a % kKept;
    const int place_b = pair.b % kKept == place_a ? kKept : pair.b % kKept;
    return {placed_at(place_a, pair.a), placed_at(place_b, pair.b)};
}

const Collider& PlacedBodies::placed_at(int place, int body) {
    const Collider& given = bodies_[body].collider;
    if (!is_outline(given)) {
        return given;
    }
    if (colliders_.empty()) {
        body_at_.assign(kKept + 1, -1);
        colliders_.resize(kKept + 1);
    }
    Collider& collider = colliders_[place];
    if (body_at_[place] != body) {
        body_at_[place] = -1;  // as long as it is half of one body, half of another
        touchstone::place(collider, *given.shape, given.world_from_body);
        collider.linear_velocity = given.linear_velocity;
        collider.angular_velocity = given.angular_velocity;
        body_at_[place] = body;
    }
    return collider;
}

}  // namespace touchstone
