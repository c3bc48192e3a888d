#include "methods/smooth/extremal_rates.h"

#include <cmath>
#include <optional>
#include <random>

#include "methods/base/random_share.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// A motion with constant accelerations from t = 0; orientations to third order in t, which is
/// enough for the differences below.
PlacedSolid moved_solid(const PlacedSolid& start, const SolidMotion& motion, double t) {
    const Vec3 about = motion.about + t * motion.velocity + 0.5 * t * t * motion.acceleration;
    const Vec3& w = motion.angular_velocity;
    const Vec3& alpha = motion.angular_acceleration;
    // Magnus: the integral of ω + t α, and the commutator −½∫∫[ω₁, ω₂] = t³/12 (α × ω).
    const Vec3 turn = t * w + 0.5 * t * t * alpha + t * t * t / 12.0 * alpha.cross(w);
    const double angle = turn.norm();
    const Mat3 rotation =
        angle > 0.0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() : Mat3::Identity();
    return {start.solid, rotation * start.rotation,
            about + rotation * (start.centre - motion.about)};
}

struct MovingPair {
    PlacedSolid a;
    PlacedSolid b;
    int feature_a = 0;
    int feature_b = 0;
    SolidMotion motion_a;
    SolidMotion motion_b;

    std::optional<NewtonResult> at(double t, const ExtremalState& guess) const {
        const PlacedSolid now_a = moved_solid(a, motion_a, t);
        const PlacedSolid now_b = moved_solid(b, motion_b, t);
        const FeaturePair pair{&now_a, &now_b, &a.solid->features[feature_a],
                               &b.solid->features[feature_b]};
        const NewtonResult found = solve_extremal(pair, guess, NewtonRule::Damped);
        return found.converged ? std::optional(found) : std::nullopt;
    }
};

SolidMotion lively(double sign) {
    return {.about = Vec3(0.1 * sign, -0.05, 0.2),
            .velocity = Vec3(0.3 * sign, -0.4, 0.2),
            .angular_velocity = Vec3(0.7, -0.5 * sign, 0.9),
            .acceleration = Vec3(-0.6, 0.8 * sign, 0.3),
            .angular_acceleration = Vec3(0.5 * sign, 0.4, -0.7)};
}

/// Compares the rates with differences of five points.
void check_rates(const MovingPair& moving, const ExtremalState& guess) {
    const std::optional<NewtonResult> now = moving.at(0.0, guess);
    REQUIRE(now);
    const FeaturePair pair{&moving.a, &moving.b, &moving.a.solid->features[moving.feature_a],
                           &moving.b.solid->features[moving.feature_b]};
    const ExtremalRates rates = extremal_rates(pair, now->state, moving.motion_a, moving.motion_b);
    constexpr double kStep = 2e-3;
    double s[5];
    Vec3 p[5];
    for (int i = 0; i < 5; ++i) {
        const std::optional<NewtonResult> there = moving.at((i - 2) * kStep, now->state);
        REQUIRE(there);
        s[i] = there->separation;
        p[i] = there->state.point_a - pair.feature_a->extra * there->normal;
    }
    const double first = (s[0] - 8.0 * s[1] + 8.0 * s[3] - s[4]) / (12.0 * kStep);
    const double second =
        (-s[0] + 16.0 * s[1] - 30.0 * s[2] + 16.0 * s[3] - s[4]) / (12.0 * kStep * kStep);
    const Vec3 velocity = (p[0] - 8.0 * p[1] + 8.0 * p[3] - p[4]) / (12.0 * kStep);
    const double scale = 1.0 + std::abs(second);
    CHECK(std::abs(rates.separation_rate - first) < 1e-7 * scale);
    CHECK(std::abs(rates.separation_acceleration - second) < 1e-5 * scale);
    CHECK((rates.point_velocity_a - velocity).norm() < 1e-5 * (1.0 + velocity.norm()));
    CHECK(std::abs(rates.height_acceleration + now->separation * rates.normal_rate.squaredNorm() -
                   rates.separation_acceleration) < 1e-11 * scale);
}

}  // namespace

TEST_CASE("rates of extremal points are those of differences", "[smooth]") {
    const SmoothSolid ellipsoid = make_smooth_solid(SmoothEllipsoid{{1.0, 0.7, 0.5}});
    const SmoothSolid other = make_smooth_solid(SmoothEllipsoid{{0.8, 0.4, 0.6}});
    const SmoothSolid power = make_smooth_solid(SmoothSuperellipsoid{{0.8, 0.6, 0.7}, 4.0});
    const SmoothSolid cone = make_smooth_solid(SmoothCone{0.6, 1.1});
    const Mat3 turn = Eigen::AngleAxisd(0.9, Vec3(0.5, 0.7, -0.4).normalized()).toRotationMatrix();
    const Vec3 way = Vec3(0.6, 0.5, 0.4).normalized();
    for (const SmoothSolid* solid : {&other, &power, &cone}) {
        for (const double gap : {0.3, 1e-3, -0.02}) {
            CAPTURE(smooth_kind(solid->primitive), gap);
            const PlacedSolid a{&ellipsoid, turn.transpose(), Vec3(0.1, 0.0, -0.2)};
            PlacedSolid b{solid, turn, Vec3::Zero()};
            b.centre = support(a, way) + gap * way - support(b, -way);
            const ExtremalAnswer answer = convex_pair(a, b);
            REQUIRE(answer.pairs.size() == 1);
            const ExtremalPair& pair = answer.pairs[0];
            REQUIRE(pair.feature_a >= 0);
            check_rates({a, b, pair.feature_a, pair.feature_b, lively(1.0), lively(-1.0)},
                        pair.state);
        }
    }
}

TEST_CASE("rates of a torus and of a bowl are those of differences", "[smooth]") {
    const SmoothSolid torus = make_smooth_solid(SmoothTorus{1.0, 0.3});
    const SmoothSolid bowl = make_smooth_solid(SmoothBowl{1.25, 1.2, 0.2});
    const SmoothSolid ellipsoid = make_smooth_solid(SmoothEllipsoid{{0.3, 0.2, 0.25}});
    const Mat3 turn = Eigen::AngleAxisd(0.9, Vec3(0.5, 0.7, -0.4).normalized()).toRotationMatrix();
    for (const SmoothSolid* hollow : {&torus, &bowl}) {
        const PlacedSolid a{hollow};
        const PlacedSolid b{&ellipsoid, turn,
                            hollow == &torus ? Vec3(0.35, 0.1, 0.1) : Vec3(0.3, 0.4, 0.1)};
        const ExtremalAnswer answer = curved_pairs(a, b);
        REQUIRE_FALSE(answer.pairs.empty());
        const ExtremalPair& pair = answer.pairs[0];
        check_rates({a, b, pair.feature_a, pair.feature_b, lively(1.0), lively(-1.0)}, pair.state);
    }
}

/// The largest error of s̈ against five points that far apart in time, relative, following the root.
double difference_error(const MovingPair& moving, const NewtonResult& now, double step) {
    double s[5];
    s[2] = now.separation;
    for (const int side : {-1, 1}) {
        ExtremalState guess = now.state;
        for (int i = 1; i <= 2; ++i) {
            const std::optional<NewtonResult> there = moving.at(side * i * step, guess);
            REQUIRE(there);
            s[2 + side * i] = there->separation;
            guess = there->state;
        }
    }
    const double second =
        (-s[0] + 16.0 * s[1] - 30.0 * s[2] + 16.0 * s[3] - s[4]) / (12.0 * step * step);
    const FeaturePair pair{&moving.a, &moving.b, &moving.a.solid->features[moving.feature_a],
                           &moving.b.solid->features[moving.feature_b]};
    const double own =
        extremal_rates(pair, now.state, moving.motion_a, moving.motion_b).separation_acceleration;
    return std::abs(own - second) / (1.0 + std::abs(second));
}

// A random ellipsoid near the inside of a torus for which differences 0.002 s apart are off by more
// than 1e-5: no jump between roots, for their error goes with the step, in the end with its fourth
// power; of the pair that is nearest to where two roots meet only below 5e-4.
TEST_CASE("where differences on a torus are off it is by their own step", "[smooth]") {
    std::mt19937_64 engine(5);
    const auto draw = [&](double low, double high) {
        return low + (high - low) * random_share(engine);
    };
    const auto direction = [&] {
        for (;;) {
            const Vec3 v(draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, 1.0));
            if (v.norm() <= 1.0 && v.norm() > 0.1) {
                return Vec3(v.normalized());
            }
        }
    };
    const SmoothSolid torus = make_smooth_solid(SmoothTorus{1.0, 0.3});
    int off = 0;
    for (int i = 0; i < 300; ++i) {
        const SmoothSolid ellipsoid =
            make_smooth_solid(SmoothEllipsoid{{draw(0.15, 0.6), draw(0.15, 0.6), draw(0.15, 0.6)}});
        const double around = draw(-3.1, 3.1);
        const Vec3 ring(std::cos(around), 0.0, std::sin(around));
        const double up = draw(1.6, 4.7);  // the side of the hole, a saddle
        const Vec3 normal = std::cos(up) * ring + std::sin(up) * Vec3::UnitY();
        const PlacedSolid a{&torus};
        PlacedSolid b{&ellipsoid,
                      Eigen::AngleAxisd(draw(0.0, 3.1), direction()).toRotationMatrix()};
        b.centre = ring + 0.3 * normal + draw(0.0, 0.1) * normal - support(b, -normal);
        for (const ExtremalPair& pair : curved_pairs(a, b).pairs) {
            if (pair.feature_a < 0 || pair.feature_b < 0) {
                continue;
            }
            const MovingPair moving{a,           b,           pair.feature_a, pair.feature_b,
                                    lively(1.0), lively(-1.0)};
            const std::optional<NewtonResult> now = moving.at(0.0, pair.state);
            REQUIRE(now);
            const double coarse = difference_error(moving, *now, 2e-3);
            if (coarse > 1e-5) {
                ++off;
                CHECK(difference_error(moving, *now, 1.25e-4) < 0.02 * coarse);
            }
        }
    }
    CHECK(off > 0);
}

TEST_CASE("two balls have closed rates", "[smooth]") {
    const SmoothSolid one = make_smooth_solid(SmoothBall{0.5});
    const SmoothSolid two = make_smooth_solid(SmoothBall{0.3});
    const Vec3 between(0.6, -0.5, 0.3);
    const PlacedSolid a{&one};
    const PlacedSolid b{&two, Mat3::Identity(), between};
    const ExtremalAnswer answer = convex_pair(a, b);
    REQUIRE(answer.pairs.size() == 1);
    SolidMotion motion_a = lively(1.0);
    SolidMotion motion_b = lively(-1.0);
    motion_a.about = a.centre;
    motion_b.about = b.centre;
    const FeaturePair pair{&a, &b, one.features.data(), two.features.data()};
    const ExtremalRates rates = extremal_rates(pair, answer.pairs[0].state, motion_a, motion_b);
    const double distance = between.norm();
    const Vec3 along = between / distance;
    const Vec3 approach = motion_b.velocity - motion_a.velocity;
    const double across_squared = approach.squaredNorm() - std::pow(along.dot(approach), 2);
    CHECK(std::abs(rates.separation_rate - along.dot(approach)) < 1e-14);
    CHECK(std::abs(rates.separation_acceleration -
                   along.dot(motion_b.acceleration - motion_a.acceleration) -
                   across_squared / distance) < 1e-13);
    CHECK(std::abs(rates.curvature_rate - across_squared / distance) < 1e-13);
}

TEST_CASE("a ball and a plane that turns have closed rates", "[smooth]") {
    const SmoothSolid plate = make_smooth_solid(SmoothRoundBox{{4.0, 1.0, 4.0}, 0.1});
    const SmoothSolid ball = make_smooth_solid(SmoothBall{0.3});
    const PlacedSolid a{&plate};
    const PlacedSolid b{&ball, Mat3::Identity(), Vec3(0.4, 0.85, -0.3)};
    SolidMotion motion_a = lively(1.0);
    SolidMotion motion_b = lively(-1.0);
    motion_a.about = a.centre;
    motion_b.about = b.centre;
    // Of the plane n · (x − c_A) = ½ with ṅ = ω × n and n̈ = α × n + ω × (ω × n):
    const Vec3 n = Vec3::UnitY();
    const Vec3 turning = motion_a.angular_velocity.cross(n);
    const Vec3 turning_on =
        motion_a.angular_acceleration.cross(n) + motion_a.angular_velocity.cross(turning);
    const Vec3 apart = b.centre - a.centre;
    const Vec3 approach = motion_b.velocity - motion_a.velocity;
    const double rate = turning.dot(apart) + n.dot(approach);
    const double second = turning_on.dot(apart) + 2.0 * turning.dot(approach) +
                          n.dot(motion_b.acceleration - motion_a.acceleration);
    int top = -1;
    for (int i = 0; i < std::ssize(plate.features); ++i) {
        const SmoothFeature& feature = plate.features[i];
        top = feature.form == FeatureForm::Plane && feature.axis.y() > 0.5 ? i : top;
    }
    REQUIRE(top >= 0);
    const FeaturePair pair{&a, &b, &plate.features[top], ball.features.data()};
    const ExtremalState state = guess_state(pair, Vec3(0.4, 0.5, -0.3), Vec3(0.4, 0.55, -0.3));
    const ExtremalRates rates = extremal_rates(pair, state, motion_a, motion_b);
    CHECK(std::abs(rates.separation_rate - rate) < 1e-13);
    CHECK(std::abs(rates.separation_acceleration - second) < 1e-12);
}

TEST_CASE("a followed pair is found again from its witness", "[smooth]") {
    const SmoothSolid one = make_smooth_solid(SmoothEllipsoid{{1.0, 0.7, 0.5}});
    const SmoothSolid two = make_smooth_solid(SmoothEllipsoid{{0.8, 0.4, 0.6}});
    PlacedSolid a{&one};
    PlacedSolid b{&two, Mat3::Identity(), Vec3(1.4, 0.9, 0.3)};
    SolidMotion motion_a = lively(1.0);
    SolidMotion motion_b = lively(-1.0);
    motion_a.about = a.centre;
    motion_b.about = b.centre;
    const PlacedSolid start_a = a;
    const PlacedSolid start_b = b;
    constexpr double kStep = 0.01;
    for (const bool extrapolated : {false, true}) {
        ExtremalTrack track;
        int steps = 0;
        for (int i = 0; i < 50; ++i) {
            a = moved_solid(start_a, motion_a, i * kStep);
            b = moved_solid(start_b, motion_b, i * kStep);
            const ExtremalAnswer answer = follow_pair(track, a, b, kStep);
            REQUIRE(answer.pairs.size() == 1);
            CHECK(std::abs(answer.pairs[0].contacts[0].separation -
                           convex_pair(a, b).pairs[0].contacts[0].separation) < 1e-12);
            steps += i > 0 ? answer.iterations : 0;
            if (extrapolated) {
                SolidMotion now_a = motion_a;
                SolidMotion now_b = motion_b;
                now_a.about = a.centre;
                now_b.about = b.centre;
                now_a.velocity += i * kStep * motion_a.acceleration;
                now_b.velocity += i * kStep * motion_b.acceleration;
                now_a.angular_velocity += i * kStep * motion_a.angular_acceleration;
                now_b.angular_velocity += i * kStep * motion_b.angular_acceleration;
                note_motion(track, a, b, now_a, now_b);
            }
        }
        CHECK(track.counts.misses == 1);  // the first
        CHECK(track.counts.hits == 49);
        INFO("Newton steps: " << steps);
        CHECK(steps < (extrapolated ? 3 * 49 : 4 * 49));
    }
}
