// Bodies and motions at the limits of what can be cast.

#include <cmath>
#include <limits>
#include <vector>

#include "generators/convex_cast/convex_cast.h"
#include "generators/convex_cast/tests/moving_pairs.h"
#include "methods/base/error.h"
#include "methods/continuous/gjk.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

using testing::MovingPair;
using testing::PairDraw;
using Points = std::vector<Vec3>;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

AffineMotion moving(const Vec3& offset, const Vec3& velocity) {
    return {Mat3::Identity(), Mat3::Zero(), offset, velocity};
}

SupportShape cube() { return make_support_hull(make_box({1.0, 1.0, 1.0})); }

TEST_CASE("convex casts take bodies without volume", "[convex_cast]") {
    const SupportShape point = make_support_hull(Points{{0.1, 0.2, 0.0}});
    const SupportShape twice = make_support_hull(Points{{0.1, 0.2, 0.0}, {0.1, 0.2, 0.0}});
    const SupportShape needle = make_support_hull(Points{{-0.9, -0.8, 0.0}, {1.1, 1.2, 0.0}});
    const SupportShape flat = make_support_hull(
        Points{{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}});
    const SupportShape* shapes[]{&point, &twice, &needle, &flat};
    for (const ConvexCastMethod& method : all_convex_casts()) {
        if (method.needs_faces) {
            CHECK_THROWS_AS(cast_convex(method, flat, {}, point, {}), UsageError);
            continue;
        }
        for (const SupportShape* a : shapes) {
            for (const SupportShape* b : shapes) {
                // They meet at height 1 at t = 1/2, face to face, along each other, point to point.
                INFO(method.id << ", " << a->point_count << " on " << b->point_count);
                const CastAnswer answer =
                    cast_convex(method, *a, {}, *b, moving({0.0, 0.0, 1.0}, {0.0, 0.0, -2.0}));
                CHECK(answer.end == CastEnd::Near);
                CHECK(answer.time <= 0.5);
                CHECK(answer.time >= 0.5 - 1e-5);
                // A placement that flattens it all the more.
                AffineMotion squashed = moving({0.0, 0.0, 1.0}, {0.0, 0.0, -2.0});
                squashed.linear(0, 0) = 0.0;
                squashed.linear_velocity(0, 0) = 0.25;
                const CastAnswer flatter = cast_convex(method, *a, {}, *b, squashed);
                CHECK((flatter.end == CastEnd::Near || flatter.end == CastEnd::NoContact));
                CHECK(flatter.time >= 0.5 - 1e-5);
            }
        }
    }
}

TEST_CASE("convex casts see at once that nothing approaches", "[convex_cast]") {
    const SupportShape a = cube();
    PairDraw draw(1);
    AffineMotion together{Mat3::Identity() + 0.3 * draw.matrix(), draw.matrix(), draw.vector(),
                          draw.vector()};
    AffineMotion beside = together;
    beside.offset += Vec3(4.0, 1.0, 0.0);
    for (const ConvexCastMethod& method : all_convex_casts()) {
        INFO(method.id);
        // At rest, and in one motion on one straight line.
        CHECK(cast_convex(method, a, {}, a, moving({3.0, 0.5, 0.2}, Vec3::Zero())).end ==
              CastEnd::NoContact);
        const CastAnswer shared = cast_convex(method, a, moving({0.0, 0.0, 0.0}, {7.0, 1.0, 0.0}),
                                              a, moving({3.0, 0.5, 0.2}, {7.0, 1.0, 0.0}));
        CHECK(shared.end == CastEnd::NoContact);
        CHECK(shared.iterations <= 1);
        // One affine motion, which no world speed shows.
        const CastAnswer alike = cast_convex(method, a, together, a, beside);
        CHECK(alike.end != CastEnd::AtStart);
        if (method.id == "quad_exact" || method.id == "aimed_quad_exact") {
            CHECK(alike.end == CastEnd::NoContact);
            CHECK(alike.iterations <= 40);  // each step a share 1 - 1/K of what the frame allows
        }
        const CastAnswer parting =
            cast_convex(method, a, {}, a, moving({3.0, 0.0, 0.0}, {5.0, 0.0, 0.0}));
        CHECK(parting.end == CastEnd::NoContact);
        CHECK((parting.iterations <= 1 || method.needs_faces));  // speeds of pairs have no sign
    }
}

TEST_CASE("convex casts say that bodies touch or overlap at the start", "[convex_cast]") {
    const SupportShape a = cube();
    const Vec3 offset = GENERATE(Vec3(1.0, 0.0, 0.0), Vec3(1.0, 1.0, 1.0), Vec3(0.2, 0.1, 0.0),
                                 Vec3(0.0, 0.0, 0.0), Vec3(1.0 + 1e-16, 0.5, 0.0));
    for (const ConvexCastMethod& method : all_convex_casts()) {
        INFO(method.id);
        const CastAnswer answer = cast_convex(method, a, {}, a, moving(offset, {-1.0, 0.3, 0.0}));
        CHECK(answer.end == CastEnd::AtStart);
        CHECK(answer.time == 0.0);
        CHECK(answer.iterations == 0);
    }
    const SupportShape point = make_support_hull(Points{{0.0, 0.0, 0.0}});
    CHECK(cast_convex(find_convex_cast("aimed_linear_pw"), point, {}, point, {}).end ==
          CastEnd::AtStart);
}

TEST_CASE("convex casts refuse what is not finite", "[convex_cast]") {
    const SupportShape a = cube();
    // A constant as the first one would be kept by reference to what is gone.
    const double bad = GENERATE(1e200, kUnset, kInfinite, -kInfinite);
    INFO(bad);
    for (int part = 0; part < 4; ++part) {
        INFO(part);
        AffineMotion motion = moving({3.0, 0.0, 0.0}, {-1.0, 0.0, 0.0});
        (part == 0   ? motion.linear(1, 2)
         : part == 1 ? motion.linear_velocity(0, 0)
         : part == 2 ? motion.offset.y()
                     : motion.offset_velocity.z()) = bad;
        CHECK_THROWS_AS(make_pair_motion(a, {}, a, motion), Error);
        CHECK_THROWS_AS(make_pair_motion(a, motion, a, {}), Error);
    }
    const auto refuse = [&](auto change) {
        CastSettings settings;
        change(settings);
        CHECK_THROWS_AS(validate(settings), UsageError);
    };
    refuse([](CastSettings& s) { s.kept_share = 0.0; });
    refuse([](CastSettings& s) { s.kept_share = 1.0; });
    refuse([](CastSettings& s) { s.kept_share = kUnset; });
    refuse([](CastSettings& s) { s.slack = 1.0; });
    refuse([](CastSettings& s) { s.slack = kInfinite; });
    refuse([](CastSettings& s) { s.frame_growth = 1.0; });
    refuse([](CastSettings& s) { s.max_iterations = 0; });
}

TEST_CASE("convex casts end whatever the speed", "[convex_cast]") {
    const SupportShape a = cube();
    const double speed = GENERATE(1e-30, 1e-12, 1e6, 1e15, 1e40, 1e59);
    const double size = GENERATE(1.0, 1e-95);
    PairDraw draw(2);
    AffineMotion still;
    still.linear *= size;
    AffineMotion motion = moving(size * Vec3(3.0, 0.2, 0.1), size * speed * Vec3(-1.0, 0.01, 0.0));
    motion.linear *= size;
    motion.linear_velocity = size * speed * draw.matrix();
    for (const ConvexCastMethod& method : all_convex_casts()) {
        INFO(method.id << " at " << speed);
        const CastAnswer answer = cast_convex(method, a, still, a, motion);
        CHECK(answer.time >= 0.0);
        CHECK(answer.time <= 1.0);
        CHECK(answer.iterations <= CastSettings{}.max_iterations);
        if (speed < 1.0) {
            CHECK(answer.end == CastEnd::NoContact);
        } else {
            CHECK(answer.end != CastEnd::NoContact);
            CHECK(answer.time * speed <= 3.0);
        }
    }
}

TEST_CASE("convex casts refuse speeds whose products are no numbers", "[convex_cast]") {
    const SupportShape a = cube();
    CHECK_THROWS_AS(make_pair_motion(a, {}, a, moving({3.0, 0.0, 0.0}, {-1e62, 0.0, 0.0})), Error);
}

TEST_CASE("convex casts stop short when time is too coarse", "[convex_cast]") {
    // At t = 1/2 a step of time is 1e-16 and takes the body 1e-4 on, more than is to be kept.
    const SupportShape a = cube();
    const AffineMotion motion = moving({1e12 / 2.0, 0.0, 0.0}, {-1e12, 0.0, 0.0});
    for (const ConvexCastMethod& method : all_convex_casts()) {
        INFO(method.id);
        const CastAnswer answer = cast_convex(method, a, {}, a, motion, {.kept_share = 1e-18});
        CHECK(answer.end != CastEnd::NoContact);
        if (method.keeps_contract) {
            CHECK(answer.time < 0.5);
            CHECK(answer.end == CastEnd::Stalled);
            CHECK(pair_distance(pair_at(make_pair_motion(a, {}, a, motion), answer.time)).lower >
                  0.0);
        }
    }
}

TEST_CASE("convex casts stop at the cap with a time that is safe", "[convex_cast]") {
    PairDraw draw(3);
    CastSettings settings;
    settings.max_iterations = 2;
    for (int i = 0; i < 20; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        for (const ConvexCastMethod& method : all_convex_casts()) {
            INFO(method.id);
            const CastAnswer answer = method.cast(motion, settings);
            CHECK(answer.iterations <= 2 + (method.keeps_contract ? 0 : 1));
            if (answer.end == CastEnd::Capped) {
                CHECK(answer.time <= find_convex_cast("aimed_linear_pw").cast(motion, {}).time);
            }
        }
    }
}

TEST_CASE("convex casts take mesh elements as flat bodies", "[convex_cast]") {
    // Three corners in straight motion are an affine motion of the three unit points. Here a still
    // point is 5.7e-7 from a face that moves away, which other implementations report as a contact.
    const SupportShape face =
        make_support_hull(Points{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()});
    const SupportShape vertex = make_support_hull(Points{{0.35, 0.0, 0.35}});
    Mat3 start;
    start.col(0) = Vec3(0.34604643638, 0.0027847887896, 0.3465812116);
    start.col(1) = Vec3(0.35000819263, -1.5763377304e-06, 0.35001214242);
    start.col(2) = Vec3(0.34903882032, -0.0015866575093, 0.34560164356);
    Mat3 end;
    end.col(0) = Vec3(0.34604653758300785, 0.0026446888471199997, 0.346495558508104);
    end.col(1) = Vec3(0.35000726286760364, -1.4022120830000002e-07, 0.35001269410830144);
    end.col(2) = Vec3(0.34915531303683, -0.001622830074698, 0.345554515322083);
    const AffineMotion motion{start, end - start, Vec3::Zero(), Vec3::Zero()};
    for (const ConvexCastMethod& method : all_convex_casts()) {
        if (method.needs_faces) {
            continue;
        }
        INFO(method.id);
        const CastAnswer answer = cast_convex(method, vertex, {}, face, motion);
        CHECK(answer.end == CastEnd::NoContact);
        CHECK(answer.start_distance == Approx(5.69e-7).epsilon(0.01));
    }
}

}  // namespace
}  // namespace touchstone
