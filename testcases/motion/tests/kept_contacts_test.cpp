#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "generators/detection_memory.h"
#include "generators/find_contacts.h"
#include "generators/local/settled_tets.h"
#include "methods/testing/catch.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

// What a memory gives back, and what it keeps.

using namespace touchstone;

namespace {

StudyScene make_pillar() {
    return make_study_scene("pillar", make_study_settings(Profile::Corrected), std::nullopt,
                            std::vector<std::string>{"opposing"});
}

/// The Pillar's bodies, and queries of them with a memory by methods made up for a test.
class RememberingPillar {
 public:
    RememberingPillar() : scene_(make_pillar()) { poses = body_poses(make_rigid_bodies(scene_)); }

    std::vector<Pose> poses;
    std::vector<ContactPoint> last;  ///< of the last query
    DetectionMemory memory;

    std::vector<ContactPoint> find(const Generator& method, Query query = {}) {
        const BodyShapes& shapes = scene_.shapes.begin()->second;
        memory.begin(static_cast<int>(poses.size()));
        for (int i = 0; i < std::ssize(poses); ++i) {
            memory.place_body(i, shapes.of(i), poses[i], scene_.test_case.bodies[i].fixed,
                              Vec3::Zero(), Vec3::Zero());
        }
        query.last_contacts = last;
        last = find_contacts(memory, method, query);
        return last;
    }

    /// Finds until contacts repeat.
    void settle(const Generator& method) {
        for (int query = 0; query < 3; ++query) {
            find(method);
        }
        REQUIRE(memory.counts().body_pairs > 1);
        REQUIRE(memory.counts().repeated == memory.counts().body_pairs);
    }

 private:
    StudyScene scene_;
};

/// Returns a method with one contact, halfway between the bodies.
Generator make_halfway(const std::string& id) {
    Generator method;
    method.id = id;
    method.generate = [](const Collider& a, const Collider& b, const Query&) {
        ContactPoint contact;
        contact.position = 0.5 * (a.world_from_body.translation + b.world_from_body.translation);
        contact.normal = Vec3::UnitY();
        contact.separation = 0.0;
        return std::vector{contact};
    };
    return method;
}

}  // namespace

TEST_CASE("no contacts repeat after a query that threw", "[memory]") {
    bool throws = false;
    Generator method = make_halfway("halfway");
    method.generate = [&throws, halfway = method.generate](const Collider& a, const Collider& b,
                                                           const Query& query) {
        if (throws) {
            throw std::runtime_error("as planted");
        }
        return halfway(a, b, query);
    };
    RememberingPillar pillar;
    pillar.settle(method);
    const std::vector<ContactPoint> before = pillar.last;
    for (Pose& pose : pillar.poses) {
        pose.translation.x() += 1.0;
    }
    throws = true;
    CHECK_THROWS_AS(pillar.find(method), std::runtime_error);
    throws = false;
    const std::vector<ContactPoint> after = pillar.find(method);
    REQUIRE(after.size() == before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        CHECK(after[i].position.x() == Approx(before[i].position.x() + 1.0));
    }
}

TEST_CASE("pairs that are counted as repeated are those the method was not asked about",
          "[memory]") {
    int asked = 0;
    Generator method = make_halfway("halfway");
    method.generate = [&asked, halfway = method.generate](const Collider& a, const Collider& b,
                                                          const Query& query) {
        ++asked;
        query.memory->was_of_use = true;
        query.memory->settled = 1;
        return halfway(a, b, query);
    };
    RememberingPillar pillar;
    for (int query = 0; query < 5; ++query) {
        asked = 0;
        pillar.find(method);
        const MemoryCounts& counts = pillar.memory.counts();
        CHECK(counts.repeated == counts.body_pairs - asked);
        CHECK(counts.eased == asked);
        CHECK(counts.settled == asked);
    }
    CHECK(asked == 0);
    // Contacts of the step before are a part of the question, wherever they differ.
    pillar.last.front().position.x() += 1e-9;
    pillar.find(method);
    CHECK(asked == 1);
}

TEST_CASE("contacts repeat for the same question only", "[memory]") {
    Generator method = make_halfway("halfway");
    method.generate = [halfway = method.generate](const Collider& a, const Collider& b,
                                                  const Query& query) {
        std::vector<ContactPoint> contacts = halfway(a, b, query);
        contacts.front().separation =
            query.time_step + query.acceleration + (query.look_ahead ? 1.0 : 0.0);
        return contacts;
    };
    RememberingPillar pillar;
    pillar.settle(method);
    CHECK(pillar.find(method, {.time_step = 0.5}).front().separation == 0.5);
    pillar.settle(method);
    CHECK(pillar.find(method, {.time_step = 0.5, .acceleration = 2.0}).front().separation == 2.5);
    pillar.settle(method);
    CHECK(pillar.find(method, {.time_step = 0.5, .look_ahead = true}).front().separation == 1.5);
}

TEST_CASE("a method finds nothing that another has left in a memory", "[memory]") {
    struct Own : PairMemory {};
    const auto make = [](const std::string& id, bool& foreign) {
        Generator method = make_halfway(id);
        method.generate = [&foreign, halfway = method.generate](
                              const Collider& a, const Collider& b, const Query& query) {
            foreign = foreign || query.memory->kept != nullptr;
            query.memory->kept = std::make_unique<Own>();
            return halfway(a, b, query);
        };
        return method;
    };
    bool first_found = false;
    bool second_found = false;
    RememberingPillar pillar;
    pillar.find(make("first", first_found));
    CHECK_FALSE(first_found);
    pillar.find(make("second", second_found));
    CHECK_FALSE(second_found);
    pillar.poses.back().translation.y() += 1e-9;
    pillar.find(make("second", second_found));
    CHECK(second_found);
}

TEST_CASE("pairs are not kept that are many times those near each other", "[memory]") {
    const StudyScene scene = make_pillar();
    const std::vector<Pose> poses = body_poses(make_rigid_bodies(scene));
    const BodyShapes& shapes = scene.shapes.begin()->second;
    const Collider first = make_collider(shapes.of(0), poses[0]);
    const Collider second = make_collider(shapes.of(2), poses[2]);
    std::vector<ElementPair> all;
    for (int i = 0; i < std::ssize(first.tets); ++i) {
        for (int j = 0; j < std::ssize(second.tets); ++j) {
            all.push_back({i, j});
        }
    }
    const LocalSettings settings;
    SettledTets tets;
    tets.observe(first, second);
    tets.observe(first, second);
    const std::optional<double> room = tets.wide_room_wanted();
    REQUIRE(room);
    constexpr double kMargin = 1e-9;  // [m]
    tets.keep_wide(*room, all, 0.0, {nullptr, kMargin, settings});
    CHECK(tets.left());
    const double everything = 10.0 * (first.shape->size + second.shape->size);
    const std::int64_t near = std::ranges::count_if(all, [&](const ElementPair& pair) {
        return come_near(first.tets[pair.a], second.tets[pair.b], kMargin);
    });
    REQUIRE(std::ssize(all) > 4 * near + 64);
    for (int pause = 1; pause <= 4; pause *= 2) {
        tets.keep_wide(everything, all, 0.0, {nullptr, kMargin, settings});
        CHECK_FALSE(tets.left());
        for (int query = 0; query < pause; ++query) {
            CHECK_FALSE(tets.wide_room_wanted());
        }
        CHECK(tets.wide_room_wanted());
    }
}
