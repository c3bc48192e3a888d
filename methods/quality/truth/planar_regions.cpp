#include "methods/quality/truth/planar_regions.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_set_2.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <sstream>
#include <tuple>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/join.h"
#include "methods/quality/truth/facing_facets.h"
#include "methods/quality/truth/loop_corners.h"

namespace touchstone {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Point2 = Kernel::Point_2;
using Polygon = CGAL::Polygon_2<Kernel>;
using PolygonWithHoles = CGAL::Polygon_with_holes_2<Kernel>;
using PolygonSet = CGAL::Polygon_set_2<Kernel>;

constexpr double kGapShare = 0.005;        // share of the smaller body's largest extent
constexpr double kGapRounding = 1e-9;      // a separation of the gap itself counts [-]
constexpr double kSameCornerShare = 2e-7;  // of the region's size; a third of what would take
                                           // corners from a ring of 4096
constexpr double kSameCorner = 3.0;        // roundings of both bodies
constexpr double kBesideRegions = 20.0;    // vertices nearer to a region belong to it [gaps]

PolygonSet project(const FacetedBody& side, const PlanarFacet& facet, const FacetFrame& frame) {
    std::vector<Polygon> triangles;
    for (const int t : facet.triangles) {
        Polygon polygon;
        for (const int v : side.surface->triangles[t]) {
            const Vec3 offset = side.vertices[v] - frame.origin;
            polygon.push_back(Point2(frame.u.dot(offset), frame.v.dot(offset)));
        }
        if (polygon.orientation() == CGAL::CLOCKWISE) {
            polygon.reverse_orientation();  // a facet of B, which looks down
        }
        if (polygon.orientation() == CGAL::COUNTERCLOCKWISE) {
            triangles.push_back(std::move(polygon));  // and not flat
        }
    }
    PolygonSet result;
    result.join(triangles.begin(), triangles.end());
    return result;
}

double to_double(const Kernel::FT& number) { return CGAL::to_double(CGAL::exact(number)); }

/// Returns the corners of a polygon, see without_small_corners.
Loop corners_of(const Polygon& polygon, double tolerance) {
    Loop loop;
    for (const Point2& vertex : polygon.vertices()) {
        loop.push_back({to_double(vertex.x()), to_double(vertex.y())});
    }
    return without_small_corners(std::move(loop), tolerance);
}

double size_of(const Polygon& polygon) {
    const CGAL::Bbox_2 box = polygon.bbox();
    return std::hypot(box.xmax() - box.xmin(), box.ymax() - box.ymin());
}

/// Returns the part of the plane over which the pair's |separation| is at most `gap`: a strip, as
/// long and wide as it needs to be to hold everything within `reach` of the frame's origin.
Polygon within_gap(const FacingFacets& pair, double gap, double reach) {
    const double zx = pair.height_b.zx - pair.height_a.zx;
    const double zy = pair.height_b.zy - pair.height_a.zy;
    const double slope = std::hypot(zx, zy);
    const double middle = pair.separation(0.0, 0.0);
    const PlanePoint along{zx / slope, zy / slope};
    const double low = std::max((-gap - middle) / slope, -reach);
    const double high = std::min((gap - middle) / slope, reach);
    Polygon strip;
    if (low < high) {
        for (const auto& [s, t] : {PlanePoint{low, -reach}, PlanePoint{high, -reach},
                                   PlanePoint{high, reach}, PlanePoint{low, reach}}) {
            strip.push_back(Point2(s * along.x - t * along.y, s * along.y + t * along.x));
        }
    }
    return strip;
}

std::vector<Vec3> halfway(const Loop& loop, const FacingFacets& pair) {
    std::vector<Vec3> points;
    for (const PlanePoint& p : loop) {
        const double z = 0.5 * (pair.height_a.at(p.x, p.y) + pair.height_b.at(p.x, p.y));
        const FacetFrame& frame = pair.frame;
        points.push_back(frame.origin + p.x * frame.u + p.y * frame.v + z * frame.normal);
    }
    return points;
}

/// The distance within which corners of a region are one.
struct CornerTolerance {
    double rounding = 0.0;  ///< distance by the bodies' rounding [m]
    double position = 0.0;  ///< largest distance that the reference allows [m]

    double of(double size) const {
        return std::max(rounding, std::min(position, kSameCornerShare * size));
    }
};

/// Returns nothing for a sliver, which rounding leaves where edges of both bodies coincide.
std::optional<PlanarRegion> make_region(const PolygonWithHoles& part, const FacingFacets& pair,
                                        const CornerTolerance& same_corner) {
    const Polygon& outer = part.outer_boundary();
    const double tolerance = same_corner.of(size_of(outer));
    const Loop corners = corners_of(outer, tolerance);
    if (corners.size() < 3) {
        return std::nullopt;
    }
    PlanarRegion region;
    region.normal = pair.frame.normal;
    region.corners = halfway(corners, pair);
    const auto [low, high] = std::ranges::minmax(
        corners, {}, [&](const PlanePoint& p) { return pair.separation(p.x, p.y); });
    region.separation = {pair.separation(low.x, low.y) - pair.flatness,
                         pair.separation(high.x, high.y) + pair.flatness};
    region.normal_error = pair.normal_error;
    Kernel::FT area = outer.area();
    for (const Polygon& hole : part.holes()) {
        area += hole.area();  // negative: it runs the other way
        const Loop loop = corners_of(hole, tolerance);
        if (loop.size() >= 3) {
            region.holes.push_back(halfway(loop, pair));
        }
    }
    region.area = to_double(area);
    return region;
}

class RegionFinder {
 public:
    RegionFinder(const FacetedBody& a, const FacetedBody& b, const PlanarRegionOptions& options,
                 double gap)
        : a_(a),
          b_(b),
          gap_(gap),
          same_corner_{kSameCorner * (a.precision.rounding + b.precision.rounding),
                       options.position_tolerance} {}

    double same_corner() const { return same_corner_.rounding; }

    std::vector<PlanarRegion> regions_of(const FacingFacets& pair) const {
        const double gap = gap_ * (1.0 + kGapRounding);
        PolygonSet common = project(a_, a_.facets[pair.a], pair.frame);
        common.intersection(project(b_, b_.facets[pair.b], pair.frame));
        if (common.is_empty()) {
            return {};
        }
        const auto [low, high, reach] = range_over(common, pair);
        if (low > gap || high < -gap || low < -deepest(pair)) {
            return {};
        }
        if (low < -gap || high > gap) {
            const Polygon strip = within_gap(pair, gap, reach);
            common.intersection(strip.is_empty() ? PolygonSet() : PolygonSet(strip));
        }
        std::vector<PolygonWithHoles> parts;
        common.polygons_with_holes(std::back_inserter(parts));
        std::vector<PlanarRegion> regions;
        for (const PolygonWithHoles& part : parts) {
            if (std::optional<PlanarRegion> region = make_region(part, pair, same_corner_)) {
                regions.push_back(std::move(*region));
            }
        }
        std::ranges::sort(regions, [](const PlanarRegion& x, const PlanarRegion& y) {
            return std::ranges::lexicographical_compare(x.corners[0], y.corners[0]);
        });
        return regions;
    }

 private:
    struct SeparationRange {
        double low;
        double high;
        double reach;  ///< distance of the farthest corner from the frame's origin [m]
    };

    double deepest(const FacingFacets& pair) const {
        const Vec3& normal = pair.frame.normal;
        return 0.5 * std::min(a_.thickness(normal), b_.thickness(normal));
    }

    static SeparationRange range_over(const PolygonSet& set, const FacingFacets& pair) {
        SeparationRange range{std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(), 0.0};
        std::vector<PolygonWithHoles> parts;
        set.polygons_with_holes(std::back_inserter(parts));
        for (const PolygonWithHoles& part : parts) {
            for (const Point2& vertex : part.outer_boundary().vertices()) {
                const PlanePoint p{to_double(vertex.x()), to_double(vertex.y())};
                range.low = std::min(range.low, pair.separation(p.x, p.y));
                range.high = std::max(range.high, pair.separation(p.x, p.y));
                range.reach = std::max(range.reach, 2.0 * std::hypot(p.x, p.y));
            }
        }
        return range;
    }

    const FacetedBody& a_;
    const FacetedBody& b_;
    double gap_;
    CornerTolerance same_corner_;
};

/// Returns the distance from the region as a polygon with corners in order, by a fan: what lies
/// beyond a concave corner is still near it.
double distance_to_region(const Vec3& point, const PlanarRegion& region) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < region.corners.size(); ++i) {
        nearest = std::min(nearest, distance_to_triangle(point, region.corners[0],
                                                         region.corners[i], region.corners[i + 1]));
    }
    return nearest;
}

/// Finds the first vertex of a side that is within the gap of the other's surface but beside all
/// regions; -1: none.
int vertex_beside(const FacetedBody& side, const FacetedBody& other, double gap,
                  std::span<const PlanarRegion> regions) {
    const BoundingBox near_other = inflated(other.bounds, gap);
    for (int v = 0; v < std::ssize(side.vertices); ++v) {
        const Vec3& vertex = side.vertices[v];
        const bool beside = overlap({vertex, vertex}, near_other) &&
                            std::ranges::none_of(regions, [&](const PlanarRegion& region) {
                                return distance_to_region(vertex, region) <= kBesideRegions * gap;
                            });
        if (!beside) {
            continue;
        }
        for (const Triangle& t : other.surface->triangles) {
            if (distance_to_triangle(vertex, other.vertices[t[0]], other.vertices[t[1]],
                                     other.vertices[t[2]]) <= gap) {
                return v;
            }
        }
    }
    return -1;
}

std::string number_text(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string precision_text(const FacetedBody& a, const FacetedBody& b) {
    std::string text;
    for (const auto& [name, side] : {std::pair("A", &a), std::pair("B", &b)}) {
        if (side->precision.rounding > 0.0) {
            append_item(text, std::string(name) + " has " + side->precision.name);
        }
    }
    return text;
}

bool is_curved_all_over(const FacetedBody& side) {
    return std::ranges::all_of(side.facets, &PlanarFacet::curved);
}

std::string why_no_regions(const FacetedBody& a, const FacetedBody& b, double gap) {
    for (const auto& [name, side] : {std::pair("A", &a), std::pair("B", &b)}) {
        if (is_curved_all_over(*side)) {
            return std::string("body ") + name +
                   " is a tessellated curved surface, which touches at a point or along a line";
        }
    }
    const std::string within = " within the gap of " + number_text(gap) + " m";
    for (const auto& [name, side, other] : {std::tuple("A", &a, &b), std::tuple("B", &b, &a)}) {
        const int v = vertex_beside(*side, *other, gap, {});
        if (v >= 0) {
            return std::string("a point contact: vertex ") + std::to_string(v) + " of body " +
                   name + " touches, and no facets face each other" + within;
        }
    }
    return "no facets face each other" + within +
           ": the bodies are apart, deeper in one another, or cross at edges";
}

}  // namespace

double default_gap(const SurfaceMesh& a, const SurfaceMesh& b) {
    const auto extent = [](const SurfaceMesh& surface) {
        const BoundingBox box = bounds_of(surface.vertices);
        return (box.upper - box.lower).maxCoeff();
    };
    return kGapShare * std::min(extent(a), extent(b));
}

PlanarRegions planar_regions(const SurfaceMesh& a, const Pose& world_from_a, const SurfaceMesh& b,
                             const Pose& world_from_b, const PlanarRegionOptions& options) {
    const SurfaceFacets facets_a = find_surface_facets(a, options.curved_bend);
    const SurfaceFacets facets_b = find_surface_facets(b, options.curved_bend);
    return planar_regions({&a, &facets_a, world_from_a}, {&b, &facets_b, world_from_b}, options);
}

PlanarRegions planar_regions(const PlanarSide& a, const PlanarSide& b,
                             const PlanarRegionOptions& options) {
    PlanarRegions result;
    result.gap = options.gap.value_or(default_gap(*a.surface, *b.surface));
    const FacetedBody side_a = make_faceted(*a.surface, *a.facets, a.world_from_surface);
    const FacetedBody side_b = make_faceted(*b.surface, *b.facets, b.world_from_surface);
    const RegionFinder finder(side_a, side_b, options, result.gap);
    result.same_corner = finder.same_corner();
    result.precision = precision_text(side_a, side_b);
    for (const FacingFacets& pair :
         facing_pairs(side_a, side_b, options.facing_angle, result.gap)) {
        const std::vector<PlanarRegion> found = finder.regions_of(pair);
        for (const auto& [name, side, f] :
             {std::tuple("A", &side_a, pair.a), std::tuple("B", &side_b, pair.b)}) {
            if (!found.empty() && side->facets[f].curved && result.why_not.empty()) {
                result.why_not = std::string("the facet of body ") + name + " with triangle " +
                                 std::to_string(side->facets[f].triangles[0]) +
                                 " is part of a tessellated curved surface, which touches at a "
                                 "point or along a line";
            }
        }
        result.regions.insert(result.regions.end(), found.begin(), found.end());
    }
    if (result.regions.empty()) {
        result.why_not = why_no_regions(side_a, side_b, result.gap);
        return result;
    }
    for (const auto& [name, side, other] :
         {std::tuple("A", &side_a, &side_b), std::tuple("B", &side_b, &side_a)}) {
        const int v =
            result.why_not.empty() ? vertex_beside(*side, *other, result.gap, result.regions) : -1;
        if (v >= 0) {
            result.why_not =
                std::string("beside the planar regions there is a point contact: vertex ") +
                std::to_string(v) + " of body " + name + " touches";
        }
    }
    if (!result.why_not.empty()) {
        result.regions.clear();
    }
    return result;
}

}  // namespace touchstone
