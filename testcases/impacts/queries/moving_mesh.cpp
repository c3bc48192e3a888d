#include "testcases/impacts/queries/moving_mesh.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "methods/continuous/exact_impact.h"

namespace touchstone {
namespace {

/// The box around the whole motion of some vertices.
struct ElementBox {
    Vec3 low = Vec3::Constant(HUGE_VAL);
    Vec3 high = Vec3::Constant(-HUGE_VAL);
};

template <std::size_t N>
ElementBox element_box(const MovingMesh& mesh, const std::array<int, N>& vertices, double margin) {
    ElementBox box;
    for (const int v : vertices) {
        box.low = box.low.cwiseMin(mesh.start[v]).cwiseMin(mesh.end[v]);
        box.high = box.high.cwiseMax(mesh.start[v]).cwiseMax(mesh.end[v]);
    }
    box.low.array() -= 0.5 * margin;
    box.high.array() += 0.5 * margin;
    return box;
}

template <std::size_t N>
std::vector<ElementBox> element_boxes(const MovingMesh& mesh,
                                      const std::vector<std::array<int, N>>& elements,
                                      double margin) {
    std::vector<ElementBox> boxes;
    boxes.reserve(elements.size());
    for (const std::array<int, N>& element : elements) {
        boxes.push_back(element_box(mesh, element, margin));
    }
    return boxes;
}

std::vector<int> by_low_x(const std::vector<ElementBox>& boxes) {
    std::vector<int> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int i) { return boxes[i].low.x(); });
    return order;
}

using Pair = std::array<int, 2>;

/// Sorts along x and sweeps: the pairs (i of the first, j of the second) whose boxes meet, in
/// order.
std::vector<Pair> meeting_pairs(const std::vector<ElementBox>& first,
                                const std::vector<ElementBox>& second) {
    const std::vector<int> first_order = by_low_x(first);
    const std::vector<int> second_order = by_low_x(second);
    std::vector<Pair> pairs;
    const auto add_if_meeting = [&](int i, int j) {
        if ((first[i].low.array() <= second[j].high.array()).all() &&
            (second[j].low.array() <= first[i].high.array()).all()) {
            pairs.push_back({i, j});
        }
    };
    // Each pair once: with the one whose box begins first, the first list's when both do.
    auto from = second_order.begin();
    for (const int i : first_order) {
        from = std::find_if(from, second_order.end(),
                            [&](int j) { return second[j].low.x() >= first[i].low.x(); });
        for (auto j = from; j != second_order.end() && second[*j].low.x() <= first[i].high.x();
             ++j) {
            add_if_meeting(i, *j);
        }
    }
    from = first_order.begin();
    for (const int j : second_order) {
        from = std::find_if(from, first_order.end(),
                            [&](int i) { return first[i].low.x() > second[j].low.x(); });
        for (auto i = from; i != first_order.end() && first[*i].low.x() <= second[j].high.x();
             ++i) {
            add_if_meeting(*i, j);
        }
    }
    std::ranges::sort(pairs);
    return pairs;
}

ImpactQuery mesh_query(const MovingMesh& mesh, ImpactKind kind,
                       const std::array<int, 4>& vertices) {
    ImpactQuery query;
    query.kind = kind;
    for (int i = 0; i < 4; ++i) {
        query.start[i] = mesh.start[vertices[i]];
        query.end[i] = mesh.end[vertices[i]];
    }
    return query;
}

std::vector<ImpactQuery> all_queries(const MovingMesh& mesh, double margin) {
    std::vector<ImpactQuery> queries;
    std::vector<std::array<int, 1>> vertices(mesh.start.size());
    for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
        vertices[v] = {v};
    }
    for (const auto& [v, f] : meeting_pairs(element_boxes(mesh, vertices, margin),
                                            element_boxes(mesh, mesh.faces, margin))) {
        const std::array<int, 3>& face = mesh.faces[f];
        if (std::ranges::find(face, v) == face.end()) {
            queries.push_back(
                mesh_query(mesh, ImpactKind::VertexFace, {v, face[0], face[1], face[2]}));
        }
    }
    const std::vector<ElementBox> boxes = element_boxes(mesh, mesh.edges, margin);
    for (const auto& [i, j] : meeting_pairs(boxes, boxes)) {
        const std::array<int, 2>& a = mesh.edges[i];
        const std::array<int, 2>& b = mesh.edges[j];
        const bool joined = a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
        if (i < j && !joined) {
            queries.push_back(mesh_query(mesh, ImpactKind::EdgeEdge, {a[0], a[1], b[0], b[1]}));
        }
    }
    return queries;
}

}  // namespace

void add_grid(MovingMesh& mesh, int first, int columns, int rows) {
    const auto vertex = [&](int i, int j) { return first + j * (columns + 1) + i; };
    for (int j = 0; j <= rows; ++j) {
        for (int i = 0; i <= columns; ++i) {
            if (i < columns) {
                mesh.edges.push_back({vertex(i, j), vertex(i + 1, j)});
            }
            if (j < rows) {
                mesh.edges.push_back({vertex(i, j), vertex(i, j + 1)});
            }
            if (i < columns && j < rows) {
                mesh.edges.push_back({vertex(i, j), vertex(i + 1, j + 1)});
                mesh.faces.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
                mesh.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
            }
        }
    }
}

QueryStream mesh_queries(const MovingMesh& mesh, double margin) {
    const auto queries =
        std::make_shared<const std::vector<ImpactQuery>>(all_queries(mesh, margin));
    return [queries, i = std::size_t{0}](StatedQuery& stated) mutable {
        if (i == queries->size()) {
            return false;
        }
        stated = {};
        stated.query = (*queries)[i++];
        stated.hit = find_exact_impact(stated.query).hit;
        return true;
    };
}

}  // namespace touchstone
