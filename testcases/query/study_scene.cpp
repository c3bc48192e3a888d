#include "testcases/query/study_scene.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <memory>
#include <random>
#include <tuple>
#include <utility>
#include <variant>

#include "generators/convex_cast/convex_parts.h"
#include "generators/pair_fault.h"
#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/mesh/filling/fill_solid.h"
#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/shells.h"
#include "methods/smooth/smooth_mass.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/scenes/convex_cut.h"
#include "testcases/scenes/kept_digits.h"

namespace touchstone {
namespace {

/// Returns true for a single shell. One closed shell that passes the checks of
/// `require_solid_surface` bounds a solid; for several only filling tells.
bool is_one_shell(const SurfaceMesh& surface) {
    const std::vector<bool> all(surface.triangles.size(), true);
    return find_shells(surface.vertices, surface.triangles,
                       sorted_edge_sides(surface.triangles, all), all)
               .size() == 1;
}

/// Returns the switches for TetGen. Moving vertices along their own normals bends flat facets a
/// little, which TetGen without `Y` takes for planes and cuts anew, so that another solid results.
std::string switches_for(const BodySetup& body, Erosion erosion) {
    const bool bent = erosion == Erosion::VertexNormal;
    const bool keeps_surface = body.tetgen_switches.find('Y') != std::string::npos;
    return body.tetgen_switches + (bent && !keeps_surface ? "Y" : "");
}

/// Returns how far the rule moves the body's surface inward [m].
double erosion_of(const SurfaceMesh& surface, const ShapeRule& rule) {
    return rule.amount * (rule.amount_of_thickness ? mean_thickness(surface) : 1.0);
}

FilledSolid make_tets(const BodySetup& body, const SurfaceMesh& surface, const ShapeRule& rule) {
    std::string note;
    const Tetrahedralize fill = [&](const SurfaceMesh& solid) {
        TetrahedralizeOptions options;
        options.switches = switches_for(body, rule.erosion);
        FilledSolid filled = fill_solid(solid, options, rule.erosion == Erosion::VertexNormal);
        note = filled.note;
        return std::move(filled.mesh);
    };
    if (rule.erosion == Erosion::None) {
        const std::optional<TetMesh> tets = own_tets(body.shape);
        TetMesh mesh = tets ? *tets : fill(surface);
        return {std::move(mesh), note};
    }
    try {
        TetMesh mesh = make_eroded_tets(surface, rule.erosion, erosion_of(surface, rule), fill);
        return {std::move(mesh), note};
    } catch (const ErosionError& error) {
        // What a caller can set, and whose triangles these are, is known only here.
        const bool is_hull = std::holds_alternative<HullShape>(body.shape);
        throw MeshError(
            std::string(error.what()) + ", in the method's setting 'envelope'" +
            (is_hull ? "; the triangles are those of the hull of the body's points" : ""));
    }
}

/// Makes the collision shape. For generators that use facets no tets are made, unless the body has
/// its own or is in parts.
CollisionShape make_shape(BodySetup& body, const SurfaceMesh& surface, const ShapeRule& rule,
                          SceneStock& stock) {
    if (rule.facets && !own_tets(body.shape) && is_one_shell(surface)) {
        require_solid_surface(surface);
        return make_facet_shape(surface, stock.facets_of(surface));
    }
    const FilledSolid solid = make_tets(body, surface, rule);
    if (!solid.note.empty()) {
        body.filling_note = solid.note;
    }
    CollisionShape shape;
    if (rule.facets) {
        const SurfaceMesh outer = surface_with_inner_vertices(solid.mesh);
        shape = make_facet_shape(outer, stock.facets_of(outer));
        shape.mesh.tets = solid.mesh.tets;
    } else {
        shape = make_collision_shape(solid.mesh, rule.order);
    }
    shape.envelope = erosion_of(surface, rule);
    return shape;
}

/// Returns the solid in its convex parts: given ones, or itself. Null where there are none, which
/// is reported when they are needed.
std::shared_ptr<const ConvexSolid> make_convex(const BodySetup& body, const CollisionShape& shape,
                                               SceneStock& stock) {
    const Vec3& center = shape.facets->center_of_mass;
    if (!body.convex_parts.empty()) {
        std::vector<std::shared_ptr<const FacetModel>> parts;
        for (const SurfaceMesh& part : make_part_surfaces(body.convex_parts)) {
            parts.push_back(stock.facets_of(part));
        }
        return std::make_shared<const ConvexSolid>(make_convex_solid(parts, center));
    }
    if (!shape.facets->is_convex) {
        return nullptr;
    }
    try {
        return std::make_shared<const ConvexSolid>(
            make_convex_solid(std::array{shape.facets}, center));
    } catch (const MeshError&) {
        return nullptr;  // too thin
    }
}

/// Makes the collision shape, with the exact shape and the convex parts where there are any.
CollisionShape make_shape_of(BodySetup& body, const SurfaceMesh& surface, const ShapeRule& rule,
                             SceneStock& stock) {
    CollisionShape shape = make_shape(body, surface, rule, stock);
    if (const SmoothShape* const exact = exact_shape(body.shape)) {
        shape.smooth = *exact;
    }
    if (rule.convex) {
        shape.convex = make_convex(body, shape, stock);
    }
    return shape;
}

/// All inputs of a body's collision shape besides the rule, ordered, so that equal ones are found.
using ShapeInputs =
    std::tuple<std::string, std::vector<double>, std::vector<Triangle>, std::vector<double>>;

ShapeInputs inputs_of(const BodySetup& body, const SurfaceMesh& surface) {
    const SmoothShape* const exact = exact_shape(body.shape);
    return {body.tetgen_switches, solid_coordinates(surface, body.convex_parts), surface.triangles,
            exact != nullptr ? smooth_numbers(*exact) : std::vector<double>{}};
}

BodyShapes make_shapes(TestCase& test_case, std::span<const SurfaceMesh> surfaces,
                       const ShapeRule& rule, SceneStock& stock) {
    BodyShapes result;
    std::map<ShapeInputs, int> known;
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        BodySetup& body = test_case.bodies[i];
        const int next = static_cast<int>(std::ssize(result.shapes));
        const auto [entry, is_new] = known.try_emplace(inputs_of(body, surfaces[i]), next);
        result.of_body.push_back(entry->second);
        if (!is_new) {
            continue;
        }
        try {
            result.shapes.push_back(make_shape_of(body, surfaces[i], rule, stock));
        } catch (const MeshError& error) {
            // The context of the error is known only here: which body of which case has the bad
            // vertex or face.
            throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
        }
    }
    return result;
}

/// Throws UsageError for a body so far from the origin that its coordinates hold too few digits of
/// its shape.
void check_digits(const TestCase& test_case, const BodySetup& body, const SurfaceMesh& surface) {
    if (!surface.vertices.empty()) {
        check_place(make_sized_body(test_case.id + ", body '" + body.name + "'", surface.vertices),
                    surface.vertices, body.world_from_shape.translation);
    }
}

MassProperties solid_of(const TestCase& test_case, const BodySetup& body,
                        const SurfaceMesh& surface) {
    if (const SmoothShape* const exact = exact_shape(body.shape)) {
        return smooth_mass(*exact);
    }
    try {
        return mass_properties(surface);
    } catch (const MeshError& error) {
        throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
    }
}

/// Makes the tets of each body; empty when no body is elastic.
std::vector<TetMesh> make_elastic_meshes(const TestCase& test_case) {
    std::vector<TetMesh> meshes;
    for (std::size_t i = 0; i < test_case.bodies.size(); ++i) {
        const BodySetup& body = test_case.bodies[i];
        if (!body.elastic || body.fixed) {
            continue;
        }
        meshes.resize(test_case.bodies.size());
        try {
            meshes[i] = make_elastic_mesh(body);
        } catch (const MeshError& error) {
            throw MeshError(test_case.id + ", body '" + body.name + "': " + error.what());
        }
    }
    return meshes;
}

}  // namespace

bool is_built_in(const std::string& id_or_path) {
    const std::string id = id_or_path.substr(0, id_or_path.find(':'));
    if (is_scene_path(id_or_path)) {
        return false;
    }
    const std::string& group = find_test_case(id).group;
    constexpr std::array kOfFiles{kFieldCasesGroup, kElasticCasesGroup, kMovingCasesGroup,
                                  kSmoothCasesGroup};
    return std::ranges::find(kOfFiles, group) == kOfFiles.end();
}

std::vector<double> solid_coordinates(const SurfaceMesh& surface,
                                      std::span<const HullShape> convex_parts) {
    std::vector<double> coordinates;
    coordinates.reserve(3 * surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        coordinates.insert(coordinates.end(), {vertex.x(), vertex.y(), vertex.z()});
    }
    for (const HullShape& part : convex_parts) {
        coordinates.push_back(static_cast<double>(part.points.size()));
        for (const Vec3& point : part.points) {
            coordinates.insert(coordinates.end(), {point.x(), point.y(), point.z()});
        }
    }
    return coordinates;
}

StudyScene make_study_scene(const std::string& id_or_path, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids,
                            std::shared_ptr<SceneStock> stock) {
    TestCase test_case = stock->load(id_or_path, settings.body_order);
    return make_study_scene(std::move(test_case), is_built_in(id_or_path), settings, pose,
                            generator_ids, std::move(stock));
}

StudyScene make_study_scene(TestCase test_case, bool built_in, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids,
                            std::shared_ptr<SceneStock> stock) {
    StudyScene scene;
    scene.stock = std::move(stock);
    scene.test_case = std::move(test_case);
    scene.built_in = built_in;
    const TestCaseEntry* const entry = find_standard_case(scene.test_case.id);
    scene.two_points = built_in && entry != nullptr && entry->mirrored;
    scene.pose = pose.value_or(scene.test_case.pose);
    scene.vertex_noise = settings.vertex_noise;
    const StudySettings own = with_scene_solver(settings, scene.test_case);
    scene.test_case.time_step = own.time_step.value_or(scene.test_case.time_step);
    scene.test_case.friction = own.friction.value_or(scene.test_case.friction);
    scene.elastic = make_elastic_meshes(scene.test_case);
    for (const BodySetup& body : scene.test_case.bodies) {
        const std::size_t i = scene.surfaces.size();
        scene.surfaces.push_back(scene.elastic.empty() || scene.elastic[i].tets.empty()
                                     ? *scene.stock->surface_of(body.shape)
                                     : outer_surface(scene.elastic[i]).surface);
        check_digits(scene.test_case, body, scene.surfaces.back());
        scene.solids.push_back(solid_of(scene.test_case, body, scene.surfaces.back()));
    }
    for (const std::string& id : generator_ids) {
        const ShapeRule rule = settings.methods.find(id).shape_rule(settings.generators.at(id));
        if (!scene.shapes.contains(rule)) {
            scene.shapes[rule] = make_shapes(scene.test_case, scene.surfaces, rule, *scene.stock);
        }
    }
    for (const TestCase& variant : scene.test_case.variants) {
        scene.variants.push_back(
            make_study_scene(variant, false, settings, pose, generator_ids, scene.stock));
    }
    return scene;
}

namespace {

/// Returns a shape whose vertices, in the world, are off by −1, 0 or 1 spacings of 32-bit numbers
/// at 1 in each coordinate, as if they had been computed so. Facets and given convex parts stay as
/// they are.
CollisionShape with_noise(const CollisionShape& shape, const Pose& world_from_body, unsigned seed,
                          bool has_parts) {
    constexpr double kSpacing = 0x1p-23;
    std::mt19937 random(seed);
    CollisionShape noisy = shape;
    if (!has_parts) {
        noisy.convex = nullptr;  // made anew of the vertices that are off
    }
    for (Vec3& vertex : noisy.mesh.vertices) {
        Vec3 error;
        for (int axis = 0; axis < 3; ++axis) {
            error[axis] = (static_cast<int>(random() % 3) - 1) * kSpacing;
        }
        vertex += world_from_body.rotation.conjugate() * error;
    }
    return noisy;
}

/// Returns true when the tets of all bodies in the world would take more memory than caches have.
/// Bodies then wait as outlines: each is placed about twice, but does not leave the cache between
/// that and its pairs.
bool are_many(const BodyShapes& shapes) {
    constexpr std::size_t kMostTets = std::size_t{1} << 15;  // 11 MB
    std::size_t tets = 0;
    for (const int shape : shapes.of_body) {
        tets += shapes.shapes[shape].surface_tets.size();
    }
    return tets > kMostTets;
}

/// Returns true for a body that waits as an outline: one of many, of few tets. To place a fine mesh
/// again for some of its pairs would take long.
bool waits_as_outline(const CollisionShape& shape, bool many) {
    constexpr std::size_t kFewTets = 64;
    const std::size_t tets = shape.surface_tets.size();
    return many && tets > 0 && tets <= kFewTets;
}

/// Returns the mass as in SceneBody.
double mass_of(const RigidBody& body) { return body.fixed ? 0.0 : body.mass; }

/// Places the bodies and asks for their contacts. Where vertices are off, shapes are made for each
/// query, and nothing is remembered of them.
std::vector<ContactPoint> contacts_from_nothing(const StudyScene& scene, const Generator& generator,
                                                const Query& query,
                                                const BodyPlacement& placement) {
    const BodyShapes& shapes = scene.shapes.at(generator.shape_rule(query.settings));
    std::vector<SceneBody> bodies;
    bodies.reserve(shapes.of_body.size());
    const bool many = are_many(shapes);
    std::deque<CollisionShape> noisy;  // bodies point to these
    for (int i = 0; i < std::ssize(shapes.of_body); ++i) {
        const CollisionShape* shape = &shapes.of(i);
        if (scene.vertex_noise != 0) {
            const auto seed = static_cast<unsigned>(scene.vertex_noise) * 7919U;
            shape = &noisy.emplace_back(
                with_noise(*shape, placement.poses[i], seed + static_cast<unsigned>(i),
                           !scene.test_case.bodies[i].convex_parts.empty()));
        }
        SceneBody body{waits_as_outline(*shape, many) ? make_outline(*shape, placement.poses[i])
                                                      : make_collider(*shape, placement.poses[i]),
                       scene.test_case.bodies[i].fixed, mass_of(placement.bodies[i])};
        body.collider.linear_velocity = placement.bodies[i].state.linear_velocity;
        body.collider.angular_velocity = placement.bodies[i].state.angular_velocity;
        bodies.push_back(std::move(body));
    }
    return find_contacts(bodies, generator, query);
}

std::vector<ContactPoint> contacts_from_memory(const StudyScene& scene, const Generator& generator,
                                               const Query& query, const BodyPlacement& placement) {
    const BodyShapes& shapes = scene.shapes.at(generator.shape_rule(query.settings));
    DetectionMemory& memory = *placement.memory;
    const int count = static_cast<int>(std::ssize(shapes.of_body));
    memory.begin(count);
    const bool many = are_many(shapes);
    for (int i = 0; i < count; ++i) {
        const BodyState& state = placement.bodies[i].state;
        memory.place_body(i, shapes.of(i), placement.poses[i], scene.test_case.bodies[i].fixed,
                          state.linear_velocity, state.angular_velocity,
                          waits_as_outline(shapes.of(i), many), mass_of(placement.bodies[i]));
    }
    return find_contacts(memory, generator, query);
}

}  // namespace

std::vector<ContactPoint> find_scene_contacts(const StudyScene& scene, const Generator& generator,
                                              const MethodSettings& settings,
                                              const BodyPlacement& placement) {
    const Query query{.time_step = placement.time_step,
                      .settings = settings,
                      .look_ahead = placement.look_ahead,
                      .acceleration = placement.acceleration,
                      .last_contacts = placement.last_contacts,
                      .only_with = placement.only_with,
                      .restitution = placement.restitution};
    try {
        return placement.memory != nullptr && scene.vertex_noise == 0
                   ? contacts_from_memory(scene, generator, query, placement)
                   : contacts_from_nothing(scene, generator, query, placement);
    } catch (const PairFault& fault) {
        const auto name = [&](int body) { return "'" + scene.test_case.bodies[body].name + "'"; };
        throw GeneratorFault(fault.outcome, "bodies " + name(fault.body_a) + " and " +
                                                name(fault.body_b) + ": " + fault.what());
    }
}

double contact_slack(const StudyScene& scene, const Generator& generator,
                     const MethodSettings& settings) {
    ShapeSizes sizes;
    for (const CollisionShape& shape : scene.shapes.at(generator.shape_rule(settings)).shapes) {
        sizes.add(shape_size(shape));
        sizes.curved = sizes.curved || shape.smooth.has_value();
    }
    return generator.slack(settings, sizes);
}

JudgeOptions scene_judging(const StudyScene& scene, const StudySettings& settings,
                           std::string_view generator_id) {
    JudgeOptions options = judge_options(settings, generator_id, scene.two_points);
    const auto own = settings.generators.find(std::string(generator_id));
    if (own == settings.generators.end()) {
        return options;
    }
    const Generator& generator = settings.methods.find(generator_id);
    if (!generator.envelope) {
        return options;
    }
    // Contacts from elsewhere may be judged in a scene that was not made for their generator.
    const auto shapes = scene.shapes.find(generator.shape_rule(own->second));
    options.envelopes.reserve(scene.surfaces.size());
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        const double size = shapes == scene.shapes.end()
                                ? shape_size(make_facet_shape(
                                      scene.surfaces[i], scene.stock->facets_of(scene.surfaces[i])))
                                : shape_size(shapes->second.of(i));
        options.envelopes.push_back(generator.envelope(own->second, {size, size}));
    }
    return options;
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
