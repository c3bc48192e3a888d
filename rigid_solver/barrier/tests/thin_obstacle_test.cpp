// Obstacles of points, segments and triangles without an inside, under the barrier solver.

#include <cmath>
#include <utility>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "methods/mesh/topology.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/tests/barrier_scenes.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// A cube of 1 m above a thin obstacle.
class ThinScene {
 public:
    ThinScene(ThinMesh obstacle, bool elastic, double height) : obstacle_(std::move(obstacle)) {
        const ThickenedMesh solid = thicken(obstacle_, 0.01);
        thin_surface_ = boundary(solid.tets);
        thin_vertices_ = solid.vertex_of;
        shape_.rest = make_box_tets(Vec3::Ones(), {2, 2, 2});
        shape_.material = {ElasticModel::NeoHookean, 1e6, 0.3};
        shape_.density = 1000.0;
        const OuterSurface outer = outer_surface(shape_.rest);
        shape_.vertex_of = outer.vertex_of;
        surface_ = elastic ? outer.surface : make_box(Vec3::Ones());
        is_elastic_ = elastic;
        add(thin_surface_, "nails", Vec3::Zero(), true);
        add(surface_, "cube", Vec3(0.0, 0.5 + height, 0.0), false);
    }

    /// The motions of the obstacle.
    std::vector<ScriptedMotion> script;

    /// `inset`: see BarrierState.
    BarrierState start(const BarrierSettings& settings, double inset = 0.0) const {
        BarrierShape nails{&thin_surface_, 1.0};
        nails.thin = &obstacle_;
        nails.thin_vertices = thin_vertices_;
        nails.script = script;
        const BarrierShape cube{&surface_, 1.0, is_elastic_ ? &shape_ : nullptr};
        return make_barrier_state(bodies_, std::vector{nails, cube}, settings, inset);
    }

 private:
    void add(const SurfaceMesh& surface, const char* name, const Vec3& position, bool fixed) {
        const MassProperties solid = mass_properties(surface);
        RigidBody& body = bodies_.emplace_back();
        body.name = name;
        body.fixed = fixed;
        body.mass = 1000.0 * solid.volume;
        body.inertia = 1000.0 * solid.inertia;
        body.state.center_of_mass = solid.center_of_mass;
        body.state.world_from_body.translation = position;
    }

    ThinMesh obstacle_;
    SurfaceMesh thin_surface_;
    SurfaceMesh surface_;
    ElasticShape shape_;
    bool is_elastic_ = false;
    std::vector<int> thin_vertices_;
    std::vector<RigidBody> bodies_;
};

ThinMesh nails() {
    ThinMesh mesh;
    mesh.vertices = {Vec3(-0.3, 0.0, -0.2), Vec3(0.3, 0.0, -0.2), Vec3(0.3, 0.0, 0.2),
                     Vec3(-0.3, 0.0, 0.2)};
    return mesh;
}

ThinMesh wires() {
    ThinMesh mesh;
    mesh.vertices = {Vec3(-0.3, 0.0, -2.0), Vec3(-0.3, 0.0, 2.0), Vec3(0.3, 0.0, -2.0),
                     Vec3(0.3, 0.0, 2.0)};
    mesh.segments = {{0, 1}, {2, 3}};
    return mesh;
}

ThinMesh sheet() {
    ThinMesh mesh;
    mesh.vertices = {Vec3(-2.0, 0.0, -2.0), Vec3(2.0, 0.0, -2.0), Vec3(0.0, 0.0, 2.0)};
    mesh.triangles = {{0, 1, 2}};  // seen from below, which makes no difference
    return mesh;
}

BarrierSettings thin_settings() {
    BarrierSettings settings;
    settings.dhat = 1e-3;
    settings.friction = 0.0;
    settings.check_iterates = true;
    return settings;
}

}  // namespace

TEST_CASE("a body rests on points, on segments and on a sheet", "[thin]") {
    const auto [name, obstacle] =
        GENERATE(std::pair("points", nails()), std::pair("segments", wires()),
                 std::pair("a sheet", sheet()));
    const bool elastic = GENERATE(false, true);
    CAPTURE(name, elastic);
    const ThinScene scene(obstacle, elastic, 5e-4);
    BarrierSettings settings = thin_settings();
    BarrierState state = scene.start(settings);
    const BarrierReport report = run(state, settings, 60);
    double force = 0.0;
    for (const BarrierContact& entry : report.contacts) {
        CHECK(entry.contact.body_a == 0);
        CHECK(entry.contact.separation > 0.0);
        CHECK(entry.contact.separation < settings.dhat);
        force += entry.contact.force * entry.contact.normal.y();
    }
    CHECK(force == Approx(9820.0).epsilon(1e-2));  // elastic ones still swing
    CHECK(world_state(state, 1).world_from_body.translation.y() == Approx(0.5).margin(5e-3));
}

TEST_CASE("separations count from the authored surface, and thin obstacles are not moved in",
          "[thin]") {
    const bool elastic = GENERATE(false, true);
    CAPTURE(elastic);
    const ThinScene scene(wires(), elastic, 5e-4);
    const BarrierSettings settings = thin_settings();
    const double inset = 2e-4;
    BarrierState plain = scene.start(settings);
    BarrierState moved_in = scene.start(settings, inset);
    const BarrierReport from_points = run(plain, settings, 10);
    const BarrierReport from_authored = run(moved_in, settings, 10);
    REQUIRE(from_points.contacts.size() == from_authored.contacts.size());
    REQUIRE(!from_points.contacts.empty());
    for (std::size_t i = 0; i < from_points.contacts.size(); ++i) {
        CHECK(from_points.contacts[i].contact.separation -
                  from_authored.contacts[i].contact.separation ==
              Approx(0.5 * inset));
    }
}

TEST_CASE("a wire that is driven pushes what is in its way", "[thin]") {
    ThinMesh wire;
    wire.vertices = {Vec3(-0.6, 0.5, -2.0), Vec3(-0.6, 0.5, 2.0)};
    wire.segments = {{0, 1}};
    const bool elastic = GENERATE(false, true);
    ThinScene scene(wire, elastic, 0.0);
    ScriptedMotion push;
    push.velocity = Vec3(1.0, 0.0, 0.0);
    scene.script = {push};
    BarrierSettings settings = thin_settings();
    settings.gravity = Vec3::Zero();
    BarrierState state = scene.start(settings);
    run(state, settings, 30);  // it is 0.1 m from the cube, and goes 0.3 m
    const BodyState cube = world_state(state, 1);
    CHECK(cube.world_from_body.translation.x() > 0.15);
    CHECK(cube.linear_velocity.x() > 0.5);
}

TEST_CASE("a thin obstacle inside a body is refused by name", "[thin]") {
    const ThinMesh obstacle = GENERATE(nails(), wires());
    const ThinScene scene(obstacle, false, -0.3);
    CHECK_THROWS_WITH(scene.start(thin_settings()), Catch::Contains("overlap") &&
                                                        Catch::Contains("'nails'") &&
                                                        Catch::Contains("'cube'"));
}
