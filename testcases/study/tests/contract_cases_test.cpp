#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "generators/tests/contract_checks.h"
#include "methods/base/number_text.h"
#include "methods/testing/catch.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"
#include "testcases/study/study.h"

using namespace touchstone;
using namespace touchstone::testing;

// The contract of generators/tests/contract_test.cpp on the fundamental cases.

namespace {

const StudySettings& settings_of_study() {
    static const StudySettings settings = make_study_settings(Profile::Corrected);
    return settings;
}

std::vector<std::string> generator_ids() {
    std::vector<std::string> ids;
    for (const Generator& generator : all_generators()) {
        if (generator.is_for_all()) {  // the cases' bodies are polyhedra
            ids.push_back(generator.id);
        }
    }
    return ids;
}

std::vector<std::string> fundamental_cases() {
    return expand_cases(std::array<std::string, 1>{"fundamental"});
}

/// Made once per case: meshing takes most of the time.
const StudyScene& scene_of(const std::string& case_id) {
    static std::map<std::string, StudyScene> scenes;
    const auto known = scenes.find(case_id);
    if (known != scenes.end()) {
        return known->second;
    }
    return scenes[case_id] =
               make_study_scene(case_id, settings_of_study(), QueryPose::Initial, generator_ids());
}

/// The bodies as tets, as they are; a method that looks at facets is given none.
const BodyShapes& tets_for(const StudyScene& scene, const ShapeRule& rule) {
    if (!rule.facets) {
        return scene.shapes.at(rule);
    }
    const auto whole = std::ranges::find_if(scene.shapes, [](const auto& entry) {
        return !entry.first.facets && entry.first.amount == 0.0;
    });
    REQUIRE(whole != scene.shapes.end());
    return whole->second;
}

/// A case, a generator, and what its settings make of the case's bodies. B is the upper body.
struct Combination {
    std::string case_id;
    const Generator& generator;
    const MethodSettings& settings;
    const StudyScene& scene;
    TwoBodies touching;
    TwoBodies general;
};
Combination next_combination() {
    const std::vector<std::string> cases = fundamental_cases();
    const std::vector<std::string> generators = generator_ids();
    const std::string case_id = GENERATE_COPY(from_range(cases.begin(), cases.end()));
    const Generator& generator =
        find_generator(GENERATE_COPY(from_range(generators.begin(), generators.end())));
    const MethodSettings& settings = settings_of_study().generators.at(generator.id);
    const StudyScene& scene = scene_of(case_id);
    const BodyShapes& shapes = tets_for(scene, generator.shape_rule(settings));
    const std::vector<Pose> poses =
        query_scene(scene, generator.id, settings_of_study(), 1).world_from_shape;
    const std::vector<BodySetup>& bodies = scene.test_case.bodies;
    const TwoBodies touching{
        shapes.of(0).mesh, shapes.of(1).mesh,         poses[0],
        poses[1],          bodies[0].linear_velocity, bodies[1].linear_velocity};
    return {case_id, generator, settings, scene, touching, in_general_position(touching)};
}

/// True when the contacts are at the same places with the same normals, in whatever order.
bool equivalent_places(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                       double tolerance) {
    return std::ranges::is_permutation(x, y, [&](const ContactPoint& a, const ContactPoint& b) {
        return (a.position - b.position).norm() <= tolerance &&
               (a.normal - b.normal).norm() <= tolerance &&
               std::abs(a.separation - b.separation) <= tolerance;
    });
}

}  // namespace

TEST_CASE("all fundamental cases have two bodies, and their scene gives the contacts of the pair",
          "[contract]") {
    const Combination c = next_combination();
    CAPTURE(c.case_id, c.generator.id);
    REQUIRE(c.scene.surfaces.size() == 2);
    const std::vector<ContactPoint> of_scene =
        query_scene(c.scene, c.generator.id, settings_of_study(), 1).contacts;
    const ShapeRule rule = c.generator.shape_rule(c.settings);
    MethodSettings settings = c.settings;
    if (rule.amount_of_thickness) {
        // The pair has tets alone, which do not tell how thick the bodies were before.
        const BodyShapes& shapes = tets_for(c.scene, rule);
        const double envelope = 0.5 * (shapes.of(0).envelope + shapes.of(1).envelope);
        const auto& options = c.generator.options.list;
        set_option(settings, options, c.generator.id, "envelope_unit", "metre");
        set_option(settings, options, c.generator.id, "envelope", shortest(envelope));
    }
    const std::vector<ContactPoint> of_pair = find(c.touching, c.generator, settings);
    if (c.generator.shape_rule(c.settings).facets) {
        // The scene's facets are of the surface as it is cut, the pair's of that of the tets: a
        // feature may be named by another triangle, and a sum have another order.
        // The barrier's bodies are opened until a distance is met, to the last digits but a few.
        const double tolerance = c.generator.id == "barrier" ? 1e-9 : 1e-12;
        CHECK(equivalent_places(of_scene, of_pair, tolerance));
    } else {
        CHECK(identical(of_scene, of_pair));
    }
}

TEST_CASE("in every case, swapping the bodies turns the normals and changes nothing else",
          "[contract]") {
    const Combination c = next_combination();
    CAPTURE(c.case_id, c.generator.id);
    for (const TwoBodies& bodies : {c.general, c.touching}) {
        const std::vector<ContactPoint> contacts = find(bodies, c.generator, c.settings);
        const std::vector<ContactPoint> other = find(swapped(bodies), c.generator, c.settings);
        INFO(difference(contacts, swapped(other), 0.0));
        CHECK(identical(swapped(contacts), other));
    }
}

TEST_CASE("in every case, moving, turning or scaling the scene does so to the contacts",
          "[contract]") {
    const Combination c = next_combination();
    const std::vector<ContactPoint> contacts = find(c.general, c.generator, c.settings);
    for (const NamedSimilarity& named : all_similarities()) {
        const Similarity& similarity = named.similarity;
        CAPTURE(c.case_id, c.generator.id, named.name);
        const std::vector<ContactPoint> found =
            find(transformed(c.general, similarity), c.generator,
                 with_scaled_lengths(c.settings, c.generator.options.list, similarity.scale));
        const std::vector<ContactPoint> expected = transformed(contacts, similarity);
        INFO(difference(expected, found, 1e-8 * similarity.scale));
        // Coordinates 5 km away are rounded to 1e-12 m, and contacts hang on differences of them.
        CHECK(equivalent(expected, found, 1e-8 * similarity.scale));
    }
}

TEST_CASE("in every case, renumbering the meshes changes nothing", "[contract]") {
    const Combination c = next_combination();
    CAPTURE(c.case_id, c.generator.id);
    for (const TwoBodies& bodies : {c.general, c.touching}) {
        const Renumbered a = renumbered(bodies.mesh_a, 1);
        const Renumbered b = renumbered(bodies.mesh_b, 2);
        const std::vector<ContactPoint> contacts = find(bodies, c.generator, c.settings);
        const std::vector<ContactPoint> found = find(
            {a.mesh, b.mesh, bodies.pose_a, bodies.pose_b, bodies.velocity_a, bodies.velocity_b},
            c.generator, c.settings);
        INFO(difference(renumbered(contacts, a, b), found, 0.0));
        CHECK(identical(renumbered(contacts, a, b), found));
    }
}

TEST_CASE("in every case, distant bodies have no contacts", "[contract]") {
    const Combination c = next_combination();
    CAPTURE(c.case_id, c.generator.id);
    CHECK(find(apart(c.touching), c.generator, c.settings).empty());
}

TEST_CASE("in every case, normals are unit and nothing is NaN", "[contract]") {
    const Combination c = next_combination();
    CAPTURE(c.case_id, c.generator.id);
    for (const TwoBodies& bodies : {c.general, c.touching}) {
        for (const ContactPoint& contact : find(bodies, c.generator, c.settings)) {
            CHECK(contact.position.allFinite());
            CHECK(contact.normal.norm() == Approx(1.0).epsilon(1e-14));
            CHECK(std::isfinite(contact.separation));
        }
    }
}

namespace {

/// The spacing of doubles at the largest coordinate of the scene [m].
double rounding_of(const TwoBodies& bodies) {
    double largest = 0.0;
    for (const auto& [mesh, pose] :
         {std::pair(&bodies.mesh_a, &bodies.pose_a), std::pair(&bodies.mesh_b, &bodies.pose_b)}) {
        for (const Vec3& vertex : mesh->vertices) {
            largest = std::max(largest, (*pose * vertex).cwiseAbs().maxCoeff());
        }
    }
    return std::numeric_limits<double>::epsilon() * largest;
}

struct CountRange {
    std::ptrdiff_t low = PTRDIFF_MAX;
    std::ptrdiff_t high = 0;
};

}  // namespace

// What the shifts make of the scene as stated and of the scene seen in another way must have
// something in common.
TEST_CASE("in every case, the jitter ranges of the transformed scene at touch overlap",
          "[contract]") {
    const Combination c = next_combination();
    constexpr int kShifts = 12;
    // The SATs inherently cannot keep this: they choose among axes of equal overlap by the last
    // bit, and a shift rounds both bodies alike. Only moving one body by a few ulps shows all they
    // may choose.
    const bool last_bit_chooses = c.generator.id == "volume_sat" || c.generator.id == "surface_sat";
    const double ulps = last_bit_chooses ? 4.0 : 0.0;
    const std::vector<Vec3> shifts = jitter_shifts(kShifts);
    const auto range_of_counts = [&](const Similarity& similarity) {
        CountRange range;
        for (int i = 0; i < kShifts; ++i) {
            TwoBodies bodies = c.touching;
            bodies.pose_a.translation += shifts[i];
            bodies.pose_b.translation += shifts[i];
            bodies = transformed(bodies, similarity);
            const Vec3 direction = shifts[(i + 5) % kShifts] / kLargestShift;
            bodies.pose_b.translation += ulps * rounding_of(bodies) * direction;
            const std::ptrdiff_t count = std::ssize(
                find(bodies, c.generator,
                     with_scaled_lengths(c.settings, c.generator.options.list, similarity.scale)));
            range = {std::min(range.low, count), std::max(range.high, count)};
        }
        return range;
    };
    const CountRange stated = range_of_counts({});
    for (const NamedSimilarity& named : all_similarities()) {
        const CountRange found = range_of_counts(named.similarity);
        CAPTURE(c.case_id, c.generator.id, named.name, stated.low, stated.high, found.low,
                found.high);
        CHECK(stated.low <= found.high);
        CHECK(found.low <= stated.high);
    }
}

TEST_CASE("equal bodies of a scene share one shape", "[scene]") {
    const std::vector<std::string> ids{"opposing"};
    const StudyScene scene =
        make_study_scene("wall:layers=2,span=3", settings_of_study(), std::nullopt, ids);
    REQUIRE(scene.shapes.size() == 1);
    const BodyShapes& shapes = scene.shapes.begin()->second;
    CHECK(shapes.shapes.size() == 2);  // of the ground and of a brick
    CHECK(shapes.of_body == std::vector{0, 1, 1, 1, 1, 1, 1});
    CHECK(&shapes.of(1) == &shapes.of(6));
}
