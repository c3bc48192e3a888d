#include "testcases/query/study_scene.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "generators/pair_fault.h"
#include "methods/base/error.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/tetrahedralize.h"

namespace touchstone {
namespace {

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
        const std::optional<TetMesh> tets = own_tets(body.shape);
        return tets ? *tets : fill(surface);
    }
    return make_eroded_tets(surface, rule.erosion, rule.amount, fill);
}

/// All that a body's collision shape is made from, besides the rule. Ordered, to find equal ones.
using Mould = std::tuple<std::string, std::vector<double>, std::vector<Triangle>>;

Mould mould_of(const BodySetup& body, const SurfaceMesh& surface) {
    std::vector<double> coordinates;
    coordinates.reserve(3 * surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        coordinates.insert(coordinates.end(), {vertex.x(), vertex.y(), vertex.z()});
    }
    return {body.tetgen_switches, std::move(coordinates), surface.triangles};
}

BodyShapes make_shapes(const TestCase& test_case, std::span<const SurfaceMesh> surfaces,
                       const ShapeRule& rule) {
    BodyShapes result;
    std::map<Mould, int> known;
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        const BodySetup& body = test_case.bodies[i];
        const int next = static_cast<int>(std::ssize(result.shapes));
        const auto [entry, is_new] = known.try_emplace(mould_of(body, surfaces[i]), next);
        result.of_body.push_back(entry->second);
        if (!is_new) {
            continue;
        }
        try {
            const TetMesh tets = make_tets(body, surfaces[i], rule);
            result.shapes.push_back(rule.facets ? make_facet_shape(tets)
                                                : make_collision_shape(tets, rule.order));
        } catch (const MeshError& error) {
            // Only here is it known which body of which case has the bad vertex or face.
            throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
        }
    }
    return result;
}

/// Throws UsageError for a body so far from the origin that its coordinates hold too few digits of
/// its shape: what methods find there is rounding.
void check_digits(const TestCase& test_case, const BodySetup& body, const SurfaceMesh& surface) {
    constexpr double kFarthest = 0x1p40;  // of sizes: 12 of a coordinate's 52 bits are the shape's
    if (surface.vertices.empty()) {
        return;
    }
    Vec3 low = surface.vertices.front();
    Vec3 high = low;
    double farthest = body.world_from_shape.translation.cwiseAbs().maxCoeff();
    for (const Vec3& vertex : surface.vertices) {
        low = low.cwiseMin(vertex);
        high = high.cwiseMax(vertex);
        farthest = std::max(farthest, vertex.cwiseAbs().maxCoeff());
    }
    const double size = (high - low).maxCoeff();
    if (farthest > kFarthest * size) {
        throw UsageError(test_case.id + ", body '" + body.name + "': it is " + describe(size) +
                         " m wide and stands at " + describe(farthest) +
                         " m, where coordinates hold too few digits for its shape; move the scene "
                         "to the origin");
    }
}

MassProperties solid_of(const TestCase& test_case, const BodySetup& body,
                        const SurfaceMesh& surface) {
    try {
        return mass_properties(surface);
    } catch (const MeshError& error) {
        throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
    }
}

}  // namespace

bool is_built_in(const std::string& id_or_path) {
    const std::string id = id_or_path.substr(0, id_or_path.find(':'));
    return !is_scene_path(id_or_path) && find_test_case(id).group != kFieldCasesGroup;
}

ShapeRule shape_rule(const Generator& generator, const GeneratorSettings& settings) {
    ShapeRule rule;
    switch (generator.shape) {
        case ShapeKind::Facets:
            rule.facets = true;
            return rule;
        case ShapeKind::ErodedTets:
            if (settings.erosion != Erosion::None) {
                rule.erosion = settings.erosion;
                rule.amount = settings.envelope;
            }
            break;
        case ShapeKind::Tets:
            break;
    }
    rule.order =
        settings.ties == Ties::Canonical ? ElementOrder::Canonical : ElementOrder::Authored;
    return rule;
}

StudyScene make_study_scene(const std::string& id_or_path, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids) {
    return make_study_scene(load_test_case(id_or_path, settings.body_order),
                            is_built_in(id_or_path), settings, pose, generator_ids);
}

StudyScene make_study_scene(TestCase test_case, bool built_in, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids) {
    StudyScene scene;
    scene.test_case = std::move(test_case);
    scene.built_in = built_in;
    const TestCaseEntry* const entry = find_standard_case(scene.test_case.id);
    scene.two_points = built_in && entry != nullptr && entry->mirrored;
    scene.pose = pose.value_or(scene.test_case.pose);
    const StudySettings own = with_scene_solver(settings, scene.test_case);
    scene.test_case.time_step = own.time_step.value_or(scene.test_case.time_step);
    scene.test_case.friction = own.friction.value_or(scene.test_case.friction);
    for (const BodySetup& body : scene.test_case.bodies) {
        scene.surfaces.push_back(make_surface(body.shape));
        check_digits(scene.test_case, body, scene.surfaces.back());
        scene.solids.push_back(solid_of(scene.test_case, body, scene.surfaces.back()));
    }
    for (const std::string& id : generator_ids) {
        const ShapeRule rule = shape_rule(settings.methods.find(id), settings.generators.at(id));
        if (!scene.shapes.contains(rule)) {
            scene.shapes[rule] = make_shapes(scene.test_case, scene.surfaces, rule);
        }
    }
    for (const TestCase& variant : scene.test_case.variants) {
        scene.variants.push_back(make_study_scene(variant, false, settings, pose, generator_ids));
    }
    return scene;
}

std::vector<ContactPoint> find_scene_contacts(const StudyScene& scene, const Generator& generator,
                                              const GeneratorSettings& settings,
                                              const BodyPlacement& placement) {
    const BodyShapes& shapes = scene.shapes.at(shape_rule(generator, settings));
    std::vector<SceneBody> bodies;
    bodies.reserve(shapes.of_body.size());
    for (int i = 0; i < std::ssize(shapes.of_body); ++i) {
        SceneBody body{make_collider(shapes.of(i), placement.poses[i]),
                       scene.test_case.bodies[i].fixed};
        body.collider.linear_velocity = placement.bodies[i].state.linear_velocity;
        body.collider.angular_velocity = placement.bodies[i].state.angular_velocity;
        bodies.push_back(std::move(body));
    }
    try {
        return find_contacts(bodies, generator, {placement.time_step, settings});
    } catch (const PairFault& fault) {
        const auto name = [&](int body) { return "'" + scene.test_case.bodies[body].name + "'"; };
        throw GeneratorFault(fault.outcome, "bodies " + name(fault.body_a) + " and " +
                                                name(fault.body_b) + ": " + fault.what());
    }
}

double contact_slack(const StudyScene& scene, const Generator& generator,
                     const GeneratorSettings& settings) {
    ShapeSizes sizes;
    for (const CollisionShape& shape : scene.shapes.at(shape_rule(generator, settings)).shapes) {
        sizes.add(shape_size(shape));
    }
    return generator.slack(settings, sizes);
}

std::vector<std::vector<Vec3>> world_vertices(const StudyScene& scene,
                                              std::span<const Pose> poses) {
    std::vector<std::vector<Vec3>> vertices;
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        std::vector<Vec3> body;
        for (const Vec3& vertex : scene.surfaces[i].vertices) {
            body.push_back(poses[i] * vertex);
        }
        vertices.push_back(std::move(body));
    }
    return vertices;
}

}  // namespace touchstone
