#pragma once

#include <optional>

#include "methods/base/types.h"

namespace touchstone {

/// Returns where the line `start` + t `way` meets the triangle, its border included: t, of any
/// sign, in lengths of `way`. Nothing: it misses the triangle, or runs along its plane. Möller and
/// Trumbore [1997].
inline std::optional<double> line_meets_triangle(const Vec3& start, const Vec3& way, const Vec3& a,
                                                 const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 p = way.cross(ac);
    const double determinant = ab.dot(p);
    if (determinant == 0.0) {
        return std::nullopt;
    }
    const Vec3 from_a = start - a;
    const double u = from_a.dot(p) / determinant;
    const Vec3 q = from_a.cross(ab);
    const double v = way.dot(q) / determinant;
    if (!(u >= 0.0 && v >= 0.0 && u + v <= 1.0)) {
        return std::nullopt;
    }
    return ac.dot(q) / determinant;
}

}  // namespace touchstone
