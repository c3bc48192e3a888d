#include "testcases/events/box_gap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

/// An axis that may separate two boxes: of a face of A or B, or across an edge of each.
struct GapAxis {
    int edge_a = -1;  ///< axis of the edges or of the face's normal, −1: of the other's face
    int edge_b = -1;
    Vec3 normal = Vec3::UnitX();  ///< from A to B
    double gap = -std::numeric_limits<double>::infinity();
};

/// Returns the corner of a box that is farthest along a direction of its frame; in the middle along
/// an axis that is across it.
Vec3 far_corner(const Vec3& half, const Vec3& direction, int across) {
    Vec3 corner;
    for (int axis = 0; axis < 3; ++axis) {
        corner[axis] = axis == across ? 0.0 : std::copysign(half[axis], direction[axis]);
    }
    return corner;
}

/// Two boxes with the axes of both in the frame.
struct BoxPair {
    const PlacedSolid& a;
    const CorePart& core_a;
    const PlacedSolid& b;
    const CorePart& core_b;
    Vec3 between = Vec3(b.centre - a.centre);

    void consider(int edge_a, int edge_b, const Vec3& axis, GapAxis& widest) const {
        const double along = axis.dot(between);
        const double reach = (a.rotation.transpose() * axis).cwiseAbs().dot(core_a.half) +
                             (b.rotation.transpose() * axis).cwiseAbs().dot(core_b.half);
        const double gap = std::abs(along) - reach;
        // Faces first: across edges that are nearly parallel the axis is known less well.
        const double least =
            edge_a >= 0 && edge_b >= 0 ? 1e-13 * (core_a.half.norm() + core_b.half.norm()) : 0.0;
        if (gap > widest.gap + least) {
            widest = {edge_a, edge_b, along < 0.0 ? Vec3(-axis) : axis, gap};
        }
    }

    GapAxis widest() const {
        GapAxis result;
        for (int i = 0; i < 3; ++i) {
            consider(i, -1, a.rotation.col(i), result);
            consider(-1, i, b.rotation.col(i), result);
        }
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Vec3 across = a.rotation.col(i).cross(b.rotation.col(j));
                const double sine = across.norm();
                if (sine > kParallelEdges) {
                    consider(i, j, across / sine, result);
                }
            }
        }
        return result;
    }
};

/// The points of two edges where they are nearest, within both.
void place_on_edges(CoreContact& found, const Vec3& middle_a, const Vec3& half_a,
                    const Vec3& middle_b, const Vec3& half_b) {
    const Vec3 cross = half_a.cross(half_b);
    const double area = cross.squaredNorm();
    const Vec3 between = middle_b - middle_a;
    const double x = std::clamp(between.cross(half_b).dot(cross) / area, -1.0, 1.0);
    const double y = std::clamp(between.cross(half_a).dot(cross) / area, -1.0, 1.0);
    found.contact.point_a = middle_a + x * half_a;
    found.contact.point_b = middle_b + y * half_b;
}

}  // namespace

CoreContact box_gap(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                    const CorePart& core_b) {
    const GapAxis widest = BoxPair{a, core_a, b, core_b}.widest();
    const Vec3 way_a = a.rotation.transpose() * widest.normal;
    const Vec3 way_b = b.rotation.transpose() * -widest.normal;
    CoreContact found;
    found.contact.normal = widest.normal;
    found.contact.separation = widest.gap;
    if (widest.edge_b < 0) {
        const Vec3 corner = far_corner(core_b.half, way_b, -1);
        found.contact.point_b = to_frame(b, corner);
        found.contact.point_a = found.contact.point_b - widest.gap * widest.normal;
        found.surface_a =
            face_surface(core_a, widest.edge_a, std::copysign(1.0, way_a[widest.edge_a]));
        found.surface_b = corner_surface(core_b, corner);
    } else if (widest.edge_a < 0) {
        const Vec3 corner = far_corner(core_a.half, way_a, -1);
        found.contact.point_a = to_frame(a, corner);
        found.contact.point_b = found.contact.point_a + widest.gap * widest.normal;
        found.surface_a = corner_surface(core_a, corner);
        found.surface_b =
            face_surface(core_b, widest.edge_b, std::copysign(1.0, way_b[widest.edge_b]));
    } else {
        const Vec3 middle_a = far_corner(core_a.half, way_a, widest.edge_a);
        const Vec3 middle_b = far_corner(core_b.half, way_b, widest.edge_b);
        const Vec3 along_a = Vec3::Unit(widest.edge_a);
        const Vec3 along_b = Vec3::Unit(widest.edge_b);
        place_on_edges(found, to_frame(a, middle_a),
                       core_a.half[widest.edge_a] * (a.rotation * along_a), to_frame(b, middle_b),
                       core_b.half[widest.edge_b] * (b.rotation * along_b));
        found.surface_a = edge_surface(core_a, middle_a, along_a);
        found.surface_b = edge_surface(core_b, middle_b, along_b);
    }
    return found;
}

}  // namespace touchstone
