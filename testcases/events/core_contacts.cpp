#include "testcases/events/core_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "testcases/events/box_gap.h"

namespace touchstone {
namespace {

constexpr int kFirstEdge = 8;  // corners have the numbers below

struct CoreEdge {
    int number;
    Vec3 centre;
    Vec3 half;
    std::array<Vec3, 2> outward;  ///< normals of the faces that meet in it
};

/// Returns each corner under the signs of its coordinates, bit by bit; a flat core has fewer.
std::vector<std::pair<int, Vec3>> corners_of(const CorePart& core) {
    std::vector<std::pair<int, Vec3>> corners;
    corners.reserve(8);
    for (int bits = 0; bits < 8; ++bits) {
        Vec3 corner;
        bool doubled = false;
        for (int axis = 0; axis < 3; ++axis) {
            const bool high = ((bits >> axis) & 1) != 0;
            doubled = doubled || (high && core.half[axis] == 0.0);
            corner[axis] = high ? core.half[axis] : -core.half[axis];
        }
        if (!doubled) {
            corners.emplace_back(bits, corner);
        }
    }
    return corners;
}

std::vector<CoreEdge> edges_of(const CorePart& core) {
    std::vector<CoreEdge> edges;
    edges.reserve(12);
    for (const auto& [bits, corner] : corners_of(core)) {
        for (int axis = 0; axis < 3; ++axis) {
            if (core.half[axis] > 0.0 && ((bits >> axis) & 1) == 0) {
                const Vec3 half = core.half[axis] * Vec3::Unit(axis);
                const auto outward = [&, at = corner](int other) {
                    return Vec3(std::copysign(1.0, at[other]) * Vec3::Unit(other));
                };
                edges.push_back({kFirstEdge + 8 * axis + bits,
                                 corner + half,
                                 half,
                                 {outward((axis + 1) % 3), outward((axis + 2) % 3)}});
            }
        }
    }
    return edges;
}

/// Returns the radius given to sharp edges and corners, see SmoothFeature.
double extra_of(const CorePart& core) { return core.radius > 0.0 ? 0.0 : core.half.norm(); }

SmoothContact contact_between(const Vec3& core_a, const Vec3& core_b, double radius_a,
                              double radius_b) {
    SmoothContact contact;
    const Vec3 way = core_b - core_a;
    const double distance = way.norm();
    contact.normal = way / distance;
    contact.point_a = core_a + radius_a * contact.normal;
    contact.point_b = core_b - radius_b * contact.normal;
    contact.separation = distance - radius_a - radius_b;
    return contact;
}

/// Appends the contacts of the balls at one solid's corners with the other; returns false when a
/// corner is inside the other's core.
bool append_corners(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                    const CorePart& core_b, double reach, bool exchanged,
                    std::vector<CoreContact>& contacts) {
    for (const auto& [bits, corner] : corners_of(core_a)) {
        const Vec3 at = to_frame(a, corner);
        const Vec3 local = to_solid(b, at);
        const std::optional<SmoothFeature> surface = surface_near(core_b, local);
        if (!surface) {
            return false;
        }
        // Of two corners the first solid's has been looked at.
        if (exchanged && surface->form == FeatureForm::Point) {
            continue;
        }
        const Vec3 nearest = to_frame(b, local.cwiseMax(-core_b.half).cwiseMin(core_b.half));
        const SmoothContact contact =
            exchanged ? contact_between(nearest, at, core_b.radius, core_a.radius)
                      : contact_between(at, nearest, core_a.radius, core_b.radius);
        if (contact.separation > reach) {
            continue;
        }
        const SmoothFeature own = corner_surface(core_a, corner);
        contacts.push_back(exchanged ? CoreContact{contact, *surface, own, -1, bits}
                                     : CoreContact{contact, own, *surface, bits, -1});
    }
    return true;
}

void append_edges(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                  const CorePart& core_b, double reach, std::vector<CoreContact>& contacts) {
    const std::vector<CoreEdge> edges_b = edges_of(core_b);
    for (const CoreEdge& edge_a : edges_of(core_a)) {
        const Vec3 from_a = to_frame(a, edge_a.centre);
        const Vec3 half_a = a.rotation * edge_a.half;
        for (const CoreEdge& edge_b : edges_b) {
            const Vec3 from_b = to_frame(b, edge_b.centre);
            const Vec3 half_b = b.rotation * edge_b.half;
            // |from_a + x half_a − from_b − y half_b| least, −1 < x, y < 1.
            const double aa = half_a.squaredNorm();
            const double bb = half_b.squaredNorm();
            const double ab = half_a.dot(half_b);
            const double across = aa * bb - ab * ab;
            if (across <= kParallelEdges * kParallelEdges * aa * bb) {
                continue;
            }
            const Vec3 between = from_b - from_a;
            const double along_a = half_a.dot(between);
            const double along_b = half_b.dot(between);
            const double x = (along_a * bb - along_b * ab) / across;
            const double y = (along_a * ab - along_b * aa) / across;
            if (!(std::abs(x) < 1.0 && std::abs(y) < 1.0)) {
                continue;
            }
            const SmoothContact contact = contact_between(from_a + x * half_a, from_b + y * half_b,
                                                          core_a.radius, core_b.radius);
            if (contact.separation <= reach && contact.normal.allFinite()) {
                contacts.push_back({contact,
                                    edge_surface(core_a, edge_a.centre, edge_a.half.normalized()),
                                    edge_surface(core_b, edge_b.centre, edge_b.half.normalized()),
                                    edge_a.number, edge_b.number});
            }
        }
    }
}

constexpr double kShortWay = 1e-3;  // share of half the thickness of both
constexpr double kInCone = 1e-6;    // sine by which a normal may be outside the cone of an edge

/// Returns the face of a box over which a corner is, or of those that it is below the one that it
/// is least deep below: axis, and side. All edges of the corner, which lead against `ways`, must
/// lead away from the face.
std::optional<std::pair<int, double>> face_under(const Vec3& half, const Vec3& local,
                                                 const Mat3& ways) {
    const double slack = 1e-9 * half.norm();
    const Vec3 heights = local.cwiseAbs() - half;
    int best = -1;
    for (int axis = 0; axis < 3; ++axis) {
        const double side = std::copysign(1.0, local[axis]);
        const bool points_at_it = (side * ways.row(axis).array() <= kInCone).all();
        if (points_at_it && (best < 0 || heights[axis] > heights[best])) {
            best = axis;
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (best < 0 || (axis != best && heights[axis] > slack)) {
            return std::nullopt;
        }
    }
    return std::pair(best, std::copysign(1.0, local[best]));
}

/// Appends the contacts of one sharp box's corners over the faces of the other.
void append_sharp_corners(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                          const CorePart& core_b, double reach, bool exchanged,
                          std::vector<CoreContact>& contacts) {
    for (const auto& [bits, corner] : corners_of(core_a)) {
        const Vec3 at = to_frame(a, corner);
        const Vec3 local = to_solid(b, at);
        const Mat3 ways =
            b.rotation.transpose() * a.rotation * Mat3(corner.cwiseSign().asDiagonal());
        const auto face = face_under(core_b.half, local, ways);
        if (!face) {
            continue;
        }
        const Vec3 axis = face->second * Vec3::Unit(face->first);
        const Vec3 outward = b.rotation * axis;
        const double height = axis.dot(local) - core_b.half[face->first];
        if (height > reach) {
            continue;
        }
        SmoothContact contact;
        contact.separation = height;
        contact.normal = exchanged ? outward : Vec3(-outward);
        const Vec3 foot = at - height * outward;
        contact.point_a = exchanged ? foot : at;
        contact.point_b = exchanged ? at : foot;
        const SmoothFeature point = corner_surface(core_a, corner);
        const SmoothFeature plane = face_surface(core_b, face->first, face->second);
        contacts.push_back(exchanged ? CoreContact{contact, plane, point, -1, bits}
                                     : CoreContact{contact, point, plane, bits, -1});
    }
}

/// Returns true when a direction of the frame is in the cone of normals of an edge.
bool is_in_cone(const PlacedSolid& placed, const CoreEdge& edge, const Vec3& direction) {
    const Vec3 local = placed.rotation.transpose() * direction;
    return local.dot(edge.outward[0]) >= -kInCone && local.dot(edge.outward[1]) >= -kInCone;
}

/// Appends the contacts of edges of two sharp boxes that cross, with a normal in the cones of both.
void append_sharp_edges(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                        const CorePart& core_b, double reach, std::vector<CoreContact>& contacts) {
    const double deepest = -(core_a.half.minCoeff() + core_b.half.minCoeff());
    const std::vector<CoreEdge> edges_b = edges_of(core_b);
    for (const CoreEdge& edge_a : edges_of(core_a)) {
        const Vec3 from_a = to_frame(a, edge_a.centre);
        const Vec3 half_a = a.rotation * edge_a.half;
        for (const CoreEdge& edge_b : edges_b) {
            const Vec3 from_b = to_frame(b, edge_b.centre);
            const Vec3 half_b = b.rotation * edge_b.half;
            const Vec3 cross = half_a.cross(half_b);
            const double area = cross.norm();
            if (area <= kParallelEdges * half_a.norm() * half_b.norm()) {
                continue;
            }
            const Vec3 between = from_b - from_a;
            const double x = between.cross(half_b).dot(cross) / (area * area);
            const double y = between.cross(half_a).dot(cross) / (area * area);
            if (!(std::abs(x) < 1.0 && std::abs(y) < 1.0)) {
                continue;
            }
            for (const double side : {1.0, -1.0}) {
                const Vec3 normal = (side / area) * cross;
                SmoothContact contact;
                contact.normal = normal;
                contact.point_a = from_a + x * half_a;
                contact.point_b = from_b + y * half_b;
                contact.separation = normal.dot(contact.point_b - contact.point_a);
                if (contact.separation <= reach && contact.separation >= deepest &&
                    is_in_cone(a, edge_a, normal) && is_in_cone(b, edge_b, -normal)) {
                    contacts.push_back(
                        {contact, edge_surface(core_a, edge_a.centre, edge_a.half.normalized()),
                         edge_surface(core_b, edge_b.centre, edge_b.half.normalized()),
                         edge_a.number, edge_b.number});
                }
            }
        }
    }
}

}  // namespace

std::optional<CorePart> core_part(const SmoothPrimitive& primitive) {
    if (const auto* ball = std::get_if<SmoothBall>(&primitive)) {
        return CorePart{Vec3::Zero(), ball->radius};
    }
    if (const auto* capsule = std::get_if<SmoothCapsule>(&primitive)) {
        return CorePart{Vec3(0.0, 0.5 * capsule->length, 0.0), capsule->radius};
    }
    if (const auto* box = std::get_if<SmoothRoundBox>(&primitive)) {
        return CorePart{0.5 * box->size - Vec3::Constant(box->rounding), box->rounding};
    }
    return std::nullopt;
}

SmoothFeature corner_surface(const CorePart& core, const Vec3& corner) {
    return {.form = FeatureForm::Point,
            .centre = corner,
            .offset = core.radius + extra_of(core),
            .extra = extra_of(core)};
}

SmoothFeature edge_surface(const CorePart& core, const Vec3& point, const Vec3& direction) {
    return {.form = FeatureForm::Line,
            .centre = point,
            .axis = direction,
            .offset = core.radius + extra_of(core),
            .extra = extra_of(core)};
}

SmoothFeature face_surface(const CorePart& core, int axis, double side) {
    const Vec3 normal = side * Vec3::Unit(axis);
    return {.form = FeatureForm::Plane,
            .centre = Vec3(core.half[axis] * normal),
            .axis = normal,
            .offset = core.radius};
}

std::optional<SmoothFeature> surface_near(const CorePart& core, const Vec3& point) {
    const Vec3 nearest = point.cwiseMax(-core.half).cwiseMin(core.half);
    const Vec3 out = point - nearest;
    int free = 0;
    int free_axis = 0;
    int bound_axis = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_free = std::abs(point[axis]) < core.half[axis];
        free += is_free ? 1 : 0;
        free_axis = is_free ? axis : free_axis;
        bound_axis = is_free ? bound_axis : axis;
    }
    if (!(out.squaredNorm() > 0.0)) {
        return std::nullopt;
    }
    if (free == 0) {
        return corner_surface(core, nearest);
    }
    if (free == 1) {
        return edge_surface(core, nearest, Vec3::Unit(free_axis));
    }
    const Vec3 normal = std::copysign(1.0, out[bound_axis]) * Vec3::Unit(bound_axis);
    return SmoothFeature{
        .form = FeatureForm::Plane, .centre = nearest, .axis = normal, .offset = core.radius};
}

std::optional<std::vector<CoreContact>> core_contacts(const PlacedSolid& a, const CorePart& core_a,
                                                      const PlacedSolid& b, const CorePart& core_b,
                                                      double reach) {
    std::vector<CoreContact> contacts;
    if (core_a.radius + core_b.radius == 0.0) {
        append_sharp_corners(a, core_a, b, core_b, reach, false, contacts);
        append_sharp_corners(b, core_b, a, core_a, reach, true, contacts);
        append_sharp_edges(a, core_a, b, core_b, reach, contacts);
        // Boxes that overlap do so along all axes: the long ways out are no contacts.
        const double longest = std::min(0.0, box_gap(a, core_a, b, core_b).contact.separation) -
                               kShortWay * (core_a.half.minCoeff() + core_b.half.minCoeff());
        std::erase_if(contacts, [&](const CoreContact& contact) {
            return contact.contact.separation < longest;
        });
        return contacts;
    }
    if (!append_corners(a, core_a, b, core_b, reach, false, contacts) ||
        !append_corners(b, core_b, a, core_a, reach, true, contacts)) {
        return std::nullopt;
    }
    append_edges(a, core_a, b, core_b, reach, contacts);
    return contacts;
}

}  // namespace touchstone
