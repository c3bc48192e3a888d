#include "testcases/trials/motion_trials.h"

#include <algorithm>
#include <array>

#include "generators/generator.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "testcases/trials/trial_pushes.h"

using namespace touchstone;

namespace {

/// Runs a trial, and checks that it moved.
TrialOutcome outcome_of(std::uint64_t number) {
    const RandomTrial trial = make_motion_trial(number);
    const TrialOutcome outcome = run_motion_trial(trial, find_generator("semi_local"));
    INFO(trial_name(trial));
    CHECK(outcome.steps > 0);
    return outcome;
}

TrialCounts run_trials(std::uint64_t first, int count) {
    TrialCounts counts;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t number = first + static_cast<std::uint64_t>(i);
        const TrialOutcome outcome = outcome_of(number);
        CAPTURE(number);
        CHECK_FALSE(outcome.fell_through);
        CHECK_FALSE(outcome.fell_inside);
        CHECK_FALSE(outcome.hopped);
        CHECK_FALSE(outcome.stuck);
        CHECK_FALSE(outcome.gained_energy);
        CHECK_FALSE(outcome.in_air);
        CHECK(outcome.silent_steps == 0);
        add_outcome(counts, outcome);
    }
    return counts;
}

}  // namespace

TEST_CASE("random bodies in motion land on what they fall onto", "[motion]") {
    // The first of the trials that docs/results/motion_trials.md counts.
    const TrialCounts counts = run_trials(0, 150);
    CHECK(counts.trials == 150);
    // Most slide or roll for as long as a trial takes, or lie still before.
    CHECK(counts.came_to_rest > 75);
    // Of all trials a few in a thousand have a push from more than 0.1 mm away; see the page.
    CHECK(counts.pushed_apart < 2);
    CHECK(counts.pushed_early < 3);
}

TEST_CASE("bodies that an impact turns past each other do not push", "[motion]") {
    // The largest distances of pushes before contacts were looked at again after the impact.
    for (const std::uint64_t number : {4753, 8882, 2818, 9480}) {
        CAPTURE(number);
        CHECK_FALSE(outcome_of(number).pushed_apart);
    }
}

TEST_CASE("corners and edges that overhang a border do not push what they pass beside",
          "[motion]") {
    // By less than the envelope: a corner below the top of a box, 23 mm beside its side, held a
    // wedge of 4.4 m; that of a table a cylinder's face 6 mm away.
    for (const std::uint64_t number : {73, 950, 4249, 8012}) {
        CAPTURE(number);
        CHECK_FALSE(outcome_of(number).pushed_apart);
    }
}

TEST_CASE("edges of the larger body that hang over are held as well", "[motion]") {
    for (const std::uint64_t number : {3243, 5425, 6239}) {
        CAPTURE(number);
        CHECK_FALSE(outcome_of(number).fell_inside);
    }
}

TEST_CASE("a body whose sweeps lead nowhere does not sink", "[motion]") {
    CHECK_FALSE(outcome_of(4785).sunk);
}

TEST_CASE("the pushes of a pair add up, and those against each other are told", "[motion]") {
    std::array<ContactPoint, 3> contacts;
    contacts[0].normal = Vec3::UnitY();
    contacts[1].normal = -Vec3::UnitY();
    contacts[2].normal = -Vec3::UnitY();
    for (ContactPoint& contact : contacts) {
        contact.body_a = 0;
        contact.body_b = 1;
    }
    contacts[2].body_b = 2;
    const std::array<ContactImpulse, 3> impulses{ContactImpulse{2.0, 0.0, 0.0, 0.0},
                                                 ContactImpulse{3.0, 0.0, 0.0, 0.0},
                                                 ContactImpulse{4.0, 0.0, 0.0, 0.0}};
    const std::vector<PairPush> pushes = pair_pushes(contacts, impulses);
    REQUIRE(pushes.size() == 2);
    CHECK(pushes[0].normal == 5.0);
    CHECK(pushes[0].on_b.isApprox(Vec3(0.0, -1.0, 0.0)));
    CHECK(pushes[0].against_itself == 2.0);
    CHECK(pushes[1].normal == 4.0);
    CHECK(pushes[1].against_itself == 0.0);
}

TEST_CASE("bodies that pass each other keep the distance at which they pass", "[motion]") {
    const std::array cube{make_box({1.0, 1.0, 1.0})};
    const HullParts parts = make_hull_parts(cube);
    const double height = GENERATE(1.001, 0.999);
    const PartsOnWay lower{&parts, BodyState{}};
    PartsOnWay upper{&parts, BodyState{}};
    upper.state.world_from_body.translation = Vec3(-1.5, height, 0.0);
    upper.state.linear_velocity = Vec3(100.0, 0.0, 0.0);
    CHECK(nearest_on_way(lower, upper, 0.03, 16, 0.0) ==
          Approx(std::max(0.0, height - 1.0)).margin(1e-9));
    CHECK_FALSE(overlap(lower, upper));
    upper.state.world_from_body.translation.x() = 0.5;
    CHECK(overlap(lower, upper) == (height < 1.0));

    ContactPoint contact;
    contact.position = Vec3(0.0, 0.505, 0.0);
    contact.normal = Vec3::UnitY();
    contact.separation = 0.01;
    upper.state.linear_velocity = Vec3(3.0, -0.4, 0.0);
    CHECK(least_gap_on_way(contact, lower.state, upper.state, 0.01, 16) == Approx(0.006));
}

TEST_CASE("a body in another has its middle there", "[motion]") {
    const std::array large{make_box({1.0, 1.0, 1.0})};
    const std::array small{make_box({0.2, 0.2, 0.2})};
    const auto is_inside = [&](double x) {
        return has_middle_inside(middles_of(small), {Quat::Identity(), Vec3(x, 0.0, 0.0)}, large,
                                 Pose{});
    };
    CHECK(is_inside(0.0));
    CHECK(is_inside(0.49));
    CHECK_FALSE(is_inside(0.51));
}

TEST_CASE("a trial is the same for the same number", "[motion]") {
    const RandomTrial one = make_motion_trial(42);
    const RandomTrial other = make_motion_trial(42);
    CHECK(trial_name(one) == trial_name(other));
    const TrialOutcome first = run_motion_trial(one, find_generator("semi_local"));
    const TrialOutcome second = run_motion_trial(other, find_generator("semi_local"));
    CHECK(first.steps == second.steps);
    CHECK(first.deepest == second.deepest);
    CHECK(first.largest_gain == second.largest_gain);
}

TEST_CASE("bodies that once ended in the floor, or hopped, do so no more", "[motion]") {
    // Numbers of trials, by what was wrong there.
    const std::uint64_t number =
        GENERATE(270,   // a corner deeper than the envelope beside others within it: no contact
                 1117,  // a box tips onto its side: let come as near as if it went on turning
                 1596,  // a contact ahead halfway to where the corner lands: another point's speed
                 1526,  // the same, a wedge that flies along the floor
                 555,   // a corner that would meet the floor only after the body has turned over
                 797,   // a wedge that slides a little askew: its bottom counted as the way out
                 1549,  // a cylinder that slides, and hopped by 2.3 mm
                 5280,  // corners beyond the end of a region that the envelope cuts: silent
                 4890,  // the same in a pile, in steps of 1 ms
                 5047,  // a gap along a normal askew to the floor: pushed before it touched
                 9344,  // the same, at 2 m
                 7548,  // a corner kept from coming as near as the turning after the impact lets it
                 8119,  // an impact that makes an L turn by 1.3 rad in a step
                 9771,  // an L that leans by 0.1° and slides: along the mean of both normals
                 12620,  // a thin box that comes down on an edge: nobody expected the opposite one
                 13259,  // an L that slides over an edge: sunk beyond the envelope, and let go
                 15941,  // as 9771, in a pile
                 24003,  // as 12620, a wedge
                 14914   // a box held at two corners by a blow, whose others fall from rest
        );
    const TrialOutcome outcome = outcome_of(number);
    CAPTURE(number);
    CHECK_FALSE(outcome.sunk);
    CHECK_FALSE(outcome.hopped);
    CHECK_FALSE(outcome.gained_energy);
}

TEST_CASE("bodies that rock over the rims of others do not fall into them", "[motion]") {
    // Numbers of trials in which an edge that an impact at a corner turned down came to lie deep in
    // an edge of the table, or of a lower body, and then the middle of the body.
    const std::uint64_t number = GENERATE(
        104,    // a wedge over a rim: the next edge was to come down within the step
        4764,   // an L that slides over one
        5719,   // a wedge that an impact turns by 0.7 rad in a step
        7037,   // a box over the corner of a table
        8137,   // a box whose edge comes to lie over a rim only on its way
        9253,   // an L that turns over on a corner
        6239,   // a wedge of which one edge sinks over a rim, and another is to come down
        19209,  // an edge that slides over a rim, and sinks beyond the envelope
        19624,  // the same in steps of 5 ms
        21225,  // an L whose edge an impact turns down beside the contacts ahead
        15794,  // a wedge's corner that meets a top, and its edge the top's border elsewhere
        27427,  // an L over a rim that leans by what one of its edges has sunk
        29229   // a wedge that an impact spins by two radians a step beside a gap
    );
    const TrialOutcome outcome = outcome_of(number);
    CAPTURE(number);
    CHECK_FALSE(outcome.fell_inside);
    CHECK_FALSE(outcome.stuck);
    CHECK_FALSE(outcome.gained_energy);
}

TEST_CASE("bodies that are thrown down faster than half a step is long stay above the floor",
          "[motion]") {
    // Cylinders of 10 to 31 mm in steps of 20 ms: they were below before the first query.
    const std::uint64_t number = GENERATE(1836, 4436, 5499);
    const TrialOutcome outcome = outcome_of(number);
    CAPTURE(number);
    CHECK_FALSE(outcome.fell_through);
    CHECK_FALSE(outcome.gained_energy);
}

TEST_CASE("a cube that is dropped lands, whatever its height and the way it comes", "[motion]") {
    const double height = GENERATE(0.01, 0.05, 0.13, 0.5, 1.0);
    RandomTrial trial = make_motion_trial(0);
    while (trial.motion != TrialMotion::Drop || trial.ground != TrialGround::Floor ||
           trial.shape != TrialShape::Box) {
        trial = make_motion_trial(trial.seed + 1);
    }
    // The size and the step of the report that this comes from: a fall of 10 ms at 1 m/s passes
    // more than ten times the envelope.
    trial.solver.time_step = 0.01;
    trial.steps = 300;
    BodyState& state = trial.bodies.back().state;
    state.world_from_body.rotation = Quat::Identity();
    state.world_from_body.translation.y() = trial.size + height;
    const TrialOutcome outcome = run_motion_trial(trial, find_generator("semi_local"));
    INFO(trial_name(trial));
    CHECK_FALSE(outcome.fell_through);
    CHECK_FALSE(outcome.in_air);
    CHECK_FALSE(outcome.sunk);
    CHECK(outcome.came_to_rest);
}
