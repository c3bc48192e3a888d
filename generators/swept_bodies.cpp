#include "generators/swept_bodies.h"

#include <algorithm>

namespace touchstone {
namespace {

/// Returns a bound on the travel of a point of the body in the time [m].
double farthest_travel(const SceneBody& body, const Sweep& sweep) {
    const Collider& collider = body.collider;
    // The centre of mass lies in the bounds, so no point is farther from it than their diagonal.
    const double diagonal = (collider.bounds.upper - collider.bounds.lower).norm();
    const double fall = body.fixed ? 0.0 : sweep.acceleration * sweep.time * sweep.time;
    return fall + sweep.time * (collider.linear_velocity.norm() +
                                collider.angular_velocity.norm() * diagonal);
}

}  // namespace

Sweep sweep_of(const Generator& generator, const Query& query) {
    if (generator.looks_ahead && query.look_ahead) {
        return {kLookSteps * query.time_step, query.acceleration};
    }
    return {generator.sweeps ? query.time_step : 0.0, 0.0};
}

std::vector<BodyBox> swept_boxes(std::span<const SceneBody> bodies, const Sweep& sweep) {
    std::vector<BodyBox> boxes;
    boxes.reserve(bodies.size());
    for (const SceneBody& body : bodies) {
        const double travel = sweep.time > 0.0 ? farthest_travel(body, sweep) : 0.0;
        boxes.push_back({inflated(body.collider.bounds, travel), body.fixed});
    }
    return boxes;
}

double broad_reach(std::span<const SceneBody> bodies, const Generator& generator,
                   const Query& query) {
    double farthest = 0.0;
    ShapeSizes sizes;
    for (const SceneBody& body : bodies) {
        farthest = std::max({farthest, body.collider.bounds.lower.cwiseAbs().maxCoeff(),
                             body.collider.bounds.upper.cwiseAbs().maxCoeff()});
        sizes.add(shape_size(*body.collider.shape));
    }
    return generator.reach(query.settings, sizes) + 1e-12 * farthest;
}

}  // namespace touchstone
