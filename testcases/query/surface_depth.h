#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "methods/base/boxes/box_tree.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// A closed surface that is asked how deep points lie below it. The work for a point follows the
/// triangles near it and along one ray, not all that there are.
class SurfaceDepth {
 public:
    /// The surface must be closed, and outlive this.
    SurfaceDepth(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

    /// Returns true when the point is inside, and farther than `least` from the surface [m].
    bool has_deeper(const Vec3& point, double least);

    /// Returns how deep the deepest of the points lies [m]; 0: none is inside.
    double deepest(std::span<const Vec3> points);

    /// Calls `visit` for each triangle whose box overlaps this one.
    template <typename Visit>
    void visit_near(const BoundingBox& box, const Visit& visit) {
        visit_overlapping(tree_, boxes_, box, 0, [&](int place) {
            ++looked_at_;
            visit(triangles_[tree_.elements()[place]]);
        });
    }

    /// Returns the number of triangles that were looked at one by one so far.
    std::int64_t looked_at() const { return looked_at_; }

 private:
    /// Returns nothing where the ray along x meets an edge.
    std::optional<bool> is_inside_by_ray(const Vec3& point);
    /// Must not be called for a point on the surface.
    bool is_inside(const Vec3& point);
    double distance(const Vec3& point);

    std::span<const Vec3> vertices_;
    std::span<const Triangle> triangles_;
    BoxTree tree_;
    TreeBoxes boxes_;
    std::int64_t looked_at_ = 0;
};

}  // namespace touchstone
