#include "methods/contact/collider.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "methods/base/same_bits.h"

namespace touchstone {
namespace {

constexpr double kSamePlace = 1e-9;  ///< tolerance as a share of the body's size, or of a unit
                                     ///< vector

/// Returns −1, 0 or 1 when a precedes, equals or follows b, coordinate by coordinate.
int compare(const Vec3& a, const Vec3& b) {
    for (int axis = 0; axis < 3; ++axis) {
        if (a[axis] != b[axis]) {
            return a[axis] < b[axis] ? -1 : 1;
        }
    }
    return 0;
}

/// Compares likewise, but takes coordinates closer than `tolerance` for equal, so that rounding
/// decides nothing.
int compare_roughly(const Vec3& a, const Vec3& b, double tolerance) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(a[axis] - b[axis]) > tolerance) {
            return a[axis] < b[axis] ? -1 : 1;
        }
    }
    return 0;
}

std::vector<int> order_by_coordinates(std::span<const Vec3> vertices) {
    std::vector<int> order(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return compare(vertices[a], vertices[b]) < 0; });
    return order;
}

/// Sorts the corners of every tet by rank, up to one exchange that keeps its volume positive, and
/// then the tets.
void put_in_canonical_order(TetMesh& mesh, std::span<const int> rank) {
    const auto by_rank = [&](int a, int b) { return rank[a] < rank[b]; };
    for (Tet& tet : mesh.tets) {
        std::sort(tet.begin(), tet.end(), by_rank);
        if (signed_volume(mesh, tet) < 0.0) {
            std::swap(tet[2], tet[3]);
        }
    }
    std::sort(mesh.tets.begin(), mesh.tets.end(), [&](const Tet& a, const Tet& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), by_rank);
    });
}

/// Returns the size of the shape, summed in canonical order so that the numbering does not affect
/// the last bit.
double size_of(std::span<const Vec3> vertices, std::span<const int> order) {
    const Vec3& origin = vertices[order.front()];
    Vec3 sum = Vec3::Zero();
    for (const int v : order) {
        sum += vertices[v] - origin;
    }
    const Vec3 mean = origin + sum / static_cast<double>(order.size());
    double farthest = 0.0;
    for (const Vec3& vertex : vertices) {
        farthest = std::max(farthest, (vertex - mean).norm());
    }
    return 2.0 * farthest;
}

BoundingBox box_of_tet(const Tet& tet, std::span<const Vec3> vertices) {
    BoundingBox box;
    for (const int v : tet) {
        extend(box, {vertices[v], vertices[v]});
    }
    return box;
}

std::vector<BoundingBox> boxes_of_tets(const TetMesh& mesh, std::span<const int> tets,
                                       std::span<const Vec3> vertices) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(tets.size());
    for (const int t : tets) {
        boxes.push_back(box_of_tet(mesh.tets[t], vertices));
    }
    return boxes;
}

int compare_shapes(const CollisionShape& a, const CollisionShape& b) {
    if (&a == &b) {
        return 0;
    }
    const auto summary = [](const CollisionShape& shape) {
        return std::tuple(shape.size, shape.mesh.vertices.size(), shape.mesh.tets.size());
    };
    if (summary(a) != summary(b)) {
        return summary(a) < summary(b) ? -1 : 1;
    }
    for (std::size_t i = 0; i < a.vertex_order.size(); ++i) {
        const int order =
            compare(a.mesh.vertices[a.vertex_order[i]], b.mesh.vertices[b.vertex_order[i]]);
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

/// Makes a shape with vertices and the quantities that follow from them alone.
CollisionShape make_shape_of_vertices(const std::vector<Vec3>& vertices, ElementOrder order) {
    CollisionShape shape;
    shape.mesh.vertices = vertices;
    shape.order = order;
    shape.vertex_order = order_by_coordinates(vertices);
    shape.size = size_of(vertices, shape.vertex_order);
    shape.vertex_rank.resize(vertices.size());
    for (int place = 0; place < std::ssize(shape.vertex_order); ++place) {
        shape.vertex_rank[shape.vertex_order[place]] = place;
    }
    return shape;
}

std::vector<Triangle> surface_triangles(const TetMesh& mesh) {
    const std::vector<TetSurface> surface = find_surface(mesh);
    std::vector<Triangle> triangles;
    for (int t = 0; t < std::ssize(mesh.tets); ++t) {
        const Tet& tet = mesh.tets[t];
        for (int f = 0; f < 4; ++f) {
            if ((surface[t].faces & (1 << f)) != 0) {
                const auto [i, j, k] = kTetFaces[f];
                triangles.push_back({tet[i], tet[j], tet[k]});
            }
        }
    }
    return triangles;
}

/// Returns true when the collider is of this shape, and where it is to be.
bool is_there(const Collider& collider, const CollisionShape& shape, const Pose& world_from_body) {
    return collider.shape == &shape && is_same_pose(collider.world_from_body, world_from_body);
}

/// Replaces the vertices by those of the shape in the world.
void place_vertices(std::vector<Vec3>& vertices, const CollisionShape& shape,
                    const Pose& world_from_body) {
    const Mat3 rotation = world_from_body.rotation.toRotationMatrix();
    vertices.clear();
    vertices.reserve(shape.mesh.vertices.size());
    for (const Vec3& vertex : shape.mesh.vertices) {
        vertices.push_back(rotation * vertex + world_from_body.translation);
    }
}

/// Replaces the boxes of the shape's tets by those in the world.
void place_boxes(TreeBoxes& boxes, const CollisionShape& shape, std::span<const Vec3> vertices) {
    const std::span<const int> elements = shape.tree.elements();
    boxes.places.resize(elements.size());
    for (std::size_t place = 0; place < elements.size(); ++place) {
        const int t = shape.surface_tets[elements[place]];
        boxes.places[place] = box_of_tet(shape.mesh.tets[t], vertices);
    }
    refit_nodes(shape.tree, boxes);
}

}  // namespace

CollisionShape make_collision_shape(const TetMesh& mesh, ElementOrder order) {
    CollisionShape shape = make_shape_of_vertices(mesh.vertices, order);
    shape.mesh.tets = mesh.tets;
    if (order == ElementOrder::Canonical) {
        put_in_canonical_order(shape.mesh, shape.vertex_rank);
    }
    shape.surface = find_surface(shape.mesh);
    for (int t = 0; t < std::ssize(shape.mesh.tets); ++t) {
        if (shape.surface[t].faces != 0) {
            shape.surface_tets.push_back(t);
        }
    }
    shape.tree =
        BoxTree(boxes_of_tets(shape.mesh, shape.surface_tets, shape.mesh.vertices), kPairLeaf);
    return shape;
}

CollisionShape make_facet_shape(const TetMesh& mesh) {
    // Vertices inside the solid stay, so that features keep the numbering of this mesh.
    CollisionShape shape = make_facet_shape(surface_with_inner_vertices(mesh));
    shape.mesh.tets = mesh.tets;
    return shape;
}

CollisionShape make_facet_shape(const SurfaceMesh& surface) {
    return make_facet_shape(surface, std::make_shared<const FacetModel>(
                                         make_facet_model(surface.vertices, surface.triangles)));
}

CollisionShape make_facet_shape(const SurfaceMesh& surface,
                                std::shared_ptr<const FacetModel> facets) {
    CollisionShape shape = make_shape_of_vertices(surface.vertices, ElementOrder::Canonical);
    shape.facets = std::move(facets);
    shape.triangles = surface.triangles;
    return shape;
}

SurfaceMesh surface_with_inner_vertices(const TetMesh& mesh) {
    return {mesh.vertices, surface_triangles(mesh)};
}

Collider make_collider(const CollisionShape& shape, const Pose& world_from_body) {
    Collider collider;
    place(collider, shape, world_from_body);
    return collider;
}

bool is_same_pose(const Pose& a, const Pose& b) {
    return same_bits(a.translation, b.translation) && same_bits(a.rotation, b.rotation);
}

void place(Collider& collider, const CollisionShape& shape, const Pose& world_from_body) {
    collider.linear_velocity.setZero();
    collider.angular_velocity.setZero();
    if (is_there(collider, shape, world_from_body) && !is_outline(collider)) {
        return;
    }
    collider.shape = &shape;
    collider.world_from_body = world_from_body;
    place_vertices(collider.vertices, shape, world_from_body);
    collider.tets.clear();
    collider.tets.reserve(shape.surface_tets.size());
    for (const int t : shape.surface_tets) {
        collider.tets.push_back(pose_tet(shape.mesh.tets[t], shape.surface[t], collider.vertices));
    }
    place_boxes(collider.tet_boxes, shape, collider.vertices);
    collider.bounds = bounds_of(collider.vertices);
}

Collider make_outline(const CollisionShape& shape, const Pose& world_from_body) {
    Collider outline;
    place_outline(outline, shape, world_from_body);
    return outline;
}

void place_outline(Collider& collider, const CollisionShape& shape, const Pose& world_from_body) {
    collider.linear_velocity.setZero();
    collider.angular_velocity.setZero();
    if (is_there(collider, shape, world_from_body) && is_outline(collider)) {
        return;
    }
    collider = Collider();  // gives back the memory of vertices and tets
    collider.shape = &shape;
    collider.world_from_body = world_from_body;
    const Mat3 rotation = world_from_body.rotation.toRotationMatrix();
    for (const Vec3& vertex : shape.mesh.vertices) {
        const Vec3 placed = rotation * vertex + world_from_body.translation;
        extend(collider.bounds, {placed, placed});
    }
}

bool is_outline(const Collider& collider) {
    return collider.vertices.empty() && !collider.shape->mesh.vertices.empty();
}

[[gnu::flatten]] bool comes_first(const Collider& a, const Collider& b) {
    const int shapes = compare_shapes(*a.shape, *b.shape);
    if (shapes != 0) {
        return shapes < 0;
    }
    // Congruent bodies differ in how each sees the other, which no motion of the whole scene
    // changes.
    const Pose& pose_a = a.world_from_body;
    const Pose& pose_b = b.world_from_body;
    const Vec3 apart = pose_b.translation - pose_a.translation;
    const Vec3 b_from_a = pose_a.rotation.conjugate() * apart;
    const Vec3 a_from_b = pose_b.rotation.conjugate() * (-apart);
    const int places = compare_roughly(b_from_a, a_from_b, kSamePlace * a.shape->size);
    if (places != 0) {
        return places < 0;
    }
    const Quat turn = pose_a.rotation.conjugate() * pose_b.rotation;
    const Vec3 axis = turn.w() < 0.0 ? Vec3(-turn.vec()) : Vec3(turn.vec());
    const int turns = compare_roughly(axis, -axis, kSamePlace);
    if (turns != 0) {
        return turns < 0;
    }
    // The bodies see each other alike: only their placement in the world distinguishes them.
    const int in_world = compare(pose_a.translation, pose_b.translation);
    return in_world != 0 ? in_world < 0 : compare(pose_a.rotation.vec(), pose_b.rotation.vec()) < 0;
}

}  // namespace touchstone
