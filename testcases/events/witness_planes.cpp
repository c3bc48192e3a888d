#include "testcases/events/witness_planes.h"

#include <optional>

#include "methods/smooth/extremal_rates.h"
#include "testcases/events/box_gap.h"
#include "testcases/events/event_motion.h"

namespace touchstone {
namespace {

/// A body as its solids, placed.
struct PlacedBody {
    SmoothBody body;
    std::vector<PlacedSolid> parts;
    Vec3 centre = Vec3::Zero();
    double reach = 0.0;  ///< bound on the distance of its points from the centre [m]
};

std::optional<PlacedBody> placed_body(const Shape& shape, const Pose& frame_from_shape) {
    const std::optional<SmoothShape> own = event_shape(shape);
    if (!own) {
        return std::nullopt;
    }
    PlacedBody result;
    result.body = make_smooth_body(*own);
    result.centre = frame_from_shape.translation;
    result.reach = smooth_reach(*own);
    return result;
}

/// Returns the nearest points of two solids; nothing where they have no answer.
std::optional<SmoothContact> nearest_contact(const PlacedSolid& a, const PlacedSolid& b,
                                             double reach) {
    const std::optional<CorePart> core_a = core_part(a.solid->primitive);
    const std::optional<CorePart> core_b = core_part(b.solid->primitive);
    if (core_a && core_b && core_a->radius + core_b->radius == 0.0) {
        return box_gap(a, *core_a, b, *core_b).contact;
    }
    std::optional<SmoothContact> result;
    const auto take = [&](const SmoothContact& contact) {
        if (!result || contact.separation < result->separation) {
            result = contact;
        }
    };
    if (core_a && core_b) {
        const auto found = core_contacts(a, *core_a, b, *core_b, reach);
        for (const CoreContact& core : found ? *found : std::vector<CoreContact>{}) {
            take(core.contact);
        }
        return result;
    }
    for (const ExtremalPair& pair : followed_pair({}, a, b, 0.0).answer.pairs) {
        for (const SmoothContact& contact : pair.contacts) {
            take(contact);
        }
    }
    return result;
}

}  // namespace

std::vector<WitnessPlane> witness_planes(const TestCase& scene,
                                         std::span<const Pose> world_from_shape, double reach) {
    const Vec3 origin =
        world_from_shape.empty() ? Vec3(Vec3::Zero()) : world_from_shape[0].translation;
    std::vector<std::optional<PlacedBody>> bodies;
    bodies.reserve(world_from_shape.size());
    for (std::size_t i = 0; i < world_from_shape.size(); ++i) {
        Pose pose = world_from_shape[i];
        pose.translation -= origin;
        bodies.push_back(scene.bodies[i].elastic ? std::nullopt
                                                 : placed_body(scene.bodies[i].shape, pose));
        if (bodies.back()) {
            bodies.back()->parts = placed_solids(bodies.back()->body, pose);
        }
    }
    std::vector<WitnessPlane> planes;
    for (int a = 0; a < std::ssize(bodies); ++a) {
        for (int b = a + 1; b < std::ssize(bodies); ++b) {
            if (!bodies[a] || !bodies[b] || (scene.bodies[a].fixed && scene.bodies[b].fixed) ||
                (bodies[b]->centre - bodies[a]->centre).norm() >
                    bodies[a]->reach + bodies[b]->reach + reach) {
                continue;
            }
            WitnessPlane plane;
            for (const PlacedSolid& part_a : bodies[a]->parts) {
                for (const PlacedSolid& part_b : bodies[b]->parts) {
                    const auto found = nearest_contact(part_a, part_b, reach);
                    if (found && found->separation <= reach &&
                        !(found->separation >= plane.separation)) {
                        plane = {a, b, 0.5 * (found->point_a + found->point_b) + origin,
                                 found->normal, found->separation};
                    }
                }
            }
            if (plane.body_a >= 0) {
                planes.push_back(plane);
            }
        }
    }
    return planes;
}

}  // namespace touchstone
