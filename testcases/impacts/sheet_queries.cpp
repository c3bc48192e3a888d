#include "testcases/impacts/sheet_queries.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "methods/continuous/exact_impact.h"
#include "testcases/impacts/query_random.h"

namespace touchstone {
namespace {

constexpr double kWave = 0.03;
constexpr double kTurn = 0.3;      // [rad]
constexpr double kFall = 0.02;     // [m]
constexpr double kJitter = 0.1;    // of a cell
constexpr double kUnrest = 0.002;  // of each coordinate [m]
constexpr double kHeight = 0.03;   // of the upper sheet over the lower [m]

struct MovingMesh {
    std::vector<Vec3> start, end;
    std::vector<std::array<int, 2>> edges;
    std::vector<std::array<int, 3>> faces;
};

Vec3 on_sheet(int sheet, double x, double y) {
    if (sheet == 0) {
        return {x, y, kWave * std::sin(6.0 * x) * std::sin(5.0 * y)};
    }
    const double dx = x - 0.5;
    const double dy = y - 0.5;
    const double turned_x = 0.5 + std::cos(kTurn) * dx - std::sin(kTurn) * dy;
    const double turned_y = 0.5 + std::sin(kTurn) * dx + std::cos(kTurn) * dy;
    return {turned_x, turned_y,
            kHeight + kWave * std::sin(6.0 * turned_x + 0.4) * std::sin(5.0 * turned_y)};
}

void add_sheet(MovingMesh& mesh, int sheet, int cells, QueryRandom& random) {
    const int first = static_cast<int>(mesh.start.size());
    const auto along = [&](int i) { return (i + random.uniform(-kJitter, kJitter)) / cells; };
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
            const double x = along(i);
            const double y = along(j);
            const Vec3 place = on_sheet(sheet, x, y);
            Vec3 later = place - Vec3(0.0, 0.0, sheet * kFall);
            for (int axis = 0; axis < 3; ++axis) {
                later[axis] += random.uniform(-kUnrest, kUnrest);
            }
            mesh.start.push_back(place);
            mesh.end.push_back(later);
        }
    }
    const auto vertex = [&](int i, int j) { return first + j * (cells + 1) + i; };
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
            if (i < cells) {
                mesh.edges.push_back({vertex(i, j), vertex(i + 1, j)});
            }
            if (j < cells) {
                mesh.edges.push_back({vertex(i, j), vertex(i, j + 1)});
            }
            if (i < cells && j < cells) {
                mesh.edges.push_back({vertex(i, j), vertex(i + 1, j + 1)});
                mesh.faces.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
                mesh.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
            }
        }
    }
}

/// The box around the whole motion of some vertices.
struct SweptBox {
    Vec3 low = Vec3::Constant(HUGE_VAL);
    Vec3 high = Vec3::Constant(-HUGE_VAL);
};

template <std::size_t N>
SweptBox swept_box(const MovingMesh& mesh, const std::array<int, N>& vertices) {
    SweptBox box;
    for (const int v : vertices) {
        box.low = box.low.cwiseMin(mesh.start[v]).cwiseMin(mesh.end[v]);
        box.high = box.high.cwiseMax(mesh.start[v]).cwiseMax(mesh.end[v]);
    }
    return box;
}

template <std::size_t N>
std::vector<SweptBox> swept_boxes(const MovingMesh& mesh,
                                  const std::vector<std::array<int, N>>& elements) {
    std::vector<SweptBox> boxes;
    boxes.reserve(elements.size());
    for (const std::array<int, N>& element : elements) {
        boxes.push_back(swept_box(mesh, element));
    }
    return boxes;
}

std::vector<int> by_low_x(const std::vector<SweptBox>& boxes) {
    std::vector<int> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int i) { return boxes[i].low.x(); });
    return order;
}

using Pair = std::array<int, 2>;

/// Sorts along x and sweeps: the pairs (i of the first, j of the second) whose boxes meet, in
/// order.
std::vector<Pair> meeting_pairs(const std::vector<SweptBox>& first,
                                const std::vector<SweptBox>& second) {
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

ImpactQuery query_of(const MovingMesh& mesh, ImpactKind kind, const std::array<int, 4>& vertices) {
    ImpactQuery query;
    query.kind = kind;
    for (int i = 0; i < 4; ++i) {
        query.start[i] = mesh.start[vertices[i]];
        query.end[i] = mesh.end[vertices[i]];
    }
    return query;
}

std::vector<ImpactQuery> all_queries(const MovingMesh& mesh) {
    std::vector<ImpactQuery> queries;
    std::vector<std::array<int, 1>> vertices(mesh.start.size());
    for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
        vertices[v] = {v};
    }
    for (const auto& [v, f] :
         meeting_pairs(swept_boxes(mesh, vertices), swept_boxes(mesh, mesh.faces))) {
        const std::array<int, 3>& face = mesh.faces[f];
        if (std::ranges::find(face, v) == face.end()) {
            queries.push_back(
                query_of(mesh, ImpactKind::VertexFace, {v, face[0], face[1], face[2]}));
        }
    }
    const std::vector<SweptBox> boxes = swept_boxes(mesh, mesh.edges);
    for (const auto& [i, j] : meeting_pairs(boxes, boxes)) {
        const std::array<int, 2>& a = mesh.edges[i];
        const std::array<int, 2>& b = mesh.edges[j];
        const bool joined = a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
        if (i < j && !joined) {
            queries.push_back(query_of(mesh, ImpactKind::EdgeEdge, {a[0], a[1], b[0], b[1]}));
        }
    }
    return queries;
}

}  // namespace

QueryStream make_sheet_queries(const SheetOptions& options) {
    QueryRandom random(options.seed);
    MovingMesh mesh;
    for (const int sheet : {0, 1}) {
        add_sheet(mesh, sheet, options.cells, random);
    }
    const auto queries = std::make_shared<const std::vector<ImpactQuery>>(all_queries(mesh));
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
