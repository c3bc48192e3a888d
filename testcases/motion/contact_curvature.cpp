#include "testcases/motion/contact_curvature.h"

#include <cmath>

#include "methods/smooth/extremal_rates.h"

namespace touchstone {
namespace {

/// A body as its exact shape, placed, and in motion.
struct CurvedBody {
    SmoothBody body;
    std::vector<PlacedSolid> placed;
    SolidMotion motion;
};

/// The part and surface that a contact lies on.
struct CurvedSurface {
    const PlacedSolid* solid = nullptr;
    const SmoothFeature* feature = nullptr;
};

/// Looks for the surface through a point whose outward normal is the given one.
std::optional<CurvedSurface> surface_at(const CurvedBody& body, const Vec3& point,
                                        const Vec3& normal) {
    constexpr double kOn = 1e-6;           // share of the size
    constexpr double kAlong = 1.0 - 1e-6;  // cosine
    for (const PlacedSolid& placed : body.placed) {
        for (const SmoothFeature& feature : placed.solid->features) {
            const Jet jet = placed_jet(placed, feature, point + feature.extra * normal);
            const double slope = jet.gradient.norm();
            if (std::abs(jet.value) <= kOn * placed.solid->size * slope &&
                jet.gradient.dot(normal) >= kAlong * slope) {
                return CurvedSurface{&placed, &feature};
            }
        }
    }
    return std::nullopt;
}

/// Returns a speed that bounds those that move a contact: of the bodies past each other, and of
/// their turning. A ball that rolls does not slip, but its contact moves on [m/s].
double speed_at(const SolidMotion& a, const SolidMotion& b, const Vec3& point) {
    return (b.velocity - a.velocity).norm() + a.angular_velocity.cross(point - a.about).norm() +
           b.angular_velocity.cross(point - b.about).norm();
}

/// Returns true when Δt² k / 2 says how the gap changes: along a path with radius ρ the normal
/// turns by u Δt / ρ, and Δt |k| / 2 = u² Δt / 2ρ is half of that times u.
bool holds_for_step(const ExtremalRates& rates, double speed, double time_step) {
    constexpr double kMostBend = 0.2;  // [rad]
    return time_step * rates.normal_rate.norm() <= kMostBend &&
           0.5 * time_step * std::abs(rates.curvature_rate) <= 0.5 * kMostBend * speed;
}

std::optional<double> curvature_rate_of(const CurvedBody& a, const CurvedBody& b,
                                        const ContactPoint& contact, const Vec3& origin,
                                        double time_step) {
    const Vec3 half_way = 0.5 * contact.separation * contact.normal;
    const Vec3 on_a = contact.position - half_way - origin;
    const Vec3 on_b = contact.position + half_way - origin;
    const auto surface_a = surface_at(a, on_a, contact.normal);
    const auto surface_b = surface_at(b, on_b, -contact.normal);
    if (!surface_a || !surface_b) {
        return std::nullopt;
    }
    const FeaturePair pair{surface_a->solid, surface_b->solid, surface_a->feature,
                           surface_b->feature};
    const ExtremalState state = guess_state(pair, on_a + surface_a->feature->extra * contact.normal,
                                            on_b - surface_b->feature->extra * contact.normal);
    const ExtremalRates rates = extremal_rates(pair, state, a.motion, b.motion);
    const double speed = speed_at(a.motion, b.motion, contact.position - origin);
    if (!std::isfinite(rates.curvature_rate) || !holds_for_step(rates, speed, time_step)) {
        return std::nullopt;
    }
    return rates.curvature_rate;
}

}  // namespace

std::vector<std::optional<double>> contact_curvature_rates(const TestCase& scene,
                                                           std::span<const RigidBody> bodies,
                                                           std::span<const Pose> poses,
                                                           std::span<const ContactPoint> contacts,
                                                           double time_step) {
    std::vector<std::optional<double>> rates(contacts.size());
    std::vector<std::optional<CurvedBody>> curved(bodies.size());
    const Vec3 origin = poses.empty() ? Vec3(Vec3::Zero()) : poses[0].translation;
    const auto make_ready = [&](int i) {
        const SmoothShape* const shape = exact_shape(scene.bodies[i].shape);
        if (shape == nullptr || curved[i]) {
            return shape != nullptr;
        }
        CurvedBody& own = curved[i].emplace();
        own.body = make_smooth_body(*shape);
        Pose placed = poses[i];
        placed.translation -= origin;
        own.placed = placed_solids(own.body, placed);
        own.motion.about = placed * bodies[i].state.center_of_mass;
        if (!bodies[i].fixed) {
            own.motion.velocity = bodies[i].state.linear_velocity;
            own.motion.angular_velocity = bodies[i].state.angular_velocity;
        }
        return true;
    };
    for (int i = 0; i < std::ssize(contacts); ++i) {
        const ContactPoint& contact = contacts[i];
        if (make_ready(contact.body_a) && make_ready(contact.body_b)) {
            rates[i] = curvature_rate_of(*curved[contact.body_a], *curved[contact.body_b], contact,
                                         origin, time_step);
        }
    }
    return rates;
}

}  // namespace touchstone
