#include "generators/convex_cast/tests/moving_pairs.h"

#include "methods/continuous/gjk.h"
#include "methods/mesh/shapes.h"

namespace touchstone::testing {

double PairDraw::uniform() { return static_cast<double>(random_() >> 11) * 0x1p-52 - 1.0; }

Vec3 PairDraw::vector() {
    const double x = uniform();
    const double y = uniform();
    return {x, y, uniform()};
}

Mat3 PairDraw::matrix() {
    Mat3 m;
    for (int i = 0; i < 3; ++i) {
        m.row(i) = vector().transpose();
    }
    return m;
}

MovingPair PairDraw::pair() {
    MovingPair result;
    do {
        for (SupportShape* shape : {&result.a, &result.b}) {
            std::vector<Vec3> points;
            points.reserve(9);
            for (int i = 0; i < 9; ++i) {
                points.push_back(vector());
            }
            *shape = make_support_hull(make_convex_hull(points));
        }
        const Vec3 towards(1.8 + 0.8 * uniform(), uniform(), uniform());
        result.motion_a = {Mat3::Identity() + 0.3 * matrix(), matrix(), 0.2 * vector(),
                           0.5 * vector()};
        result.motion_b = {Mat3::Identity() + 0.3 * matrix(), matrix(), towards,
                           -0.8 * towards + 0.5 * vector()};
    } while (pair_distance(result.motion().start).lower < 1e-3);
    return result;
}

SampledContact sampled_contact(const PairMotion& motion) {
    constexpr int kSteps = 2000;
    const auto touches = [&](double t) { return pair_distance(pair_at(motion, t)).lower == 0.0; };
    for (int i = 1; i <= kSteps; ++i) {
        const double t = static_cast<double>(i) / kSteps;
        if (!touches(t)) {
            continue;
        }
        SampledContact contact{t - 1.0 / kSteps, t};
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (contact.below + contact.above);
            (touches(middle) ? contact.above : contact.below) = middle;
        }
        return contact;
    }
    return {};
}

}  // namespace touchstone::testing
