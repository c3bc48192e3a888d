#include "testcases/motion/deformed_bodies.h"

#include <cstddef>
#include <utility>

#include "methods/elastic/box_tets.h"
#include "methods/elastic/tet_strain.h"

namespace touchstone {

std::vector<Vec3> elastic_vertices(const ElasticRest& rest, const StepRecord* record, int body,
                                   const Pose& world_from_body) {
    std::vector<Vec3> vertices;
    if (rest.bodies.empty()) {
        return vertices;
    }
    const std::vector<Vec3>& own = rest.bodies[body].vertices;
    vertices.reserve(own.size());
    const bool is_known = record != nullptr && record->barrier &&
                          record->barrier->elastic.size() == rest.bodies.size() &&
                          record->barrier->elastic[body].places.size() == own.size();
    for (std::size_t v = 0; v < own.size(); ++v) {
        vertices.emplace_back(is_known
                                  ? Vec3(rest.origin + record->barrier->elastic[body].places[v])
                                  : Vec3(world_from_body * own[v]));
    }
    return vertices;
}

std::vector<DeformedSurface> deformed_surfaces(const ElasticRest& rest, const StepRecord* record,
                                               std::span<const Pose> world_from_body) {
    std::vector<DeformedSurface> surfaces(rest.bodies.size());
    for (int i = 0; i < std::ssize(rest.bodies); ++i) {
        const TetMesh& body = rest.bodies[i];
        if (body.tets.empty()) {
            continue;
        }
        const std::vector<Vec3> vertices = elastic_vertices(rest, record, i, world_from_body[i]);
        const std::vector<double> strains = vertex_strains(body, tet_strains(body, vertices));
        OuterSurface outer = outer_surface(body);
        DeformedSurface& surface = surfaces[i];
        surface.rest = std::move(outer.surface);
        surface.vertices.reserve(outer.vertex_of.size());
        surface.strains.reserve(outer.vertex_of.size());
        for (const int vertex : outer.vertex_of) {
            surface.vertices.push_back(vertices[vertex]);
            surface.strains.push_back(strains[vertex]);
        }
    }
    return surfaces;
}

double strain_key_end(double strain) {
    constexpr double kMostEnd = 1e100;  // no key is that long, and the search ends
    double end = 0.01;
    for (int i = 0; end < strain && end < kMostEnd; ++i) {
        end *= i % 3 == 1 ? 2.5 : 2.0;
    }
    return end;
}

}  // namespace touchstone
