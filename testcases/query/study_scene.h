#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/detection_memory.h"
#include "generators/find_contacts.h"
#include "generators/generator.h"
#include "methods/contact/collider.h"
#include "methods/mesh/mass_properties.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/scene_stock.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// The collision shapes of a scene's bodies. Equal bodies share one, so a wall of many bricks is
/// meshed once, and its bricks share the processor's cache.
struct BodyShapes {
    std::vector<CollisionShape> shapes;  ///< distinct shapes
    std::vector<int> of_body;            ///< index of the shape of each body

    /// Returns the shape of a body.
    const CollisionShape& of(int body) const { return shapes[of_body[body]]; }
};

/// A test case prepared for queries: surfaces, masses and meshes, each made once.
struct StudyScene {
    TestCase test_case;
    bool built_in = false;    ///< true: compared with the paper; false
                              ///< for a scene from a file or the field
    bool two_points = false;  ///< true: its right normals may be mirrored, see ExpectedX
    QueryPose pose = QueryPose::Initial;
    int vertex_noise = 0;                ///< number of the vertex noise, see StudySettings
    std::vector<SurfaceMesh> surfaces;   ///< surface of each body, not eroded, in its shape's frame
    std::vector<MassProperties> solids;  ///< mass properties at density 1, by body, same frame
    std::vector<TetMesh> elastic;  ///< tets of each elastic body, whose outer faces are then its
                                   ///< surface, same frame; empty: none is, or not this body
    std::map<ShapeRule, BodyShapes> shapes;
    std::vector<StudyScene> variants;  ///< variants of `test_case`, in its order
    /// What the scene shares with the other scenes of its run.
    std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>();
};

/// Loads and meshes a case and its variants, by a built-in id or the path of a scene file. `pose`
/// overrides that of the case. `stock`: what the scene shares with others. Throws the errors of
/// loading and meshing, preceded by the body's name.
StudyScene make_study_scene(const std::string& id_or_path, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids,
                            std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>());

/// Returns true for a case that is compared with the paper, which a scene from a file, from the
/// field, of elastic bodies or of smooth ones is not.
bool is_built_in(const std::string& id_or_path);

/// Returns the coordinates of a body's vertices, and of its convex parts behind the number of their
/// points, body's frame [m]: solids and shapes that equal bodies share are found by them.
std::vector<double> solid_coordinates(const SurfaceMesh& surface,
                                      std::span<const HullShape> convex_parts);

/// Prepares a given case. `built_in`: see StudyScene.
StudyScene make_study_scene(TestCase test_case, bool built_in, const StudySettings& settings,
                            std::optional<QueryPose> pose,
                            std::span<const std::string> generator_ids,
                            std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>());

/// The placement and motion of the bodies in a query.
struct BodyPlacement {
    std::span<const Pose> poses;        ///< world_from_shape of each body
    std::span<const RigidBody> bodies;  ///< bodies, of which only the velocities are used
    double time_step = kUnset;          ///< length of the time step [s]
    /// As in Query, for the steps of a simulation.
    bool look_ahead = false;
    double acceleration = 0.0;  ///< upper bound of the acceleration by forces [m/s²]
    double restitution = 1.0;   ///< that of the solver of the step; without one the safe bound [-]
    std::span<const ContactPoint> last_contacts = {};  ///< contacts of the step before
    const std::vector<bool>* only_with = nullptr;      ///< as in Query, without a memory
    DetectionMemory* memory = nullptr;  ///< what is kept from query to query; null: nothing
};

/// Finds the contacts of the bodies in that placement. The scene must have been made for this
/// generator.
std::vector<ContactPoint> find_scene_contacts(const StudyScene& scene, const Generator& generator,
                                              const MethodSettings& settings,
                                              const BodyPlacement& placement);

/// The contacts of a query, and the placement of the bodies.
struct SceneQuery {
    std::vector<ContactPoint> contacts;
    std::vector<Pose> world_from_shape;  ///< pose of each body's shape
};

/// Returns the largest distance of the generator's contacts from their bodies [m]. The scene must
/// have been made for it.
double contact_slack(const StudyScene& scene, const Generator& generator,
                     const MethodSettings& settings);

/// Returns how the contacts of a generator in a scene are judged: judge_options, and what of its
/// contacts is ahead. The scene must have been made for it.
JudgeOptions scene_judging(const StudyScene& scene, const StudySettings& settings,
                           std::string_view generator_id);

/// Returns the vertices of every body's solid, not eroded, in world frame [m].
std::vector<std::vector<Vec3>> world_vertices(const StudyScene& scene, std::span<const Pose> poses);

}  // namespace touchstone
