#include "generators/continuous/bodies/body_impact.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace touchstone {
namespace {

/// Share of the coordinates' size that rounding of the points at the ends of a piece adds to
/// path_error.
constexpr double kPointRounding = 0x1p-48;

double largest_coordinate(std::span<const Vec3> points) {
    double largest = 0.0;
    for (const Vec3& point : points) {
        largest = std::max(largest, point.lpNorm<Eigen::Infinity>());
    }
    return largest;
}

/// Returns the first time within one piece, of which the points at both ends are given.
std::optional<double> first_in_piece(const SweptBody& a, const SweptBody& b,
                                     const SweptPoints& points, const BodyImpactSettings& asking,
                                     ImpactSettings settings, std::int64_t& queries) {
    std::optional<double> first;
    for (const SweptPair& pair : find_swept_pairs(a, b, points, settings.separation)) {
        ++queries;
        const ImpactQuery query = query_of(a, b, points, pair);
        Impact impact = asking.find(query, settings);
        if (impact.capped && asking.find_at_cap != nullptr) {
            ++queries;
            impact = asking.find_at_cap(query, settings);
        }
        if (!impact.hit) {
            continue;
        }
        first = impact.time;
        if (impact.time <= 0.0) {
            break;  // nothing is earlier
        }
        settings.t_max = impact.time;  // only what is earlier is of interest
    }
    return first;
}

}  // namespace

BodyImpact find_body_impact(const SweptBody& a, const SweptBody& b,
                            const BodyImpactSettings& settings) {
    BodyImpact result;
    result.pieces = std::max(pieces_within(a.sweep, a.radius, 0.5 * settings.path_distance),
                             pieces_within(b.sweep, b.radius, 0.5 * settings.path_distance));
    std::vector<Vec3> start_a = a.points;
    std::vector<Vec3> start_b = b.points;
    for (int piece = 0; piece < result.pieces && !result.hit; ++piece) {
        const double end = (piece + 1.0) / result.pieces;
        std::vector<Vec3> end_a = points_at(a, end);
        std::vector<Vec3> end_b = points_at(b, end);
        const double rounding =
            kPointRounding * std::max({largest_coordinate(start_a), largest_coordinate(end_a),
                                       largest_coordinate(start_b), largest_coordinate(end_b)});
        result.path_error = path_error(a.sweep, a.radius, result.pieces) +
                            path_error(b.sweep, b.radius, result.pieces) + rounding;
        ImpactSettings impact = settings.impact;
        impact.separation += result.path_error;
        const std::optional<double> first = first_in_piece(a, b, {start_a, end_a, start_b, end_b},
                                                           settings, impact, result.queries);
        if (first) {
            result.hit = true;
            const double time = (piece + *first) / result.pieces;
            result.time = result.pieces == 1 || time <= 0.0 ? time : std::nextafter(time, 0.0);
        }
        start_a = std::move(end_a);
        start_b = std::move(end_b);
    }
    return result;
}

}  // namespace touchstone
