#include "generators/semi_local/candidates/regions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace touchstone::semi_local {
namespace {

constexpr double kThinShare = 0.25;   ///< share of the narrower facet's width [-]
constexpr double kReachShare = 0.25;  ///< movement allowed to a region's
                                      ///< corners, as a share of its width [-]
constexpr double kFlatShare = 1e-5;   ///< share of the square root of a loop's area [-]

/// Returns twice the area over the perimeter: the width of a long strip, the in-radius of a regular
/// polygon.
double width_of(double area, double length) { return length > 0.0 ? 2.0 * area / length : 0.0; }

/// A height over the plane perpendicular to the mean normal, linear in the plane's coordinates.
struct Height {
    double at_origin = 0.0;
    Vec2 slope = Vec2::Zero();

    double at(const Vec2& q) const { return at_origin + slope.dot(q); }
};

class RegionFinder {
 public:
    RegionFinder(const PairFrame& frame, Regions& regions) : frame_(frame), regions_(regions) {}

    [[gnu::flatten]] void find(int facet_a, int facet_b) {
        a_ = &frame_.a->facets[facet_a];
        b_ = &frame_.b->facets[facet_b];
        set_plane();
        project_outlines();
        if (is_out_of_reach()) {
            return;
        }
        const double snap = frame_.tolerances.snap;
        const std::array<std::span<const OutlineEdge>, 2> both{regions_.outlines[0],
                                                               regions_.outlines[1]};
        regions_.overlay.run(both, snap);
        if (regions_.overlay.loops.loops.empty()) {
            return;
        }
        const auto [lowest, highest] = separation_range();
        const double envelope = frame_.tolerances.envelope;
        if (lowest > envelope || highest < -envelope) {
            return;
        }
        is_cut_ = lowest < -envelope || highest > envelope;
        if (is_cut_) {
            const std::array<OutlineEdge, 4> strip = envelope_strip();
            const std::array<std::span<const OutlineEdge>, 3> three{both[0], both[1], strip};
            regions_.overlay.run(three, snap);
        }
        add_regions(facet_a, facet_b);
    }

 private:
    void set_plane() {
        const Vec3 normal_b = frame_.direction_from_b(b_->normal);
        normal_ = (a_->normal - normal_b).normalized();
        axis_u_ = (a_->axis_u - normal_.dot(a_->axis_u) * normal_).normalized();
        axis_v_ = normal_.cross(axis_u_);
        const double offset_b = b_->offset + normal_b.dot(frame_.origin_of_b);
        height_a_ = height_of(a_->normal, a_->offset);
        height_b_ = height_of(normal_b, offset_b);
        separation_ = {height_b_.at_origin - height_a_.at_origin,
                       height_b_.slope - height_a_.slope};
    }

    Height height_of(const Vec3& normal, double offset) const {
        const double along = normal.dot(normal_);
        return {offset / along, -Vec2(normal.dot(axis_u_), normal.dot(axis_v_)) / along};
    }

    Vec2 project(const Vec3& point) const { return {axis_u_.dot(point), axis_v_.dot(point)}; }

    /// Projects both outlines. B's facet is seen from behind, so its edges are reversed.
    void project_outlines() {
        project_outline(*frame_.a, *a_, true, regions_.outlines[0],
                        [&](const Vec3& point) { return project(point); });
        project_outline(*frame_.b, *b_, false, regions_.outlines[1],
                        [&](const Vec3& point) { return project(frame_.from_b(point)); });
    }

    /// Projects one outline. Mostly an edge begins where the one before it ends.
    template <typename Project>
    static void project_outline(const FacetModel& model, const Facet& facet, bool along,
                                std::vector<OutlineEdge>& outline, const Project& projected) {
        const std::span<const FacetSide> sides = part_of(model.sides, facet.sides);
        outline.resize(sides.size());
        int last_corner = -1;
        Vec2 last = Vec2::Zero();
        const auto place_of = [&](int corner) {
            if (corner != last_corner) {
                last_corner = corner;
                last = projected(model.corners[corner].position);
            }
            return last;
        };
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const FacetEdge& edge = model.edges[sides[i].edge];
            const bool forward = sides[i].forward;
            const Vec2 first = place_of(forward ? edge.start : edge.end);
            const Vec2 second = place_of(forward ? edge.end : edge.start);
            outline[i] = along ? OutlineEdge{first, second} : OutlineEdge{second, first};
        }
    }

    /// Returns true when the planes are too far apart everywhere over one of the facets.
    bool is_out_of_reach() const {
        const double envelope = frame_.tolerances.envelope;
        for (const std::vector<OutlineEdge>& outline : regions_.outlines) {
            bool above = true;
            bool below = true;
            for (const OutlineEdge& edge : outline) {
                const double separation = separation_.at(edge.start);
                above = above && separation > envelope;
                below = below && separation < -envelope;
            }
            if (above || below) {
                return true;
            }
        }
        return false;
    }

    std::array<double, 2> separation_range() const {
        std::array<double, 2> range{std::numeric_limits<double>::infinity(),
                                    -std::numeric_limits<double>::infinity()};
        for (const LoopVertex& vertex : regions_.overlay.loops.vertices) {
            const double separation = separation_.at(vertex.point);
            range = {std::min(range[0], separation), std::max(range[1], separation)};
        }
        return range;
    }

    /// Returns the strip |separation| ≤ ε between two lines, closed far outside the loops.
    std::array<OutlineEdge, 4> envelope_strip() const {
        const double slope = separation_.slope.norm();
        const Vec2 across = separation_.slope / slope;
        const Vec2 along(-across.y(), across.x());
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const LoopVertex& vertex : regions_.overlay.loops.vertices) {
            low = std::min(low, along.dot(vertex.point));
            high = std::max(high, along.dot(vertex.point));
        }
        const double margin = high - low + frame_.tolerances.envelope;
        low -= margin;
        high += margin;
        const double envelope = frame_.tolerances.envelope;
        const double near = (-envelope - separation_.at_origin) / slope;
        const double far = (envelope - separation_.at_origin) / slope;
        const std::array<Vec2, 4> ring{near * across + low * along, far * across + low * along,
                                       far * across + high * along, near * across + high * along};
        return {OutlineEdge{ring[0], ring[1]}, OutlineEdge{ring[1], ring[2]},
                OutlineEdge{ring[2], ring[3]}, OutlineEdge{ring[3], ring[0]}};
    }

    std::span<const LoopVertex> loop(int index) const {
        return part_of(regions_.overlay.loops.vertices, regions_.overlay.loops.loops[index]);
    }

    void add_regions(int facet_a, int facet_b) {
        const double facet_width =
            std::min(width_of(a_->area, a_->perimeter), width_of(b_->area, b_->perimeter));
        const double thin = std::min(2.0 * frame_.tolerances.envelope, kThinShare * facet_width);
        cut_strips(regions_.overlay.loops, thin, regions_.strips);
        const int count = static_cast<int>(regions_.overlay.loops.loops.size());
        find_outers_of_holes(count);
        // Parts of one region can meet in a point, which makes one contact.
        Region region{
            facet_a, facet_b, normal_, 0.0, {static_cast<int>(regions_.corners.size()), 0}};
        regions_.places.clear();
        int loops = 0;
        for (int outer = 0; outer < count; ++outer) {
            if (regions_.outer_of_hole[outer] >= 0) {
                continue;
            }
            double area = 0.0;
            double length = 0.0;
            for (int i = 0; i < count; ++i) {
                if (i == outer || regions_.outer_of_hole[i] == outer) {
                    area += signed_area(loop(i));
                    length += perimeter(loop(i));
                }
            }
            const double width = width_of(area, length);
            const bool is_thin = width <= 2.0 * frame_.tolerances.envelope;
            if (area <= 0.0 || (is_thin && width < kThinShare * facet_width)) {
                continue;
            }
            region.area += area;
            const double reach = std::min(frame_.tolerances.envelope, kReachShare * width);
            for (int i = 0; i < count; ++i) {
                if (i == outer || regions_.outer_of_hole[i] == outer) {
                    ++loops;
                    add_corners(region, i, reach);
                }
            }
        }
        region.is_cut = is_cut_;
        if (frame_.points == RegionPoints::Support) {
            keep_hull(region, loops, facet_width);
        }
        if (region.corners.count > 0) {
            regions_.list.push_back(region);
        }
    }

    /// Finds the outer loop around each hole; −1 for an outer loop.
    void find_outers_of_holes(int count) {
        std::vector<int>& outer_of = regions_.outer_of_hole;
        outer_of.assign(count, -1);
        for (int hole = 0; hole < count; ++hole) {
            if (signed_area(loop(hole)) >= 0.0) {
                continue;
            }
            outer_of[hole] = hole;  // no outer loop: never added
            double smallest = std::numeric_limits<double>::infinity();
            for (int outer = 0; outer < count; ++outer) {
                const double area = signed_area(loop(outer));
                if (area > 0.0 && area < smallest && surrounds(outer, hole)) {
                    outer_of[hole] = outer;
                    smallest = area;
                }
            }
        }
    }

    bool surrounds(int outer, int hole) {
        std::vector<OutlineEdge>& ring = regions_.ring;
        ring.clear();
        const std::span<const LoopVertex> vertices = loop(outer);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            ring.push_back(
                {vertices[i].point, vertices[i + 1 < vertices.size() ? i + 1 : 0].point});
        }
        const std::span<const LoopVertex> inner = loop(hole);
        return winding_number(ring, 0.5 * (inner[0].point + inner[1].point)) > 0;
    }

    void add_corners(Region& region, int index, double reach) {
        const std::span<const LoopVertex> found = loop(index);
        std::vector<LoopVertex>& vertices = regions_.loop;
        vertices.assign(found.begin(), found.end());
        protect_corners(vertices, reach);
        const double flat = kFlatShare * std::sqrt(std::abs(signed_area(found)));
        simplify_loop(vertices, {reach, flat, 2.0 * frame_.tolerances.angle});
        for (const LoopVertex& vertex : vertices) {
            const Vec2& q = vertex.point;
            const double height = 0.5 * (height_a_.at(q) + height_b_.at(q));
            const Vec3 position = q.x() * axis_u_ + q.y() * axis_v_ + height * normal_;
            const auto corners = part_of(regions_.corners, region.corners);
            const bool repeats = std::ranges::any_of(corners, [&](const RegionCorner& corner) {
                return (corner.position - position).norm() < reach;
            });
            if (!repeats) {
                regions_.corners.push_back({position, separation_.at(q)});
                regions_.places.push_back(vertex);
                ++region.corners.count;
            }
        }
    }

    /// Drops the corners that lie within the hull of the others.
    void keep_hull(Region& region, int loops, double facet_width) {
        if (region.corners.count <= 3 || (loops == 1 && is_convex(regions_.places))) {
            return;
        }
        find_hull(regions_.places, regions_.sorted, regions_.hull);
        std::vector<LoopVertex>& hull = regions_.hull;
        for (LoopVertex& vertex : hull) {
            vertex.owner_length = 0.0;    // corners of a hull are dropped, but never moved together
            vertex.is_protected = false;  // on a line with others they add nothing, true or not
        }
        const double reach = std::min(frame_.tolerances.envelope, kReachShare * facet_width);
        const double flat = kFlatShare * std::sqrt(std::abs(signed_area(hull)));
        simplify_loop(hull, {reach, flat, 2.0 * frame_.tolerances.angle});
        int kept = region.corners.first;
        for (int i = 0; i < region.corners.count; ++i) {
            const Vec2& place = regions_.places[i].point;
            const auto is_here = [&](const LoopVertex& vertex) { return vertex.point == place; };
            if (std::ranges::any_of(hull, is_here)) {
                regions_.corners[kept++] = regions_.corners[region.corners.first + i];
            }
        }
        regions_.corners.resize(kept);
        region.corners.count = kept - region.corners.first;
    }

    /// Returns true for one loop that turns left at each corner, and noticeably so: it is convex.
    bool is_convex(std::span<const LoopVertex> places) const {
        const std::size_t count = places.size();
        const double sine = frame_.tolerances.sin_crossing;
        const auto edge_from = [&](std::size_t i) -> Vec2 {
            return places[i + 1 < count ? i + 1 : 0].point - places[i].point;
        };
        Vec2 leaving = edge_from(0);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 arriving = leaving;
            leaving = edge_from(i + 1 < count ? i + 1 : 0);
            const double turned = cross(arriving, leaving);
            if (turned <= 0.0 ||
                turned * turned <= sine * sine * arriving.squaredNorm() * leaving.squaredNorm()) {
                return false;
            }
        }
        return true;
    }

    /// Finds the corners of the convex hull, counter-clockwise: those on the right of all chords
    /// below, then those above. Andrew [1979].
    static void find_hull(const std::vector<LoopVertex>& places, std::vector<LoopVertex>& sorted,
                          std::vector<LoopVertex>& hull) {
        sorted = places;
        std::ranges::sort(sorted, {}, [](const LoopVertex& vertex) {
            return std::pair(vertex.point.x(), vertex.point.y());
        });
        hull.clear();
        for (int side = 0; side < 2; ++side) {
            const std::size_t first = hull.size();
            for (const LoopVertex& vertex : sorted) {
                while (hull.size() >= first + 2 &&
                       cross(hull.back().point - hull[hull.size() - 2].point,
                             vertex.point - hull.back().point) <= 0.0) {
                    hull.pop_back();
                }
                hull.push_back(vertex);
            }
            hull.pop_back();  // the other side begins with it
            std::ranges::reverse(sorted);
        }
    }

    /// Returns true when the point is within the edge's box, grown by a margin [m].
    static bool is_in_box(const OutlineEdge& edge, const Vec2& point, double margin) {
        const Vec2 lower = edge.start.cwiseMin(edge.end);
        const Vec2 upper = edge.start.cwiseMax(edge.end);
        return point.x() >= lower.x() - margin && point.x() <= upper.x() + margin &&
               point.y() >= lower.y() - margin && point.y() <= upper.y() + margin;
    }

    /// Protects the corners of one facet that are well inside or well outside the other's outline:
    /// they are true corners.
    void protect_corners(std::vector<LoopVertex>& vertices, double reach) const {
        for (LoopVertex& vertex : vertices) {
            for (int p = 0; p < 2; ++p) {
                if ((vertex.polygons & (1u << p)) == 0) {
                    continue;
                }
                const std::vector<OutlineEdge>& other = regions_.outlines[1 - p];
                const bool is_near = std::ranges::any_of(other, [&](const OutlineEdge& edge) {
                    return is_in_box(edge, vertex.point, reach + frame_.tolerances.snap) &&
                           distance_to(edge, vertex.point) <= reach;
                });
                vertex.is_protected = vertex.is_protected || !is_near;
            }
        }
    }

    const PairFrame& frame_;
    Regions& regions_;
    const Facet* a_ = nullptr;
    const Facet* b_ = nullptr;
    Vec3 normal_ = Vec3::Zero();  ///< mean of A's normal and B's reversed
    Vec3 axis_u_ = Vec3::Zero();
    Vec3 axis_v_ = Vec3::Zero();
    bool is_cut_ = false;
    Height height_a_;
    Height height_b_;
    Height separation_;
};

}  // namespace

void append_region(const PairFrame& frame, const FeaturePair& facets, Regions& regions) {
    RegionFinder(frame, regions).find(facets.a, facets.b);
}

void find_regions(const PairFrame& frame, const std::vector<FeaturePair>& facets,
                  Regions& regions) {
    regions.list.clear();
    regions.corners.clear();
    RegionFinder finder(frame, regions);
    for (const FeaturePair& pair : facets) {
        finder.find(pair.a, pair.b);
    }
}

}  // namespace touchstone::semi_local
