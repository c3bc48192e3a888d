#include "testcases/study_scene.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "methods/base/error.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/tetrahedralize.h"
#include "rigid_solver/body_motion.h"

namespace touchstone {
namespace {

// Table 8's zeros of these cases come out when the right normals of Table 4 are compared with
// scenes whose velocities have the other sign of x: the table is in picture axes, seen from
// negative z.
constexpr std::array<std::string_view, 3> kTwoPointsCases{"spikes", "spike_and_wedge", "wedges"};

/// Moving vertices along their own normals bends flat facets a little. Without `Y` TetGen takes
/// such a facet for a plane and cuts it anew, so that another solid comes out.
std::string switches_for(const BodySetup& body, Erosion erosion) {
    const bool bent = erosion == Erosion::VertexNormal;
    const bool keeps_surface = body.tetgen_switches.find('Y') != std::string::npos;
    return body.tetgen_switches + (bent && !keeps_surface ? "Y" : "");
}

TetMesh make_tets(const BodySetup& body, const SurfaceMesh& surface, const ShapeRule& rule) {
    const Tetrahedralize fill = [&](const SurfaceMesh& solid) {
        TetrahedralizeOptions options;
        options.switches = switches_for(body, rule.erosion);
        return tetrahedralize(solid, options);
    };
    if (rule.erosion == Erosion::None) {
        return fill(surface);
    }
    return make_eroded_tets(surface, rule.erosion, rule.amount, fill);
}

std::vector<CollisionShape> make_shapes(const TestCase& test_case,
                                        std::span<const SurfaceMesh> surfaces,
                                        const ShapeRule& rule) {
    std::vector<CollisionShape> shapes;
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        const BodySetup& body = test_case.bodies[i];
        try {
            shapes.push_back(make_collision_shape(make_tets(body, surfaces[i], rule), rule.order));
        } catch (const MeshError& error) {
            // Only here is it known which body of which case has the bad vertex or face.
            throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
        }
    }
    return shapes;
}

Pose query_pose(const BodySetup& body, const SurfaceMesh& surface, QueryPose pose,
                double time_step) {
    if (pose == QueryPose::Initial) {
        return body.world_from_shape;
    }
    const BodyState state{body.world_from_shape, mass_properties(surface).center_of_mass,
                          body.linear_velocity, body.angular_velocity};
    return advance(state, time_step / 2.0);
}

Pose shifted(const Pose& pose, const Vec3& shift) {
    return {pose.rotation, pose.translation + shift};
}

}  // namespace

ShapeRule shape_rule(const Generator& generator, const GeneratorSettings& settings) {
    ShapeRule rule;
    if (generator.erodes_bodies && settings.erosion != Erosion::None) {
        rule.erosion = settings.erosion;
        rule.amount = settings.envelope;
    }
    rule.order =
        settings.ties == Ties::Canonical ? ElementOrder::Canonical : ElementOrder::Authored;
    return rule;
}

StudyScene make_study_scene(const std::string& id_or_path, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids) {
    StudyScene scene;
    scene.test_case = load_test_case(id_or_path, settings.body_order);
    scene.built_in = !is_scene_path(id_or_path);
    scene.two_points =
        scene.built_in && std::ranges::find(kTwoPointsCases, id_or_path) != kTwoPointsCases.end();
    scene.pose = pose.value_or(scene.test_case.pose);
    for (const BodySetup& body : scene.test_case.bodies) {
        scene.surfaces.push_back(make_surface(body.shape));
        scene.world_from_shape.push_back(
            query_pose(body, scene.surfaces.back(), scene.pose, scene.test_case.time_step));
    }
    for (const std::string& id : generator_ids) {
        const ShapeRule rule = shape_rule(find_generator(id), settings.generators.at(id));
        if (!scene.shapes.contains(rule)) {
            scene.shapes[rule] = make_shapes(scene.test_case, scene.surfaces, rule);
        }
    }
    return scene;
}

std::vector<ContactPoint> find_scene_contacts(const StudyScene& scene, const Generator& generator,
                                              const GeneratorSettings& settings,
                                              const Vec3& shift) {
    const std::vector<CollisionShape>& shapes = scene.shapes.at(shape_rule(generator, settings));
    std::vector<SceneBody> bodies;
    for (int i = 0; i < std::ssize(shapes); ++i) {
        const BodySetup& setup = scene.test_case.bodies[i];
        SceneBody body{make_collider(shapes[i], shifted(scene.world_from_shape[i], shift)),
                       setup.fixed};
        body.collider.linear_velocity = setup.linear_velocity;
        body.collider.angular_velocity = setup.angular_velocity;
        bodies.push_back(std::move(body));
    }
    return find_contacts(bodies, generator, {scene.test_case.time_step, settings});
}

std::vector<std::vector<Vec3>> world_vertices(const StudyScene& scene, const Vec3& shift) {
    std::vector<std::vector<Vec3>> vertices;
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        const Pose pose = shifted(scene.world_from_shape[i], shift);
        std::vector<Vec3> body;
        for (const Vec3& vertex : scene.surfaces[i].vertices) {
            body.push_back(pose * vertex);
        }
        vertices.push_back(std::move(body));
    }
    return vertices;
}

}  // namespace touchstone
