// The memory and the contacts of queries of walls of many bricks, which are placed only while they
// are asked about, from nothing and remembering.

#include <algorithm>

#include "generators/local/tests/counted_new.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/same_bits.h"
#include "methods/testing/catch.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// A wall as it stands.
class Wall {
 public:
    Wall(const std::string& id, int layers, int span)
        : settings_(make_study_settings(Profile::Corrected)),
          scene_(make_study_scene(make_case(layers, span), false, settings_, std::nullopt,
                                  std::vector{id})),
          generator_(find_generator(id)),
          bodies_(scene_.test_case.bodies.size()) {
        for (const BodySetup& body : scene_.test_case.bodies) {
            poses_.push_back(body.world_from_shape);
        }
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].state.linear_velocity =
                Vec3(0.01, -0.02, 0.001 * static_cast<double>(i % 5));
        }
    }

    /// Asks for the contacts as studies do, with outlines where there are many bricks. `memory`:
    /// null for a query from nothing.
    std::vector<ContactPoint> contacts(DetectionMemory* memory = nullptr) const {
        return find_scene_contacts(scene_, generator_, settings_.generators.at(generator_.id),
                                   {.poses = poses_,
                                    .bodies = bodies_,
                                    .time_step = 0.01,
                                    .look_ahead = true,
                                    .memory = memory});
    }

    /// Moves bricks as little as those of a wall at rest do.
    void move() {
        constexpr double kRest = 1e-13;  // [m]
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            poses_[i].translation.y() += kRest * static_cast<double>(i % 3);
        }
    }

    /// Asks with every brick placed beforehand.
    std::vector<ContactPoint> contacts_of_placed() const {
        const Query query{.time_step = 0.01,
                          .settings = settings_.generators.at(generator_.id),
                          .look_ahead = true};
        const BodyShapes& shapes = scene_.shapes.at(generator_.shape_rule(query.settings));
        std::vector<SceneBody> placed;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            SceneBody& body = placed.emplace_back(
                SceneBody{make_collider(shapes.of(static_cast<int>(i)), poses_[i]),
                          scene_.test_case.bodies[i].fixed});
            body.collider.linear_velocity = bodies_[i].state.linear_velocity;
        }
        return find_contacts(placed, generator_, query);
    }

 private:
    static TestCase make_case(int layers, int span) {
        TestCase wall;
        wall.id = "wall";
        wall.bodies = make_wall_bodies({.layers = layers, .span = span});
        return wall;
    }

    StudySettings settings_;
    StudyScene scene_;
    const Generator& generator_;
    std::vector<RigidBody> bodies_;
    std::vector<Pose> poses_;
};

bool are_same(const ContactPoint& a, const ContactPoint& b) {
    return same_bits(a.position, b.position) && same_bits(a.normal, b.normal) &&
           same_bits(a.separation, b.separation) && a.feature_a == b.feature_a &&
           a.feature_b == b.feature_b && a.body_a == b.body_a && a.body_b == b.body_b;
}

}  // namespace

TEST_CASE("bricks that are placed while they are asked about have the contacts of placed ones",
          "[memory]") {
    const std::string id = GENERATE("opposing", "closest_points", "semi_local");
    // A layer is longer than what is kept at a time.
    const Wall wall(id, 4, 1200);
    const std::vector<ContactPoint> expected = wall.contacts_of_placed();
    REQUIRE(expected.size() > 10000);
    for (const int threads : {1, 2}) {
        Arena arena(threads);
        CAPTURE(id, threads);
        const std::vector<ContactPoint> contacts = arena.execute([&] { return wall.contacts(); });
        CHECK(std::ranges::equal(contacts, expected, are_same));
    }
}

TEST_CASE("the memory of a query is bounded by the bricks and contacts of a wall", "[memory]") {
    // Per contact: itself, and room for those to come, which is foretold. Per brick: its outline
    // and place in the list of pairs. What is placed at a time, and the parts of the answer that
    // have not joined it, do not grow.
    constexpr double kOfContact = 1.5 * sizeof(ContactPoint);
    constexpr double kOfBrick = 600.0;
    constexpr double kAlways = 32e6;
    const std::string id = GENERATE("opposing", "volume_sat", "semi_local");
    const int layers = GENERATE(50, 150);
    constexpr int kSpan = 100;
    const Wall wall(id, layers, kSpan);
    Arena one_thread(1);
    forget_most();
    const std::size_t contacts = one_thread.execute([&] { return wall.contacts(); }).size();
    const auto most = static_cast<double>(most_allocated());
    const double bricks = static_cast<double>(layers) * kSpan;
    CAPTURE(id, bricks, contacts, most);
    CHECK(most < kAlways + kOfBrick * bricks + kOfContact * static_cast<double>(contacts));
    CHECK(most > static_cast<double>(contacts * sizeof(ContactPoint)));
}

TEST_CASE("a memory of many bricks gives the contacts of a query from nothing", "[memory]") {
    const std::string id = GENERATE("opposing", "volume_sat", "semi_local");
    const int threads = GENERATE(1, 2);
    // A layer is longer than what is kept at a time.
    Wall wall(id, 3, 1200);
    DetectionMemory memory;
    Arena arena(threads);
    for (int query = 0; query < 4; ++query) {
        wall.move();
        const std::vector<ContactPoint> expected = wall.contacts();
        REQUIRE(expected.size() > 10000);
        CAPTURE(id, threads, query);
        const std::vector<ContactPoint> contacts =
            arena.execute([&] { return wall.contacts(&memory); });
        CHECK(std::ranges::equal(contacts, expected, are_same));
    }
    CHECK(2 * memory.counts().eased > memory.counts().body_pairs);
    const bool has_tets = id != "semi_local";
    CHECK(is_outline(memory.bodies().back().collider) == has_tets);
}

TEST_CASE("a memory keeps of a brick no more than its outline and what is known of its pairs",
          "[memory]") {
    // Per brick, its outline, and its three pairs with the tets that may make contacts. The brick's
    // own tets would take another 5 kB.
    constexpr double kOfContact = 1.5 * sizeof(ContactPoint);
    constexpr double kOfBrick = 4000.0;
    constexpr double kAlways = 32e6;
    constexpr int kLayers = 100;
    constexpr int kSpan = 100;
    Wall wall("opposing", kLayers, kSpan);
    Arena one_thread(1);
    DetectionMemory memory;
    forget_most();
    std::size_t contacts = 0;
    for (int query = 0; query < 4; ++query) {
        wall.move();
        contacts = one_thread.execute([&] { return wall.contacts(&memory); }).size();
    }
    const auto most = static_cast<double>(most_allocated());
    constexpr double kBricks = static_cast<double>(kLayers) * kSpan;
    CAPTURE(contacts, most);
    CHECK(most < kAlways + kOfBrick * kBricks + kOfContact * static_cast<double>(contacts));
}
