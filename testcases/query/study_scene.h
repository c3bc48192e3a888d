#pragma once

#include <compare>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/generator.h"
#include "methods/contact/collider.h"
#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/mass_properties.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// What of a body's collision shape depends on the generator and its settings.
struct ShapeRule {
    Erosion erosion = Erosion::None;
    double amount = 0.0;  ///< [m]
    ElementOrder order = ElementOrder::Canonical;
    bool facets = false;  ///< instead of tets

    auto operator<=>(const ShapeRule&) const = default;
};
ShapeRule shape_rule(const Generator& generator, const GeneratorSettings& settings);

/// The collision shapes of a scene's bodies. Equal bodies share one: a wall of many bricks is then
/// meshed once, and what its bricks have in common stays in the processor's cache.
struct BodyShapes {
    std::vector<CollisionShape> shapes;  ///< each once
    std::vector<int> of_body;            ///< per body, the index of its shape

    const CollisionShape& of(int body) const { return shapes[of_body[body]]; }
};

/// A test case ready to be asked: surfaces, masses and meshes, each made once.
struct StudyScene {
    TestCase test_case;
    bool built_in = false;    ///< compared with the paper; not so a scene from a file or the field
    bool two_points = false;  ///< its right normals may be mirrored, see ExpectedX
    QueryPose pose = QueryPose::Initial;
    std::vector<SurfaceMesh> surfaces;   ///< per body, not eroded, in its shape's frame
    std::vector<MassProperties> solids;  ///< per body, at density 1 and in the same frame
    std::map<ShapeRule, BodyShapes> shapes;
    std::vector<StudyScene> variants;  ///< of `test_case`, in its order
};

/// Loads and meshes a case and its variants: a built-in one's id or a scene file's path. `pose`:
/// instead of the one the case states. Throws what loading and meshing throw, the body named in
/// front.
StudyScene make_study_scene(const std::string& id_or_path, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids);

/// True for a case that is compared with the paper: no scene from a file or the field.
bool is_built_in(const std::string& id_or_path);

/// The same for a case at hand. `built_in`: what it says of itself in StudyScene.
StudyScene make_study_scene(TestCase test_case, bool built_in, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids);

/// Where the bodies are when they are asked for contacts, and how they move.
struct BodyPlacement {
    std::span<const Pose> poses;        ///< world_from_shape, per body
    std::span<const RigidBody> bodies;  ///< of these only the velocities are looked at
    double time_step = kUnset;          ///< [s]
};

/// The contacts of the bodies so placed. The scene must have been made for this generator.
std::vector<ContactPoint> find_scene_contacts(const StudyScene& scene, const Generator& generator,
                                              const GeneratorSettings& settings,
                                              const BodyPlacement& placement);

/// The contacts of a query, and where the bodies were.
struct SceneQuery {
    std::vector<ContactPoint> contacts;
    std::vector<Pose> world_from_shape;  ///< per body
};

/// How far contacts of the generator may lie outside the bodies they are of [m]. The scene must
/// have been made for it.
double contact_slack(const StudyScene& scene, const Generator& generator,
                     const GeneratorSettings& settings);

/// The vertices of every body's solid, not eroded, in world frame [m].
std::vector<std::vector<Vec3>> world_vertices(const StudyScene& scene, std::span<const Pose> poses);

}  // namespace touchstone
