#include "rigid_solver/events/collision_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <optional>
#include <random>

#include "methods/base/random_share.h"
#include "methods/smooth/extremal_rates.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Two ellipsoids that pass from apart to overlapping within a step, each at constant velocities.
struct Crossing {
    SmoothSolid solid_a;
    SmoothSolid solid_b;
    PlacedSolid a;
    PlacedSolid b;
    SolidMotion motion_a;
    SolidMotion motion_b;

    Crossing(std::mt19937_64& engine, double step) {
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
        const auto rotation = [&] {
            return Eigen::AngleAxisd(draw(0.0, 3.1), direction()).toRotationMatrix();
        };
        solid_a =
            make_smooth_solid(SmoothEllipsoid{{draw(0.3, 1.0), draw(0.3, 1.0), draw(0.3, 1.0)}});
        solid_b =
            make_smooth_solid(SmoothEllipsoid{{draw(0.3, 1.0), draw(0.3, 1.0), draw(0.3, 1.0)}});
        a = {&solid_a, rotation(), Vec3::Zero()};
        b = {&solid_b, rotation(), Vec3::Zero()};
        const Vec3 normal = direction();
        motion_a.angular_velocity = draw(0.0, 3.0) * direction();
        motion_b.angular_velocity = draw(0.0, 3.0) * direction();
        motion_b.velocity = draw(0.5, 2.0) * direction() - draw(1.0, 3.0) * normal;
        // Apart by what is closed in a random part of the step, to first order.
        b.centre = support(a, normal) - support(b, -normal);
        const Vec3 point = support(a, normal);
        const double closing =
            -normal.dot(motion_b.velocity + motion_b.angular_velocity.cross(point - b.centre) -
                        motion_a.angular_velocity.cross(point));
        b.centre += draw(0.1, 0.9) * step * std::max(closing, 0.1) * normal;
        motion_b.about = b.centre;
    }
    Crossing(const Crossing&) = delete;
    Crossing& operator=(const Crossing&) = delete;

    static PlacedSolid moved(const PlacedSolid& start, const SolidMotion& motion, double time) {
        const double speed = motion.angular_velocity.norm();
        const Mat3 turn = speed > 0.0
                              ? Eigen::AngleAxisd(speed * time, motion.angular_velocity / speed)
                                    .toRotationMatrix()
                              : Mat3::Identity();
        return {start.solid, turn * start.rotation, start.centre + time * motion.velocity};
    }

    SeparationJet at(double time) const {
        const PlacedSolid now_a = moved(a, motion_a, time);
        const PlacedSolid now_b = moved(b, motion_b, time);
        const ExtremalAnswer answer = convex_pair(now_a, now_b);
        REQUIRE(answer.pairs.size() == 1);
        const FeaturePair pair{&now_a, &now_b, solid_a.features.data(), solid_b.features.data()};
        SolidMotion about_b = motion_b;
        about_b.about = now_b.centre;
        const ExtremalRates rates = extremal_rates(pair, answer.pairs[0].state, motion_a, about_b);
        return {answer.pairs[0].contacts[0].separation, rates.separation_rate,
                rates.separation_acceleration};
    }
};

struct Evaluations {
    int crossings = 0;
    int missed = 0;
    int most = 0;
    double sum = 0.0;

    double mean() const { return sum / crossings; }
};

Evaluations evaluations_of(CollisionRule rule, double step, int count) {
    std::mt19937_64 engine(9);
    Evaluations result;
    while (result.crossings < count) {
        const Crossing crossing(engine, step);
        const CollisionBracket bracket{0.0, crossing.at(0.0), step, crossing.at(step)};
        if (!(bracket.at_start.value > 1e-9 && bracket.at_end.value < -1e-9)) {
            continue;
        }
        const CollisionTime found = find_collision_time(
            [&](double time) { return crossing.at(time); }, bracket, 1e-9, rule);
        ++result.crossings;
        result.missed += found.met ? 0 : 1;
        result.most = std::max(result.most, found.evaluations);
        result.sum += found.evaluations;
    }
    return result;
}

constexpr std::array<std::pair<const char*, CollisionRule>, 5> kRules{
    {{"quintic", CollisionRule::Quintic},
     {"quadratic", CollisionRule::Quadratic},
     {"newton", CollisionRule::Newton},
     {"regula_falsi", CollisionRule::RegulaFalsi},
     {"bisection", CollisionRule::Bisection}}};

}  // namespace

TEST_CASE("ellipsoids that turn meet after few evaluations", "[events]") {
    for (const auto& [step, bound] : {std::pair(0.01, 1.1), std::pair(0.1, 2.1)}) {
        const Evaluations found = evaluations_of(CollisionRule::Quintic, step, 60);
        CAPTURE(step, found.most);
        CHECK(found.missed == 0);
        CHECK(found.mean() <= bound);
    }
    CHECK(evaluations_of(CollisionRule::Bisection, 0.01, 20).mean() > 15.0);
}

TEST_CASE("evaluations of every rule for 1,500 collisions", "[.full]") {
    for (const auto& [name, rule] : kRules) {
        for (const double step : {0.01, 0.03, 0.1}) {
            const Evaluations found = evaluations_of(rule, step, 1500);
            std::cout << name << ", step " << step << ": " << found.mean() << " in the mean, "
                      << found.most << " at most, " << found.missed << " not met\n";
            CHECK(found.missed == 0);
        }
    }
}
