#include "generators/convex_cast/convex_parts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/continuous/gjk.h"
#include "methods/geometry/facet_model.h"

namespace touchstone {
namespace {

constexpr double kFlatWidth =
    1e-9;  // width below which a tet is left out, as a share of its size [-]
constexpr double kKeptMargin = 0.5;  // share of the margin that a core must keep to every face [-]
constexpr int kMostHalvings = 20;    // halvings of a margin that leaves no core
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// A corner of a part, and the normals of the faces around it.
struct PartCorner {
    Vec3 position;
    std::vector<Vec3> normals;
};

struct ConvexPart {
    std::vector<FacePlane> faces;
    std::vector<PartCorner> corners;

    /// Returns the least distance of a face and the corner that is farthest from it.
    double width() const {
        double least = kNoLimit;
        for (const FacePlane& face : faces) {
            double deepest = 0.0;
            for (const PartCorner& corner : corners) {
                deepest = std::max(deepest, face.offset - face.normal.dot(corner.position));
            }
            least = std::min(least, deepest);
        }
        return least;
    }
};

/// Returns the shortest way that leads from a corner to a distance of 1 from each of its faces: x
/// with n·x ≥ 1 for all normals. With a the point of their hull that is nearest to 0, x = a / |a|².
Vec3 way_inside(const PartCorner& corner) {
    const SupportShape origin = make_support_hull(std::array{Vec3(Vec3::Zero())});
    const SupportShape normals = make_support_hull(corner.normals);
    const PairDistance nearest = pair_distance(place_pair(origin, {}, normals, {}));
    const double squared = nearest.point_b.squaredNorm();
    return squared > 0.0 ? Vec3(nearest.point_b / squared) : Vec3(Vec3::Zero());
}

/// Returns the corners moved inward; nothing when one of them is then too near to another face.
std::optional<std::vector<Vec3>> inset_corners(const PartInset& part, double margin) {
    std::vector<Vec3> points;
    points.reserve(part.corners.size());
    for (int i = 0; i < std::ssize(part.corners); ++i) {
        const Vec3 point = part.corners[i] - margin * part.ways[i];
        for (const FacePlane& face : part.faces) {
            if (!(face.offset - face.normal.dot(point) >= kKeptMargin * margin)) {
                return std::nullopt;
            }
        }
        points.push_back(point);
    }
    return points;
}

PartInset make_inset(ConvexPart part) {
    PartInset inset;
    inset.width = part.width();
    inset.faces = std::move(part.faces);
    inset.corners.reserve(part.corners.size());
    inset.ways.reserve(part.corners.size());
    for (const PartCorner& corner : part.corners) {
        inset.corners.push_back(corner.position);
        inset.ways.push_back(way_inside(corner));
    }
    return inset;
}

/// Returns false for a part without a core.
bool append_part(ConvexParts& parts, const PartInset& part, double widest) {
    double margin = kMarginShare * std::min(part.width, widest);
    for (int i = 0; i < kMostHalvings; ++i, margin *= 0.5) {
        if (const std::optional<std::vector<Vec3>> points = inset_corners(part, margin)) {
            double radius = 0.0;
            for (const Vec3& point : *points) {
                radius = std::max(radius, (point - parts.center_of_mass).norm());
            }
            parts.cores.push_back(make_support_hull(*points));
            parts.margins.push_back(margin);
            parts.radii.push_back(radius);
            return true;
        }
    }
    return false;
}

void build_tree(ConvexParts& parts) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(parts.cores.size());
    for (const SupportShape& core : parts.cores) {
        BoundingBox box;
        for (int i = 0; i < core.point_count; ++i) {
            const Vec3 point = core.centre + point_offset(core, i);
            extend(box, {point, point});
        }
        boxes.push_back(box);
    }
    parts.tree = BoxTree(boxes, kPairLeaf);
}

ConvexPart part_of_model(const FacetModel& model) {
    ConvexPart part;
    part.faces.reserve(model.facets.size());
    for (const Facet& facet : model.facets) {
        part.faces.push_back({facet.normal, facet.offset});
    }
    part.corners.reserve(model.corners.size());
    for (const FacetCorner& corner : model.corners) {
        PartCorner& own = part.corners.emplace_back(PartCorner{corner.position, {}});
        own.normals.reserve(static_cast<std::size_t>(corner.facets.count));
        for (const int facet : part_of(model.corner_facets, corner.facets)) {
            own.normals.push_back(model.facets[facet].normal);
        }
    }
    return part;
}

/// Returns the facets of each surface.
std::vector<std::shared_ptr<const FacetModel>> models_of(std::span<const SurfaceMesh> surfaces) {
    std::vector<std::shared_ptr<const FacetModel>> models;
    models.reserve(surfaces.size());
    for (const SurfaceMesh& surface : surfaces) {
        models.push_back(std::make_shared<const FacetModel>(
            make_facet_model(surface.vertices, surface.triangles)));
    }
    return models;
}

[[noreturn]] void refuse_thin(int part, int count) {
    throw MeshError((count > 1 ? "convex part " + std::to_string(part) : "a convex body") +
                    " is too thin for its size to be followed in motion; make it thicker, or "
                    "leave it out");
}

/// Makes the cores of a solid's parts. `insets`: a range of PartInset.
template <typename Insets>
ConvexParts cores_of(const Insets& insets, const Vec3& center_of_mass, double widest) {
    ConvexParts parts;
    parts.center_of_mass = center_of_mass;
    const int count = static_cast<int>(std::ranges::size(insets));
    parts.cores.reserve(static_cast<std::size_t>(count));
    int next = 0;
    for (const PartInset& inset : insets) {
        if (!append_part(parts, inset, widest)) {
            refuse_thin(next, count);
        }
        ++next;
    }
    build_tree(parts);
    return parts;
}

ConvexPart part_of_tet(const TetMesh& mesh, const Tet& tet) {
    ConvexPart part;
    part.faces.reserve(4);
    for (const std::array<int, 3>& face : kTetFaces) {
        const Vec3& a = mesh.vertices[tet[face[0]]];
        const Vec3 across = (mesh.vertices[tet[face[1]]] - a)
                                .cross(mesh.vertices[tet[face[2]]] - a)
                                .stableNormalized();
        part.faces.push_back({across, across.dot(a)});
    }
    part.corners.reserve(4);
    for (int i = 0; i < 4; ++i) {
        PartCorner& corner = part.corners.emplace_back(PartCorner{mesh.vertices[tet[i]], {}});
        for (int face = 0; face < 4; ++face) {
            if (face != i) {  // face i is the one without vertex i
                corner.normals.push_back(part.faces[face].normal);
            }
        }
    }
    return part;
}

bool is_flat_part(const ConvexPart& part) {
    double size = 0.0;
    for (const PartCorner& corner : part.corners) {
        size = std::max(size, (corner.position - part.corners[0].position).norm());
    }
    return !(part.width() > kFlatWidth * size);
}

}  // namespace

double convex_width(const SurfaceMesh& convex_surface) {
    return convex_width(make_facet_model(convex_surface.vertices, convex_surface.triangles));
}

double convex_width(const FacetModel& convex) { return part_of_model(convex).width(); }

ConvexSolid make_convex_solid(std::span<const SurfaceMesh> parts, const Vec3& center_of_mass) {
    return make_convex_solid(models_of(parts), center_of_mass);
}

ConvexSolid make_convex_solid(std::span<const std::shared_ptr<const FacetModel>> parts,
                              const Vec3& center_of_mass) {
    ConvexSolid solid;
    solid.parts.reserve(parts.size());
    for (const std::shared_ptr<const FacetModel>& facets : parts) {
        SolidPart& part = solid.parts.emplace_back();
        part.facets = facets;
        std::vector<Vec3> corners;
        corners.reserve(facets->corners.size());
        for (const FacetCorner& corner : facets->corners) {
            corners.push_back(corner.position);
        }
        part.hull = make_support_hull(corners);
        part.inset = make_inset(part_of_model(*facets));
        solid.widest = std::max(solid.widest, part.inset.width);
    }
    solid.cores =
        cores_of(solid.parts | std::views::transform(&SolidPart::inset), center_of_mass, kNoLimit);
    return solid;
}

ConvexParts cores_within(const ConvexSolid& solid, double widest) {
    if (solid.widest <= widest) {
        return solid.cores;
    }
    return cores_of(solid.parts | std::views::transform(&SolidPart::inset),
                    solid.cores.center_of_mass, widest);
}

ConvexParts make_convex_parts(std::span<const std::shared_ptr<const FacetModel>> parts,
                              const Vec3& center_of_mass, double widest) {
    std::vector<PartInset> insets;
    insets.reserve(parts.size());
    for (const std::shared_ptr<const FacetModel>& facets : parts) {
        insets.push_back(make_inset(part_of_model(*facets)));
    }
    return cores_of(insets, center_of_mass, widest);
}

ConvexParts make_convex_part(const SurfaceMesh& convex_surface, const Vec3& center_of_mass,
                             double widest) {
    return make_convex_parts(models_of({&convex_surface, 1}), center_of_mass, widest);
}

ConvexParts make_tet_parts(const TetMesh& mesh, const Vec3& center_of_mass, double widest) {
    ConvexParts parts;
    parts.center_of_mass = center_of_mass;
    for (const Tet& tet : mesh.tets) {
        const ConvexPart part = part_of_tet(mesh, tet);
        if (!is_flat_part(part)) {
            append_part(parts, make_inset(part), widest);
        }
    }
    if (parts.cores.empty()) {
        throw MeshError("all tets of a body are flat; mesh it anew");
    }
    build_tree(parts);
    return parts;
}

}  // namespace touchstone
