#include "methods/continuous/exact_impact.h"

#include <algorithm>
#include <optional>

#include "methods/continuous/exact_axes.h"
#include "methods/continuous/exact_motion.h"

namespace touchstone {
namespace {

/// Tests whether the origin lies in a closed triangle with moving corners a, b, c, given that it
/// lies in their plane: a×b, b×c and c×a have no opposite directions and, when all of them vanish
/// because the corners lie on one line through the origin, the origin does not lie beyond all of
/// them.
class OriginInTriangle {
 public:
    OriginInTriangle(const ExactVector& a, const ExactVector& b, const ExactVector& c)
        : corners_{&a, &b, &c} {}

    bool holds(ExactTime& time) {
        bool beyond_doubt = false;
        for (int i = 0; i < 3; ++i) {
            const int sign = sign_at(turn(i), time);
            if (sign < 0) {
                return false;
            }
            beyond_doubt = beyond_doubt || sign > 0;
        }
        if (beyond_doubt || any_normal(time)) {
            return true;
        }
        return sign_at(side(0), time) <= 0 || sign_at(side(1), time) <= 0 ||
               sign_at(side(2), time) <= 0;
    }

    /// Returns the dot product of two of the normals a×b, b×c, c×a.
    const ExactPolynomial& turn(int i) {
        if (!turns_[i]) {
            turns_[i] = dot(normal(i), normal((i + 1) % 3));
        }
        return *turns_[i];
    }

    /// Returns the dot product of two corners: ≤ 0 unless both lie on one side of the origin, on a
    /// line through it.
    ExactPolynomial side(int i) const { return dot(*corners_[i], *corners_[(i + 1) % 3]); }

 private:
    const ExactVector& normal(int i) {
        if (!normals_[i]) {
            normals_[i] = cross(*corners_[i], *corners_[(i + 1) % 3]);
        }
        return *normals_[i];
    }

    bool any_normal(ExactTime& time) {
        for (int i = 0; i < 3; ++i) {
            for (const ExactPolynomial& component : normal(i)) {
                if (sign_at(component, time) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    std::array<const ExactVector*, 3> corners_;
    std::array<std::optional<ExactVector>, 3> normals_;
    std::array<std::optional<ExactPolynomial>, 3> turns_;
};

ExactImpact impact_at(ExactTime& time) {
    const TimeBracket times = bracket(time);
    return {true, times.low, times.high};
}

/// Keeps the earlier of two times. Those between the same doubles may be in either order: the
/// answer is the same.
void keep_earlier(ExactImpact& first, const ExactImpact& other) {
    if (other.hit && (!first.hit || other.low < first.low ||
                      (other.low == first.low && other.high < first.high))) {
        first = other;
    }
}

/// Handles a triangle that stays coplanar with the origin. The times of touching form a closed set;
/// it begins at 0 or where one of the signs that define it changes.
ExactImpact first_in_plane(OriginInTriangle& triangle) {
    ExactTime start;
    if (triangle.holds(start)) {
        return impact_at(start);
    }
    ExactImpact first;
    const auto try_roots = [&](const ExactPolynomial& p) {
        for (ExactTime& time : roots_in_unit_interval(p)) {
            if (triangle.holds(time)) {
                keep_earlier(first, impact_at(time));
                return;
            }
        }
    };
    bool turns = false;
    for (int i = 0; i < 3; ++i) {
        try_roots(triangle.turn(i));
        turns = turns || triangle.turn(i).degree >= 0;
    }
    for (int i = 0; i < 3 && !turns; ++i) {
        try_roots(triangle.side(i));
    }
    return first;
}

/// Returns the triangle, or the two that make up the parallelogram.
std::vector<OriginInTriangle> triangles(const ExactMotion& motion) {
    const auto& w = motion.corners;
    std::vector<OriginInTriangle> parts;
    parts.reserve(2);
    parts.emplace_back(w[0], w[1], w[2]);
    if (motion.corner_count == 4) {
        parts.emplace_back(w[0], w[2], w[3]);
    }
    return parts;
}

/// Returns the first touch over [0, 1].
ExactImpact first_in_triangles(const ExactMotion& motion) {
    const auto& w = motion.corners;
    // Both triangles of a parallelogram lie in its plane.
    const ExactPolynomial volume = dot(cross(w[0], w[1]), w[2]);
    if (keeps_its_sign(volume)) {
        return {};
    }
    std::vector<OriginInTriangle> parts = triangles(motion);
    if (volume.degree < 0) {
        ExactImpact first;
        for (OriginInTriangle& part : parts) {
            keep_earlier(first, first_in_plane(part));
        }
        return first;
    }
    for (ExactTime& time : roots_in_unit_interval(volume)) {
        for (OriginInTriangle& part : parts) {
            if (part.holds(time)) {
                return impact_at(time);
            }
        }
    }
    return {};
}

/// Returns true when the boxes around the paths of the two elements are more than the separation
/// apart. A rounded difference is above a double only when the true one is.
bool far_apart(const ImpactQuery& query, double separation) {
    const int first_count = query.kind == ImpactKind::VertexFace ? 1 : 2;
    for (int k = 0; k < 3; ++k) {
        double low[2]{query.start[0][k], query.start[3][k]};
        double high[2]{low[0], low[1]};
        for (int i = 0; i < 4; ++i) {
            const int element = i < first_count ? 0 : 1;
            low[element] = std::min({low[element], query.start[i][k], query.end[i][k]});
            high[element] = std::max({high[element], query.start[i][k], query.end[i][k]});
        }
        if (low[0] - high[1] > separation || low[1] - high[0] > separation) {
            return true;
        }
    }
    return false;
}

ExactImpact until(const ExactImpact& impact, double t_max) {
    return impact.hit && impact.high <= t_max ? impact : ExactImpact{};
}

}  // namespace

ExactImpact find_exact_impact(const ImpactQuery& query, double separation, double t_max) {
    if (far_apart(query, separation)) {
        return {};
    }
    const ExactMotion motion = exact_motion(query, separation);
    return until(separation > 0.0 ? first_by_axes(motion) : first_in_triangles(motion), t_max);
}

ExactImpact find_exact_impact_by_axes(const ImpactQuery& query, double separation, double t_max) {
    return until(first_by_axes(exact_motion(query, separation)), t_max);
}

bool touches_at_start(const ImpactQuery& query, double separation) {
    const ExactMotion motion = exact_motion(query, separation);
    if (separation > 0.0) {
        return touches_by_axes_at_start(motion);
    }
    ExactTime start;
    const auto& w = motion.corners;
    std::vector<OriginInTriangle> parts = triangles(motion);
    return sign_at(dot(cross(w[0], w[1]), w[2]), start) == 0 &&
           std::ranges::any_of(parts, [&](OriginInTriangle& part) { return part.holds(start); });
}

}  // namespace touchstone
