#include "methods/mesh/health/crossings/near_triangles.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <tuple>
#include <utility>

#include "methods/base/parallel/parallel.h"

namespace touchstone {

namespace {

/// Triangles at a vertex or an edge, from where on a tree of boxes would suffer.
constexpr int kCrowded = 32;
constexpr int kLeafTriangles = 4;

constexpr int kFacesAtOnce = 1 << 12;  // for one thread

/// Returns the normal, turned so that its longest component is positive.
Vec3 upward_normal(const SurfaceMesh& mesh, const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    const Vec3 normal = (mesh.vertices[b] - mesh.vertices[a])
                            .stableNormalized()
                            .cross((mesh.vertices[c] - mesh.vertices[a]).stableNormalized())
                            .stableNormalized();
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    return normal[axis] < 0.0 ? Vec3(-normal) : normal;
}

constexpr int kCellsPerSide =
    16;  // cells along a side of the cube onto which directions are projected
constexpr int kCells = 3 * kCellsPerSide * kCellsPerSide;

int cell_of(const Vec3& direction) {
    int axis = 0;
    const double longest = direction.cwiseAbs().maxCoeff(&axis);
    const auto step = [&](double component) {
        const double share = 0.5 * (component / longest + 1.0) * kCellsPerSide;
        return std::clamp(static_cast<int>(share), 0, kCellsPerSide - 1);
    };
    return (axis * kCellsPerSide + step(direction[(axis + 1) % 3])) * kCellsPerSide +
           step(direction[(axis + 2) % 3]);
}

/// Three directions within a hemisphere: the corners of a triangle on the unit sphere.
using Seen = std::array<Vec3, 3>;

struct Chord {
    int from = 0;  ///< to the next
    double length = 0.0;
};

Chord longest_chord(const Seen& seen) {
    Chord longest;
    for (int i = 0; i < 3; ++i) {
        const double length = (seen[(i + 1) % 3] - seen[i]).norm();
        if (length > longest.length) {
            longest = {i, length};
        }
    }
    return longest;
}

/// Seen from within or from one of its edges, two corners of a triangle are 120 degrees apart or
/// more: a chord of 1.73.
constexpr double kNotAround = 1.7;

/// The middle of an arc with such a chord is no matter of rounding.
constexpr double kNotOpposite = 1.999;

/// Adds the box of a triangle on the unit sphere. It lies above the flat one: that is nowhere
/// farther from the sphere than a third of its longest chord squared, as long as this is below 1.
void extend_by_directions(BoundingBox& box, const Seen& seen, int most_halvings) {
    constexpr double kShort = 0.1;
    constexpr double kRounding = 1e-9;
    const auto [from, chord] = longest_chord(seen);
    if (chord > kShort && most_halvings > 0) {
        const Vec3 middle = (seen[from] + seen[(from + 1) % 3]).stableNormalized();
        Seen half = seen;
        half[from] = middle;
        extend_by_directions(box, half, most_halvings - 1);
        half = seen;
        half[(from + 1) % 3] = middle;
        extend_by_directions(box, half, most_halvings - 1);
        return;
    }
    const double margin = chord * chord / 3.0 + kRounding;
    for (const Vec3& direction : seen) {
        extend(box, inflated({direction, direction}, margin));
    }
}

}  // namespace

BoundingBox TriangleExtent::everywhere() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
}

ExtentTree::ExtentTree(std::span<const BoundingBox> boxes, std::span<const BoundingBox> along,
                       std::span<const BoundingBox> views)
    : tree_(views.empty() ? boxes : views, kLeafTriangles), boxes_(refit(tree_, boxes)) {
    if (!along.empty()) {
        along_ = refit(tree_, along);
    }
    if (!views.empty()) {
        views_ = refit(tree_, views);
    }
}

NearTriangles::NearTriangles(const SurfaceMesh& mesh, std::span<const int> faces) : mesh_(mesh) {
    find_directions(faces);
    find_crowds(faces);
    order_.reserve(faces.size());
    std::vector<BoundingBox> hubs;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        plant(groups_[g], static_cast<int>(g));
        if (g > 0) {
            BoundingBox& hub = hubs.emplace_back();
            for (const int f : groups_[g].faces) {
                extend(hub, box_of(f));
            }
        }
    }
    hubs_ = ExtentTree(hubs, {}, {});
}

/// Finds the normals that most faces have, beside the axes: layers of parallel faces lie apart
/// along them, however their boxes overlap.
void NearTriangles::find_directions(std::span<const int> faces) {
    constexpr double kAlongAxis = 0.999;
    std::vector<int> cells(faces.size(), -1);  // of the normals that are not along an axis
    std::vector<double> sizes(faces.size());
    for_blocks(0, static_cast<int>(std::ssize(faces)), kFacesAtOnce, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Triangle& triangle = mesh_.triangles[faces[i]];
            for (const int v : triangle) {
                sizes[i] = std::max(sizes[i], mesh_.vertices[v].cwiseAbs().maxCoeff());
            }
            const Vec3 normal = upward_normal(mesh_, triangle);
            if (normal.allFinite() && normal.maxCoeff() > 0.0 && normal.maxCoeff() < kAlongAxis) {
                cells[i] = cell_of(normal);
            }
        }
    });
    std::vector<int> counts(kCells, 0);
    std::vector<int> firsts(kCells, -1);  // the first face in each cell
    double largest = 0.0;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        largest = std::max(largest, sizes[i]);
        if (cells[i] >= 0 && counts[cells[i]]++ == 0) {
            firsts[cells[i]] = faces[i];
        }
    }
    const int few = std::max<int>(kCrowded, static_cast<int>(faces.size() / 32));
    for (int i = 0; i < 3; ++i) {
        const auto most = std::ranges::max_element(counts);
        if (*most < few) {
            break;
        }
        const int first = firsts[most - counts.begin()];
        directions_.row(i) = upward_normal(mesh_, mesh_.triangles[first]);
        *most = 0;
    }
    margin_ = 1e-14 * largest;
}

/// Puts each face into the group of its most crowded edge, else vertex, else into the rest.
void NearTriangles::find_crowds(std::span<const int> faces) {
    struct Side {
        int low;
        int high;
        int face;
        auto operator<=>(const Side&) const = default;
    };
    std::vector<Side> sides;
    std::vector<int> at_vertex(mesh_.vertices.size(), 0);
    for (const int f : faces) {
        for (const int v : mesh_.triangles[f]) {
            ++at_vertex[v];
        }
    }
    for (const int f : faces) {
        const Triangle& t = mesh_.triangles[f];
        for (int i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(t[i], t[(i + 1) % 3]);
            // Whatever is at an edge is at both of its ends.
            if (at_vertex[low] > kCrowded && at_vertex[high] > kCrowded) {
                sides.push_back({low, high, f});
            }
        }
    }
    std::ranges::sort(sides);
    std::vector<std::pair<int, int>> edge_of(mesh_.triangles.size(), {0, -1});  // crowd and edge
    for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        while (end < sides.size() && sides[end].low == sides[begin].low &&
               sides[end].high == sides[begin].high) {
            ++end;
        }
        const int crowd = static_cast<int>(end - begin);
        if (crowd <= kCrowded) {
            continue;
        }
        edges_.push_back({sides[begin].low, sides[begin].high, {}});
        CrowdedEdge& edge = edges_.back();
        for (std::size_t i = begin; i < end; ++i) {
            edge.faces.push_back(sides[i].face);
            if (crowd > edge_of[sides[i].face].first) {
                edge_of[sides[i].face] = {crowd, static_cast<int>(std::ssize(edges_)) - 1};
            }
        }
    }
    std::vector<std::tuple<int, int, int>> placed;  // hub's vertices and face; the rest has none
    placed.reserve(faces.size());
    for (const int f : faces) {
        const Triangle& t = mesh_.triangles[f];
        const int vertex = *std::ranges::max_element(t, {}, [&](int v) { return at_vertex[v]; });
        if (edge_of[f].second >= 0) {
            const CrowdedEdge& edge = edges_[edge_of[f].second];
            placed.emplace_back(edge.low, edge.high, f);
        } else {
            placed.emplace_back(at_vertex[vertex] > kCrowded ? vertex : -1, -1, f);
        }
    }
    if (!std::ranges::is_sorted(placed)) {
        std::ranges::sort(placed);
    }
    groups_.emplace_back();
    for (const auto& [first, second, f] : placed) {
        if (groups_.back().hub != std::array{first, second}) {
            groups_.emplace_back().hub = {first, second};
        }
        groups_.back().faces.push_back(f);
    }
}

/// Makes the trees of a group and gives ranks to its faces.
void NearTriangles::plant(Group& group, int index) {
    group.trees[0] = tree_of(group, group.hub[0]);
    if (group.hub[1] >= 0) {
        group.trees[1] = tree_of(group, group.hub[1]);
    }
    const std::span<const int> elements = group.trees[0].elements();
    for (int place = 0; place < std::ssize(elements); ++place) {
        order_.push_back({group.faces[elements[place]], index, place});
    }
}

/// Makes the tree of a group. `viewer`: a vertex that all faces have, or -1.
ExtentTree NearTriangles::tree_of(const Group& group, int viewer) const {
    const auto parts_of = [&](const auto& part) {
        std::vector<BoundingBox> parts(group.faces.size());
        for_blocks(0, static_cast<int>(std::ssize(parts)), kFacesAtOnce, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                parts[i] = part(group.faces[i]);
            }
        });
        return parts;
    };
    const bool has_along = !directions_.isZero(0.0);
    return {parts_of([&](int f) { return box_of(f); }),
            has_along ? parts_of([&](int f) { return along_of(f); }) : std::vector<BoundingBox>{},
            viewer >= 0 ? parts_of([&](int f) { return view_of(f, viewer); })
                        : std::vector<BoundingBox>{}};
}

BoundingBox NearTriangles::box_of(int face) const {
    const auto& [a, b, c] = mesh_.triangles[face];
    return bounds_of(std::array<Vec3, 3>{mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]});
}

BoundingBox NearTriangles::along_of(int face) const {
    BoundingBox along;
    for (const int v : mesh_.triangles[face]) {
        const Vec3 place = directions_ * mesh_.vertices[v];
        extend(along, {place, place});
    }
    return inflated(along, margin_);
}

/// Returns the directions in which a vertex sees the triangle. Where the triangle meets another one
/// that has this vertex, at some other point, their directions meet too. Everywhere when the vertex
/// may lie on the triangle.
BoundingBox NearTriangles::view_of(int face, int viewer) const {
    constexpr int kMostHalvings = 8;
    const Triangle& t = mesh_.triangles[face];
    std::array<Vec3, 3> seen;
    int count = 0;
    for (const int v : t) {
        if (v != viewer) {
            seen[count++] = (mesh_.vertices[v] - mesh_.vertices[viewer]).stableNormalized();
        }
    }
    if (count == 2) {
        seen[2] = seen[1];  // an arc
    }
    if (longest_chord(seen).length > (count == 2 ? kNotOpposite : kNotAround)) {
        return TriangleExtent::everywhere();
    }
    BoundingBox box;
    extend_by_directions(box, seen, kMostHalvings);
    return box;
}

bool NearTriangles::has(int face, int vertex) const {
    const Triangle& t = mesh_.triangles[face];
    return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

}  // namespace touchstone
