#include "methods/geometry/facet_model.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "methods/base/work/work_log.h"
#include "methods/geometry/facet_edges.h"
#include "methods/geometry/facet_growth.h"
#include "methods/geometry/wall_thickness.h"

namespace touchstone {
namespace {

constexpr double kFlatShare = 1e-5;  ///< `flat` as a share of the model's size [-]
constexpr double kShortEdge = 10.0;  ///< length up to which directions are rough [flats]

struct Extent {
    double size = 0.0;
    Vec3 center_of_mass = Vec3::Zero();
};

/// Returns the size and centre by sums over triangles and over the tetrahedra they span with a
/// vertex of the surface, chosen as origin to keep rounding small for a body far from its frame.
Extent extent_of(const OrderedSurface& surface) {
    const Vec3 origin = surface.vertices.front();
    double area = 0.0;
    double volume = 0.0;
    Vec3 of_area = Vec3::Zero();
    Vec3 of_volume = Vec3::Zero();
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 a = surface.vertices[i] - origin;
        const Vec3 b = surface.vertices[j] - origin;
        const Vec3 c = surface.vertices[k] - origin;
        const double triangle = 0.5 * (b - a).cross(c - a).norm();
        const double tet = a.cross(b).dot(c) / 6.0;
        area += triangle;
        volume += tet;
        of_area += triangle / 3.0 * (a + b + c);
        of_volume += tet / 4.0 * (a + b + c);
    }
    const Vec3 middle = origin + of_area / area;
    Extent extent;
    for (const Vec3& vertex : surface.vertices) {
        extent.size = std::max(extent.size, 2.0 * (vertex - middle).norm());
    }
    // An open surface encloses no volume to take the centre of.
    const bool closed = volume > 1e-12 * extent.size * extent.size * extent.size;
    extent.center_of_mass = closed ? Vec3(origin + of_volume / volume) : middle;
    return extent;
}

/// Sets unit vectors u, v with u × v = n. The coordinate axis that is farthest from the normal
/// gives the best conditioned cross product.
void set_axes(Facet& facet) {
    int smallest = 0;
    facet.normal.cwiseAbs().minCoeff(&smallest);
    facet.axis_u = facet.normal.cross(Vec3::Unit(smallest)).normalized();
    facet.axis_v = facet.normal.cross(facet.axis_u);
}
/// Assembles a model from a partition into facets and its chains, list by list.

class ModelBuilder {
 public:
    ModelBuilder(const OrderedSurface& surface, const FacetPartition& partition,
                 std::vector<FacetChain> chains, FacetModel& model)
        : surface_(surface), partition_(partition), chains_(std::move(chains)), model_(model) {}

    void run() {
        number_corners();
        number_edges();
        number_facets();
        add_edges();
        add_sides();
        add_corner_neighbourhoods();
        add_tree();
        add_names();
    }

 private:
    int start_of(const FacetChain& chain) const {
        return surface_.start_of(chain.half_edges.front());
    }
    int end_of(const FacetChain& chain) const { return surface_.end_of(chain.half_edges.back()); }
    int left_of(const FacetChain& chain) const {
        return partition_.facet[chain.half_edges.front() / 3];
    }
    int right_of(const FacetChain& chain) const {
        return partition_.facet[surface_.opposite[chain.half_edges.front()] / 3];
    }

    void number_corners() {
        corner_.assign(surface_.vertices.size(), -1);
        for (const FacetChain& chain : chains_) {
            corner_[start_of(chain)] = 0;
            corner_[end_of(chain)] = 0;
        }
        for (int v = 0; v < std::ssize(corner_); ++v) {
            if (corner_[v] == 0) {
                corner_[v] = static_cast<int>(model_.corners.size());
                FacetCorner corner;
                corner.position = surface_.vertices[v];
                corner.vertex = surface_.mesh_vertex[v];
                model_.corners.push_back(corner);
                vertex_of_corner_.push_back(v);
            }
        }
    }

    void number_edges() {
        std::sort(chains_.begin(), chains_.end(), [&](const FacetChain& a, const FacetChain& b) {
            return std::tuple(start_of(a), end_of(a), a.half_edges.front()) <
                   std::tuple(start_of(b), end_of(b), b.half_edges.front());
        });
    }

    /// Sorts facets by their corners, so that the triangles inside have no influence.
    void number_facets() {
        const int count = static_cast<int>(partition_.planes.size());
        std::vector<std::vector<int>> corners(count);
        for (const FacetChain& chain : chains_) {
            for (const int facet : {left_of(chain), right_of(chain)}) {
                corners[facet].push_back(start_of(chain));
                corners[facet].push_back(end_of(chain));
            }
        }
        for (std::vector<int>& list : corners) {
            std::sort(list.begin(), list.end());
        }
        std::vector<int> order(count);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return corners[a] < corners[b]; });
        facet_.resize(count);
        for (int place = 0; place < count; ++place) {
            facet_[order[place]] = place;
            const FacetPartition::Plane& plane = partition_.planes[order[place]];
            Facet facet;
            facet.normal = plane.normal;
            facet.offset = plane.offset;
            facet.area = plane.area;
            for (int i = 0; i < 3; ++i) {
                facet.triangle[i] = surface_.mesh_vertex[surface_.triangles[plane.largest][i]];
            }
            set_axes(facet);
            model_.facets.push_back(facet);
        }
    }

    void add_edges() {
        edge_of_half_.assign(3 * surface_.triangles.size(), -1);
        for (int e = 0; e < std::ssize(chains_); ++e) {
            const FacetChain& chain = chains_[e];
            FacetEdge edge;
            edge.start = corner_[start_of(chain)];
            edge.end = corner_[end_of(chain)];
            edge.left = facet_[left_of(chain)];
            edge.right = facet_[right_of(chain)];
            const Vec3 along =
                model_.corners[edge.end].position - model_.corners[edge.start].position;
            edge.length = along.norm();
            edge.direction = along / edge.length;
            const Vec3& normal_left = model_.facets[edge.left].normal;
            const Vec3& normal_right = model_.facets[edge.right].normal;
            edge.into_left = normal_left.cross(edge.direction).normalized();
            edge.into_right = edge.direction.cross(normal_right).normalized();
            edge.convex = normal_left.cross(normal_right).dot(edge.direction) > 0.0;
            model_.edges.push_back(edge);
            for (const int half_edge : chain.half_edges) {
                edge_of_half_[half_edge] = e;
                edge_of_half_[surface_.opposite[half_edge]] = e;
            }
        }
    }

    void add_sides() {
        std::vector<std::vector<FacetSide>> sides(model_.facets.size());
        for (int e = 0; e < std::ssize(model_.edges); ++e) {
            sides[model_.edges[e].left].push_back({e, true});
            sides[model_.edges[e].right].push_back({e, false});
        }
        for (int f = 0; f < std::ssize(sides); ++f) {
            Facet& facet = model_.facets[f];
            facet.sides = append(model_.sides, sides[f]);
            facet.perimeter = 0.0;
            for (const FacetSide& side : sides[f]) {
                const FacetEdge& edge = model_.edges[side.edge];
                const Vec2 start = in_axes(facet, model_.corners[edge.start].position);
                const Vec2 end = in_axes(facet, model_.corners[edge.end].position);
                model_.outlines.push_back(side.forward ? OutlineEdge{start, end}
                                                       : OutlineEdge{end, start});
                facet.perimeter += edge.length;
            }
        }
    }

    static Vec2 in_axes(const Facet& facet, const Vec3& point) {
        return {facet.axis_u.dot(point), facet.axis_v.dot(point)};
    }

    template <typename Entry>
    static IndexRange append(std::vector<Entry>& list, const std::vector<Entry>& part) {
        const IndexRange range{static_cast<int>(list.size()), static_cast<int>(part.size())};
        list.insert(list.end(), part.begin(), part.end());
        return range;
    }

    /// Returns the direction of a mesh edge, away from `vertex`. Along a facet edge it is the
    /// direction of the whole edge, elsewhere that of the edge projected onto the facet: short
    /// pieces of either are rough.
    Vec3 direction_from(int vertex, int half_edge) const {
        const int e = edge_of_half_[half_edge];
        if (e >= 0) {
            const FacetEdge& edge = model_.edges[e];
            if (vertex_of_corner_[edge.start] == vertex) {
                return edge.direction;
            }
            if (vertex_of_corner_[edge.end] == vertex) {
                return -edge.direction;
            }
        }
        const int other = surface_.start_of(half_edge) == vertex ? surface_.end_of(half_edge)
                                                                 : surface_.start_of(half_edge);
        const Vec3 along = surface_.vertices[other] - surface_.vertices[vertex];
        const Vec3& normal = model_.facets[facet_[partition_.facet[half_edge / 3]]].normal;
        const Vec3 flat = along - normal.dot(along) * normal;
        return flat.norm() > 0.5 * along.norm() ? flat.normalized() : along.normalized();
    }

    double length_of(int half_edge) const {
        const int e = edge_of_half_[half_edge];
        return e >= 0 ? model_.edges[e].length
                      : (surface_.vertices[surface_.end_of(half_edge)] -
                         surface_.vertices[surface_.start_of(half_edge)])
                            .norm();
    }

    void add_corner_neighbourhoods() {
        std::vector<std::vector<int>> triangles(model_.corners.size());
        for (int t = 0; t < std::ssize(surface_.triangles); ++t) {
            for (const int v : surface_.triangles[t]) {
                if (corner_[v] >= 0) {
                    triangles[corner_[v]].push_back(t);
                }
            }
        }
        std::vector<std::vector<int>> edges(model_.corners.size());
        for (int e = 0; e < std::ssize(model_.edges); ++e) {
            edges[model_.edges[e].start].push_back(e);
            edges[model_.edges[e].end].push_back(e);
        }
        for (int c = 0; c < std::ssize(model_.corners); ++c) {
            FacetCorner& corner = model_.corners[c];
            corner.edges = append(model_.corner_edges, edges[c]);
            for (const int e : edges[c]) {
                corner.has_concave_edge = corner.has_concave_edge || !model_.edges[e].convex;
            }
            add_fan(corner, vertex_of_corner_[c], triangles[c]);
        }
    }

    /// The mesh edges of a corner's triangle, by their other vertices.
    struct FanEnd {
        int leaving = -1;
        int arriving = -1;
        bool is_rough = false;   ///< the leaving one is a short cut of a facet
        bool is_joined = false;  ///< there are more triangles between the two
    };

    /// Joins sectors of a facet across cuts that are so short that their directions are rough, and
    /// may even lie beside the facet.
    static void join_across_short_edges(std::vector<Sector>& sectors, std::vector<FanEnd>& ends) {
        for (int i = 0; i < std::ssize(ends);) {
            const auto before = std::ranges::find(ends, ends[i].leaving, &FanEnd::arriving);
            const auto place = before - ends.begin();
            if (!ends[i].is_rough || before == ends.end() || place == i) {
                ++i;
                continue;
            }
            before->arriving = ends[i].arriving;
            before->is_joined = true;
            sectors[place].b = sectors[i].b;
            sectors.erase(sectors.begin() + i);
            ends.erase(ends.begin() + i);
        }
        const auto count = std::ssize(sectors);
        for (int i = 0; i < count; ++i) {
            const auto [a, b, normal] = sectors[i];
            if (ends[i].is_joined && spans_half_turn(a, b, normal)) {
                const Vec3 middle = normal.cross(a - b).normalized();
                sectors[i].b = middle;
                sectors.push_back({middle, b, normal});
            }
        }
    }

    /// Returns true for two rays of a facet's plane with half a turn or more from the first to the
    /// second, counter-clockwise.
    static bool spans_half_turn(const Vec3& a, const Vec3& b, const Vec3& normal) {
        constexpr double kSameRay = 1e-6;  // sine of the angle between them
        const double sine = a.cross(b).dot(normal);
        return a.dot(b) > 0.0 ? sine < -kSameRay : sine <= 0.0;
    }

    void add_fan(FacetCorner& corner, int vertex, std::span<const int> triangles) {
        std::vector<int> facets;
        std::vector<Sector> sectors;
        std::vector<Vec3> directions;
        std::vector<Vec3> short_directions;
        std::vector<FanEnd> ends;
        for (const int t : triangles) {
            int i = 0;
            while (surface_.triangles[t][i] != vertex) {
                ++i;
            }
            const int leaving = 3 * t + i;             // edge to the next vertex of the triangle
            const int arriving = 3 * t + (i + 2) % 3;  // edge from the previous one
            const int facet = facet_[partition_.facet[t]];
            facets.push_back(facet);
            const Vec3 leaving_direction = direction_from(vertex, leaving);
            sectors.push_back(
                {leaving_direction, direction_from(vertex, arriving), model_.facets[facet].normal});
            // Every mesh edge leaves the vertex in exactly one of its triangles.
            const bool is_short = length_of(leaving) <= kShortEdge * model_.flat;
            ends.push_back({surface_.end_of(leaving), surface_.start_of(arriving),
                            is_short && edge_of_half_[leaving] < 0});
            (is_short ? short_directions : directions).push_back(leaving_direction);
        }
        std::sort(facets.begin(), facets.end());
        facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
        corner.facets = append(model_.corner_facets, facets);
        join_across_short_edges(sectors, ends);
        corner.sectors = append(model_.corner_sectors, sectors);
        corner.directions =
            append(model_.corner_directions, directions.empty() ? short_directions : directions);
    }

    void add_tree() {
        std::vector<FacetFeature> features;
        std::vector<BoundingBox> boxes;
        std::vector<BoundingBox> facet_boxes(model_.facets.size());
        for (int c = 0; c < std::ssize(model_.corners); ++c) {
            const Vec3& position = model_.corners[c].position;
            features.push_back({FacetFeatureType::Corner, c});
            boxes.push_back({position, position});
        }
        for (int e = 0; e < std::ssize(model_.edges); ++e) {
            const FacetEdge& edge = model_.edges[e];
            const BoundingBox box = bounds_of(
                std::array{model_.corners[edge.start].position, model_.corners[edge.end].position});
            features.push_back({FacetFeatureType::Edge, e});
            boxes.push_back(box);
            extend(facet_boxes[edge.left], box);
            extend(facet_boxes[edge.right], box);
        }
        for (int f = 0; f < std::ssize(model_.facets); ++f) {
            features.push_back({FacetFeatureType::Facet, f});
            boxes.push_back(facet_boxes[f]);
        }
        // A leaf of a few features costs less to scan than the nodes above them.
        constexpr int kLeafFeatures = 4;
        model_.tree = BoxTree(boxes, kLeafFeatures);
        model_.boxes = refit(model_.tree, boxes);
        model_.places_by_feature.resize(features.size());
        for (const int element : model_.tree.elements()) {
            model_.places_by_feature[element] = static_cast<int>(model_.features.size());
            model_.features.push_back(features[element]);
        }
        model_.thickness = thinnest_wall(model_, facet_boxes);
    }

    void add_names() {
        const auto numbers = [](std::size_t count) {
            std::vector<int> list(count);
            std::iota(list.begin(), list.end(), 0);
            return list;
        };
        model_.corners_by_vertex = numbers(model_.corners.size());
        std::ranges::stable_sort(model_.corners_by_vertex, {},
                                 [&](int corner) { return model_.corners[corner].vertex; });
        model_.facets_by_name = numbers(model_.facets.size());
        std::ranges::stable_sort(model_.facets_by_name, {},
                                 [&](int facet) { return name_of(model_.facets[facet]); });
    }

    const OrderedSurface& surface_;
    const FacetPartition& partition_;
    std::vector<FacetChain> chains_;
    FacetModel& model_;
    std::vector<int> corner_;            ///< corner at each vertex of the surface; −1: none
    std::vector<int> vertex_of_corner_;  ///< surface vertex of each corner
    std::vector<int> facet_;             ///< number in the model of each facet of the partition
    std::vector<int> edge_of_half_;  ///< facet edge that each half-edge is part of; −1: inside
                                     ///< a facet
};

/// Returns true for a model of one piece without concave edges: a convex solid when it is closed.
bool has_convex_shape(const FacetModel& model) {
    if (model.facets.empty() || !std::ranges::all_of(model.edges, &FacetEdge::convex)) {
        return false;
    }
    // All edges are convex, so each shell is; facets are joined across edges to see whether there
    // is only one.
    std::vector<int> joined(model.facets.size());
    std::iota(joined.begin(), joined.end(), 0);
    const auto root_of = [&](int facet) {
        while (joined[facet] != facet) {
            facet = joined[facet] = joined[joined[facet]];
        }
        return facet;
    };
    for (const FacetEdge& edge : model.edges) {
        const auto [low, high] = std::minmax({root_of(edge.left), root_of(edge.right)});
        joined[high] = low;
    }
    const int count = static_cast<int>(model.facets.size());
    for (int facet = 0; facet < count; ++facet) {
        if (root_of(facet) != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

Triangle name_of(const Facet& facet) {
    Triangle sorted = facet.triangle;
    std::ranges::sort(sorted);
    return sorted;
}

FacetModel make_facet_model(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
    note_work(Work::Facets, bytes_of(vertices), bytes_of(triangles));
    const OrderedSurface surface = make_ordered_surface(vertices, triangles);
    FacetModel model;
    const Extent extent = extent_of(surface);
    model.size = extent.size;
    model.center_of_mass = extent.center_of_mass;
    model.flat = kFlatShare * extent.size;
    const FacetPartition partition = grow_facets(surface, model.flat);
    ModelBuilder(surface, partition, find_facet_edges(surface, partition, model.flat), model).run();
    model.is_convex = has_convex_shape(model);
    return model;
}

}  // namespace touchstone
