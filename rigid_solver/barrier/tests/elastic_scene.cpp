#include "rigid_solver/barrier/tests/elastic_scene.h"

#include <algorithm>

#include "methods/elastic/box_tets.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

namespace touchstone::testing {

RigidBody& ElasticScene::add(const TetMesh& tets, const Vec3& position,
                             const ElasticMaterial& material) {
    const OuterSurface outer = outer_surface(tets);
    ElasticShape& shape = shapes_.emplace_back();
    shape.rest = tets;
    shape.material = material;
    shape.density = 1000.0;
    shape.vertex_of = outer.vertex_of;
    return add_body(outer.surface, position, &shape);
}

RigidBody& ElasticScene::add_rigid(const Vec3& size, const Vec3& position, bool fixed) {
    RigidBody& body = add_body(make_box(size), position, nullptr);
    body.fixed = fixed;
    return body;
}

void ElasticScene::hold_left() {
    ElasticShape& shape = shapes_.back();
    double lowest = shape.rest.vertices.front().x();
    for (const Vec3& vertex : shape.rest.vertices) {
        lowest = std::min(lowest, vertex.x());
    }
    for (int v = 0; v < std::ssize(shape.rest.vertices); ++v) {
        if (shape.rest.vertices[v].x() < lowest + 1e-9) {
            shape.held.push_back(v);
        }
    }
}

RigidBody& ElasticScene::add_body(const SurfaceMesh& surface, const Vec3& position,
                                  const ElasticShape* elastic) {
    const MassProperties solid = mass_properties(surface);
    surfaces_.push_back(surface);
    elastic_.push_back(elastic);
    RigidBody& body = bodies_.emplace_back();
    body.name = "solid " + std::to_string(bodies_.size() - 1);
    body.mass = 1000.0 * solid.volume;
    body.inertia = 1000.0 * solid.inertia;
    body.state.center_of_mass = solid.center_of_mass;
    body.state.world_from_body.translation = position;
    return body;
}

BarrierState ElasticScene::start(const BarrierSettings& settings) const {
    std::vector<BarrierShape> shapes;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        shapes.push_back({&surfaces_[i], mass_properties(surfaces_[i]).volume, elastic_[i]});
    }
    return make_barrier_state(bodies_, shapes, settings, 0.0);
}

BarrierSettings soft_settings() {
    BarrierSettings settings;
    settings.dhat = 1e-3;
    settings.check_iterates = true;
    return settings;
}

BarrierReport run_elastic(BarrierState& state, const BarrierSettings& settings, int steps) {
    BarrierReport report;
    for (int step = 0; step < steps; ++step) {
        report = barrier_step(state, settings);
        INFO("step " << step << ": " << report.trouble);
        REQUIRE(!is_failure(report.stop));
        REQUIRE(report.deformation.inverted == 0);
        if (report.pairs > 0) {
            REQUIRE(report.smallest_distance > 0.0);
        }
    }
    return report;
}

TetMesh cube_tets(double size, int cells) {
    return make_box_tets(Vec3::Constant(size), {cells, cells, cells});
}

}  // namespace touchstone::testing
