#include "generators/continuous/bodies/swept_body.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace touchstone {
namespace {

/// Returns the triangle turned so that its vertex of the lowest rank comes first.
Triangle from_lowest(Triangle triangle, std::span<const int> rank) {
    const auto lowest = std::ranges::min_element(
        triangle, {}, [&](int vertex) { return rank[static_cast<std::size_t>(vertex)]; });
    std::rotate(triangle.begin(), lowest, triangle.end());
    return triangle;
}

/// Returns the surface's triangles in an order that depends only on the solid and its triangles.
std::vector<Triangle> ordered_triangles(const CollisionShape& shape) {
    std::vector<Triangle> triangles;
    triangles.reserve(shape.triangles.size());
    for (const Triangle& triangle : shape.triangles) {
        triangles.push_back(from_lowest(triangle, shape.vertex_rank));
    }
    std::ranges::sort(triangles, {}, [&](const Triangle& triangle) {
        return std::array{shape.vertex_rank[triangle[0]], shape.vertex_rank[triangle[1]],
                          shape.vertex_rank[triangle[2]]};
    });
    return triangles;
}

/// Returns the box around straight paths of the vertices, which is that around their ends.
BoundingBox swept_box(std::span<const Vec3> start, std::span<const Vec3> end,
                      std::span<const int> vertices) {
    BoundingBox box;
    for (const int v : vertices) {
        extend(box, {start[v].cwiseMin(end[v]), start[v].cwiseMax(end[v])});
    }
    return box;
}

/// A tree over the swept elements of one kind.
struct SweptTree {
    BoxTree tree;
    TreeBoxes boxes;
};

template <typename Element>
SweptTree make_swept_tree(std::span<const Element> elements, std::span<const Vec3> start,
                          std::span<const Vec3> end) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(elements.size());
    for (const Element& element : elements) {
        if constexpr (std::is_same_v<Element, int>) {
            boxes.push_back(swept_box(start, end, std::span(&element, 1)));
        } else {
            boxes.push_back(swept_box(start, end, element));
        }
    }
    SweptTree result;
    result.tree = BoxTree(boxes, kPairLeaf);
    result.boxes = refit(result.tree, boxes);
    return result;
}

/// Appends the overlapping pairs of two trees, as copies of `pair` with the elements filled in.
void append_pairs(const SweptTree& a, const SweptTree& b, double margin, SweptPair pair,
                  std::vector<SweptPair>& pairs) {
    if (a.tree.nodes().empty() || b.tree.nodes().empty()) {
        return;
    }
    for (const ElementPair& found :
         overlapping_elements(a.tree, a.boxes, b.tree, b.boxes, margin)) {
        pair.a = found.a;
        pair.b = found.b;
        pairs.push_back(pair);
    }
}

/// Puts a point of both ends in its place in the query.
void set_point(ImpactQuery& query, int place, int vertex, std::span<const Vec3> start,
               std::span<const Vec3> end) {
    query.start[place] = start[vertex];
    query.end[place] = end[vertex];
}

}  // namespace

SweptBody make_swept_body(const Collider& collider, double time_step,
                          const Pose& world_from_frame) {
    const CollisionShape& shape = *collider.shape;
    assert(shape.facets);
    const FacetModel& model = *shape.facets;
    SweptBody body;
    for (const FacetCorner& corner : model.corners) {
        body.corners.push_back(corner.vertex);
    }
    for (const FacetEdge& edge : model.edges) {
        body.edges.push_back({model.corners[edge.start].vertex, model.corners[edge.end].vertex});
    }
    body.triangles = ordered_triangles(shape);

    const Mat3 frame_from_world = world_from_frame.rotation.toRotationMatrix().transpose();
    body.model = &model;
    body.rotation = frame_from_world * collider.world_from_body.rotation.toRotationMatrix();
    // World coordinates are subtracted before anything else, so that no digits are lost far from
    // the world's origin.
    const Vec3 place =
        frame_from_world * (collider.world_from_body.translation - world_from_frame.translation);
    body.sweep = {body.rotation * model.center_of_mass + place,
                  time_step * (frame_from_world * collider.linear_velocity),
                  time_step * (frame_from_world * collider.angular_velocity)};
    for (const Vec3& vertex : shape.mesh.vertices) {
        body.points.push_back(body.rotation * vertex + place);
        body.radius = std::max(body.radius, (body.points.back() - body.sweep.center).norm());
    }
    return body;
}

std::vector<Vec3> points_at(const SweptBody& body, double time) {
    if (time == 0.0) {
        return body.points;
    }
    const Mat3 rotation = swept_rotation(body.sweep, time);
    // Without rotation the starts are kept bit for bit, instead of centre + offset.
    const bool turns = !body.sweep.turn.isZero(0.0);
    std::vector<Vec3> points;
    points.reserve(body.points.size());
    for (const Vec3& start : body.points) {
        const Vec3 offset = start - body.sweep.center;
        const Vec3 moved = turns ? Vec3(body.sweep.center + rotation * offset) : start;
        points.push_back(moved + time * body.sweep.travel);
    }
    return points;
}

std::vector<SweptPair> find_swept_pairs(const SweptBody& a, const SweptBody& b,
                                        const SweptPoints& points, double margin) {
    const auto tree_of_a = [&](const auto& elements) {
        return make_swept_tree(std::span(elements), points.start_a, points.end_a);
    };
    const auto tree_of_b = [&](const auto& elements) {
        return make_swept_tree(std::span(elements), points.start_b, points.end_b);
    };
    std::vector<SweptPair> pairs;
    append_pairs(tree_of_a(a.corners), tree_of_b(b.triangles), margin,
                 {ImpactKind::VertexFace, false}, pairs);
    append_pairs(tree_of_a(a.triangles), tree_of_b(b.corners), margin,
                 {ImpactKind::VertexFace, true}, pairs);
    append_pairs(tree_of_a(a.edges), tree_of_b(b.edges), margin, {ImpactKind::EdgeEdge, false},
                 pairs);
    return pairs;
}

ImpactQuery query_of(const SweptBody& a, const SweptBody& b, const SweptPoints& points,
                     const SweptPair& pair) {
    ImpactQuery query;
    query.kind = pair.kind;
    const auto set_a = [&](int place, int vertex) {
        set_point(query, place, vertex, points.start_a, points.end_a);
    };
    const auto set_b = [&](int place, int vertex) {
        set_point(query, place, vertex, points.start_b, points.end_b);
    };
    if (pair.kind == ImpactKind::EdgeEdge) {
        for (int i = 0; i < 2; ++i) {
            set_a(i, a.edges[pair.a][i]);
            set_b(2 + i, b.edges[pair.b][i]);
        }
        return query;
    }
    if (pair.vertex_of_b) {
        // In a query the vertex comes first, whichever body has it.
        set_b(0, b.corners[pair.b]);
        for (int i = 0; i < 3; ++i) {
            set_a(1 + i, a.triangles[pair.a][i]);
        }
        return query;
    }
    set_a(0, a.corners[pair.a]);
    for (int i = 0; i < 3; ++i) {
        set_b(1 + i, b.triangles[pair.b][i]);
    }
    return query;
}

}  // namespace touchstone
