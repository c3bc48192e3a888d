#include "methods/continuous/exact_axes.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// The values n·(w - c) for the corners w of the piece and c of the cube: axis n separates them
/// where all are positive or all negative. Σ|n_k| would be no polynomial, so each corner of the
/// cube, that is each choice of signs, has a value of its own.
using Axis = std::vector<ExactPolynomial>;

/// Adds values that differ from the given one by ± separation·n_k, for each component of the axis.
void add_cube_corners(Axis& axis, const ExactPolynomial& value, const BigInteger& separation,
                      const ExactVector& n) {
    const auto begin = static_cast<std::ptrdiff_t>(axis.size());
    axis.push_back(value);
    if (separation.sign() == 0) {
        return;
    }
    BigInteger opposite;
    mpz_neg(opposite.get(), separation.get());
    for (const ExactPolynomial& component : n) {
        if (component.degree < 0) {
            continue;
        }
        const std::vector<ExactPolynomial> before(axis.begin() + begin, axis.end());
        for (ExactPolynomial& p : axis) {
            add_multiple(p, separation, component);
        }
        for (ExactPolynomial p : before) {
            add_multiple(p, opposite, component);
            axis.push_back(std::move(p));
        }
    }
}

ExactVector edge(const ExactVector& from, const ExactVector& to) {
    const ExactPolynomial one = make_exact_polynomial({1});
    ExactVector difference = to;
    for (int k = 0; k < 3; ++k) {
        add_product(difference[k], from[k], one, -1);
    }
    return difference;
}

ExactVector cube_normal(int k) {
    ExactVector n;
    n[k] = make_exact_polynomial({1});
    return n;
}

Axis make_axis(const ExactMotion& motion, const ExactVector& n,
               std::initializer_list<int> corners) {
    Axis axis;
    for (const int corner : corners) {
        Axis part;
        add_cube_corners(part, dot(n, motion.corners[corner]), motion.separation, n);
        std::ranges::move(part, std::back_inserter(axis));
    }
    return axis;
}

/// Returns all axes. Along an axis perpendicular to an edge its two ends have one value; so have,
/// in a parallelogram, the ends of the opposite edge.
std::vector<Axis> all_axes(const ExactMotion& motion) {
    const auto& w = motion.corners;
    std::vector<Axis> axes;
    axes.reserve(4 + 3 * 3);
    const bool is_triangle = motion.corner_count == 3;
    for (int k = 0; k < 3; ++k) {
        axes.push_back(is_triangle ? make_axis(motion, cube_normal(k), {0, 1, 2})
                                   : make_axis(motion, cube_normal(k), {0, 1, 2, 3}));
    }
    axes.push_back(make_axis(motion, cross(edge(w[0], w[1]), edge(w[1], w[2])), {0}));
    const int edge_count = is_triangle ? 3 : 2;
    for (int i = 0; i < edge_count; ++i) {
        const int next = (i + 1) % 3;
        const ExactVector along = edge(w[i], w[next]);
        for (int k = 0; k < 3; ++k) {
            axes.push_back(make_axis(motion, cross(cube_normal(k), along),
                                     {i, is_triangle ? (i + 2) % 3 : i + 2}));
        }
    }
    return axes;
}

bool separates(const Axis& axis, ExactTime& time) {
    const int sign = sign_at(axis.front(), time);
    return sign != 0 && std::all_of(axis.begin() + 1, axis.end(), [&](const ExactPolynomial& p) {
               return sign_at(p, time) == sign;
           });
}

bool separates_always(const Axis& axis) {
    ExactTime start;
    const int sign = sign_at(axis.front(), start);
    return std::ranges::all_of(axis, [&](const ExactPolynomial& p) {
        return keeps_its_sign(p) && sign_at(p, start) == sign;
    });
}

/// A time at which a value of some axis vanishes.
struct Candidate {
    ExactTime time;
    TimeBracket between;
};

/// Returns the candidates in order, except that times between the same doubles may be swapped.
std::vector<Candidate> candidates(const std::vector<Axis>& axes) {
    std::vector<Candidate> all(1);  // t = 0
    for (const Axis& axis : axes) {
        for (const ExactPolynomial& p : axis) {
            for (ExactTime& time : roots_in_unit_interval(p)) {
                const TimeBracket between = bracket(time);
                all.push_back({std::move(time), between});
            }
        }
    }
    std::ranges::stable_sort(all, {}, [](const Candidate& candidate) {
        return std::pair(candidate.between.low, candidate.between.high);
    });
    return all;
}

}  // namespace

ExactImpact first_by_axes(const ExactMotion& motion) {
    const std::vector<Axis> axes = all_axes(motion);
    if (std::ranges::any_of(axes, separates_always)) {
        return {};
    }
    // The axis that separated last is the likeliest to do so again.
    std::vector<int> order(axes.size());
    std::iota(order.begin(), order.end(), 0);
    for (Candidate& candidate : candidates(axes)) {
        const auto found = std::ranges::find_if(
            order, [&](int index) { return separates(axes[index], candidate.time); });
        if (found == order.end()) {
            return {true, candidate.between.low, candidate.between.high};
        }
        std::rotate(order.begin(), found, found + 1);
    }
    return {};
}

bool touches_by_axes_at_start(const ExactMotion& motion) {
    ExactTime start;
    const std::vector<Axis> axes = all_axes(motion);
    return std::ranges::none_of(axes, [&](const Axis& axis) { return separates(axis, start); });
}

}  // namespace touchstone
