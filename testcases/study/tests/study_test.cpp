#include "testcases/study/study.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "generators/local/settings/closest_points_settings.h"
#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

std::vector<std::string> all_generator_ids() {
    std::vector<std::string> ids;
    for (const Generator& generator : all_generators()) {
        ids.push_back(generator.id);
    }
    return ids;
}

StudyRequest make_request(std::vector<std::string> cases, std::vector<std::string> generators,
                          Profile profile = Profile::Corrected) {
    StudyRequest request;
    request.cases = std::move(cases);
    request.generators = std::move(generators);
    request.settings = make_study_settings(profile);
    return request;
}

void check_same(const std::vector<ContactPoint>& first, const std::vector<ContactPoint>& second) {
    REQUIRE(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(first[i].position == second[i].position);
        CHECK(first[i].normal == second[i].normal);
        CHECK(first[i].separation == second[i].separation);
        CHECK(first[i].feature_a == second[i].feature_a);
        CHECK(first[i].feature_b == second[i].feature_b);
        CHECK(first[i].body_a == second[i].body_a);
        CHECK(first[i].body_b == second[i].body_b);
    }
}

}  // namespace

TEST_CASE("jitter_shifts are within half a millimetre and the same on every machine", "[study]") {
    const std::vector<Vec3> shifts = jitter_shifts(200);
    Vec3 low = Vec3::Zero();
    Vec3 high = Vec3::Zero();
    for (const Vec3& shift : shifts) {
        low = low.cwiseMin(shift);
        high = high.cwiseMax(shift);
    }
    CHECK(low.minCoeff() >= -kLargestShift);
    CHECK(high.maxCoeff() < kLargestShift);
    CHECK(low.maxCoeff() < -0.9 * kLargestShift);
    CHECK(high.minCoeff() > 0.9 * kLargestShift);
    CHECK(jitter_shifts(3)[2] == shifts[2]);
    CHECK(shifts[0] ==
          Vec3(-0.00014434949111249851, 0.00029371645631632893, -0.0002286255306066176));
}

TEST_CASE("run_study gives cases in the order asked for, and generators within", "[study]") {
    const StudyResult result =
        run_study(make_request({"spikes", "sliding_spike"}, {"vertex_only", "opposing"}));
    REQUIRE(result.rows.size() == 4);
    CHECK(!result.stopped);
    CHECK(result.rows[0].case_id == "spikes");
    CHECK(result.rows[0].generator_id == "vertex_only");
    CHECK(result.rows[1].generator_id == "opposing");
    CHECK(result.rows[3].case_id == "sliding_spike");
    CHECK(result.rows[3].case_title == "Sliding spike");
    CHECK(result.rows[3].pose == QueryPose::HalfStep);
    CHECK(result.rows[3].paper);
    CHECK(result.rows[3].metrics.size() == all_metrics().size());
}

TEST_CASE("a cast of convex bodies is right wherever both bodies are convex", "[study]") {
    const StudyResult result =
        run_study(make_request({"sliding_spike", "sliding_wedge", "spikes", "spike_and_wedge",
                                "wedges", "cliff_edges", "internal_edges", "spike_in_crack"},
                               {"convex_cast"}));
    REQUIRE(result.rows.size() == 8);
    for (const StudyRow& row : result.rows) {
        INFO(row.case_id);
        if (row.case_id == "spike_in_crack") {
            CHECK(row.outcome == Outcome::Unsupported);
            continue;
        }
        CHECK(row.outcome == Outcome::Answered);
        CHECK(row.judgement.contacts > 0);
        CHECK(row.judgement.correct == row.judgement.contacts);
        CHECK(row.judgement.met_normals == row.judgement.expected_normals);
    }
}

TEST_CASE("run_study gives the same rows for any number of threads", "[study]") {
    StudyRequest request = make_request({"cliff_edges", "wedges"}, all_generator_ids());
    request.jitter = 2;
    request.threads = 1;
    const StudyResult one = run_study(request);
    request.threads = 2;
    const StudyResult two = run_study(request);
    REQUIRE(one.rows.size() == two.rows.size());
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
        CHECK(one.rows[i].generator_id == two.rows[i].generator_id);
        CHECK(one.rows[i].metrics == two.rows[i].metrics);
        CHECK(one.rows[i].audit == two.rows[i].audit);
        CHECK(one.rows[i].judgement.correct_at == two.rows[i].judgement.correct_at);
        REQUIRE(one.rows[i].jitter.has_value() == two.rows[i].jitter.has_value());
        CHECK(one.rows[i].jitter.has_value() == (one.rows[i].generator_id != "smooth"));
        if (one.rows[i].jitter.has_value()) {
            CHECK(one.rows[i].jitter->contacts.low == two.rows[i].jitter->contacts.low);
            CHECK(one.rows[i].jitter->contacts.high == two.rows[i].jitter->contacts.high);
        }
    }
}

TEST_CASE("find_case_contacts finds what the rows count", "[study]") {
    const std::string generator = GENERATE("closest_points", "volume_sat", "opposing");
    const StudyRequest request = make_request({"cliff_edges"}, {generator});
    const StudyResult result = run_study(request);
    const CaseContacts found = find_case_contacts(request);
    CHECK(std::ssize(found.contacts) == result.rows[0].judgement.contacts);
    CHECK(!found.contacts.empty());
    CHECK(found.pose == QueryPose::HalfStep);
}

TEST_CASE("every way of eroding gives closest points something to find in a crack", "[study]") {
    // Tips retreat least when they move along their own normals.
    StudyRequest request = make_request({"spike_in_crack", "wedge_in_crack"}, {"closest_points"});
    MethodSettings& settings = request.settings.generators.at("closest_points");
    settings.as<ClosestPointsSettings>().erosion = GENERATE(Erosion::VertexNormal, Erosion::Code);
    for (const StudyRow& row : run_study(request).rows) {
        CAPTURE(row.case_id);
        CHECK(row.judgement.met_normals == 2);
        CHECK(row.judgement.correct == row.judgement.contacts);
    }
}

TEST_CASE("closest points shrinks thin and small bodies by a share of their thickness", "[study]") {
    // The plate is 15 mm thick, the disc 2 mm: 1 cm from either side would turn them inside out.
    const StudyResult result =
        run_study(make_request({"h10_disc_overhanging_plate"}, {"closest_points"}));
    REQUIRE(result.rows.size() == 1);
    CHECK(result.rows[0].judgement.contacts > 0);
}

TEST_CASE("noise in the vertices is small, and the same for the same seed", "[study]") {
    StudyRequest request = make_request({"cliff_edges"}, {"closest_points"});
    request.settings.vertex_noise = 1;
    const std::vector<ContactPoint> noisy = find_case_contacts(request).contacts;
    check_same(noisy, find_case_contacts(request).contacts);
    request.settings.vertex_noise = 2;
    const std::vector<ContactPoint> other = find_case_contacts(request).contacts;
    REQUIRE(!noisy.empty());
    REQUIRE(!other.empty());
    CHECK(noisy[0].position != other[0].position);
    // Errors of coordinates near 1 are about 1e-7, and move contacts by as little.
    request.settings.vertex_noise = 0;
    const std::vector<ContactPoint> exact = find_case_contacts(request).contacts;
    for (const ContactPoint& contact : noisy) {
        CHECK(std::ranges::any_of(exact, [&](const ContactPoint& clean) {
            return (contact.position - clean.position).norm() < 1e-5;
        }));
    }
}

TEST_CASE("the pose asked for takes the place of the case's own", "[study]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::vector<std::string> generators{"vertex_only"};
    const StudyScene stated = make_study_scene("spikes", settings, std::nullopt, generators);
    const StudyScene initial = make_study_scene("spikes", settings, QueryPose::Initial, generators);
    CHECK(stated.pose == QueryPose::HalfStep);
    CHECK(initial.pose == QueryPose::Initial);
    // Half a step of 0.01 s at (1.2, -4.8, 0) m/s for the upper spike; the lower one rests.
    const std::vector<Pose> half = query_scene(stated, "vertex_only", settings, 1).world_from_shape;
    const std::vector<Pose> start =
        query_scene(initial, "vertex_only", settings, 1).world_from_shape;
    const Vec3 way = half[1].translation - start[1].translation;
    CHECK((way - Vec3(0.006, -0.024, 0.0)).norm() < 1e-15);
    CHECK(half[0].translation == start[0].translation);
}

TEST_CASE("a shift moves every contact along", "[study]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::vector<std::string> generators{"vertex_only"};
    const StudyScene scene = make_study_scene("spikes", settings, std::nullopt, generators);
    const Vec3 shift(1.25, -0.5, 0.25);
    const SceneQuery here = query_scene(scene, "vertex_only", settings, 1);
    const SceneQuery there = query_scene(scene, "vertex_only", settings, 1, {.shift = shift});
    REQUIRE(here.contacts.size() == there.contacts.size());
    REQUIRE(!here.contacts.empty());
    CHECK((there.contacts[0].position - here.contacts[0].position - shift).norm() < 1e-12);
    const Vec3 moved = world_vertices(scene, there.world_from_shape)[1][0] -
                       world_vertices(scene, here.world_from_shape)[1][0];
    CHECK((moved - shift).norm() < 1e-12);
}

TEST_CASE("a scene file gives the contacts of the case it was written from", "[study]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const std::string case_id = GENERATE("spike_in_hole", "internal_edges", "wedges");
    const StudySettings settings = make_study_settings(profile);
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "scene.json").string();
    std::ofstream(file) << write_scene(load_test_case(case_id, settings.body_order));
    for (const char* generator : {"closest_points", "growth"}) {
        const CaseContacts built_in =
            find_case_contacts(make_request({case_id}, {generator}, profile));
        const CaseContacts read = find_case_contacts(make_request({file}, {generator}, profile));
        check_same(built_in.contacts, read.contacts);
        CHECK(read.test_case.id == case_id);
    }
    // A file is nobody's case: it is not held against the paper.
    CHECK(!run_study(make_request({file}, {"growth"}, profile)).rows[0].paper);
}

TEST_CASE("run_study stops when it is told to and keeps the rows it has", "[study]") {
    StudyRequest request = make_request({"sliding_spike"}, all_generator_ids());
    request.threads = 1;
    int done = 0;
    const StudyResult result = run_study(request, {[&](int so_far, int total) {
                                                       done = so_far;
                                                       CHECK(total == std::ssize(all_generators()));
                                                   },
                                                   [&] { return done == 3; }});
    CHECK(result.stopped);
    CHECK(result.rows.size() == 3);
    CHECK(run_study(request, {nullptr, [] { return true; }}).rows.empty());
    // A row whose shifts are not all done is none.
    request.jitter = 100;
    int questions = 0;
    const StudyResult half_way = run_study(request, {nullptr, [&] { return ++questions > 150; }});
    CHECK(half_way.stopped);
    CHECK(half_way.rows.size() == 1);
}

TEST_CASE("run_study refuses what it cannot do", "[study]") {
    StudyRequest request = make_request({"spikes"}, {"nobody"});
    CHECK_THROWS_AS(run_study(request), UnknownName);
    request.generators = {"growth"};
    request.jitter = -1;
    CHECK_THROWS_AS(run_study(request), UsageError);
    request.jitter = 0;
    request.cases = {"no_such_case"};
    CHECK_THROWS_AS(run_study(request), UnknownName);
}

TEST_CASE("count_agreement counts rows with a paper's value only", "[study]") {
    std::vector<StudyRow> rows(3);
    rows[0].agreement = Agreement{true, false, true};
    rows[2].agreement = Agreement{true, true, true};
    const AgreementCount count = count_agreement(rows);
    CHECK(count.cells == 2);
    CHECK(count.coverage == 2);
    CHECK(count.quality == 1);
    CHECK(count.excess == 2);
}

TEST_CASE("run_study puts the paper's values of Pillar, Wall and Arch beside a row", "[study]") {
    const StudyResult result = run_study(make_request(
        {"pillar", "pillar:height=4", "arch", "spikes"}, {"closest_points", "vertex_only"}));
    REQUIRE(result.rows.size() == 8);
    const PaperValues pillar = paper_values(result.rows[0]);
    CHECK(pillar.contacts == 188);
    CHECK(pillar.correct == 184);
    CHECK(pillar.excess == 188.0 / 40.0);
    CHECK(!pillar.coverage);
    CHECK(!pillar.area_coverage);
    CHECK(paper_values(result.rows[2]).empty());  // the paper has one Pillar only
    const PaperValues arch = paper_values(result.rows[4]);
    CHECK(arch.quality == Approx(0.7));
    CHECK(arch.quality_is_rough);
    CHECK(arch.area_coverage == 0.64);
    CHECK(!arch.contacts);
    CHECK(paper_values(result.rows[5]).empty());  // nor is every generator in its text
    CHECK(paper_values(result.rows[6]).contacts == 10);
    CHECK(paper_values(result.rows[6]).coverage == 0.0);
    // Only the cells of Table 8 are counted.
    CHECK(count_agreement(result.rows).cells == 2);
}

TEST_CASE("the range of the area coverage under the shifts is that of the shifted contacts",
          "[study]") {
    StudyRequest request = make_request({"stack:boxes=2", "spikes"}, {"closest_points"});
    request.jitter = 3;
    const StudyResult result = run_study(request);
    const StudyRow& stack = result.rows[0];
    REQUIRE(stack.jitter->area_coverage);
    CHECK(stack.jitter->area_coverage->low <= stack.jitter->area_coverage->high);
    // Closest points does not hang on rounding here, so every shift gives the row's own value.
    const double stated = *area_coverage(stack.judgement);
    CHECK(stated > 0.5);
    CHECK(stack.jitter->area_coverage->low == Approx(stated).epsilon(1e-6));
    CHECK(stack.jitter->area_coverage->high == Approx(stated).epsilon(1e-6));
    CHECK(area_coverage(result.rows[1].judgement).has_value() ==
          result.rows[1].jitter->area_coverage.has_value());
}
