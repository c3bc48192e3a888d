#include "rigid_solver/barrier/tests/barrier_scenes.h"

#include <algorithm>
#include <string>

#include "methods/testing/catch.h"

namespace touchstone::testing {

RigidBody& BarrierScene::add_box(const Vec3& size, const Vec3& position, bool fixed) {
    surfaces_.push_back(make_box(size));
    const MassProperties solid = mass_properties(surfaces_.back());
    volumes_.push_back(solid.volume);
    RigidBody body;
    body.name = "box " + std::to_string(bodies_.size());
    body.fixed = fixed;
    body.mass = 2000.0 * solid.volume;
    body.inertia = 2000.0 * solid.inertia;
    body.state.world_from_body.translation = position;
    body.state.center_of_mass = solid.center_of_mass;
    bodies_.push_back(body);
    return bodies_.back();
}

BarrierState BarrierScene::start(const BarrierSettings& settings) const {
    std::vector<BarrierShape> shapes;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        shapes.push_back({&surfaces_[i], volumes_[i]});
    }
    return make_barrier_state(bodies_, shapes, settings, 0.0);
}

BarrierScene cube_on_board(double gap) {
    BarrierScene scene;
    scene.add_box(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add_box(Vec3(1.0, 1.0, 1.0), Vec3(0.1, 0.5 + gap, 0.05), false);
    return scene;
}

BarrierSettings facet_settings() {
    BarrierSettings settings;
    settings.primitives = BarrierPrimitives::Facets;
    return settings;
}

BarrierReport run(BarrierState& state, const BarrierSettings& settings, int steps) {
    BarrierSettings proven = settings;
    proven.check_iterates = true;
    BarrierReport report;
    for (int step = 0; step < steps; ++step) {
        report = barrier_step(state, proven);
        INFO("step " << step << ": " << report.trouble);
        REQUIRE(report.stop == BarrierStop::Converged);
        const bool acts_within_reach =
            std::ranges::all_of(report.contacts, [&](const BarrierContact& each) {
                const double distance = each.contact.separation + state.inset;
                return distance > 0.0 && distance < settings.dhat && each.contact.force >= 0.0;
            });
        REQUIRE(acts_within_reach);
    }
    return report;
}

}  // namespace touchstone::testing
