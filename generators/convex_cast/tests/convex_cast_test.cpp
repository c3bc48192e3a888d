#include "generators/convex_cast/convex_cast.h"

#include <cmath>
#include <set>
#include <string>

#include "generators/convex_cast/tests/moving_pairs.h"
#include "methods/base/error.h"
#include "methods/continuous/gjk.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

using testing::MovingPair;
using testing::PairDraw;
using testing::sampled_contact;
using testing::SampledContact;

TEST_CASE("convex casts have ids of their own", "[convex_cast]") {
    std::set<std::string> ids;
    for (const ConvexCastMethod& method : all_convex_casts()) {
        CHECK(ids.insert(std::string(method.id)).second);
        CHECK(&find_convex_cast(method.id) == &method);
        CHECK(method.cast != nullptr);
    }
    CHECK_THROWS_AS(find_convex_cast("cone"), UnknownName);
}

TEST_CASE("convex casts keep their contract for every share and slack", "[convex_cast]") {
    struct Ask {
        double share;
        double slack;
    };
    const Ask ask = GENERATE(Ask{1e-6, 10.0}, Ask{1e-6, 1.1}, Ask{1e-3, 2.0}, Ask{0.1, 2.0},
                             Ask{0.1, 9.0}, Ask{0.4, 1.1}, Ask{0.4, 2.0});
    CastSettings settings;
    settings.kept_share = ask.share;
    settings.slack = ask.slack;
    PairDraw draw(1);
    int near = 0;
    for (int i = 0; i < 25; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const double start = pair_distance(motion.start).upper;
        const SampledContact contact = sampled_contact(motion);
        for (const ConvexCastMethod& method : all_convex_casts()) {
            if (!method.keeps_contract || (method.needs_faces && ask.slack < 2.0)) {
                continue;  // ACCD's last step keeps a tenth, whatever the settings
            }
            INFO("pair " << i << ", " << method.id << ", s " << ask.share << ", a " << ask.slack);
            const CastAnswer answer = method.cast(motion, settings);
            CHECK((std::isnan(contact.above) || answer.time <= contact.above));
            if (answer.end == CastEnd::NoContact) {
                CHECK(answer.time == 1.0);
                CHECK(std::isnan(contact.above));
                continue;
            }
            const PairDistance kept = pair_distance(pair_at(motion, answer.time));
            CHECK(kept.upper >= ask.share * start * (1.0 - 1e-12));
            if (method.needs_faces) {
                continue;
            }
            CHECK(answer.end == CastEnd::Near);
            CHECK(kept.lower < ask.slack * ask.share * start);
            CHECK(answer.lower <= kept.upper);
            CHECK(answer.upper >= kept.lower);
            ++near;
        }
    }
    CHECK(near > 100);
}

TEST_CASE("convex casts agree on the first contact", "[convex_cast]") {
    PairDraw draw(2);
    CastSettings settings;
    settings.kept_share = 1e-8;
    for (int i = 0; i < 40; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const SampledContact contact = sampled_contact(motion);
        for (const ConvexCastMethod& method : all_convex_casts()) {
            INFO("pair " << i << ", " << method.id);
            const CastAnswer answer = method.cast(motion, settings);
            if (std::isnan(contact.above)) {
                // Grazing contacts shorter than a sampling step are visible to the casts only.
                continue;
            }
            CHECK(answer.time <= contact.above);
            // A distance of 1e-7 of the initial one remains; the slowest approach here is 1e-4.
            CHECK(answer.time >= contact.below - 1e-3);
        }
    }
}

TEST_CASE("published casts keep less than they promise", "[convex_cast]") {
    PairDraw draw(3);
    const CastSettings settings;
    int asked = 0;
    int kept = 0;
    for (int i = 0; i < 40; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        for (const char* id : {"published_linear", "published_quad", "published_quad_pw"}) {
            const CastAnswer answer = find_convex_cast(id).cast(motion, settings);
            if (answer.end != CastEnd::Near) {
                continue;
            }
            ++asked;
            kept += answer.upper >= settings.kept_share * answer.start_distance ? 1 : 0;
        }
    }
    CHECK(asked > 50);
    CHECK(kept == 0);
}

TEST_CASE("aimed casts need fewer iterations than printed ones", "[convex_cast]") {
    PairDraw draw(4);
    int printed = 0;
    int aimed = 0;
    int cubic = 0;
    for (int i = 0; i < 100; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        printed += find_convex_cast("cone_linear").cast(motion, {}).iterations;
        aimed += find_convex_cast("aimed_linear_pw").cast(motion, {}).iterations;
        cubic += find_convex_cast("aimed_cubic_pw").cast(motion, {}).iterations;
    }
    CHECK(2 * aimed < printed);
    CHECK(2 * cubic < aimed);
}

TEST_CASE("convex casts answer alike wherever and whichever way the pair is", "[convex_cast]") {
    const Vec3 far(8e5, -5e5, 6e5);
    const Mat3 turn = Quat(0.3, -0.5, 0.7, 0.1).normalized().toRotationMatrix();
    PairDraw draw(5);
    for (int i = 0; i < 15; ++i) {
        const MovingPair pair = draw.pair();
        MovingPair moved = pair;
        for (AffineMotion* motion : {&moved.motion_a, &moved.motion_b}) {
            motion->linear = turn * motion->linear;
            motion->linear_velocity = turn * motion->linear_velocity;
            motion->offset = turn * motion->offset + far;
            motion->offset_velocity = turn * motion->offset_velocity - far;
        }
        for (const ConvexCastMethod& method : all_convex_casts()) {
            // Norms about the world's origin make Quad and Quad-Pw slow, not wrong; see the docs.
            const double tolerance = 1e-4;
            INFO("pair " << i << ", " << method.id);
            const CastAnswer here = method.cast(pair.motion(), {});
            const CastAnswer there = method.cast(moved.motion(), {});
            CHECK((here.end == CastEnd::NoContact) == (there.end == CastEnd::NoContact));
            CHECK(there.time == Approx(here.time).margin(tolerance));
            if (here.end != CastEnd::NoContact) {
                CHECK(there.end == CastEnd::Near);
            }
        }
    }
}

TEST_CASE("convex casts do not change with the unit of length", "[convex_cast]") {
    const int exponent = GENERATE(-200, -60, -3, 5, 60, 200);
    const double factor = std::ldexp(1.0, exponent);
    PairDraw draw(6);
    for (int i = 0; i < 10; ++i) {
        const MovingPair pair = draw.pair();
        MovingPair scaled = pair;
        for (AffineMotion* motion : {&scaled.motion_a, &scaled.motion_b}) {
            motion->linear *= factor;
            motion->linear_velocity *= factor;
            motion->offset *= factor;
            motion->offset_velocity *= factor;
        }
        for (const ConvexCastMethod& method : all_convex_casts()) {
            INFO(method.id);
            const CastAnswer here = method.cast(pair.motion(), {});
            const CastAnswer there = method.cast(scaled.motion(), {});
            CHECK(there.end == here.end);
            CHECK(there.time == here.time);
            if (here.end != CastEnd::NoContact) {
                CHECK(there.upper == factor * here.upper);
            }
        }
    }
}

TEST_CASE("convex casts know the time of a fall", "[convex_cast]") {
    const SupportShape floor = make_support_box({5.0, 5.0, 0.5});
    const SupportShape ball = make_support_sphere(0.5);
    const SupportShape can = make_support_cylinder(0.5, 0.25);
    const AffineMotion still;
    // From a height of 1 over the floor, 2 per unit of time: contact at 1/2.
    const AffineMotion fall{Mat3::Identity(), Mat3::Zero(), {0.3, 0.2, 2.0}, {0.1, 0.0, -2.0}};
    for (const ConvexCastMethod& method : all_convex_casts()) {
        if (method.needs_points) {
            CHECK_THROWS_AS(cast_convex(method, floor, still, ball, fall), UsageError);
            continue;
        }
        INFO(method.id);
        const CastAnswer answer = cast_convex(method, floor, still, ball, fall);
        CHECK(answer.end == CastEnd::Near);
        CHECK(answer.time <= 0.5);
        CHECK(answer.time >= 0.5 - 1e-5);
        CHECK(answer.normal.z() == Approx(1.0));
        CHECK(answer.point_a.z() == Approx(0.5));
        CHECK(answer.point_b.z() == Approx(0.5).margin(1e-4));
        // The can's round is at a height of 1.25; by the swelling 1 + 2t it meets the floor when
        // 2 - 2t - (1 + 2t)/4 = 1/2.
        AffineMotion swell = fall;
        swell.linear_velocity = 2.0 * Mat3::Identity();
        CHECK(cast_convex(method, floor, still, can, swell).time == Approx(0.5).margin(1e-5));
    }
}

TEST_CASE("convex casts stop a bullet before a thin sheet", "[convex_cast]") {
    const SupportShape sheet = make_support_box({1.0, 1.0, 1e-4});
    const SupportShape bullet = make_support_capsule(0.004, 0.01);
    const AffineMotion shot{Mat3::Identity(), Mat3::Zero(), {0.0, 0.0, 5.0}, {0.0, 0.0, -500.0}};
    for (const char* id : {"cone_linear", "aimed_linear", "aimed_linear_pw", "aimed_quad_exact"}) {
        const CastAnswer answer = cast_convex(find_convex_cast(id), sheet, {}, bullet, shot);
        CHECK(answer.end == CastEnd::Near);
        CHECK(answer.time < (5.0 - 0.014 - 1e-4) / 500.0);
        CHECK(answer.time > (5.0 - 0.014 - 1e-4) / 500.0 - 1e-6);
    }
}

}  // namespace
}  // namespace touchstone
