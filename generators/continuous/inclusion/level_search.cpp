#include "generators/continuous/inclusion/level_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "generators/continuous/impact_answers.h"

namespace touchstone {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

/// Smallest width of a box: edges of boxes stay exact multiples of it.
constexpr double kNarrowestBox = 0x1p-50;

/// Returns the axis to halve, 0 for t, 1 for u and 2 for v; -1 when the box is small enough on all.
int longest_axis(const Vec3& rates, const BoxWidths& width, double tolerance) {
    const std::array<double, 3> widths{width.t, width.u, width.v};
    int best = -1;
    double largest = tolerance;
    for (int k = 0; k < 3; ++k) {
        if (widths[k] > kNarrowestBox && widths[k] * rates[k] > largest) {
            best = k;
            largest = widths[k] * rates[k];
        }
    }
    return best;
}

void halve_level_time(const std::vector<BoxCorner>& level, double half,
                      std::vector<BoxCorner>& next) {
    for (std::size_t first = 0; first < level.size();) {
        std::size_t last = first;
        for (; last < level.size() && level[last].t == level[first].t; ++last) {
            next.push_back(level[last]);
        }
        for (; first < last; ++first) {
            next.push_back({level[first].t + half, level[first].u, level[first].v});
        }
    }
}

/// Halves u or v. A box of a face with u + v ≥ 1 at its nearest corner has only that point in the
/// domain, which belongs to the box before it too.
void halve_level_place(const std::vector<BoxCorner>& level, int axis, double half, bool face,
                       std::vector<BoxCorner>& next) {
    for (const BoxCorner& box : level) {
        next.push_back(box);
        const BoxCorner upper{box.t, axis == 1 ? box.u + half : box.u,
                              axis == 2 ? box.v + half : box.v};
        if (!face || upper.u + upper.v < 1.0) {
            next.push_back(upper);
        }
    }
}

/// Makes the next level from the kept boxes of a level.
void halve_level(std::vector<BoxCorner>& level, std::vector<BoxCorner>& next, int axis,
                 BoxWidths& width, bool face) {
    next.clear();
    double& side = axis == 0 ? width.t : axis == 1 ? width.u : width.v;
    side *= 0.5;
    if (axis == 0) {
        halve_level_time(level, side, next);
    } else {
        halve_level_place(level, axis, side, face, next);
    }
    level.swap(next);
}

/// The state after one level.
struct LevelResult {
    std::size_t kept = 0;      ///< number of boxes kept, at the front of the level
    double first_width = 0.0;  ///< range of F over the first of them [m]
    double found = kNoTime;    ///< time of the first survivor, when that is small
    double unseen = kNoTime;   ///< time of the first box not examined, at the limit
    bool capped = false;
};

/// The state shared by all levels.
struct SearchState {
    const LevelSearch& search;
    const ImpactSettings& settings;
    BoxWidths width;
    double t_skip = kNoTime;  ///< time of a small box: later boxes are of no interest
    std::int64_t work = 0;
};

LevelResult visit_level(SearchState& state, std::vector<BoxCorner>& level, bool all_small) {
    LevelResult result;
    for (const BoxCorner& box : level) {
        if (box.t >= state.t_skip || box.t > state.settings.t_max) {
            break;
        }
        if (state.work >= state.settings.max_boxes) {
            result.capped = true;
            result.unseen = box.t;
            break;
        }
        ++state.work;
        const double t1 = std::min(box.t + state.width.t, state.settings.t_max);
        const BoxTest test = state.search.test(state.search.context, box, t1, state.width);
        if (test.apart) {
            continue;
        }
        if (result.kept == 0) {
            result.first_width = test.width;
        }
        if (test.small || all_small) {
            (result.kept == 0 ? result.found : state.t_skip) = box.t;
            break;
        }
        level[result.kept++] = box;
    }
    level.resize(result.kept);
    return result;
}

/// Returns the tolerance, or more where a box cannot be halved any further.
double refined_to(const SearchState& state, bool all_small) {
    double reached = state.settings.tolerance;
    if (all_small) {
        const Vec3& rates = state.search.rates;
        reached = std::max({reached, state.width.t * rates[0], state.width.u * rates[1],
                            state.width.v * rates[2]});
    }
    return reached;
}

}  // namespace

Impact search_levels(const LevelSearch& search, const ImpactSettings& settings) {
    thread_local std::vector<BoxCorner> level;
    thread_local std::vector<BoxCorner> next;
    const double tolerance = settings.tolerance;
    level.assign(1, {0.0, 0.0, 0.0});
    SearchState state{search, settings, {}};
    while (true) {
        const int axis = longest_axis(search.rates, state.width, tolerance);
        const LevelResult result = visit_level(state, level, axis < 0);
        if (result.found < kNoTime) {
            return hit_impact(result.found, refined_to(state, axis < 0), ImpactProof::Conservative,
                              state.work);
        }
        if (result.capped) {
            const double first = result.kept > 0 ? level.front().t : result.unseen;
            return capped_impact(std::min(first, state.t_skip),
                                 std::max(tolerance, result.first_width), state.work);
        }
        if (result.kept == 0) {
            break;
        }
        halve_level(level, next, axis, state.width, search.face);
    }
    return state.t_skip < kNoTime
               ? hit_impact(state.t_skip, tolerance, ImpactProof::Conservative, state.work)
               : separated_impact(state.work);
}

}  // namespace touchstone
