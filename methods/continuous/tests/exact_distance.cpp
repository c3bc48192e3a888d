#include "methods/continuous/tests/exact_distance.h"

#include <optional>

namespace touchstone::testing {
namespace {

ExactVec3 exact(const Vec3& v) { return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}; }

mpq_class dot(const ExactVec3& a, const ExactVec3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

ExactVec3 minus(const ExactVec3& a, const ExactVec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

ExactVec3 plus(const ExactVec3& a, const mpq_class& s, const ExactVec3& b) {
    return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

ExactVec3 placed(const Vec3& point, const AffinePlacement& placement) {
    const ExactVec3 x = exact(point);
    ExactVec3 result = exact(placement.offset);
    for (int i = 0; i < 3; ++i) {
        result[i] += dot(exact(placement.linear.row(i)), x);
    }
    return result;
}

/// Returns the foot of the origin's perpendicular, when it lies inside the edge.
std::optional<ExactVec3> foot_on_edge(const ExactVec3& p, const ExactVec3& q) {
    const ExactVec3 e = minus(q, p);
    const mpq_class length = dot(e, e);
    if (length == 0) {
        return std::nullopt;
    }
    const mpq_class t = -dot(e, p) / length;
    return t > 0 && t < 1 ? std::optional(plus(p, t, e)) : std::nullopt;
}

std::optional<ExactVec3> foot_on_triangle(const ExactVec3& p, const ExactVec3& q,
                                          const ExactVec3& r) {
    const ExactVec3 e = minus(q, p);
    const ExactVec3 f = minus(r, p);
    const mpq_class ee = dot(e, e);
    const mpq_class ef = dot(e, f);
    const mpq_class ff = dot(f, f);
    const mpq_class det = ee * ff - ef * ef;
    if (det == 0) {
        return std::nullopt;
    }
    const mpq_class s = (ef * dot(f, p) - ff * dot(e, p)) / det;
    const mpq_class t = (ef * dot(e, p) - ee * dot(f, p)) / det;
    return s > 0 && t > 0 && s + t < 1 ? std::optional(plus(plus(p, s, e), t, f)) : std::nullopt;
}

}  // namespace

std::vector<ExactVec3> exact_differences(std::span<const Vec3> a,
                                         const AffinePlacement& placement_a,
                                         std::span<const Vec3> b,
                                         const AffinePlacement& placement_b) {
    std::vector<ExactVec3> differences;
    for (const Vec3& p : a) {
        for (const Vec3& q : b) {
            differences.push_back(minus(placed(q, placement_b), placed(p, placement_a)));
        }
    }
    return differences;
}

mpq_class exact_support(std::span<const ExactVec3> differences, const Vec3& normal) {
    const ExactVec3 n = exact(normal);
    mpq_class least = dot(n, differences[0]);
    for (const ExactVec3& w : differences) {
        const mpq_class value = dot(n, w);
        least = value < least ? value : least;
    }
    return least;
}

mpq_class exact_distance_squared(std::span<const ExactVec3> w) {
    std::optional<ExactVec3> best;
    mpq_class least;
    const auto keep = [&](const std::optional<ExactVec3>& point) {
        if (!point) {
            return;
        }
        const mpq_class squared = dot(*point, *point);
        if (!best || squared < least) {
            best = point;
            least = squared;
        }
    };
    const int count = static_cast<int>(w.size());
    for (int i = 0; i < count; ++i) {
        keep(w[i]);
        for (int j = 0; j < i; ++j) {
            keep(foot_on_edge(w[i], w[j]));
            for (int k = 0; k < j; ++k) {
                keep(foot_on_triangle(w[i], w[j], w[k]));
            }
        }
    }
    for (const ExactVec3& point : w) {
        if (dot(point, *best) < least) {
            return 0;
        }
    }
    return least;
}

}  // namespace touchstone::testing
