#include "generators/convex_cast/convex_cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "generators/convex_cast/cast_loops.h"
#include "generators/convex_cast/cubic_bound.h"
#include "generators/convex_cast/element_advancement.h"
#include "generators/convex_cast/plane_bounds.h"
#include "generators/convex_cast/quad_bounds.h"
#include "methods/base/error.h"
#include "methods/base/find_by_id.h"

namespace touchstone {
namespace {

constexpr int kPlaneSteps = 8;  // iterations of `aimed_mixed` before it uses the cubic bound

/// Returns true when it is the turn of B's frame. The paper alternates between the bodies' frames,
/// starting with A's.
bool is_turn_of_b(const CastState& state) { return state.iterations % 2 == 1; }

template <PathError error>
double quad_in_turns(const CastState& state, double target, double horizon) {
    return quad_step(state, is_turn_of_b(state), error, target, horizon);
}

template <PathError error>
double quad_pw_in_turns(const CastState& state, double target, double horizon) {
    return quad_pw_step(state, is_turn_of_b(state), error, target, horizon);
}

double cubic_in_turns(const CastState& state, double target, double horizon) {
    return cubic_step(state, is_turn_of_b(state), target, horizon);
}

double better_cubic(const CastState& state, double target, double horizon) {
    const double in_a = cubic_step(state, false, target, horizon);
    return in_a >= horizon ? in_a : std::max(in_a, cubic_step(state, true, target, horizon));
}

double mixed_step(const CastState& state, double target, double horizon) {
    return state.iterations < kPlaneSteps ? linear_pw_step(state, target, horizon)
                                          : better_cubic(state, target, horizon);
}

/// Scales lengths by a power of two, exactly, so that products of three neither overflow nor
/// vanish, whatever the unit.
PairMotion scaled_motion(const PairMotion& motion, double factor) {
    PairMotion result = motion;
    for (Mat3* matrix :
         {&result.start.linear_a, &result.start.linear_b, &result.velocity_a, &result.velocity_b}) {
        *matrix *= factor;
    }
    for (Vec3* vector : {&result.start.offset, &result.offset_velocity, &result.centre_a,
                         &result.centre_velocity_a}) {
        *vector *= factor;
    }
    return result;
}

using CastLoop = CastAnswer (*)(const PairMotion&, const CastSettings&, BoundedStep);

template <CastLoop loop, BoundedStep step>
CastAnswer cast_scaled(const PairMotion& motion, const CastSettings& settings) {
    constexpr double kSmall = 0x1p-40;
    constexpr double kLarge = 0x1p40;
    const double size = pair_size(motion.start);
    if (size == 0.0 || (size >= kSmall && size <= kLarge)) {
        return loop(motion, settings, step);
    }
    const double factor = std::ldexp(1.0, -std::ilogb(size));
    CastAnswer answer = loop(scaled_motion(motion, factor), settings, step);
    answer.start_distance /= factor;
    answer.lower /= factor;
    answer.upper /= factor;
    answer.point_a /= factor;
    answer.point_b /= factor;
    return answer;
}

/// Casts by element pairs, which have a bound of their own.
template <CastPair cast>
CastAnswer without_bound(const PairMotion& motion, const CastSettings& settings, BoundedStep) {
    return cast(motion, settings);
}

constexpr PathError kNorms = PathError::Norms;
constexpr PathError kWrong = PathError::NormsWrongBody;
constexpr PathError kExact = PathError::Exact;

constexpr std::array kCastMethods{
    ConvexCastMethod{"convex_accd", "ACCD of all element pairs", "Li et al. [2021], §5", true, true,
                     true, cast_scaled<without_bound<cast_elements>, linear_step>},
    ConvexCastMethod{"cone_linear", "Linear, printed loop", "Yuan et al. [2025], §4", false, false,
                     true, cast_scaled<cast_printed, linear_step>},
    ConvexCastMethod{"cone_quad", "Quad, printed loop", "Yuan et al. [2025], §5.1", false, false,
                     true, cast_scaled<cast_printed, quad_in_turns<kNorms>>},
    ConvexCastMethod{"cone_quad_pw", "Quad-Pw, printed loop", "Yuan et al. [2025], §5.2", true,
                     false, true, cast_scaled<cast_printed, quad_pw_in_turns<kNorms>>},
    ConvexCastMethod{"published_accd", "ACCD, each pair for itself", "Yuan et al. [2025], Table 1",
                     true, true, false,
                     cast_scaled<without_bound<cast_elements_apart>, linear_step>},
    ConvexCastMethod{"published_linear", "Linear, as published code", "Yuan et al. [2025], code",
                     false, false, false, cast_scaled<cast_published, linear_step>},
    ConvexCastMethod{"published_quad", "Quad, as published code", "Yuan et al. [2025], code", false,
                     false, false, cast_scaled<cast_published, quad_in_turns<kWrong>>},
    ConvexCastMethod{"published_quad_pw", "Quad-Pw, as published code", "Yuan et al. [2025], code",
                     true, false, false, cast_scaled<cast_published, quad_pw_in_turns<kNorms>>},
    ConvexCastMethod{"quad_exact", "Quad with exact error, printed loop", "ours", false, false,
                     true, cast_scaled<cast_printed, quad_in_turns<kExact>>},
    ConvexCastMethod{"quad_pw_exact", "Quad-Pw with exact error, printed loop", "ours", true, false,
                     true, cast_scaled<cast_printed, quad_pw_in_turns<kExact>>},
    ConvexCastMethod{"linear_pw", "Linear-Pw, printed loop", "ours", false, false, true,
                     cast_scaled<cast_printed, linear_pw_step>},
    ConvexCastMethod{"cubic_pw_turns", "Cubic-Pw in turns, printed loop", "ours", true, false, true,
                     cast_scaled<cast_printed, cubic_in_turns>},
    ConvexCastMethod{"cubic_pw", "Cubic-Pw, printed loop", "ours", true, false, true,
                     cast_scaled<cast_printed, better_cubic>},
    ConvexCastMethod{"aimed_linear", "Linear, aimed loop", "ours", false, false, true,
                     cast_scaled<cast_aimed, linear_step>},
    ConvexCastMethod{"aimed_quad_exact", "Quad with exact error, aimed loop", "ours", false, false,
                     true, cast_scaled<cast_aimed, quad_in_turns<kExact>>},
    ConvexCastMethod{"aimed_quad_pw_exact", "Quad-Pw with exact error, aimed loop", "ours", true,
                     false, true, cast_scaled<cast_aimed, quad_pw_in_turns<kExact>>},
    ConvexCastMethod{"aimed_linear_pw", "Linear-Pw, aimed loop", "ours", false, false, true,
                     cast_scaled<cast_aimed, linear_pw_step>},
    ConvexCastMethod{"aimed_cubic_pw_turns", "Cubic-Pw in turns, aimed loop", "ours", true, false,
                     true, cast_scaled<cast_aimed, cubic_in_turns>},
    ConvexCastMethod{"aimed_cubic_pw", "Cubic-Pw, aimed loop", "ours", true, false, true,
                     cast_scaled<cast_aimed, better_cubic>},
    ConvexCastMethod{"aimed_mixed", "Linear-Pw, then Cubic-Pw, aimed loop", "ours", true, false,
                     true, cast_scaled<cast_aimed, mixed_step>},
};

}  // namespace

std::span<const ConvexCastMethod> all_convex_casts() { return kCastMethods; }

const ConvexCastMethod& find_convex_cast(std::string_view id) {
    return find_by_id(kCastMethods, id, "convex cast");
}

void require_castable(const ConvexCastMethod& method, const SupportShape& a,
                      const SupportShape& b) {
    for (const SupportShape* shape : {&a, &b}) {
        if (method.needs_points && shape->kind != SupportKind::Points) {
            throw UsageError("'" + std::string(method.id) +
                             "' casts hulls of points only; take aimed_linear_pw for round bodies");
        }
        if (method.needs_faces && shape->faces.empty()) {
            throw UsageError("'" + std::string(method.id) +
                             "' needs the bodies' faces; make the hull from a mesh");
        }
    }
}

CastAnswer cast_convex(const ConvexCastMethod& method, const SupportShape& a,
                       const AffineMotion& motion_a, const SupportShape& b,
                       const AffineMotion& motion_b, const CastSettings& settings) {
    validate(settings);
    require_castable(method, a, b);
    return method.cast(make_pair_motion(a, motion_a, b, motion_b), settings);
}

}  // namespace touchstone
