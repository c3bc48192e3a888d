// What becomes of unit scenes of Li et al. [2020], by what mechanics says of them.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/cases/script_cases.h"
#include "testcases/motion/deformed_bodies.h"
#include "testcases/motion/simulation.h"

using namespace touchstone;

namespace {

const std::string kUnitMover = "barrier";

using Assignments = std::vector<std::pair<std::string, std::string>>;

/// A unit scene in motion.
class MovingScene {
 public:
    /// `options`: of the barrier.
    MovingScene(TestCase test_case, const Assignments& options)
        : settings_(settings_with(options)),
          scene_(make_study_scene(std::move(test_case), false, settings_, std::nullopt,
                                  std::vector{kUnitMover})),
          simulation_(scene_, kUnitMover, settings_),
          rest_(simulation_.elastic_rest()) {
        for (const TetMesh& body : rest_.bodies) {
            std::vector<double>& masses = masses_.emplace_back(body.vertices.size(), 0.0);
            for (const Tet& tet : body.tets) {
                for (const int v : tet) {
                    masses[v] += 0.25 * signed_volume(body, tet);
                }
            }
        }
    }

    /// Takes steps, each of which must converge without a crossing.
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            record_ = simulation_.step();  // throws for what may not be
            REQUIRE(record_.deformation);
        }
    }

    const StepRecord& record() const { return record_; }
    const std::vector<BodySetup>& bodies() const { return scene_.test_case.bodies; }

    /// Returns the positions of a body's vertices, world frame [m].
    std::vector<Vec3> vertices(int body) const {
        return elastic_vertices(rest_, &record_, body, Pose{});
    }

    /// Returns the mean velocity of some vertices of a body, each weighed by its mass [m/s].
    Vec3 velocity(int body, const std::vector<int>& of) const {
        Vec3 sum = Vec3::Zero();
        double mass = 0.0;
        for (const int v : of) {
            sum += masses_[body][v] * record_.barrier->elastic[body].velocities[v];
            mass += masses_[body][v];
        }
        return sum / mass;
    }

    /// Returns the centre of mass of all elastic bodies, which have the same density [m].
    Vec3 center_of_mass() const {
        Vec3 sum = Vec3::Zero();
        double mass = 0.0;
        for (int i = 0; i < std::ssize(masses_); ++i) {
            const std::vector<Vec3> points = vertices(i);
            for (std::size_t v = 0; v < points.size() && !rest_.bodies[i].tets.empty(); ++v) {
                sum += masses_[i][v] * points[v];
                mass += masses_[i][v];
            }
        }
        return sum / mass;
    }

    /// Returns the positions of the vertices of all elastic bodies [m].
    std::vector<Vec3> all_vertices() const {
        std::vector<Vec3> all;
        for (int i = 0; i < std::ssize(rest_.bodies); ++i) {
            if (!rest_.bodies[i].tets.empty()) {
                const std::vector<Vec3> points = vertices(i);
                all.insert(all.end(), points.begin(), points.end());
            }
        }
        return all;
    }

 private:
    static StudySettings settings_with(const Assignments& options) {
        StudySettings settings = make_study_settings(Profile::Corrected);
        assign(settings, {kUnitMover, "moves", "on"});
        for (const auto& [name, value] : options) {
            assign(settings, {kUnitMover, name, value});
        }
        return settings;
    }

    StudySettings settings_;
    StudyScene scene_;
    Simulation simulation_;
    ElasticRest rest_;
    std::vector<std::vector<double>> masses_;  ///< by body and vertex, for a density of 1 [m³]
    StepRecord record_;
};

/// Returns how far the vertex that has gone farthest across gravity has gone [m].
double gone(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    double farthest = 0.0;
    for (std::size_t v = 0; v < from.size(); ++v) {
        const Vec3 way = to[v] - from[v];
        farthest = std::max(farthest, std::hypot(way.x(), way.z()));
    }
    return farthest;
}

TestCase stack(double friction, double stiffer) {
    TestCase test_case = make_script_case("ipc_14");
    test_case.friction = friction;
    for (BodySetup& body : test_case.bodies) {
        if (body.elastic) {
            body.elastic->material.young *= stiffer;
        }
    }
    return test_case;
}

constexpr int kSettled = 40;  // steps of 25 ms after which the stack of ipc_14 has come down
constexpr int kStackSteps = 200;
constexpr double kStackHeight = 0.555;  // of the five cubes [m]

}  // namespace

TEST_CASE("unit scenes hold to the end of their scripts' time", "[script][slow]") {
    constexpr int kMostSteps = 2000;  // two scripts ask for ten times as many as the others
    std::vector<std::string> ids{"ipc_27", "ipc_mass_ratio", "ipc_tet_slots"};
    for (int i = 1; i <= 26; ++i) {
        ids.push_back((i < 10 ? "ipc_0" : "ipc_") + std::to_string(i));
    }
    for (const std::string& id : ids) {
        CAPTURE(id);
        TestCase test_case = make_script_case(id);
        const int steps = std::min(kMostSteps, test_case.simulate->steps);
        double lowest_fixed = std::numeric_limits<double>::infinity();
        bool is_dragged = false;
        bool may_invert = false;
        for (const BodySetup& body : test_case.bodies) {
            if (body.fixed) {
                for (const Vec3& vertex : make_surface(body.shape).vertices) {
                    lowest_fixed = std::min(lowest_fixed, (body.world_from_shape * vertex).y());
                }
            }
            for (const DriveSetup& part : body.driven) {
                is_dragged = is_dragged || part.motion.velocity != Vec3::Zero();
            }
            may_invert = may_invert || (body.elastic && body.elastic->material.model ==
                                                            ElasticModel::FixedCorotated);
        }
        MovingScene scene(std::move(test_case), {});
        double first = 0.0;
        double highest = 0.0;  // kinetic energy
        for (int i = 0; i < steps; ++i) {
            scene.run(1);  // throws for a step that does not converge, and for a crossing
            const Energy& energy = scene.record().energy;
            first = i == 0 ? energy.kinetic + energy.potential : first;
            highest = std::max(highest, energy.kinetic);
            if (!may_invert) {
                REQUIRE(scene.record().deformation->inverted == 0);
            }
        }
        const Energy& energy = scene.record().energy;
        if (!is_dragged) {
            CHECK(energy.kinetic + energy.potential < first);
        }
        double lowest = std::numeric_limits<double>::infinity();
        for (const Vec3& vertex : scene.all_vertices()) {
            lowest = std::min(lowest, vertex.y());
        }
        if (lowest > lowest_fixed) {  // else it falls where nothing is to fall on
            CHECK(energy.kinetic < highest);
        }
    }
}

TEST_CASE("a stack of five cubes stands straight where there is friction", "[script]") {
    MovingScene scene(stack(0.5, 1.0), {{"accuracy", "2e-5"}});
    scene.run(kSettled);
    const std::vector<Vec3> settled = scene.all_vertices();
    scene.run(kStackSteps - kSettled);
    CHECK(gone(settled, scene.all_vertices()) < 1e-3 * kStackHeight);
}

TEST_CASE("a stack without friction falls where its cubes are soft, and keeps its momentum",
          "[script]") {
    // What lies δ beside the middle of a cube of edge a tilts its top by 12 W δ/(E a³): with four
    // such cubes above, offsets grow by e in 1/(g √(48 ρ/E)) = 0.47 s, or in twice that where E is
    // four times as large.
    const Assignments exact{{"primitives", "facets"}, {"dhat", "1e-6"}, {"accuracy", "1e-7"}};
    MovingScene soft(stack(0.0, 1.0), exact);
    soft.run(1);
    const Vec3 start = soft.center_of_mass();
    soft.run(kSettled - 1);
    const std::vector<Vec3> settled = soft.all_vertices();
    soft.run(kStackSteps / 2 - kSettled);
    CHECK(gone(settled, soft.all_vertices()) > 0.05);
    // No force acts across gravity but between the cubes.
    const Vec3 way = soft.center_of_mass() - start;
    CHECK(std::hypot(way.x(), way.z()) < kStackSteps / 2 * 0.025 * 1e-7);

    MovingScene stiff(stack(0.0, 4.0), exact);
    stiff.run(kSettled);
    const std::vector<Vec3> stands = stiff.all_vertices();
    stiff.run(kStackSteps - kSettled);
    CHECK(gone(stands, stiff.all_vertices()) < 1e-3 * kStackHeight);
}

TEST_CASE("a cube falls to the bottom of a tight slot and leaves it where it is open", "[script]") {
    MovingScene scene(make_script_case("ipc_tight_cube"), {});
    const std::vector<int>& held = scene.bodies()[0].driven[0].vertices;
    scene.run(1);
    std::vector<int> cube;
    std::vector<Vec3> points = scene.vertices(0);
    double front_of_walls = points[held[0]].z();
    for (int v = 0; v < std::ssize(points); ++v) {
        if (std::ranges::find(held, v) == held.end()) {
            cube.push_back(v);
        } else {
            front_of_walls = std::max(front_of_walls, points[v].z());
        }
    }
    const auto bounds = [&] {
        BoundingBox box;
        points = scene.vertices(0);
        for (const int v : cube) {
            extend(box, {points[v], points[v]});
        }
        return box;
    };
    // There is a wall behind the cube and at both sides, and none in front.
    CHECK(bounds().upper.z() == Approx(front_of_walls).margin(1e-3));
    scene.run(11);
    // At the bottom, 1e-3 m below the walls, with the walls of a slot of 1 m within 1e-4 m.
    BoundingBox box = bounds();
    CHECK(box.lower.y() < -0.9e-3);
    CHECK(box.lower.y() > -1e-3);
    CHECK(box.lower.x() > 1.0);
    CHECK(box.upper.x() < 2.0);
    CHECK(box.lower.z() > 1.0);
    CHECK(box.lower.z() < 1.0001);
    for (const ContactPoint& contact : scene.record().contacts) {
        CHECK(contact.separation > 0.0);
    }
    // As it is pressed flat it can but push itself off the wall behind, and without friction
    // nothing holds it.
    scene.run(2);
    CHECK(scene.velocity(0, cube).z() > 0.5);
    CHECK(std::abs(scene.velocity(0, cube).x()) < 0.05);
    CHECK(bounds().upper.z() > front_of_walls + 0.1);
}
