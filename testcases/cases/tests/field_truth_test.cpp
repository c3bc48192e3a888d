#include <algorithm>
#include <filesystem>
#include <set>

#include "methods/base/files/embedded_file.h"
#include "methods/quality/truth/planar_reference.h"
#include "methods/testing/catch.h"
#include "testcases/cases/field_cases.h"
#include "testcases/files/scene_file.h"

// The computed truth, compared with the answers in the field's files.

namespace touchstone {
namespace {

/// Cases with deep ties: their areas are those of facets that do not touch.
const std::set<std::string> kDeepTies = {"h03_cube_centred_in_plate",
                                         "h06_small_cube_in_corner_of_large"};

/// A case whose answer states no area, although 2 mm are within the format's default gap.
const std::string kPlates = "h20_plates_2_mm_apart_at_10_km";

constexpr double kRoundOff = 1e-9;  // the files' corners have 15 digits, some 50 km out

PlanarRegions truth_of(const TestCase& scene, const PairReference& pair, const Vec3* position) {
    const BodySetup& a = scene.bodies[pair.body_a];
    const BodySetup& b = scene.bodies[pair.body_b];
    const auto pose_of = [&](int body) {
        Pose pose = scene.bodies[body].world_from_shape;
        if (position != nullptr && body == scene.sweep->body) {
            pose.translation = *position;
        }
        return pose;
    };
    return planar_regions(make_surface(a.shape), pose_of(pair.body_a), make_surface(b.shape),
                          pose_of(pair.body_b));
}

void check_points(std::vector<Vec3> found, const std::vector<Vec3>& expected) {
    REQUIRE(found.size() == expected.size());
    for (const Vec3& point : expected) {
        const auto nearest = std::ranges::min_element(
            found, {}, [&](const Vec3& other) { return (other - point).norm(); });
        CHECK((*nearest - point).norm() <= kRoundOff);
        found.erase(nearest);
    }
}

void check_answer(const Answer& found, const Answer& expected) {
    REQUIRE(found.normals.size() == expected.normals.size());
    for (std::size_t i = 0; i < expected.normals.size(); ++i) {
        CHECK((found.normals[i] - expected.normals[i]).norm() <= kRoundOff);
    }
    if (expected.min_contacts) {
        CHECK(found.min_contacts == expected.min_contacts);
    }
    if (expected.area) {
        CHECK(*found.area == Approx(*expected.area).epsilon(kRoundOff));
        CHECK_FALSE(found.hull_area.has_value());
    }
    if (!expected.points.empty()) {
        check_points(found.points, expected.points);
    }
    REQUIRE(expected.separation.has_value());
    CHECK((*found.separation)[0] == Approx((*expected.separation)[0]).margin(kRoundOff));
    CHECK((*found.separation)[1] == Approx((*expected.separation)[1]).margin(kRoundOff));
}

struct Counts {
    int applied = 0;
    int refused = 0;
};

void check_scene(const TestCase& scene, const std::string& case_id, Counts& counts) {
    for (const PairReference& pair : scene.reference) {
        INFO(case_id << ", " << scene.id << ": " << scene.bodies[pair.body_a].name << " and "
                     << scene.bodies[pair.body_b].name);
        if (pair.not_judged) {
            continue;
        }
        std::vector<const Vec3*> positions{nullptr};
        if (scene.sweep) {
            positions = {&scene.sweep->from, &scene.sweep->to};
        }
        for (const Vec3* position : positions) {
            const PlanarRegions truth = truth_of(scene, pair, position);
            const bool has_area = !pair.answers.empty() && pair.answers[0].area.has_value();
            if ((has_area && !kDeepTies.contains(case_id)) || case_id == kPlates) {
                INFO(truth.why_not);
                REQUIRE(truth.why_not.empty());
                check_answer(make_answer(truth.regions), pair.answers[0]);
                ++counts.applied;
            } else {
                CHECK(truth.regions.empty());
                CHECK_FALSE(truth.why_not.empty());
                ++counts.refused;
            }
        }
    }
}

std::string why_not(const char* case_id) {
    const TestCase scene = make_field_case(case_id);
    return truth_of(scene, scene.reference[0], nullptr).why_not;
}

}  // namespace

TEST_CASE("the field's table is what is built in, and that is the folder", "[field]") {
    std::set<std::string> built_in;
    for (const EmbeddedFile& file : field_files()) {
        built_in.insert(std::string(file.name));
    }
    std::set<std::string> in_folder;
    const std::filesystem::path folder = TOUCHSTONE_FIELD_FOLDER;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() != ".md") {
            in_folder.insert(entry.path().lexically_relative(folder).string());
        }
    }
    CHECK(built_in == in_folder);
    std::set<std::string> listed;
    for (const FieldCase& field_case : all_field_cases()) {
        listed.insert(field_case.id + std::string(".json"));
        CHECK(built_in.contains(field_case.id + std::string(".json")));
    }
    CHECK(listed.size() == 31);
}

TEST_CASE("the computed truth is the written one wherever that states an area", "[field]") {
    Counts counts;
    for (const FieldCase& field_case : all_field_cases()) {
        const TestCase scene = make_field_case(field_case.id);
        check_scene(scene, field_case.id, counts);
        for (const TestCase& variant : scene.variants) {
            check_scene(variant, field_case.id, counts);
        }
    }
    CHECK(counts.applied == 102);
    CHECK(counts.refused == 38);
}

TEST_CASE("where the computed truth does not apply it says why", "[field]") {
    CHECK_THAT(why_not("h01_ball_near_rim_deep"), Catch::Contains("curved surface"));
    CHECK_THAT(why_not("h03_cube_centred_in_plate"), Catch::Contains("deeper in one another"));
    CHECK_THAT(why_not("h06_small_cube_in_corner_of_large"), Catch::Contains("deeper"));
    CHECK_THAT(why_not("h08_ball_far_from_seam"), Catch::Contains("curved surface"));
    CHECK_THAT(why_not("h09_ball_on_tessellated_ramp_sunk"), Catch::Contains("curved surface"));
    CHECK_THAT(why_not("h16_nearly_collinear_edges"), Catch::Contains("the bodies are apart"));
    CHECK_THAT(why_not("h21_cube_under_tetrahedron"), Catch::Contains("a point contact"));
}

}  // namespace touchstone
