#include "methods/mesh/exact_orientation.h"

#include <cmath>
#include <limits>
#include <vector>

namespace touchstone {

namespace {

// Exact sums and products of doubles as sums of doubles without overlapping bits ("expansions"),
// the smallest first. Shewchuk [1997], Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates, §2. Needs rounding to nearest and no fused or reordered operations.

using Expansion = std::vector<double>;

struct TwoTerms {
    double value;  ///< rounded
    double error;  ///< exact result - value
};

TwoTerms two_sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    const double a_part = sum - b_part;
    return {sum, (a - a_part) + (b - b_part)};
}

TwoTerms two_product(double a, double b) {
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}

void add_term(Expansion& sum, double term) {
    Expansion grown;
    grown.reserve(sum.size() + 1);
    for (const double part : sum) {
        const TwoTerms t = two_sum(term, part);
        if (t.error != 0.0) {
            grown.push_back(t.error);
        }
        term = t.value;
    }
    if (term != 0.0) {
        grown.push_back(term);
    }
    sum = std::move(grown);
}

Expansion difference(double a, double b) {
    Expansion result;
    add_term(result, a);
    add_term(result, -b);
    return result;
}

Expansion operator+(const Expansion& a, const Expansion& b) {
    Expansion sum = a;
    for (const double part : b) {
        add_term(sum, part);
    }
    return sum;
}

Expansion operator-(const Expansion& a, const Expansion& b) {
    Expansion sum = a;
    for (const double part : b) {
        add_term(sum, -part);
    }
    return sum;
}

Expansion operator*(const Expansion& a, const Expansion& b) {
    Expansion product;
    for (const double x : a) {
        for (const double y : b) {
            const TwoTerms t = two_product(x, y);
            add_term(product, t.error);
            add_term(product, t.value);
        }
    }
    return product;
}

int sign(double value) { return value > 0.0 ? 1 : value < 0.0 ? -1 : 0; }

int sign(const Expansion& sum) { return sum.empty() ? 0 : sign(sum.back()); }

constexpr double kHalfUlp = std::numeric_limits<double>::epsilon() / 2.0;

// Bounds on the rounding of the plain formulas, as a share of the sum of their terms' magnitudes.
// Shewchuk [1997], §4.3, the first stage's bounds.
constexpr double kSpaceBound = (7.0 + 56.0 * kHalfUlp) * kHalfUlp;
constexpr double kPlaneBound = (3.0 + 16.0 * kHalfUlp) * kHalfUlp;

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto u = [&](int i) { return difference(b[i], a[i]); };
    const auto v = [&](int i) { return difference(c[i], a[i]); };
    const auto w = [&](int i) { return difference(d[i], a[i]); };
    return sign(w(0) * (u(1) * v(2) - u(2) * v(1)) + w(1) * (u(2) * v(0) - u(0) * v(2)) +
                w(2) * (u(0) * v(1) - u(1) * v(0)));
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a;
    const Vec3 v = c - a;
    const Vec3 w = d - a;
    const double determinant = w.x() * (u.y() * v.z() - u.z() * v.y()) +
                               w.y() * (u.z() * v.x() - u.x() * v.z()) +
                               w.z() * (u.x() * v.y() - u.y() * v.x());
    const double magnitude = std::abs(w.x()) * (std::abs(u.y() * v.z()) + std::abs(u.z() * v.y())) +
                             std::abs(w.y()) * (std::abs(u.z() * v.x()) + std::abs(u.x() * v.z())) +
                             std::abs(w.z()) * (std::abs(u.x() * v.y()) + std::abs(u.y() * v.x()));
    if (std::abs(determinant) > kSpaceBound * magnitude) {
        return sign(determinant);
    }
    return exact_orientation(a, b, c, d);
}

int orientation_in_plane(const Vec3& a, const Vec3& b, const Vec3& c, int dropped) {
    const int x = (dropped + 1) % 3;
    const int y = (dropped + 2) % 3;
    const double left = (b[x] - a[x]) * (c[y] - a[y]);
    const double right = (b[y] - a[y]) * (c[x] - a[x]);
    const double determinant = left - right;
    if (std::abs(determinant) > kPlaneBound * (std::abs(left) + std::abs(right))) {
        return sign(determinant);
    }
    return sign(difference(b[x], a[x]) * difference(c[y], a[y]) -
                difference(b[y], a[y]) * difference(c[x], a[x]));
}

}  // namespace touchstone
