#include "methods/geometry/facet_growth.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace touchstone {
namespace {

constexpr double kGrowthCosine = 0.99939082701909576;  ///< cosine of 2°
constexpr double kThinHeights = 100.0;  ///< height below which normals are rough [flats]

constexpr double kEqualArea = 1e-9;  ///< relative difference up to which areas count as equal [-]

struct TriangleGeometry {
    Vec3 area_vector = Vec3::Zero();  ///< normal × area [m²]
    Vec3 centroid = Vec3::Zero();
    double area = 0.0;
    double height = 0.0;  ///< height over the longest edge [m]
};

TriangleGeometry geometry_of(const OrderedSurface& surface, int t) {
    const auto [i, j, k] = surface.triangles[t];
    const Vec3& a = surface.vertices[i];
    const Vec3& b = surface.vertices[j];
    const Vec3& c = surface.vertices[k];
    TriangleGeometry geometry;
    geometry.area_vector = 0.5 * (b - a).cross(c - a);
    geometry.centroid = a + (b - a) / 3.0 + (c - a) / 3.0;
    geometry.area = geometry.area_vector.norm();
    const double longest =
        std::sqrt(std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()}));
    geometry.height = longest > 0.0 ? 2.0 * geometry.area / longest : 0.0;
    return geometry;
}

class Growth {
 public:
    Growth(const OrderedSurface& surface, double flat)
        : surface_(surface), flat_(flat), seen_(surface.triangles.size(), -1) {
        geometry_.reserve(surface.triangles.size());
        for (int t = 0; t < std::ssize(surface.triangles); ++t) {
            geometry_.push_back(geometry_of(surface, t));
        }
        partition_.facet.assign(surface.triangles.size(), -1);
    }

    FacetPartition run() {
        std::vector<int> seeds(geometry_.size());
        std::iota(seeds.begin(), seeds.end(), 0);
        std::stable_sort(seeds.begin(), seeds.end(),
                         [&](int a, int b) { return geometry_[a].area > geometry_[b].area; });
        for (const int seed : seeds) {
            if (partition_.facet[seed] < 0) {
                grow(seed, false);
                if (!all_within(2.0 * flat_)) {
                    grow(seed, true);
                }
                keep();
            }
        }
        return std::move(partition_);
    }

 private:
    void grow(int seed, bool plane_is_fixed) {
        ++round_;
        members_.clear();
        area_vectors_ = Vec3::Zero();
        centroids_ = Vec3::Zero();
        area_ = 0.0;
        std::vector<int> waiting;
        take(seed, waiting);
        fit();
        // A triangle refused earlier may fit the plane as it is later, so the rest is tried again
        // until nothing more is taken in.
        bool grown = true;
        while (grown) {
            grown = false;
            std::vector<int> left_over;
            for (std::size_t i = 0; i < waiting.size(); ++i) {
                const int t = waiting[i];
                if (!fits(t)) {
                    left_over.push_back(t);
                    continue;
                }
                take(t, waiting);
                grown = true;
                if (!plane_is_fixed) {
                    fit();
                }
            }
            grown = grown && !plane_is_fixed;
            waiting = std::move(left_over);
        }
    }

    void take(int t, std::vector<int>& waiting) {
        seen_[t] = round_;
        members_.push_back(t);
        const TriangleGeometry& triangle = geometry_[t];
        area_vectors_ += triangle.area_vector;
        centroids_ += triangle.area * triangle.centroid;
        area_ += triangle.area;
        for (int i = 0; i < 3; ++i) {
            const int back = surface_.opposite[3 * t + i];
            if (back >= 0 && partition_.facet[back / 3] < 0 && seen_[back / 3] != round_) {
                seen_[back / 3] = round_;
                waiting.push_back(back / 3);
            }
        }
        /// The plane's normal is the sum of the area vectors, which does not depend on how a flat
        /// part is cut into triangles, and it passes through their centroid weighted by area.
    }

    void fit() {
        normal_ = area_vectors_.normalized();
        offset_ = area_ > 0.0 ? normal_.dot(centroids_) / area_ : 0.0;
        /// Triangles lower than `flat` always fit, as their normals carry no information; thin ones
        /// need only face the same way.
    }

    bool fits(int t) const {
        const TriangleGeometry& triangle = geometry_[t];
        for (const int v : surface_.triangles[t]) {
            if (std::abs(normal_.dot(surface_.vertices[v]) - offset_) > flat_) {
                return false;
            }
        }
        const double along = normal_.dot(triangle.area_vector);
        if (triangle.height < flat_) {
            return true;
        }
        return triangle.height < kThinHeights * flat_ ? along > 0.0
                                                      : along >= kGrowthCosine * triangle.area;
    }

    bool all_within(double distance) const {
        for (const int t : members_) {
            for (const int v : surface_.triangles[t]) {
                if (std::abs(normal_.dot(surface_.vertices[v]) - offset_) > distance) {
                    return false;
                }
            }
        }
        return true;
    }

    void keep() {
        // Sums taken in another order round differently, so the plane is fitted once more in order.
        std::sort(members_.begin(), members_.end());
        area_vectors_ = Vec3::Zero();
        centroids_ = Vec3::Zero();
        area_ = 0.0;
        for (const int t : members_) {
            area_vectors_ += geometry_[t].area_vector;
            centroids_ += geometry_[t].area * geometry_[t].centroid;
            area_ += geometry_[t].area;
            partition_.facet[t] = static_cast<int>(partition_.planes.size());
        }
        fit();
        partition_.planes.push_back({normal_, offset_, area_vectors_.norm(), largest_member()});
    }

    /// Returns the first of equally large triangles, so that rounding does not choose.
    int largest_member() const {
        double largest = 0.0;
        for (const int t : members_) {
            largest = std::max(largest, geometry_[t].area);
        }
        return *std::ranges::find_if(
            members_, [&](int t) { return geometry_[t].area >= (1.0 - kEqualArea) * largest; });
    }

    const OrderedSurface& surface_;
    double flat_;
    std::vector<TriangleGeometry> geometry_;
    FacetPartition partition_;
    std::vector<int> seen_;  ///< last round that reached each triangle
    int round_ = 0;
    std::vector<int> members_;
    Vec3 area_vectors_ = Vec3::Zero();
    Vec3 centroids_ = Vec3::Zero();
    double area_ = 0.0;
    Vec3 normal_ = Vec3::Zero();
    double offset_ = 0.0;
};

/// A half-edge named by its two vertices, lower first.
struct HalfEdge {
    int low = -1;
    int high = -1;
    bool upward = true;
    int index = -1;
};

/// Pairs half-edges of opposite direction on the same two vertices. Where more than two triangles
/// share an edge, the pairs follow the order of the triangles; halves without a partner are open
/// borders.
std::vector<int> opposite_half_edges(std::span<const Triangle> triangles) {
    std::vector<HalfEdge> halves;
    halves.reserve(3 * triangles.size());
    for (int t = 0; t < std::ssize(triangles); ++t) {
        for (int i = 0; i < 3; ++i) {
            const int from = triangles[t][i];
            const int to = triangles[t][(i + 1) % 3];
            halves.push_back({std::min(from, to), std::max(from, to), from < to, 3 * t + i});
        }
    }
    std::sort(halves.begin(), halves.end(), [](const HalfEdge& a, const HalfEdge& b) {
        return std::tie(a.low, a.high, b.upward, a.index) <
               std::tie(b.low, b.high, a.upward, b.index);
    });
    std::vector<int> opposite(halves.size(), -1);
    for (std::size_t first = 0; first < halves.size();) {
        std::size_t last = first;
        std::size_t downward = first;
        while (last < halves.size() && halves[last].low == halves[first].low &&
               halves[last].high == halves[first].high) {
            downward += halves[last].upward ? 1 : 0;
            ++last;
        }
        for (std::size_t i = 0; first + i < downward && downward + i < last; ++i) {
            opposite[halves[first + i].index] = halves[downward + i].index;
            opposite[halves[downward + i].index] = halves[first + i].index;
        }
        first = last;
    }
    return opposite;
}

}  // namespace

OrderedSurface make_ordered_surface(std::span<const Vec3> vertices,
                                    std::span<const Triangle> triangles) {
    std::vector<bool> used(vertices.size(), false);
    for (const Triangle& triangle : triangles) {
        for (const int v : triangle) {
            used[v] = true;
        }
    }
    OrderedSurface surface;
    for (int v = 0; v < std::ssize(vertices); ++v) {
        if (used[v]) {
            surface.mesh_vertex.push_back(v);
        }
    }
    std::sort(surface.mesh_vertex.begin(), surface.mesh_vertex.end(), [&](int a, int b) {
        const Vec3& p = vertices[a];
        const Vec3& q = vertices[b];
        return std::tuple(p.x(), p.y(), p.z(), a) < std::tuple(q.x(), q.y(), q.z(), b);
    });
    std::vector<int> rank(vertices.size(), -1);
    for (int i = 0; i < std::ssize(surface.mesh_vertex); ++i) {
        rank[surface.mesh_vertex[i]] = i;
        surface.vertices.push_back(vertices[surface.mesh_vertex[i]]);
    }
    for (const Triangle& triangle : triangles) {
        Triangle ranked{rank[triangle[0]], rank[triangle[1]], rank[triangle[2]]};
        std::rotate(ranked.begin(), std::min_element(ranked.begin(), ranked.end()), ranked.end());
        surface.triangles.push_back(ranked);
    }
    std::sort(surface.triangles.begin(), surface.triangles.end());
    surface.opposite = opposite_half_edges(surface.triangles);
    return surface;
}

FacetPartition grow_facets(const OrderedSurface& surface, double flat) {
    return Growth(surface, flat).run();
}

}  // namespace touchstone
