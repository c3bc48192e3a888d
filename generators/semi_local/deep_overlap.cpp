#include "generators/semi_local/deep_overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace touchstone::semi_local {
namespace {

constexpr double kStepsBack = 2.0;      ///< time in which bodies can have come in [steps]
constexpr double kMotionOverlap = 4.0;  ///< overlap along the normal that the motion prefers, at
                                        ///< most, of the least
constexpr double kBarelyDeep = 2.0;  ///< times the envelope: overlap up to which the least counts

double lowest_corner(const FacetModel& model, const Vec3& direction) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const FacetCorner& corner : model.corners) {
        lowest = std::min(lowest, direction.dot(corner.position));
    }
    return lowest;
}

class AxisFinder {
 public:
    AxisFinder(const PairFrame& frame, DeepOverlap& overlap) : frame_(frame), overlap_(overlap) {}

    /// Lists the axes. None when the bodies do not overlap.
    void run() {
        overlap_.axes.clear();
        if (!boxes_overlap()) {
            return;
        }
        if (frame_.a->is_convex && frame_.b->is_convex) {
            add_convex_axes();
        } else {
            add_local_axes();
        }
    }

 private:
    /// Compares the boxes of both bodies along the axes of both frames: most pairs end here.
    bool boxes_overlap() const {
        if (frame_.a->tree.nodes().empty() || frame_.b->tree.nodes().empty()) {
            return false;
        }
        const BoundingBox& a = frame_.a->boxes.nodes[0];
        const BoundingBox& b = frame_.b->boxes.nodes[0];
        const Vec3 center_a = 0.5 * (a.lower + a.upper);
        const Vec3 center_b = 0.5 * (b.lower + b.upper);
        const Vec3 half_a = 0.5 * (a.upper - a.lower);
        const Vec3 half_b = 0.5 * (b.upper - b.lower);
        const Mat3 extent = frame_.a_from_b.cwiseAbs();
        const double least = frame_.tolerances.equal;
        const Vec3 in_a =
            (frame_.from_b(center_b) - center_a).cwiseAbs() - half_a - product(extent, half_b);
        const Vec3 in_b = (frame_.to_b(center_a) - center_b).cwiseAbs() - half_b -
                          transposed_product(extent, half_a);
        return in_a.maxCoeff() < -least && in_b.maxCoeff() < -least;
    }

    /// Adds axes for convex bodies, where the whole bodies are on either side of a plane once they
    /// have parted.
    void add_convex_axes() {
        for (const Facet& facet : frame_.a->facets) {
            const Vec3 normal_b = frame_.direction_to_b(facet.normal);
            const double lowest =
                lowest_corner(*frame_.b, normal_b) + facet.normal.dot(frame_.origin_of_b);
            if (!add(facet.normal, lowest - facet.offset)) {
                return;
            }
        }
        for (const Facet& facet : frame_.b->facets) {
            const Vec3 normal = frame_.direction_from_b(facet.normal);
            const double lowest = lowest_corner(*frame_.a, normal) - normal.dot(frame_.origin_of_b);
            if (!add(-normal, lowest - facet.offset)) {
                return;
            }
        }
        add_edge_axes();
    }

    static EdgeWedge wedge_of(const FacetEdge& edge) {
        return {edge.direction, edge.into_left, edge.into_right};
    }

    [[gnu::flatten]] void add_edge_axes() {
        const auto pairs = static_cast<std::int64_t>(frame_.a->edges.size()) *
                           static_cast<std::int64_t>(frame_.b->edges.size());
        if (pairs > kMostEdgePairs) {
            return;
        }
        overlap_.bends_a.clear();
        for (const FacetEdge& a : frame_.a->edges) {
            overlap_.bends_a.push_back(bend_of(wedge_of(a)));
        }
        for (const FacetEdge& b : frame_.b->edges) {
            const EdgeWedge wedge_b{frame_.direction_from_b(b.direction),
                                    frame_.direction_from_b(b.into_left),
                                    frame_.direction_from_b(b.into_right)};
            const EdgeBend bend_b = bend_of(wedge_b);
            const Vec3 start = frame_.from_b(frame_.b->corners[b.start].position);
            for (std::size_t i = 0; i < overlap_.bends_a.size(); ++i) {
                const FacetEdge& a = frame_.a->edges[i];
                if (surely_has_no_normal(a.direction, overlap_.bends_a[i], wedge_b.direction,
                                         bend_b)) {
                    continue;
                }
                const std::optional<Vec3> normal =
                    edge_pair_normal(wedge_of(a), wedge_b, frame_.tolerances.sin_crossing);
                if (!normal) {
                    continue;
                }
                if (!add(*normal, normal->dot(start - frame_.a->corners[a.start].position))) {
                    return;
                }
            }
        }
    }

    /// Adds axes from the surfaces near the overlap alone: a facet that lies outside the other
    /// body, like the far side of a room, does not say where the bodies part.
    void add_local_axes() {
        overlap_.points.clear();
        overlap_.facets_a.clear();
        overlap_.facets_b.clear();
        add_crossings_of_a();
        add_crossings_of_b();
        const bool cross = !overlap_.points.empty();
        add_corners_inside(cross);
        if (overlap_.points.empty()) {
            return;
        }
        for (std::vector<int>* facets : {&overlap_.facets_a, &overlap_.facets_b}) {
            std::sort(facets->begin(), facets->end());
            facets->erase(std::unique(facets->begin(), facets->end()), facets->end());
        }
        for (const int f : overlap_.facets_a) {
            const Facet& facet = frame_.a->facets[f];
            const double near = lowest_point(facet.normal);
            const double lowest =
                std::min(near, lowest_corner_of(*frame_.b, overlap_.facets_b,
                                                frame_.direction_to_b(facet.normal)) +
                                   facet.normal.dot(frame_.origin_of_b));
            add(facet.normal, lowest - facet.offset, near - facet.offset);
        }
        for (const int f : overlap_.facets_b) {
            const Facet& facet = frame_.b->facets[f];
            const Vec3 normal = frame_.direction_from_b(facet.normal);
            const double offset = facet.offset + normal.dot(frame_.origin_of_b);
            const double near = lowest_point(normal);
            const double lowest =
                std::min(near, lowest_corner_of(*frame_.a, overlap_.facets_a, normal));
            add(-normal, lowest - offset, near - offset);
        }
    }

    /// Returns the lowest corner of some facets: a body that parts along a plane leaves it with all
    /// that hangs on the facets in the overlap, not with the overlap alone.
    static double lowest_corner_of(const FacetModel& model, const std::vector<int>& facets,
                                   const Vec3& direction) {
        double lowest = std::numeric_limits<double>::infinity();
        for (const int f : facets) {
            for (const FacetSide& side : part_of(model.sides, model.facets[f].sides)) {
                const FacetEdge& edge = model.edges[side.edge];
                const int corner = side.forward ? edge.start : edge.end;
                lowest = std::min(lowest, direction.dot(model.corners[corner].position));
            }
        }
        return lowest;
    }

    double lowest_point(const Vec3& direction) const {
        double lowest = std::numeric_limits<double>::infinity();
        for (const Vec3& point : overlap_.points) {
            lowest = std::min(lowest, direction.dot(point));
        }
        return lowest;
    }

    void add_crossings_of_a() {
        for (const FacetEdge& edge : frame_.a->edges) {
            overlap_.crossings.clear();
            append_crossings(*frame_.b, frame_.to_b(frame_.a->corners[edge.start].position),
                             frame_.to_b(frame_.a->corners[edge.end].position),
                             frame_.tolerances.equal, overlap_.crossings);
            for (const FacetCrossing& crossing : overlap_.crossings) {
                overlap_.points.push_back(frame_.from_b(crossing.point));
                overlap_.facets_b.push_back(crossing.facet);
                overlap_.facets_a.push_back(edge.left);
                overlap_.facets_a.push_back(edge.right);
            }
        }
    }

    void add_crossings_of_b() {
        for (const FacetEdge& edge : frame_.b->edges) {
            overlap_.crossings.clear();
            append_crossings(*frame_.a, frame_.from_b(frame_.b->corners[edge.start].position),
                             frame_.from_b(frame_.b->corners[edge.end].position),
                             frame_.tolerances.equal, overlap_.crossings);
            for (const FacetCrossing& crossing : overlap_.crossings) {
                overlap_.points.push_back(crossing.point);
                overlap_.facets_a.push_back(crossing.facet);
                overlap_.facets_b.push_back(edge.left);
                overlap_.facets_b.push_back(edge.right);
            }
        }
    }

    /// Adds corners inside the other body. Without crossings one corner tells whether the whole
    /// body is inside.
    void add_corners_inside(bool cross) {
        const BoundingBox& box_a = frame_.a->boxes.nodes[0];
        for (const FacetCorner& corner : frame_.b->corners) {
            const Vec3 point = frame_.from_b(corner.position);
            const bool inside = overlap({point, point}, box_a) && contains_point(*frame_.a, point);
            if (inside) {
                overlap_.points.push_back(point);
                take_facets(*frame_.b, corner, overlap_.facets_b);
            } else if (!cross) {
                break;
            }
        }
        const BoundingBox& box_b = frame_.b->boxes.nodes[0];
        for (const FacetCorner& corner : frame_.a->corners) {
            const Vec3 point = frame_.to_b(corner.position);
            const bool inside = overlap({point, point}, box_b) && contains_point(*frame_.b, point);
            if (inside) {
                overlap_.points.push_back(corner.position);
                take_facets(*frame_.a, corner, overlap_.facets_a);
            } else if (!cross) {
                break;
            }
        }
        if (!cross && !overlap_.points.empty()) {
            take_all_facets();
        }
    }

    static void take_facets(const FacetModel& model, const FacetCorner& corner,
                            std::vector<int>& facets) {
        const std::span<const int> at = part_of(model.corner_facets, corner.facets);
        facets.insert(facets.end(), at.begin(), at.end());
    }

    void take_all_facets() {
        for (int f = 0; f < std::ssize(frame_.a->facets); ++f) {
            overlap_.facets_a.push_back(f);
        }
        for (int f = 0; f < std::ssize(frame_.b->facets); ++f) {
            overlap_.facets_b.push_back(f);
        }
    }

    /// Returns false, with no axes left, when the bodies are apart along the normal.
    bool add(const Vec3& normal, double separation) { return add(normal, separation, separation); }
    bool add(const Vec3& normal, double separation, double near) {
        if (separation >= -frame_.tolerances.equal) {
            overlap_.axes.clear();
            return false;
        }
        overlap_.axes.push_back({normal, separation, near});
        return true;
    }

    const PairFrame& frame_;
    DeepOverlap& overlap_;
};

class AxisChooser {
 public:
    AxisChooser(const PairFrame& frame, const std::vector<DeepAxis>& axes)
        : frame_(frame),
          axes_(axes),
          line_(frame.from_b(frame.b->center_of_mass) - frame.a->center_of_mass) {}

    DeepAxis choose(std::span<const Vec3> last_normals) const {
        DeepAxis least = *least_of([](const DeepAxis&) { return true; });
        const std::optional<DeepAxis> last = least_of([&](const DeepAxis& axis) {
            return std::ranges::any_of(last_normals, [&](const Vec3& normal) {
                return normal.dot(axis.normal) > kSameSide;
            });
        });
        if (last) {
            return *last;
        }
        // Just below the envelope's end the answer is that of just above it, which knows no motion.
        if (-least.separation <= kBarelyDeep * frame_.tolerances.envelope) {
            return least;
        }
        const std::optional<DeepAxis> way = way_in();
        return way && way->separation >= kMotionOverlap * least.separation ? *way : least;
    }

 private:
    /// Returns the axis of the least overlap; of equal ones that most along the line of centres.
    template <typename Wanted>
    std::optional<DeepAxis> least_of(const Wanted& wanted) const {
        std::optional<DeepAxis> best;
        for (const DeepAxis& axis : axes_) {
            if (!wanted(axis)) {
                continue;
            }
            const double gain = best ? axis.separation - best->separation : 1.0;
            const bool tied = best && std::abs(gain) <= frame_.tolerances.equal;
            const double slack = 1e-9 * line_.norm();
            if (!best || (!tied && gain > 0.0) ||
                (tied && axis.normal.dot(line_) > best->normal.dot(line_) + slack)) {
                best = axis;
            }
        }
        return best;
    }

    /// Returns the axis along which the bodies part first when time runs backwards.
    std::optional<DeepAxis> way_in() const {
        const Vec3 velocity = frame_.velocity_at(frame_.from_b(frame_.b->center_of_mass));
        double shortest = kStepsBack * frame_.time_step;
        std::optional<DeepAxis> best;
        for (const DeepAxis& axis : axes_) {
            const double speed = -axis.normal.dot(velocity);
            if (speed > 0.0 && -axis.separation < shortest * speed) {
                shortest = -axis.separation / speed;
                best = axis;
            }
        }
        return best;
    }

    const PairFrame& frame_;
    const std::vector<DeepAxis>& axes_;
    Vec3 line_;
};

}  // namespace

std::optional<DeepAxis> find_deep_axis(const PairFrame& frame, std::span<const Vec3> last_normals,
                                       DeepOverlap& overlap) {
    AxisFinder(frame, overlap).run();
    if (overlap.axes.empty()) {
        return std::nullopt;
    }
    return AxisChooser(frame, overlap.axes).choose(last_normals);
}

PairFrame parted(const PairFrame& frame, const DeepAxis& axis) {
    PairFrame result = frame;
    result.origin_of_b -= axis.separation * axis.normal;
    return result;
}

}  // namespace touchstone::semi_local
