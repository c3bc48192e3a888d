#include "methods/mesh/filling/nef_cut.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polyhedron_3.h>
#include <CGAL/Polyhedron_incremental_builder_3.h>
#include <CGAL/convex_decomposition_3.h>

// Compiled once, for the mesh worker: CGAL's templates take about a minute.

namespace touchstone {
namespace {

using ExactKernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Polyhedron = CGAL::Polyhedron_3<ExactKernel>;
using NefSolid = CGAL::Nef_polyhedron_3<ExactKernel, CGAL::SNC_indexed_items>;

/// Builds a polyhedron of triangles.
class TriangleBuilder : public CGAL::Modifier_base<Polyhedron::HalfedgeDS> {
 public:
    TriangleBuilder(const std::vector<Vec3>& vertices,
                    const std::vector<std::array<int, 3>>& triangles)
        : vertices_(&vertices), triangles_(&triangles) {}

    void operator()(Polyhedron::HalfedgeDS& halfedges) override {
        CGAL::Polyhedron_incremental_builder_3<Polyhedron::HalfedgeDS> builder(halfedges, false);
        builder.begin_surface(vertices_->size(), triangles_->size());
        for (const Vec3& vertex : *vertices_) {
            builder.add_vertex(ExactKernel::Point_3(vertex.x(), vertex.y(), vertex.z()));
        }
        for (const std::array<int, 3>& triangle : *triangles_) {
            builder.add_facet(triangle.begin(), triangle.end());
            if (builder.error()) {
                return;
            }
        }
        builder.end_surface();
    }

 private:
    const std::vector<Vec3>* vertices_;
    const std::vector<std::array<int, 3>>* triangles_;
};

/// Gathers the corners of a shell of a solid.
struct CornerVisitor {
    std::vector<Vec3> corners;

    void visit(NefSolid::Vertex_const_handle vertex) {
        const auto rounded = [](const ExactKernel::FT& number) {
            return CGAL::to_double(CGAL::exact(number));
        };
        const ExactKernel::Point_3& point = vertex->point();
        corners.emplace_back(rounded(point.x()), rounded(point.y()), rounded(point.z()));
    }
    void visit(NefSolid::Halfedge_const_handle) {}
    void visit(NefSolid::Halffacet_const_handle) {}
    void visit(NefSolid::SHalfedge_const_handle) {}
    void visit(NefSolid::SHalfloop_const_handle) {}
    void visit(NefSolid::SFace_const_handle) {}
};

}  // namespace

std::vector<std::vector<Vec3>> cut_by_walls(const std::vector<Vec3>& vertices,
                                            const std::vector<std::array<int, 3>>& triangles) {
    Polyhedron polyhedron;
    TriangleBuilder builder(vertices, triangles);
    polyhedron.delegate(builder);
    if (polyhedron.empty() || !polyhedron.is_closed()) {
        return {};
    }
    NefSolid solid(polyhedron);
    CGAL::convex_decomposition_3(solid);
    std::vector<std::vector<Vec3>> pieces;
    // The first volume is what lies outside.
    for (auto volume = ++solid.volumes_begin(); volume != solid.volumes_end(); ++volume) {
        if (volume->mark()) {
            CornerVisitor visitor;
            solid.visit_shell_objects(NefSolid::SFace_const_handle(volume->shells_begin()),
                                      visitor);
            pieces.push_back(std::move(visitor.corners));
        }
    }
    return pieces;
}

}  // namespace touchstone
