#include "generators/continuous/roots/root_parity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "generators/continuous/impact_answers.h"
#include "methods/continuous/exact_impact.h"
#include "methods/continuous/exact_motion.h"

namespace touchstone {
namespace {

// The image of the boundary consists of the corners' triangle or parallelogram at t = 0 and at
// t_max and, for each of its sides, a patch w_i(t) + s (w_(i+1)(t) − w_i(t)), bilinear in t and s.

constexpr int kMaxRays = 32;

/// The crossings of one ray with one piece of the boundary. Redraw: the ray meets an edge of the
/// piece, or touches it without a crossing.
struct Crossings {
    int count = 0;
    bool redraw = false;
    bool on_boundary = false;  ///< true: the origin itself is on the piece
};

ExactVector constant(long x, long y, long z) {
    return {make_exact_polynomial({x}), make_exact_polynomial({y}), make_exact_polynomial({z})};
}

/// Draws a direction that meets no edge but by bad luck; the sequence is the same for every query.
ExactVector draw_ray(std::uint64_t& state) {
    std::array<long, 3> component;
    for (long& x : component) {
        // Steele, Lea and Flood [2014]: SplitMix64.
        state += 0x9e3779b97f4a7c15;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        x = static_cast<long>((z ^ (z >> 31)) >> 43) - (1L << 20);
    }
    return constant(component[0], component[1], component[2]);
}

ExactVector difference(const ExactVector& a, const ExactVector& b) {
    ExactVector result = a;
    const BigInteger minus_one(-1);
    for (int k = 0; k < 3; ++k) {
        add_multiple(result[k], minus_one, b[k]);
    }
    return result;
}

int sign_of_constant(const ExactPolynomial& p) {
    return p.degree < 0 ? 0 : p.coefficients[0].sign();
}

/// Returns the corner at the first or the last time, as a constant.
ExactVector frozen(const ExactVector& w, bool last) {
    ExactVector result;
    for (int k = 0; k < 3; ++k) {
        BigInteger& value = result[k].coefficients[0];
        if (w[k].degree >= 0) {
            value = w[k].coefficients[0];
        }
        if (last && w[k].degree >= 1) {
            mpz_add(value.get(), value.get(), w[k].coefficients[1].get());
        }
        result[k].degree = value.sign() == 0 ? -1 : 0;
    }
    return result;
}

bool is_zero(const ExactVector& v) { return v[0].degree < 0 && v[1].degree < 0 && v[2].degree < 0; }

Crossings cross_triangle(const ExactVector& ray, const ExactVector& a, const ExactVector& b,
                         const ExactVector& c) {
    const ExactVector side_ab = cross(a, b);
    const ExactVector side_bc = cross(b, c);
    const ExactVector side_ca = cross(c, a);
    if (is_zero(side_ab) && is_zero(side_bc) && is_zero(side_ca)) {
        return {};  // a piece of a line through the origin
    }
    const int ab = sign_of_constant(dot(ray, side_ab));
    const int bc = sign_of_constant(dot(ray, side_bc));
    const int ca = sign_of_constant(dot(ray, side_ca));
    const bool positive = ab >= 0 && bc >= 0 && ca >= 0;
    const bool negative = ab <= 0 && bc <= 0 && ca <= 0;
    Crossings result;
    if (!positive && !negative) {
        return result;
    }
    const int volume = sign_of_constant(dot(a, cross(b, c)));
    if (volume == 0 && (ab != 0 || bc != 0 || ca != 0)) {
        result.on_boundary = true;  // coplanar with the triangle, and outside none of its edges
    } else if (ab == 0 || bc == 0 || ca == 0) {
        result.redraw = true;
    } else {
        result.count = volume == (positive ? 1 : -1) ? 1 : 0;
    }
    return result;
}

/// The polynomials that decide about a point of a patch in the direction of the ray: where the
/// point x + s y is a multiple of the ray, s = over / under.
struct PatchSigns {
    ExactVector normal;                   ///< x × y
    ExactPolynomial along, along_change;  ///< normal·ray, and its derivative
    ExactPolynomial over;
    ExactPolynomial rest;  ///< under − over
    ExactPolynomial ahead;
};

PatchSigns patch_signs(const ExactVector& ray, const ExactVector& x, const ExactVector& y) {
    PatchSigns signs;
    signs.normal = cross(x, y);
    signs.along = dot(signs.normal, ray);
    for (int i = 1; i <= signs.along.degree; ++i) {
        mpz_mul_si(signs.along_change.coefficients[i - 1].get(), signs.along.coefficients[i].get(),
                   i);
        signs.along_change.degree = i - 1;
    }
    const ExactVector x_across = cross(x, ray);
    const ExactVector y_across = cross(y, ray);
    const BigInteger minus_one(-1);
    const ExactPolynomial under = dot(y_across, y_across);
    add_multiple(signs.over, minus_one, dot(x_across, y_across));
    signs.rest = under;
    add_multiple(signs.rest, minus_one, signs.over);
    add_product(signs.ahead, dot(x, ray), under);
    add_product(signs.ahead, dot(y, ray), signs.over);
    return signs;
}

/// Returns true when the time is 0 or 1.
bool is_end(const ExactTime& time) {
    const auto bits = static_cast<int>(mpz_sizeinbase(time.numerator.get(), 2));
    return time.dyadic && (time.numerator.sign() == 0 || bits > time.exponent);
}

/// Adds the crossing at a root of normal·ray, if any.
void add_crossing(PatchSigns& signs, ExactTime& time, Crossings& result) {
    // The patch passes through the ray's line only where its normal is not 0, or at the origin.
    if (sign_at(signs.normal[0], time) == 0 && sign_at(signs.normal[1], time) == 0 &&
        sign_at(signs.normal[2], time) == 0) {
        return;
    }
    const int from_first = sign_at(signs.over, time);
    const int from_second = sign_at(signs.rest, time);
    if (from_first < 0 || from_second < 0) {
        return;
    }
    const int ahead = sign_at(signs.ahead, time);
    if (ahead < 0) {
        return;
    }
    const bool in_corner = from_first == 0 || from_second == 0 || is_end(time);
    if (in_corner || ahead == 0 || sign_at(signs.along_change, time) == 0) {
        result.redraw = true;
        return;
    }
    ++result.count;
}

Crossings cross_patch(const ExactVector& ray, const ExactVector& x, const ExactVector& y) {
    PatchSigns signs = patch_signs(ray, x, y);
    Crossings result;
    if (signs.along.degree < 0) {
        // The whole patch lies on lines through the origin that a ray does not meet or, by bad
        // luck, is coplanar with the ray.
        result.redraw = !is_zero(signs.normal);
        return result;
    }
    for (ExactTime& time : roots_in_unit_interval(signs.along)) {
        add_crossing(signs, time, result);
    }
    return result;
}

void add(Crossings& sum, const Crossings& crossings) {
    sum.count += crossings.count;
    sum.redraw = sum.redraw || crossings.redraw;
    sum.on_boundary = sum.on_boundary || crossings.on_boundary;
}

Crossings cross_boundary(const ExactMotion& motion, const ExactVector& ray) {
    Crossings sum;
    const int count = motion.corner_count;
    for (const bool last : {false, true}) {
        const ExactVector first = frozen(motion.corners[0], last);
        for (int i = 1; i + 1 < count; ++i) {
            add(sum, cross_triangle(ray, first, frozen(motion.corners[i], last),
                                    frozen(motion.corners[i + 1], last)));
        }
    }
    for (int i = 0; i < count; ++i) {
        const ExactVector& x = motion.corners[i];
        add(sum, cross_patch(ray, x, difference(motion.corners[(i + 1) % count], x)));
    }
    return sum;
}

/// Turns the motion over [0, t_max] into one over [0, 1], times a power of two.
void end_at(ExactMotion& motion, double t_max) {
    int exponent = 0;
    const double share = std::frexp(t_max, &exponent);
    const auto numerator = static_cast<long>(std::ldexp(share, 53));
    const auto power = static_cast<mp_bitcnt_t>(53 - exponent);
    for (int i = 0; i < motion.corner_count; ++i) {
        for (ExactPolynomial& p : motion.corners[i]) {
            mpz_mul_2exp(p.coefficients[0].get(), p.coefficients[0].get(), power);
            mpz_mul_si(p.coefficients[1].get(), p.coefficients[1].get(), numerator);
        }
    }
}

/// Returns true when the origin is on the image of a side of the domain: an edge of one element
/// touches a corner of the other.
bool touches_side(const ImpactQuery& query, double t_max) {
    constexpr std::array<std::array<int, 4>, 3> kFaceSides{
        {{0, 1, 2, 2}, {0, 2, 3, 3}, {0, 3, 1, 1}}};
    constexpr std::array<std::array<int, 4>, 4> kEdgeSides{
        {{0, 1, 2, 2}, {0, 1, 3, 3}, {0, 0, 2, 3}, {1, 1, 2, 3}}};
    const auto touches = [&](const std::array<int, 4>& points) {
        ImpactQuery side;
        side.kind = query.kind;
        for (int i = 0; i < 4; ++i) {
            side.start[i] = query.start[points[i]];
            side.end[i] = query.end[points[i]];
        }
        return find_exact_impact(side, 0.0, t_max).hit;
    };
    return query.kind == ImpactKind::VertexFace ? std::ranges::any_of(kFaceSides, touches)
                                                : std::ranges::any_of(kEdgeSides, touches);
}

Impact proven_touch(double accuracy, int work) {
    return hit_impact(kUnset, accuracy, ImpactProof::Exact, work);
}

}  // namespace

Impact root_parity(const ImpactQuery& query, const ImpactSettings& settings) {
    if (touches_side(query, settings.t_max)) {
        return proven_touch(settings.tolerance, 0);
    }
    ExactMotion motion = exact_motion(query, 0.0);
    end_at(motion, settings.t_max);
    std::uint64_t state = 0;
    for (int rays = 1; rays <= kMaxRays; ++rays) {
        const Crossings crossings = cross_boundary(motion, draw_ray(state));
        if (crossings.on_boundary) {
            return proven_touch(settings.tolerance, rays);
        }
        if (!crossings.redraw) {
            return crossings.count % 2 == 1 ? proven_touch(settings.tolerance, rays)
                                            : unproven_impact(false, 0.0, rays);
        }
    }
    return unproven_impact(true, kUnset, kMaxRays);
}

}  // namespace touchstone
