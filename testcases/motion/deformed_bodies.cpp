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

namespace {

/// Returns the first of `least` times 1, 2, 5, 10, 20 … that is not less than a value.
double key_end(double value, double least) {
    constexpr double kMostEnd = 1e100;  // no key is that long, and the search ends
    double end = least;
    for (int i = 0; end < value && end < kMostEnd; ++i) {
        end *= i % 3 == 1 ? 2.5 : 2.0;
    }
    return end;
}

}  // namespace

std::vector<double> body_pressures(const BodySetup& body, const TetMesh& rest,
                                   std::span<const Vec3> vertices) {
    return body.elastic ? tet_pressures(rest, body.elastic->material, vertices)
                        : std::vector<double>(rest.tets.size(), 0.0);
}

std::vector<DeformedSurface> deformed_surfaces(const ElasticRest& rest,
                                               std::span<const BodySetup> setups,
                                               const StepRecord* record,
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
        if (setups.empty()) {
            continue;
        }
        const std::vector<double> pressures =
            vertex_means(body, body_pressures(setups[i], body, vertices));
        surface.pressures.reserve(outer.vertex_of.size());
        for (const int vertex : outer.vertex_of) {
            surface.pressures.push_back(pressures[vertex]);
        }
    }
    return surfaces;
}

double strain_key_end(double strain) { return key_end(strain, 0.01); }

double pressure_key_end(double pressure) { return key_end(pressure, 1.0); }

}  // namespace touchstone
