// Each engine's convention, by answers that are known: a box of 1 m on one of 2 × 1 × 2 m.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "generators/external/external_generator.h"
#include "methods/testing/catch.h"
#include "testcases/engines/tests/built_engines.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

/// Where an engine puts its points, after what the adapter mends.
enum class Point {
    Halfway,    ///< between the surfaces
    OnSurface,  ///< of A or of B; the engine does not say which
    Elsewhere   ///< between the bodies' centres, somewhere
};

/// What an engine makes of faces that meet exactly, or up to rounding.
enum class Touching {
    Found,    ///< as when they overlap
    AtTimes,  ///< likewise, or nothing: how rounding falls
    Aslant,   ///< the depth and the place are right; the normal is any, as overlap tells it
    Amiss     ///< the depth is off as well
};

struct Convention {
    std::string program;  ///< "bullet"
    std::string form;
    Touching touching = Touching::Found;
    Point point = Point::Halfway;
    double depth = 1.0;    ///< what the engine gives, of what is right
    int fewest = 1;        ///< contacts of the faces that overlap
    bool parts = false;    ///< inner faces of the parts add contacts with other depths
    double tilt = 1e-6;    ///< of the normals, at most [rad]
    double height = 1e-6;  ///< off the middle, at most [m]
};

std::vector<Convention> all_conventions() {
    using enum Touching;
    return {
        {"bullet", "hull", Amiss, Point::Halfway, 1.0, 4},
        {"bullet", "box", Found, Point::Halfway, 1.0, 4},
        {"bullet", "mesh", AtTimes, Point::Elsewhere, 1.0, 4},  // a depth off when exchanged
        {"bullet", "parts", Amiss, Point::Elsewhere, 1.0, 4, true},
        {"ode", "box", AtTimes, Point::Halfway, 1.0, 4},
        {"ode", "hull", Aslant, Point::Halfway, 1.0, 1, false, 1e-6, 5e-4},
        {"ode", "mesh", AtTimes, Point::OnSurface, 1.0, 4},
        {"ode", "parts", Aslant, Point::Elsewhere, 1.0, 1, true},
        {"fcl", "box", Found, Point::Halfway, 1.0, 4},
        {"fcl", "hull", Aslant, Point::Halfway, 1.0, 1, false, 1e-6, 5e-4},
        {"fcl", "mesh", AtTimes, Point::OnSurface, 1.0, 4},
        {"fcl", "parts", Aslant, Point::Elsewhere, 1.0, 1, true},
        {"libccd_epa", "hull", Aslant, Point::Elsewhere, 1.0, 1},  // up to a quarter of a body off
        {"libccd_mpr", "hull", Aslant, Point::Halfway, 1.0, 1, false, 1e-6, 5e-4},
        {"mujoco", "hull", Aslant, Point::Halfway, 1.0, 4, false, 3e-3},  // turned on purpose
        {"mujoco", "box", AtTimes, Point::Halfway, 0.5, 4},  // half the depth, box on box alone
        {"mujoco", "parts", Found, Point::Elsewhere, 1.0, 4, true, 3e-3},
        {"jolt", "hull", Found, Point::Halfway, 1.0, 4, false, 1e-3},  // tilted by EPA
        {"jolt", "box", Found, Point::Halfway, 1.0, 4, false, 1e-3},   // likewise
        {"jolt", "parts", Found, Point::Halfway, 1.0, 4, false, 1e-3},
        {"rapier", "hull", Found, Point::Halfway, 1.0, 4},
        {"rapier", "box", Found, Point::Halfway, 1.0, 4},
        {"rapier", "mesh", Found, Point::Halfway, 1.0, 4, true},  // sides of the boxes as well
        {"rapier", "parts", Found, Point::Halfway, 1.0, 4, true},
        {"physx", "hull", Found, Point::Halfway, 1.0, 4},
        {"physx", "box", Found, Point::Halfway, 1.0, 4},
        {"physx", "parts", Found, Point::Halfway, 1.0, 4, true},
        {"mujoco_wasm", "hull", Found, Point::Halfway, 1.0, 4, false, 3e-3},  // turned on purpose
        {"mujoco_wasm", "box", Found, Point::Halfway, 1.0, 4},
        {"mujoco_wasm", "parts", Found, Point::Halfway, 1.0, 4, true, 3e-3},
        {"cannon_es", "hull", AtTimes, Point::Halfway, 1.0, 4},
        {"cannon_es", "box", AtTimes, Point::Halfway, 1.0, 4},
        {"cannon_es", "parts", AtTimes, Point::Elsewhere, 1.0, 4, true},
    };
}

/// Up is y, turned; the lower box is A unless swapped.
TestCase make_boxes(double gap, const Quat& turn, bool swapped,
                    const Vec3& lower_size = {2.0, 1.0, 2.0}) {
    TestCase boxes;
    boxes.id = "boxes";
    BodySetup lower;
    lower.name = "lower";
    lower.shape = BoxShape{lower_size};
    lower.world_from_shape = {turn, Vec3(0.3, -0.2, 0.1)};
    BodySetup upper = lower;
    upper.name = "upper";
    upper.shape = BoxShape{Vec3(1.0, 1.0, 1.0)};
    upper.world_from_shape.translation += turn * Vec3(0.1, 1.0 + gap, 0.2);
    boxes.bodies = {lower, upper};
    if (swapped) {
        std::swap(boxes.bodies[0], boxes.bodies[1]);
    }
    return boxes;
}

const std::array<Quat, 2> kTurns{Quat::Identity(),
                                 Quat(Eigen::AngleAxisd(1.1, Vec3(0.3, 0.5, -0.8).normalized()))};

/// The contacts at a gap, with heights above the middle between the faces as their positions' y.
class Asked {
 public:
    explicit Asked(const Convention& convention)
        : settings_(make_study_settings(Profile::Corrected)), id_(add(convention, settings_)) {}

    /// Of a test case with bodies A and B.
    std::vector<ContactPoint> answer(const TestCase& boxes) const {
        const StudyScene scene =
            make_study_scene(boxes, false, settings_, std::nullopt, std::array{id_});
        return query_scene(scene, id_, settings_, 1).contacts;
    }

    std::vector<ContactPoint> contacts(double gap, const Quat& turn, bool swapped) const {
        std::vector<ContactPoint> contacts = answer(make_boxes(gap, turn, swapped));
        for (ContactPoint& contact : contacts) {
            contact.position = turn.conjugate() * (contact.position - Vec3(0.3, -0.2, 0.1)) -
                               Vec3(0.0, 0.5 + 0.5 * gap, 0.0);
            contact.normal = (swapped ? -1.0 : 1.0) * (turn.conjugate() * contact.normal);
        }
        return contacts;
    }

 private:
    static std::string add(const Convention& convention, StudySettings& settings) {
        Generator generator =
            make_external_generator({std::string(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-") +
                                         convention.program + " --as " + convention.form,
                                     60.0});
        std::string id = generator.id;
        add_method(settings, std::move(generator));
        return id;
    }

    StudySettings settings_;
    std::string id_;
};

/// Contacts with the depth that the engine gives for the faces that overlap.
std::vector<ContactPoint> as_deep(const std::vector<ContactPoint>& contacts, double separation) {
    std::vector<ContactPoint> result;
    for (const ContactPoint& contact : contacts) {
        if (std::abs(contact.separation - separation) < 1e-6) {
            result.push_back(contact);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("engines keep our convention for overlapping boxes", "[engines]") {
    constexpr double kGap = -0.02;
    for (const Convention& convention : all_conventions()) {
        if (!is_built(convention.program)) {
            continue;
        }
        const Asked engine(convention);
        for (const Quat& turn : kTurns) {
            for (const bool swapped : {false, true}) {
                CAPTURE(convention.program, convention.form, swapped);
                const std::vector<ContactPoint> all = engine.contacts(kGap, turn, swapped);
                const std::vector<ContactPoint> found = as_deep(all, convention.depth * kGap);
                CHECK(std::ssize(found) >= convention.fewest);
                CHECK((convention.parts || found.size() == all.size()));
                for (const ContactPoint& contact : found) {
                    CHECK((contact.normal - Vec3::UnitY()).norm() < convention.tilt);
                    const double height = std::abs(contact.position.y());
                    if (convention.point == Point::Halfway) {
                        CHECK(height < convention.height);
                    } else if (convention.point == Point::OnSurface) {
                        CHECK(height == Approx(0.01).margin(1e-6));
                    }
                }
            }
        }
    }
}

// At rest bodies touch. What is found there is right, or told of in docs/use/engines.md and
// docs/results/findings.
TEST_CASE("engines keep our convention for boxes that touch", "[engines]") {
    for (const Convention& convention : all_conventions()) {
        if (!is_built(convention.program)) {
            continue;
        }
        const Asked engine(convention);
        bool found = false;
        double worst_tilt = 0.0;
        for (const Quat& turn : kTurns) {
            for (const bool swapped : {false, true}) {
                CAPTURE(convention.program, convention.form, swapped);
                const std::vector<ContactPoint> all = engine.contacts(0.0, turn, swapped);
                found = found || !all.empty();
                const bool may_miss = convention.touching == Touching::AtTimes && all.empty();
                CHECK((may_miss || std::ssize(all) >= convention.fewest ||
                       convention.touching == Touching::Amiss));
                for (const ContactPoint& contact : all) {
                    worst_tilt = std::max(worst_tilt, (contact.normal - Vec3::UnitY()).norm());
                    CHECK((convention.touching == Touching::Amiss ||
                           std::abs(contact.separation) < 1e-6));
                    CHECK((convention.touching == Touching::Amiss ||
                           convention.point == Point::Elsewhere ||
                           std::abs(contact.position.y()) < convention.height));
                }
            }
        }
        CAPTURE(convention.program, convention.form);
        CHECK(found);
        const bool is_right =
            convention.touching == Touching::Found || convention.touching == Touching::AtTimes;
        CHECK((worst_tilt < convention.tilt) == is_right);
    }
}

// Touchstone sends a shape once: A and B have one number then, and two poses.
TEST_CASE("engines tell two bodies of one shape apart", "[engines][regression]") {
    for (const Convention& convention : all_conventions()) {
        if (!is_built(convention.program)) {
            continue;
        }
        CAPTURE(convention.program, convention.form);
        const TestCase cubes = make_boxes(-0.02, Quat::Identity(), false, {1.0, 1.0, 1.0});
        CHECK_FALSE(as_deep(Asked(convention).answer(cubes), convention.depth * -0.02).empty());
    }
}

TEST_CASE("engines find nothing between boxes that are apart", "[engines]") {
    for (const Convention& convention : all_conventions()) {
        if (!is_built(convention.program)) {
            continue;
        }
        const Asked engine(convention);
        for (const Quat& turn : kTurns) {
            for (const bool swapped : {false, true}) {
                CAPTURE(convention.program, convention.form, swapped);
                CHECK(engine.contacts(0.05, turn, swapped).empty());
            }
        }
    }
}

TEST_CASE("what an engine cannot represent is unsupported, not wrong", "[engines]") {
    for (const Convention& convention : all_conventions()) {
        if (!is_built(convention.program) ||
            (convention.form != "hull" && convention.form != "box")) {
            continue;
        }
        CAPTURE(convention.program, convention.form);
        Generator generator =
            make_external_generator({std::string(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-") +
                                         convention.program + " --as " + convention.form,
                                     60.0});
        const std::string id = generator.id;
        StudySettings settings = make_study_settings(Profile::Corrected);
        add_method(settings, std::move(generator));
        const StudyScene scene =
            make_study_scene("spike_in_crack", settings, std::nullopt, std::array{id});
        try {
            query_scene(scene, id, settings, 1);
            FAIL("an answer to a body that is not convex");
        } catch (const GeneratorFault& fault) {
            CHECK(fault.outcome == Outcome::Unsupported);
        }
    }
}

}  // namespace touchstone
