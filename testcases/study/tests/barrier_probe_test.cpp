#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "generators/barrier/barrier_settings.h"
#include "generators/generator.h"
#include "methods/barrier/barrier_function.h"
#include "methods/base/number_text.h"
#include "methods/contact/collider.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "testcases/study/scene_judgement.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

/// Probes a case as it stands at first, where bodies just touch.
Judgement probe(const std::string& case_id, double y, const std::string& primitives,
                const std::string& dhat = "1e-4") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {"barrier", "y", shortest(y)});
    assign(settings, {"barrier", "primitives", primitives});
    assign(settings, {"barrier", "dhat", dhat});
    const std::vector<std::string> generators{"barrier"};
    const StudyScene scene = make_study_scene(case_id, settings, QueryPose::Initial, generators);
    return judge_scene(scene, settings, {"barrier", 1, {}}).judgement;
}

/// Probes a case of which the bodies that can move were shifted a little across their contact.
Judgement probe_shifted(const std::string& case_id) {
    constexpr double kReach = 1e-4;  // the usual d̂ [m]
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase shifted = load_test_case(case_id, settings.body_order);
    for (BodySetup& body : shifted.bodies) {
        if (!body.fixed) {
            body.world_from_shape.translation += kReach * Vec3(0.2, 0.0, 0.074);
        }
    }
    const std::vector<std::string> generators{"barrier"};
    const StudyScene scene =
        make_study_scene(std::move(shifted), true, settings, QueryPose::Initial, generators);
    return judge_scene(scene, settings, {"barrier", 1, {}}).judgement;
}

double phi(double y) { return barrier_force(y); }

}  // namespace

// At a concave edge, the edge itself is near as well, at the distance over the sine of half its
// angle, and pushes along the bisector as often as edges meet there. Opened by 1e-4 in bodies of
// 1 m, so the exact values hold to some 1e-4.
TEST_CASE("the spike in the crack has the exact force quality", "[barrier]") {
    for (const double y : {0.1, 0.25, 0.5, 0.75, 0.9}) {
        CAPTURE(y);
        const Judgement judgement = probe("spike_in_crack", y, "triangles");
        const double expected = phi(y) / (phi(y) + 2.0 * phi(std::sqrt(2.0) * y));
        CHECK(force_quality(judgement) == Approx(expected).epsilon(1e-4));
        CHECK(judgement.contacts == (y < 0.7 ? 3 : 2));
        CHECK(judgement.correct == 2);
    }
}

TEST_CASE("the spike in the hole has the exact force quality", "[barrier]") {
    for (const double y : {0.1, 0.25, 0.5, 0.75, 0.9}) {
        CAPTURE(y);
        const Judgement judgement = probe("spike_in_hole", y, "triangles");
        const double expected =
            phi(y) / (phi(y) + 4.0 * phi(2.0 * y / std::sqrt(3.0)) + phi(std::sqrt(2.0) * y));
        CHECK(force_quality(judgement) == Approx(expected).epsilon(1e-4));
        CHECK(judgement.correct == 4);
    }
}

TEST_CASE("the wedge in the crack has the force quality that was measured", "[barrier]") {
    const Judgement triangles = probe("wedge_in_crack", 0.5, "triangles");
    CHECK(triangles.contacts == 6);
    CHECK(triangles.correct == 4);
    CHECK(force_quality(triangles) == Approx(0.631).margin(5e-4));
    CHECK(force_quality(probe("wedge_in_crack", 0.5, "facets")) == Approx(0.720).margin(5e-4));
}

TEST_CASE("barrier contacts on flat faces are all right, however many", "[barrier]") {
    const Judgement cliff = probe("cliff_edges", 0.5, "triangles");
    CHECK(cliff.contacts == 4);
    CHECK(force_quality(cliff) == 1.0);
    const Judgement internal = probe("internal_edges", 0.5, "triangles");
    CHECK(internal.contacts == 10);
    CHECK(force_quality(internal) == 1.0);
    const Judgement facets = probe("internal_edges", 0.5, "facets");
    CHECK(facets.contacts == 4);
    CHECK(force_quality(facets) == 1.0);
}

// At a corner the barrier is round, by its reach, so a shift of a fifth of that turns its normals.
TEST_CASE("a shift by a share of the reach turns the forces at corners as it was measured",
          "[barrier]") {
    struct Row {
        const char* id;
        double quality;
        double sideways;
    };
    for (const Row& row : {Row{"cliff_edges", 0.06, 0.28}, Row{"internal_edges", 0.29, 0.19},
                           Row{"spikes", 0.0, 0.13}}) {
        CAPTURE(row.id);
        const Judgement judgement = probe_shifted(row.id);
        CHECK(force_quality(judgement) == Approx(row.quality).margin(0.005));
        CHECK(sideways_force(judgement) == Approx(row.sideways).margin(0.005));
    }
    CHECK(force_quality(probe_shifted("wedges")) == 0.0);
}

TEST_CASE("what is probed does not depend on the reach of the barrier", "[barrier]") {
    const std::optional<double> near = force_quality(probe("spike_in_hole", 0.5, "triangles"));
    const std::optional<double> far =
        force_quality(probe("spike_in_hole", 0.5, "triangles", "1e-6"));
    REQUIRE(near);
    // Coordinates of 1 m leave distances of 1e-6 m some 1e-10 of their size.
    CHECK(far == Approx(*near).epsilon(1e-6));
}

TEST_CASE("a barrier as wide as a body is refused in words", "[barrier]") {
    CHECK_THROWS_WITH(probe("spike_in_crack", 0.5, "triangles", "1l"),
                      Contains("barrier: dhat, ") && Contains("is as large as a body; give"));
    CHECK_NOTHROW(probe("spike_in_crack", 0.5, "triangles", "0.99l"));
}

TEST_CASE("a wide barrier around bodies of many features is refused in words", "[barrier]") {
    const CollisionShape ball = make_facet_shape(make_sphere(1.0, 4));
    const Collider a = make_collider(ball, Pose{});
    const Collider b =
        make_collider(ball, {Quat::Identity(), Vec3(0.0, 1.999, 0.0)});  // they just overlap
    const Generator& generator = find_generator("barrier");
    const auto generate = [&](double dhat) {
        MethodSettings settings = generator.options.of(Profile::Corrected);
        settings.as<barrier::Settings>().dhat = dhat;
        return generator.generate(a, b, {0.01, settings}).size();
    };
    CHECK(generate(1e-3) > 0);
    CHECK_THROWS_WITH(generate(0.5),
                      Contains("barrier: dhat, 0.5 m, is too large for bodies of so many features; "
                               "give a smaller one"));
}
