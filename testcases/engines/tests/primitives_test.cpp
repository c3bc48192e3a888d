// Engines that have spheres, ellipsoids, … as shapes of their own, beside the exact contacts of
// these.

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "generators/external/external_generator.h"
#include "methods/smooth/smooth_solid.h"
#include "methods/testing/catch.h"
#include "testcases/engines/tests/built_engines.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

constexpr double kDepth = 0.02;

/// What an engine makes of two kinds of solids.
enum class Skill {
    Lacks,   ///< it has no such shape
    Coarse,  ///< the sign, the frame and the scale are right
    Exact    ///< right to rounding
};

struct EngineSkill {
    std::string program;
    std::string options;
    std::string lacks;        ///< kinds that it does not have
    std::string exact_pairs;  ///< "sphere-capsule …", first kind first
    double tilt = 0.1;        ///< of the other normals, at most [rad]
};

/// Minkowski portal refinement, in libccd and in those who call it, stops at a portal that its
/// search happens to meet: normals are off by half a radian at this depth.
constexpr double kPortalTilt = 0.8;

std::vector<EngineSkill> all_skills() {
    const std::string closed = "sphere-sphere sphere-capsule sphere-box capsule-capsule";
    return {
        {"bullet", "", "ellipsoid superellipsoid round_box torus", closed + " sphere-cylinder"},
        {"ode", "", "ellipsoid cone superellipsoid round_box torus",
         closed + " sphere-cylinder capsule-box", kPortalTilt},
        {"fcl", "", "superellipsoid round_box torus", "sphere-sphere sphere-cylinder sphere-box",
         kPortalTilt},
        {"libccd_epa", "", "torus", "", 0.02},
        {"libccd_mpr", "", "torus", "sphere-sphere", kPortalTilt},
        {"mujoco", "", "cone superellipsoid round_box torus", closed + " capsule-box"},
    };
}

bool is_among(const std::string& word, const std::string& words) {
    return (" " + words + " ").find(" " + word + " ") != std::string::npos;
}

Skill skill_of(const EngineSkill& engine, const std::string& first, const std::string& second) {
    if (is_among(first, engine.lacks) || is_among(second, engine.lacks)) {
        return Skill::Lacks;
    }
    return is_among(first + "-" + second, engine.exact_pairs) ? Skill::Exact : Skill::Coarse;
}

const std::array<SmoothPrimitive, 8> kSolids{
    SmoothBall{0.5},
    SmoothCapsule{0.3, 0.5},
    SmoothEllipsoid{{0.6, 0.4, 0.3}},
    SmoothCylinder{0.4, 0.7},
    SmoothCone{0.5, 0.9},
    SmoothSuperellipsoid{{0.6, 0.4, 0.5}, 4.0},
    SmoothRoundBox{{0.9, 0.7, 0.6}, 0.15},
    SmoothTorus{0.5, 0.2},
};
const Vec3 kBoxSize(1.0, 0.8, 0.6);

Vec3 random_vector(std::mt19937& random) {
    const auto number = [&] { return 2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0; };
    const double x = number();
    const double y = number();
    return {x, y, number()};
}

Quat random_turn(std::mt19937& random) {
    const Vec3 axis = random_vector(random).normalized();
    return Quat(Eigen::AngleAxisd(3.0 * random_vector(random).x(), axis));
}

/// A body at the origin: a solid of the list, or the box after all of them.
BodySetup make_body(std::size_t kind, const Quat& turn) {
    BodySetup body;
    body.name = "body";
    if (kind < kSolids.size()) {
        body.shape = CurvedShape{{{{kSolids[kind], {}}}}, {2, Quat::Identity()}};
    } else {
        body.shape = BoxShape{kBoxSize};
    }
    body.world_from_shape.rotation = turn;
    return body;
}

std::string kind_word(std::size_t kind) {
    return kind < kSolids.size() ? smooth_kind(kSolids[kind]) : "box";
}

Vec3 support_point(std::size_t kind, const Quat& turn, const Vec3& direction) {
    const Vec3 own = turn.conjugate() * direction;
    if (kind == kSolids.size()) {
        return turn * Vec3(0.5 * kBoxSize.cwiseProduct(own.cwiseSign()));
    }
    const SmoothSolid solid = make_smooth_solid(kSolids[kind]);
    return support({&solid, turn.toRotationMatrix(), Vec3::Zero()}, direction);
}

/// Two bodies in a random pose whose points along some direction overlap by kDepth.
TestCase make_pair(std::size_t first, std::size_t second, unsigned seed, bool swapped) {
    std::mt19937 random(seed);
    const Quat turn_a = random_turn(random);
    const Quat turn_b = random_turn(random);
    const Vec3 way = random_vector(random).normalized();
    TestCase pair;
    pair.id = "pair";
    BodySetup a = make_body(first, turn_a);
    a.name = "one";
    a.world_from_shape.translation = Vec3(0.3, -0.2, 0.1);
    BodySetup b = make_body(second, turn_b);
    b.name = "two";
    b.world_from_shape.translation = a.world_from_shape.translation +
                                     support_point(first, turn_a, way) -
                                     support_point(second, turn_b, -way) - kDepth * way;
    pair.bodies = {a, b};
    if (swapped) {
        std::swap(pair.bodies[0], pair.bodies[1]);
    }
    return pair;
}

std::vector<ContactPoint> ask(const TestCase& pair, const std::string& id,
                              const StudySettings& settings) {
    const StudyScene scene = make_study_scene(pair, false, settings, std::nullopt, std::array{id});
    return query_scene(scene, id, settings, 1).contacts;
}

double angle(const Vec3& u, const Vec3& v) { return std::atan2(u.cross(v).norm(), u.dot(v)); }

/// Where the point of FCL for a ball and a capsule lies: off the middle by the capsule's radius
/// less one and a half depths, inside the capsule.
bool is_deep_in_capsule(const EngineSkill& engine, const std::string& first,
                        const std::string& second) {
    return engine.program == "fcl" && first == "sphere" && second == "capsule";
}

void check_contact(const EngineSkill& engine, const std::string& first, const std::string& second,
                   const ContactPoint& found, const ContactPoint& right) {
    const bool exact = skill_of(engine, first, second) == Skill::Exact;
    CHECK(angle(found.normal, right.normal) < (exact ? 1e-6 : engine.tilt));
    // A tilted normal goes with a depth that is larger by what it costs to leave along it.
    CHECK(found.separation == Approx(right.separation).margin(exact ? 1e-9 : 0.4 * kDepth));
    const Vec3 off = found.position - right.position;
    const double height = off.dot(right.normal);
    if (!is_deep_in_capsule(engine, first, second)) {
        CHECK(std::abs(height) < (exact ? 1e-6 : 0.55 * kDepth));
    }
    CHECK((off - height * right.normal).norm() < (exact ? 1e-4 : 0.05));
}

void check_pair(const EngineSkill& engine, const StudySettings& settings, const std::string& id,
                std::size_t first, std::size_t second) {
    const std::string one = kind_word(first);
    const std::string two = kind_word(second);
    for (const unsigned seed : {1U, 2U, 3U}) {
        for (const bool swapped : {false, true}) {
            CAPTURE(engine.program, one, two, seed, swapped);
            const TestCase pair = make_pair(first, second, seed, swapped);
            if (skill_of(engine, one, two) == Skill::Lacks) {
                try {
                    ask(pair, id, settings);
                    FAIL("an answer to a shape that it does not have");
                } catch (const GeneratorFault& fault) {
                    CHECK(fault.outcome == Outcome::Unsupported);
                    CHECK(std::string(fault.what()).find(" has no ") != std::string::npos);
                }
                continue;
            }
            const std::vector<ContactPoint> right = ask(pair, "smooth", settings);
            const std::vector<ContactPoint> found = ask(pair, id, settings);
            REQUIRE(right.size() == 1);
            REQUIRE_FALSE(found.empty());
            for (const ContactPoint& contact : found) {
                check_contact(engine, one, two, contact, right.front());
            }
        }
    }
}

std::string add_engine(const EngineSkill& engine, StudySettings& settings) {
    Generator generator =
        make_external_generator({std::string(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-") +
                                     engine.program + " --as primitive" + engine.options,
                                 60.0});
    std::string id = generator.id;
    add_method(settings, std::move(generator));
    return id;
}

}  // namespace

// Pairs whose contact a random pose leaves a single point: not edges that cross.
TEST_CASE("engines keep our convention for shapes of their own", "[engines]") {
    for (const EngineSkill& engine : all_skills()) {
        if (!is_built(engine.program)) {
            continue;
        }
        StudySettings settings = make_study_settings(Profile::Corrected);
        const std::string id = add_engine(engine, settings);
        constexpr std::size_t kRound = 3;
        for (std::size_t first = 0; first < kRound; ++first) {
            for (std::size_t second = first; second <= kSolids.size(); ++second) {
                check_pair(engine, settings, id, first, second);
            }
        }
    }
}

}  // namespace touchstone
