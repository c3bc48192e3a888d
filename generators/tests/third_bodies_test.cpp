#include "generators/third_bodies.h"

#include <cmath>
#include <vector>

#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Two boxes one above the other with a gap of 1 m along y, and a contact across it.
struct Gap {
    CollisionShape box = make_facet_shape(make_box({4.0, 0.5, 4.0}));
    CollisionShape third = make_facet_shape(make_box({1.0, 0.3, 1.0}));
    Pose world_from_scene;

    /// Returns true when a third body, its centre at that place, takes the contact away. The gap
    /// runs from (0, 0, 0) to (0, 1, 0).
    bool is_dropped(const Vec3& place) const {
        const auto body = [&](const CollisionShape& shape, const Vec3& position) {
            const Pose pose{world_from_scene.rotation,
                            world_from_scene.rotation * position + world_from_scene.translation};
            return SceneBody{make_collider(shape, pose), false};
        };
        const std::vector<SceneBody> bodies{body(box, {0.0, -0.25, 0.0}),
                                            body(box, {0.0, 1.25, 0.0}), body(third, place)};
        ContactPoint contact;
        contact.body_a = 0;
        contact.body_b = 1;
        contact.normal = world_from_scene.rotation * Vec3::UnitY();
        contact.position =
            world_from_scene.rotation * Vec3(0.0, 0.5, 0.0) + world_from_scene.translation;
        contact.separation = 1.0;
        contact.feature_a.type = FeatureType::Face;
        contact.feature_b.type = FeatureType::Face;
        std::vector<ContactPoint> contacts{contact};
        drop_beside_third_bodies(bodies, 2.0, contacts);
        return contacts.empty();
    }
};

}  // namespace

TEST_CASE("a body takes away contacts across it, and none along its faces", "[third_bodies]") {
    for (int i = 0; i < 40; ++i) {
        CAPTURE(i);
        Gap gap;
        const Vec3 axis(std::sin(1.0 * i), std::cos(2.0 * i), 0.4);
        gap.world_from_scene = {Quat(Eigen::AngleAxisd(0.37 * i, axis.normalized())),
                                0.1 * i * Vec3(1.0, -2.0, 3.0)};
        CHECK(gap.is_dropped({0.0, 0.5, 0.0}));    // around the middle
        CHECK(gap.is_dropped({0.3, 0.25, -0.3}));  // beside it, below the middle
        // Flush with one of its faces, or one of its edges, whatever rounding makes of it.
        for (const double height : {0.5, 0.25, 0.75}) {
            CHECK_FALSE(gap.is_dropped({0.5, height, 0.1}));
            CHECK_FALSE(gap.is_dropped({-0.5, height, 0.1}));
            CHECK_FALSE(gap.is_dropped({0.1, height, 0.5}));
            CHECK_FALSE(gap.is_dropped({0.5, height, -0.5}));
        }
        CHECK_FALSE(gap.is_dropped({0.6, 0.5, 0.0}));
    }
}
