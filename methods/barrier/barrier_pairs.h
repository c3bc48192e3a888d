#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// A pair of closest features of two bodies that are nearer than d̂, with all pairs of elements that
/// have them in common. Places are those in the surfaces' points.
struct BarrierPair {
    std::array<int, 3> a{-1, -1, -1};                ///< points of A's feature, ascending
    std::array<int, 3> b{-1, -1, -1};                ///< points of B's feature, ascending
    std::array<double, 3> weights_a{0.0, 0.0, 0.0};  ///< weights of A's closest point
    std::array<double, 3> weights_b{0.0, 0.0, 0.0};  ///< weights of B's closest point
    int count_a = 0;                                 ///< number of points of A's feature
    int count_b = 0;                                 ///< number of points of B's feature
    Vec3 way = Vec3::Constant(kUnset);  ///< r: vector from B's closest point to A's [m]
    double multiplicity = 1.0;          ///< m: number of pairs of elements
    double factor = 1.0;                ///< e: mollifier; where below 1, the pair is of two edges
    std::array<int, 2> edge_a{-1, -1};  ///< points of A's edge; -1 where e = 1
    std::array<int, 2> edge_b{-1, -1};  ///< points of B's edge; -1 where e = 1
};

/// Returns the pairs of candidates nearer than `reach` d̂ [m] with the points at these places, in an
/// order that depends on the surfaces' numbers alone. Parallel edges make none: they have e = 0. Of
/// a facet the nearest triangle counts.
std::vector<BarrierPair> near_pairs(const BarrierSurface& a, std::span<const Vec3> points_a,
                                    const BarrierSurface& b, std::span<const Vec3> points_b,
                                    const BarrierCandidates& candidates, double reach);

/// The working memory of near_pairs, kept from call to call.
struct NearPairMemory {
    /// A pair of a vertex and one of a facet's faces.
    struct OfFacet {
        int vertex = -1;
        int facet = -1;
        double distance_squared = kUnset;  ///< [m²]
        int pair = -1;                     ///< place in `of_facet_pairs`
    };
    /// The identity of a pair, with an order: points of both features, counted from 1.
    struct Key {
        std::array<std::uint64_t, 3> points{};
        int pair = -1;  ///< place in `found`
    };
    std::vector<BarrierPair> found;
    std::vector<BarrierPair> of_facet_pairs;
    std::vector<OfFacet> of_facets;
    std::vector<Key> keys;
};
/// Sets `pairs` to what near_pairs returns, without an allocation when both were used before.
void find_near_pairs(const BarrierSurface& a, std::span<const Vec3> points_a,
                     const BarrierSurface& b, std::span<const Vec3> points_b,
                     const BarrierCandidates& candidates, double reach, NearPairMemory& memory,
                     std::vector<BarrierPair>& pairs);

/// Leaves out the candidates that are not nearer than `reach` [m] with the points at these places.
void keep_near(const BarrierSurface& a, std::span<const Vec3> points_a, const BarrierSurface& b,
               std::span<const Vec3> points_b, double reach, BarrierCandidates& candidates);

/// Returns the smallest distance of the candidates; infinite without any [m].
double smallest_distance(const BarrierSurface& a, std::span<const Vec3> points_a,
                         const BarrierSurface& b, std::span<const Vec3> points_b,
                         const BarrierCandidates& candidates);

/// Returns the vertex, edge or face of the mesh that the first `count` places name, its vertices
/// rising.
Feature mesh_feature(const BarrierSurface& surface, const std::array<int, 3>& places, int count);

}  // namespace touchstone
