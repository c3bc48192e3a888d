#include "methods/quality/truth/planar_facets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "methods/base/work/work_log.h"
#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

/// Largest distance of vertices from their facet's plane, as a share of the surface's size. The
/// vertices of a prism of 4096 sides are ten times as far from their neighbours' planes.
constexpr double kPlaneShare = 1e-7;

/// Largest angle between a triangle's normal and its facet's, so that a small triangle does not
/// stand on edge within the distance above [degrees].
constexpr double kFacetAngle = 1.0;

/// Smaller bends are no curve: just less than on a cylinder of 4096 sides [degrees].
constexpr double kFlatBend = 0.08;

/// A vertex whose three coordinates are rounded moves by √3 roundings at most, and so does a plane
/// that is fitted to such vertices; up to twice as far is one triangle's plane off the next corner.
constexpr double kFittedRoundings = 4.0;
constexpr double kGrowingRoundings = 8.0;

/// Largest angle by which rounding may turn a triangle that a facet takes in. A triangle that
/// stands on edge stays out, however small: it is a side of the body [degrees].
constexpr double kRoundedAngle = 10.0;

constexpr double kDegrees = 180.0 / std::numbers::pi;

struct TrianglePlane {
    Vec3 normal = Vec3::Zero();  ///< unit
    double area = 0.0;           ///< [m²]
    double height = 0.0;         ///< smallest height [m]
};

/// Returns the angle by which moving the edges of something so wide turns it [degrees].
double turned_by(double distance, double width) { return std::atan2(distance, width) * kDegrees; }

std::vector<TrianglePlane> triangle_planes(const SurfaceMesh& surface) {
    std::vector<TrianglePlane> planes;
    planes.reserve(surface.triangles.size());
    for (const Triangle& triangle : surface.triangles) {
        const Vec3& a = surface.vertices[triangle[0]];
        const Vec3 ab = surface.vertices[triangle[1]] - a;
        const Vec3 ac = surface.vertices[triangle[2]] - a;
        const Vec3 cross = ab.cross(ac);
        const double longest = std::max({ab.norm(), ac.norm(), (ac - ab).norm()});
        planes.push_back({cross.stableNormalized(), 0.5 * cross.norm(), cross.norm() / longest});
    }
    return planes;
}

/// Finds, for each triangle, those beyond its three edges.
std::vector<std::array<int, 3>> triangle_neighbors(const SurfaceMesh& surface) {
    struct Side {
        std::pair<int, int> edge;  ///< its vertices in rising order
        int triangle;
        int side;
    };
    std::vector<Side> sides;
    sides.reserve(3 * surface.triangles.size());
    for (int t = 0; t < std::ssize(surface.triangles); ++t) {
        for (int s = 0; s < 3; ++s) {
            const int start = surface.triangles[t][s];
            const int end = surface.triangles[t][(s + 1) % 3];
            sides.push_back({std::minmax({start, end}), t, s});
        }
    }
    std::ranges::sort(sides, {},
                      [](const Side& side) { return std::pair(side.edge, side.triangle); });
    std::vector<std::array<int, 3>> neighbors(surface.triangles.size(), {-1, -1, -1});
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        if (sides[i].edge == sides[i + 1].edge) {
            neighbors[sides[i].triangle][sides[i].side] = sides[i + 1].triangle;
            neighbors[sides[i + 1].triangle][sides[i + 1].side] = sides[i].triangle;
        }
    }
    return neighbors;
}

/// Gathers triangles around seeds, the largest first.
class FacetGrower {
 public:
    FacetGrower(const SurfaceMesh& surface, double rounding)
        : surface_(surface),
          planes_(triangle_planes(surface)),
          neighbors_(triangle_neighbors(surface)),
          facet_of_(surface.triangles.size(), -1) {
        Vec3 lower = surface.vertices[0];
        Vec3 upper = lower;
        for (const Vec3& vertex : surface.vertices) {
            lower = lower.cwiseMin(vertex);
            upper = upper.cwiseMax(vertex);
        }
        plane_tolerance_ = kPlaneShare * (upper - lower).norm();
        if (kFittedRoundings * rounding > plane_tolerance_) {
            rounding_ = rounding;
        }
    }

    std::vector<PlanarFacet> grow() {
        std::vector<int> seeds(planes_.size());
        std::iota(seeds.begin(), seeds.end(), 0);
        std::ranges::stable_sort(seeds, std::ranges::greater{},
                                 [&](int t) { return planes_[t].area; });
        std::vector<PlanarFacet> facets;
        for (const int seed : seeds) {
            if (facet_of_[seed] < 0) {
                const int index = static_cast<int>(facets.size());
                std::optional<PlanarFacet> fitted =
                    rounding_ > 0.0 ? fit_around(seed, index) : std::nullopt;
                facets.push_back(fitted ? *std::move(fitted) : grow_from(seed, index));
                facets.back().width = width_of(facets.back());
            }
        }
        return facets;
    }

    /// Counts the facets to which the surface goes on at a bend of less than `bend` [degrees]. One
    /// that is narrower than the tolerance of planes looks anywhere, and bends nothing.
    int shallow_neighbors(const PlanarFacet& facet, std::span<const PlanarFacet> facets,
                          double bend) const {
        std::vector<int> found;
        const int own = facet_of_[facet.triangles[0]];
        if (facet.width <= plane_tolerance_) {
            return 0;
        }
        for (const int t : facet.triangles) {
            for (const int next : neighbors_[t]) {
                const int other = next < 0 ? own : facet_of_[next];
                if (other == own) {
                    continue;
                }
                const double angle = angle_between(facet.normal, facets[other].normal);
                const double error = facet.normal_error + facets[other].normal_error;
                if (angle > std::max(kFlatBend, error) && angle < bend &&
                    facets[other].width > plane_tolerance_) {
                    found.push_back(other);
                }
            }
        }
        std::ranges::sort(found);
        return static_cast<int>(std::ranges::unique(found).begin() - found.begin());
    }

 private:
    bool fits(int t, const PlanarFacet& facet) const {
        if (angle_between(planes_[t].normal, facet.normal) > kFacetAngle) {
            return false;
        }
        return std::ranges::all_of(surface_.triangles[t], [&](int v) {
            return std::abs(facet.normal.dot(surface_.vertices[v] - facet.point)) <=
                   plane_tolerance_;
        });
    }

    PlanarFacet grow_from(int seed, int index) {
        PlanarFacet facet;
        facet.point = surface_.vertices[surface_.triangles[seed][0]];
        facet.normal = planes_[seed].normal;
        facet.normal_error =
            rounding_ > 0.0 ? turned_by(kFittedRoundings * rounding_, planes_[seed].height) : 0.0;
        facet.triangles.push_back(seed);
        facet_of_[seed] = index;
        for (std::size_t i = 0; i < facet.triangles.size(); ++i) {
            for (const int next : neighbors_[facet.triangles[i]]) {
                if (next >= 0 && facet_of_[next] < 0 && fits(next, facet)) {
                    facet_of_[next] = index;
                    facet.triangles.push_back(next);
                }
            }
        }
        std::ranges::sort(facet.triangles);
        return facet;
    }

    /// The plane that fits triangles best: its normal is that of their outline.
    struct Fit {
        Vec3 origin = Vec3::Zero();    ///< origin of the sums, near, so that no digits are lost [m]
        Vec3 area = Vec3::Zero();      ///< Σ area × normal [m²]
        Vec3 weighted = Vec3::Zero();  ///< Σ area × centroid [m³]
        double sum = 0.0;              ///< Σ area [m²]

        Vec3 normal() const { return area.stableNormalized(); }
        Vec3 point() const { return origin + weighted / sum; }
    };

    void add_to(Fit& fit, int t) const {
        const auto [i, j, k] = surface_.triangles[t];
        const Vec3 sum = (surface_.vertices[i] - fit.origin) + (surface_.vertices[j] - fit.origin) +
                         (surface_.vertices[k] - fit.origin);
        fit.area += planes_[t].area * planes_[t].normal;
        fit.weighted += planes_[t].area * (sum / 3.0);
        fit.sum += planes_[t].area;
    }

    double distance_from(const Fit& fit, int t) const {
        const Vec3 normal = fit.normal();
        const Vec3 point = fit.point();
        double farthest = 0.0;
        for (const int v : surface_.triangles[t]) {
            farthest = std::max(farthest, std::abs(normal.dot(surface_.vertices[v] - point)));
        }
        return farthest;
    }

    bool may_belong(int t, const Fit& fit) const {
        const double turned = turned_by(kFittedRoundings * rounding_, planes_[t].height);
        return angle_between(planes_[t].normal, fit.normal()) <=
                   std::min(kFacetAngle + turned, kRoundedAngle) &&
               distance_from(fit, t) <= kGrowingRoundings * rounding_;
    }

    /// Fits a plane; nothing where the surface curves after all, and none fits.
    std::optional<PlanarFacet> fit_around(int seed, int index) {
        PlanarFacet facet;
        Fit fit;
        fit.origin = surface_.vertices[surface_.triangles[seed][0]];
        facet.triangles.push_back(seed);
        facet_of_[seed] = index;
        add_to(fit, seed);
        for (std::size_t i = 0; i < facet.triangles.size(); ++i) {
            for (const int next : neighbors_[facet.triangles[i]]) {
                if (next >= 0 && facet_of_[next] < 0 && may_belong(next, fit)) {
                    facet_of_[next] = index;
                    facet.triangles.push_back(next);
                    add_to(fit, next);
                }
            }
        }
        for (const int t : facet.triangles) {
            facet.flatness = std::max(facet.flatness, distance_from(fit, t));
        }
        if (facet.flatness > kFittedRoundings * rounding_) {
            for (const int t : facet.triangles) {
                facet_of_[t] = -1;
            }
            return std::nullopt;
        }
        facet.point = fit.point();
        facet.normal = fit.normal();
        facet.normal_error = turned_by(kFittedRoundings * rounding_, width_of(facet));
        std::ranges::sort(facet.triangles);
        return facet;
    }

    /// Returns its area over its longest extent along an axis [m].
    double width_of(const PlanarFacet& facet) const {
        Vec3 low = surface_.vertices[surface_.triangles[facet.triangles[0]][0]];
        Vec3 high = low;
        double area = 0.0;
        for (const int t : facet.triangles) {
            area += planes_[t].area;
            for (const int v : surface_.triangles[t]) {
                low = low.cwiseMin(surface_.vertices[v]);
                high = high.cwiseMax(surface_.vertices[v]);
            }
        }
        return area / (high - low).maxCoeff();
    }

    const SurfaceMesh& surface_;
    std::vector<TrianglePlane> planes_;
    std::vector<std::array<int, 3>> neighbors_;
    std::vector<int> facet_of_;  ///< facet of each triangle; -1: none yet
    double plane_tolerance_ = 0.0;
    double rounding_ = 0.0;  ///< rounding of the coordinates; 0: none but that of doubles [m]
};

}  // namespace

std::vector<PlanarFacet> planar_facets(const SurfaceMesh& surface, double curved_bend,
                                       double rounding) {
    FacetGrower grower(surface, rounding);
    std::vector<PlanarFacet> facets = grower.grow();
    for (PlanarFacet& facet : facets) {
        facet.curved = grower.shallow_neighbors(facet, facets, curved_bend) >= 2;
    }
    std::ranges::sort(facets, {}, [](const PlanarFacet& facet) { return facet.triangles[0]; });
    return facets;
}

SurfaceFacets find_surface_facets(const SurfaceMesh& surface, double curved_bend) {
    note_work(Work::PlanarFacets, bytes_of(surface.vertices), bytes_of(surface.triangles));
    SurfaceFacets found{estimate_precision(surface.vertices), {}};
    found.facets = planar_facets(surface, curved_bend, found.precision.rounding);
    return found;
}

double distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = (b - a).cross(c - a).stableNormalized();
    const bool above = normal.dot((b - a).cross(point - a)) >= 0.0 &&
                       normal.dot((c - b).cross(point - b)) >= 0.0 &&
                       normal.dot((a - c).cross(point - c)) >= 0.0;
    if (above) {
        return std::abs(normal.dot(point - a));
    }
    return std::min({distance_to_segment(point, a, b), distance_to_segment(point, b, c),
                     distance_to_segment(point, c, a)});
}

}  // namespace touchstone
