#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "generators/convex_cast/cubic_bound.h"
#include "generators/convex_cast/plane_bounds.h"
#include "generators/convex_cast/quad_bounds.h"
#include "generators/convex_cast/tests/moving_pairs.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

using testing::MovingPair;
using testing::PairDraw;

constexpr double kRoundOff = 1e-12;  // of distances of size 1

struct NamedBound {
    const char* name;
    std::function<double(const CastState&, double)> value;
    std::function<double(const CastState&, double, double)> step;
};

std::vector<NamedBound> all_bounds() {
    std::vector<NamedBound> bounds{{"linear", linear_value, linear_step},
                                   {"linear_pw", linear_pw_value, linear_pw_step}};
    for (const bool is_b : {false, true}) {
        for (const PathError error : {PathError::Norms, PathError::Exact}) {
            bounds.push_back(
                {"quad",
                 [=](const CastState& s, double t) { return quad_value(s, is_b, error, t); },
                 [=](const CastState& s, double target, double horizon) {
                     return quad_step(s, is_b, error, target, horizon);
                 }});
            bounds.push_back(
                {"quad_pw",
                 [=](const CastState& s, double t) { return quad_pw_value(s, is_b, error, t); },
                 [=](const CastState& s, double target, double horizon) {
                     return quad_pw_step(s, is_b, error, target, horizon);
                 }});
        }
        bounds.push_back({"cubic_pw",
                          [=](const CastState& s, double t) { return cubic_value(s, is_b, t); },
                          [=](const CastState& s, double target, double horizon) {
                              return cubic_step(s, is_b, target, horizon);
                          }});
    }
    return bounds;
}

/// A state somewhere before the first contact.
CastState state_of(const PairMotion& motion, PairDraw& draw) {
    CastState state = start_cast(motion, {});
    const double step = linear_pw_step(state, 0.0, 1.0);
    move_to(state, std::min(0.9, step) * 0.5 * (draw.uniform() + 1.0));
    return state;
}

TEST_CASE("cast bounds are never above the distance", "[convex_cast]") {
    PairDraw draw(1);
    const std::vector<NamedBound> bounds = all_bounds();
    for (int i = 0; i < 150; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const CastState state = state_of(motion, draw);
        for (int k = 0; k < 12; ++k) {
            // Short times as well as long ones.
            const double t = std::pow(0.5 * (draw.uniform() + 1.0), 3.0);
            const double distance = pair_distance(pair_at(motion, state.time + t)).upper;
            for (const NamedBound& bound : bounds) {
                INFO("pair " << i << ", bound " << bound.name << ", t " << t);
                CHECK(bound.value(state, t) <= distance + kRoundOff);
            }
        }
    }
}

TEST_CASE("cast bounds start at the distance", "[convex_cast]") {
    PairDraw draw(2);
    for (int i = 0; i < 50; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const CastState state = state_of(motion, draw);
        for (const NamedBound& bound : all_bounds()) {
            INFO(bound.name);
            // The quadratic ones are distances in a frame, of which 1/K counts.
            const double share = std::string_view(bound.name).starts_with("quad") ? 1.1 : 1.0;
            CHECK(share * bound.value(state, 0.0) == Approx(state.distance.lower).epsilon(1e-9));
        }
    }
}

TEST_CASE("cast steps end where their bound is what was asked", "[convex_cast]") {
    PairDraw draw(3);
    int ended = 0;
    for (int i = 0; i < 150; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const CastState state = state_of(motion, draw);
        const double target = 0.3 * state.distance.lower;
        for (const NamedBound& bound : all_bounds()) {
            const double t = bound.step(state, target, 1.0);
            INFO("pair " << i << ", bound " << bound.name << ", t " << t);
            REQUIRE(t > 0.0);
            const double last = std::min(t, 1.0);
            for (int k = 1; k <= 8; ++k) {
                CHECK(bound.value(state, last * k / 8.0) >= target * (1.0 - 1e-9) - kRoundOff);
            }
            // The others end at the latest where their frame folds.
            if (std::string_view(bound.name) == "linear_pw" && t < 1.0) {
                ++ended;
                // What a chord may leave.
                const double left = 0.03 * (state.distance.lower - target);
                CHECK(bound.value(state, t) <= target + left + kRoundOff);
            }
        }
    }
    CHECK(ended > 50);
}

TEST_CASE("linear_pw is never below linear, nor points of their own below one for all",
          "[convex_cast]") {
    PairDraw draw(4);
    for (int i = 0; i < 150; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const CastState state = state_of(motion, draw);
        for (int k = 0; k < 5; ++k) {
            const double t = 0.25 * (draw.uniform() + 1.0);
            CHECK(linear_pw_value(state, t) >= linear_value(state, t) - kRoundOff);
            for (const bool is_b : {false, true}) {
                for (const PathError error : {PathError::Norms, PathError::Exact}) {
                    CHECK(quad_pw_value(state, is_b, error, t) >=
                          quad_value(state, is_b, error, t) - kRoundOff);
                }
                CHECK(quad_pw_value(state, is_b, PathError::Exact, t) >=
                      quad_pw_value(state, is_b, PathError::Norms, t) - kRoundOff);
                if (quad_value(state, is_b, PathError::Exact, t) > 0.0) {
                    CHECK(cubic_value(state, is_b, t) > 0.0);
                }
            }
        }
    }
}

TEST_CASE("cubic_pw finds a dip between two times that are clear", "[convex_cast][regression]") {
    // A point falls along a parabola seen from a plate that turns: the height over the plate's
    // plane has a root pair inside the interval though both ends and two of the Bernstein
    // coefficients are far above.
    PairDraw draw(5);
    int dips = 0;
    for (int i = 0; i < 400; ++i) {
        const MovingPair pair = draw.pair();
        const PairMotion motion = pair.motion();
        const CastState state = start_cast(motion, {});
        const double target = 1e-6 * state.distance.lower;
        for (const bool is_b : {false, true}) {
            const double t = std::min(1.0, cubic_step(state, is_b, target, 1.0));
            dips += cubic_value(state, is_b, 1.0) > 0.0 && t < 1.0 ? 1 : 0;
            for (int k = 1; k <= 64; ++k) {
                CHECK(pair_distance(pair_at(motion, t * k / 64.0)).upper >= target * (1.0 - 1e-9));
            }
        }
    }
    CHECK(dips > 0);
}

TEST_CASE("spectral_norm is at least the largest stretch and hardly more", "[convex_cast]") {
    PairDraw draw(6);
    for (int i = 0; i < 200; ++i) {
        Mat3 matrix = draw.matrix();
        if (i % 3 == 0) {
            matrix = Mat3::Identity() + 1e-9 * matrix;  // three singular values nearly alike
        }
        double stretch = 0.0;
        Vec3 direction = draw.vector();
        for (int k = 0; k < 200; ++k) {
            direction = (matrix.transpose() * (matrix * direction)).normalized();
            stretch = std::max(stretch, (matrix * direction).norm());
        }
        CHECK(spectral_norm(matrix) >= stretch * (1.0 - 1e-15));
        CHECK(spectral_norm(matrix) <= stretch * (1.0 + 1e-3));
    }
    CHECK(spectral_norm(Mat3::Zero()) == 0.0);
}

}  // namespace
}  // namespace touchstone
