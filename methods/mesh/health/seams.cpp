#include "methods/mesh/health/seams.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace touchstone {

namespace {

constexpr double kSeamShare = 0.05;  // share of the shortest boundary edge

std::vector<int> sorted_along_x(std::span<const Vec3> vertices, std::vector<int> order) {
    std::erase_if(order, [&](int v) { return !vertices[v].allFinite(); });
    std::ranges::sort(order, [&](int a, int b) {
        return vertices[a].x() != vertices[b].x() ? vertices[a].x() < vertices[b].x() : a < b;
    });
    return order;
}

}  // namespace

std::optional<double> find_seam_width(std::span<const Vec3> vertices,
                                      std::span<const std::array<int, 2>> boundary_edges) {
    double shortest = std::numeric_limits<double>::infinity();
    std::vector<int> ends;
    for (const auto& [a, b] : boundary_edges) {
        shortest = std::min(shortest, (vertices[b] - vertices[a]).norm());
        ends.insert(ends.end(), {a, b});
    }
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    const double limit = kSeamShare * shortest;
    if (!(std::isfinite(limit) && limit > 0.0)) {
        return std::nullopt;
    }
    const std::vector<int> order = sorted_along_x(vertices, ends);
    std::vector<double> nearest(order.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Vec3& here = vertices[order[i]];
        for (std::size_t j = i + 1; j < order.size() && vertices[order[j]].x() - here.x() <= limit;
             ++j) {
            const double distance = (vertices[order[j]] - here).norm();
            nearest[i] = std::min(nearest[i], distance);
            nearest[j] = std::min(nearest[j], distance);
        }
    }
    const double widest = nearest.empty() ? limit * 2.0 : std::ranges::max(nearest);
    return order.size() == ends.size() && widest <= limit ? std::optional(widest) : std::nullopt;
}

double weld_tolerance(double seam_width) {
    // A little more, so that the next digit is never the width itself.
    const double wanted = 1.05 * seam_width;
    const double digit = std::pow(10.0, std::floor(std::log10(wanted)));
    return std::ceil(wanted / digit) * digit;
}

std::vector<int> find_first_near(std::span<const Vec3> vertices, double tolerance) {
    std::vector<int> all(vertices.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> first = all;
    const std::vector<int> order = sorted_along_x(vertices, all);
    std::vector<int> place(vertices.size(), -1);
    for (int i = 0; i < std::ssize(order); ++i) {
        place[order[i]] = i;
    }
    for (int v = 0; v < std::ssize(vertices); ++v) {
        if (place[v] < 0 || first[v] != v) {
            continue;
        }
        for (const int step : {-1, 1}) {
            for (int i = place[v] + step;
                 i >= 0 && i < std::ssize(order) &&
                 std::abs(vertices[order[i]].x() - vertices[v].x()) <= tolerance;
                 i += step) {
                const int other = order[i];
                if (other > v && first[other] == other &&
                    (vertices[other] - vertices[v]).norm() <= tolerance) {
                    first[other] = v;
                }
            }
        }
    }
    return first;
}

}  // namespace touchstone
