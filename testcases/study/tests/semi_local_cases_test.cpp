// What the semi-local method promises for the paper's cases, under the errors that simulations and
// modelling bring along. The hidden tests run the full numbers.

#include <algorithm>
#include <vector>

#include "generators/find_contacts.h"
#include "methods/testing/catch.h"
#include "testcases/study/tests/semi_local_scenes.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

constexpr Disturbance kDisturbances[]{
    Disturbance::Gap,   Disturbance::Shift,      Disturbance::Turn,     Disturbance::ShiftAndTurn,
    Disturbance::Noise, Disturbance::OtherGuise, Disturbance::OtherMesh};

const std::vector<std::string> kFundamental{
    "spike_in_crack", "spike_in_hole",   "wedge_in_crack", "sliding_spike", "sliding_wedge",
    "spikes",         "spike_and_wedge", "wedges",         "cliff_edges",   "internal_edges"};

struct Masonry {
    const char* id;
    int contacts;
    double area;            ///< [m²]
    double area_tolerance;  ///< of the disturbed scenes [m²]
};
constexpr Masonry kMasonry[]{
    {"pillar", 40, kUnset, kUnset}, {"wall", 852, 37.59375, 0.1}, {"arch", 56, 14.0, 0.1}};

void check_fundamental(int runs) {
    for (const std::string& id : kFundamental) {
        const FacetScene scene = make_facet_scene(id, false);
        for (const Disturbance disturbance : kDisturbances) {
            int perfect = 0;
            std::string failed;
            for (int seed = 0; seed < runs; ++seed) {
                const bool good = is_perfect(judge_semi_local(disturbed(scene, disturbance, seed)));
                perfect += good ? 1 : 0;
                failed += good ? "" : std::to_string(seed) + " ";
            }
            CAPTURE(id, name_of(disturbance), failed);
            CHECK(perfect == runs);
        }
    }
}

void check_masonry(int runs) {
    for (const Masonry& masonry : kMasonry) {
        const FacetScene scene = make_facet_scene(masonry.id, false);
        for (const Disturbance disturbance : kDisturbances) {
            for (int seed = 0; seed < runs; ++seed) {
                const FacetScene moved = disturbed(scene, disturbance, seed);
                const Judgement judgement = judge_semi_local(moved);
                CAPTURE(masonry.id, name_of(disturbance), seed, judgement.contacts,
                        judgement.correct);
                CHECK(is_perfect(judgement));
                CHECK(judgement.contacts == masonry.contacts);
                if (masonry.area > 0.0) {
                    CHECK(judgement.contact_area / (moved.scale * moved.scale) ==
                          Approx(masonry.area).margin(masonry.area_tolerance));
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("semi_local is perfect in the ten fundamental cases", "[semi_local]") {
    const bool half_step = GENERATE(false, true);
    for (const std::string& id : kFundamental) {
        const Judgement judgement = judge_semi_local(make_facet_scene(id, half_step));
        CAPTURE(id, half_step, judgement.contacts, judgement.correct, judgement.met_normals);
        CHECK(is_perfect(judgement));
        // Half a step on, the bodies have left the place where they touch.
        CHECK((half_step || judgement.well_placed == judgement.contacts));
    }
}

TEST_CASE("semi_local is exact on pillar, wall and arch", "[semi_local]") {
    for (const Masonry& masonry : kMasonry) {
        const Judgement judgement = judge_semi_local(make_facet_scene(masonry.id, false));
        CAPTURE(masonry.id, judgement.contacts, judgement.correct);
        CHECK(is_perfect(judgement));
        CHECK(judgement.contacts == masonry.contacts);
        CHECK(judgement.correct_at[0] == masonry.contacts);  // within 0.1°
        if (masonry.area > 0.0) {
            CHECK(judgement.contact_area == Approx(masonry.area).epsilon(1e-9));
        }
    }
}

TEST_CASE("small errors do not change what semi_local finds", "[semi_local]") {
    check_fundamental(20);
}

TEST_CASE("small errors do not change what semi_local finds in masonry", "[semi_local]") {
    check_masonry(1);
}

TEST_CASE("semi_local: fundamental cases, 300 errors of each kind", "[.full]") {
    check_fundamental(300);
}

TEST_CASE("semi_local: masonry, 30 errors of each kind", "[.full]") { check_masonry(30); }

TEST_CASE("a gap or an overlap is found to the last digits", "[semi_local]") {
    const double gap = GENERATE(-1e-3, 1e-3);
    for (const std::string id : {"cliff_edges", "internal_edges"}) {
        FacetScene scene = make_facet_scene(id, false);
        scene.poses[1].translation.y() += gap;
        for (const ContactPoint& contact : find_semi_local(scene)) {
            CHECK(contact.separation == Approx(gap).margin(1e-12));
        }
    }
}

TEST_CASE("each corner of a ball that lies in a slab has its own depth", "[semi_local]") {
    const FacetScene scene = make_facet_scene("h01_ball_near_rim_deep", false);
    std::vector<double> depths;
    for (const ContactPoint& contact : find_semi_local(scene)) {
        REQUIRE(contact.feature_b.type == FeatureType::Vertex);
        const Vec3& corner = scene.surfaces[1].vertices[contact.feature_b.vertices[0]];
        const double below = (scene.poses[1] * corner).y() - 0.5;  // the top of the slab
        CHECK(contact.separation == Approx(below).margin(1e-12));
        depths.push_back(below);
    }
    REQUIRE(depths.size() == 7);
    const auto [least, most] = std::ranges::minmax(depths);
    CHECK(most - least > 0.02);
}

TEST_CASE("semi_local finds the same with either profile", "[semi_local]") {
    for (const std::string id : {"spike_in_hole", "wedges", "pillar"}) {
        const FacetScene scene = make_facet_scene(id, false);
        const std::vector<ContactPoint> corrected = find_semi_local(
            scene, find_generator("semi_local").options.corrected.as<semi_local::Settings>());
        const std::vector<ContactPoint> published = find_semi_local(
            scene, find_generator("semi_local").options.published.as<semi_local::Settings>());
        REQUIRE(corrected.size() == published.size());
        for (std::size_t i = 0; i < corrected.size(); ++i) {
            CHECK(corrected[i].position == published[i].position);
            CHECK(corrected[i].normal == published[i].normal);
            CHECK(corrected[i].separation == published[i].separation);
        }
    }
}

TEST_CASE("reversing the velocity flips the side of a wedge on a wedge", "[semi_local]") {
    FacetScene scene = make_facet_scene("wedges", false);
    for (const double sign : {1.0, -1.0}) {
        scene.velocities[1].x() = sign * std::abs(scene.velocities[1].x());
        const std::vector<ContactPoint> contacts = find_semi_local(scene);
        REQUIRE(contacts.size() == 2);
        for (const ContactPoint& contact : contacts) {
            // It moves into the face on the side it goes to.
            CHECK(sign * contact.normal.x() == Approx(3.0 / std::sqrt(10.0)));
        }
    }
}
