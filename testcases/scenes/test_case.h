#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"
#include "methods/elastic/scripted_motion.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/quality/reference.h"
#include "methods/smooth/tessellate.h"
#include "testcases/scenes/case_parameters.h"

namespace touchstone {

/// A box in its own frame.
struct BoxShape {
    Vec3 size = Vec3::Constant(kUnset);  ///< full edge lengths, centred [m]
};
/// The convex hull of points [m].
struct HullShape {
    std::vector<Vec3> points;
};
/// A prism with a regular polygon as base.
struct CylinderShape {
    double radius = kUnset;  ///< [m]
    double height = kUnset;  ///< along y, centred [m]
    int sides = 0;
};
/// An icosphere: an icosahedron whose faces are subdivided, with all vertices on the sphere.
struct SphereShape {
    double radius = kUnset;  ///< [m]
    int subdivisions = 0;
};
/// A closed surface given by its triangles; see SurfaceMesh.
struct TrianglesShape {
    SurfaceMesh surface;
};
/// The contents of a mesh file next to the scene: a closed surface or tets; the other is empty.
struct MeshShape {
    std::string file;  ///< path of the file in the scene
    double scale = 1.0;
    SurfaceMesh surface;                ///< surface, not scaled
    TetMesh tets;                       ///< tets, not scaled, used without meshing
    std::vector<std::string> warnings;  ///< findings of the file's inspection,
                                        ///< each a line that names the file
};
/// An exact curved solid, and the mesh by which methods of meshes meet it.
struct CurvedShape {
    SmoothShape exact;
    Tessellation tessellation;
};
/// The shape of a body.
using Shape = std::variant<BoxShape, HullShape, CylinderShape, SphereShape, TrianglesShape,
                           MeshShape, CurvedShape>;

/// Makes the surface of a shape, in its own frame, validated. Throws MeshError.
SurfaceMesh make_surface(const Shape& shape);

/// Returns the tets contained in the shape itself, scaled; nothing: it must be meshed.
std::optional<TetMesh> own_tets(const Shape& shape);

/// Returns the exact shape; null: the surface is the shape.
const SmoothShape* exact_shape(const Shape& shape);

/// What makes a body elastic, where the barrier solver moves it.
struct ElasticSetup {
    ElasticMaterial material;
    std::optional<double> size;  ///< edge length of its tets, roughly; nothing: a third of the
                                 ///< body's thickness [m]

    bool operator==(const ElasticSetup&) const = default;
};

/// A part of an elastic body, or a whole fixed one, that moves by a script where the barrier solver
/// moves the scene.
struct DriveSetup {
    std::optional<std::array<Vec3, 2>> box;  ///< lowest and highest corner, world frame: vertices
                                             ///< that are in it at the start [m]
    std::vector<int> vertices;               ///< or these, by number in the body's tets
    ScriptedMotion motion;

    bool operator==(const DriveSetup&) const = default;
};

/// A body of a scene at the start.
struct BodySetup {
    std::string name;  ///< name, unique in the scene
    Shape shape;
    Pose world_from_shape;                 ///< of the shape's own origin, not of the centre of mass
    Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, world frame [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
    double density = 2000.0;               ///< [kg/m³]; > 0 unless fixed
    bool fixed = false;                    ///< takes no impulse
    std::string tetgen_switches = "pYq2Q";
    /// The solid cut into convex parts, each the hull of points, in the shape's frame, for methods
    /// of convex bodies and for bounds on steps; see check_convex_cut. Empty: none are given.
    std::vector<HullShape> convex_parts = {};
    std::optional<ElasticSetup> elastic = {};  ///< nothing: it is rigid
    std::vector<DriveSetup> driven = {};       ///< of several at a time the first one counts
    std::string filling_note = {};  ///< once it is meshed: how otherwise than with those switches
};

/// The placement at which contacts are found.
enum class QueryPose {
    Initial,  ///< the given poses
    HalfStep  ///< poses after half a time step along the velocities: the paper's query
};

/// A series of queries at `count` evenly spaced positions of a body, from end to end.
struct PositionSweep {
    int body = -1;                       ///< index in the scene
    Vec3 from = Vec3::Constant(kUnset);  ///< first translation of world_from_shape [m]
    Vec3 to = Vec3::Constant(kUnset);    ///< last translation [m]
    int count = 0;                       ///< ≥ 2
};

/// The normal force that the contacts of a pair must carry at the end of a simulation.
struct ForceLimit {
    int body_a = -1;                   ///< index in the scene
    int body_b = -1;                   ///< index in the scene
    double normal_force = kUnset;      ///< sum over the contacts of the pair [N]
    double relative_tolerance = 0.01;  ///< tolerance as a share of the force [-]
};

/// A simulation, and the limits for each of its steps. Fields left empty are not checked.
struct SimulationLimits {
    int steps = 0;
    double time_step = kUnset;             ///< [s]
    std::vector<int> bodies;               ///< of these motion is judged; indices in the scene
    std::optional<double> max_drift;       ///< of a centre of mass, across gravity [m]
    std::optional<double> max_sinking;     ///< of a centre of mass, along gravity [m]
    std::optional<double> max_tilt;        ///< turned from the start [degrees]
    std::optional<double> max_overlap;     ///< how far a body is in another one [m]
    std::optional<double> persistence;     ///< share of a step's contacts that the next has too
    std::optional<int> contacts_per_pair;  ///< of each pair of the reference
    std::vector<ForceLimit> forces;        ///< at the end
};

/// A solver option with its value, as in `--set solver.ID=VALUE`.
struct NamedSetting {
    std::string id;
    std::string value;

    bool operator==(const NamedSetting&) const = default;
};

/// A scene and its right answer. Plain data: no behaviour.
struct TestCase {
    std::string id;                 ///< "spike_in_crack"; for a scene file its "name"
    std::string title;              ///< one line
    std::string source;             ///< origin of the case, one line
    std::vector<BodySetup> bodies;  ///< bodies in order: of a pair, the first one is A
    Reference reference;
    Vec3 gravity{0.0, -9.82, 0.0};  ///< [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0
    QueryPose pose = QueryPose::Initial;
    double time_step = 0.01;           ///< [s]
    std::vector<NamedSetting> solver;  ///< options that differ from the study's, each once
    /// Likewise of methods that move bodies themselves, by the method's id: --set barrier.ID.
    std::map<std::string, std::vector<NamedSetting>> movers = {};
    std::optional<PositionSweep> sweep;
    std::optional<SimulationLimits> simulate;

    /// The same situation in other forms, each a whole case with its own name as `id`. Variants
    /// have the same bodies in the same order as the base, and no variants.
    std::vector<TestCase> variants;
    /// For a variant, true: it is judged by its reference alone. Otherwise its contacts must agree
    /// with the base's in number, normals and separations, and `reference` is the base's.
    bool own_reference = false;
};

/// What is to be shown of the mesh files of a case and its variants, and of how bodies were meshed,
/// each line once: what can be used as it is, but may not be what is meant.
std::vector<std::string> mesh_warnings(const TestCase& test_case);

/// The order of the bodies in cases with a moving spike or wedge; the first one is A.
enum class BodyOrder {
    LowerFirst,  ///< normals point up, as Table 4 prints them
    Creation     ///< the order in the research code
};

/// A built-in case in the table.
struct TestCaseEntry {
    std::string id;
    std::string title;
    std::string group;  ///< "fundamental", "complex", "scenes", "field" or "ipc"
    /// Of the types of contact that Erleben [2018], Fig. 4, numbers by the curvatures that meet:
    /// "3 (-,+)", or a word for what the figure does not have. Empty where none is singled out.
    std::string contact_type = {};
    std::span<const CaseParameter> parameters = {};  ///< empty: nothing can be set
    TestCase (*make)(BodyOrder order,
                     const CaseValues& values) = nullptr;  ///< makes the case, without id and title

    // Properties of the standard case, without parameters.
    bool mirrored = false;  ///< true: the right normals of its two
                            ///< points may be mirrored, see ExpectedX
    bool stepped = false;   ///< true: comparisons of engines simulate it
    bool timed = false;     ///< true: its query stands for a method's
                            ///< speed where one figure must do
};

/// Returns the table of built-in cases: those of Erleben [2018], Table 8, in its order, then the
/// more complex ones of its §5, then further scenes, then those from the field, then
/// those of elastic bodies.
std::span<const TestCaseEntry> all_test_cases();

/// Name of the group of scenes with faults from the field: not compared with the paper, but
/// checked.
inline constexpr std::string_view kFieldCasesGroup = "field";

/// Name of the group of elastic bodies in motion: not compared with the paper, and no part of
/// kAllCases, since only the barrier solver moves them.
inline constexpr std::string_view kElasticCasesGroup = "ipc";

/// Name of the group of the paper's cases in Table 8.
inline constexpr std::string_view kFundamentalCasesGroup = "fundamental";

/// Name of the group of all cases of rigid bodies.
inline constexpr std::string_view kAllCases = "all";

/// Finds a case; throws UnknownName, listing the known ids.
const TestCaseEntry& find_test_case(std::string_view id);

/// Finds the entry whose standard case has that name. Null for other names: with parameters, or a
/// path.
const TestCaseEntry* find_standard_case(std::string_view name);

/// Makes the case with default parameters.
TestCase make_test_case(const TestCaseEntry& entry, BodyOrder order);

/// Returns true for the name of a file: it contains a '/' or ends in ".json" or ".txt".
bool is_scene_path(std::string_view name);

/// Replaces each name of a group by the ids of its cases. Names with parameters, like
/// "pillar:height=4,sides=8", are brought to normal form: only values that differ from the
/// defaults, in the table's order; "pillar" when none does. Paths stay unchanged. The result is in
/// the order of the names, each case once. Throws UnknownName, listing the known ids and groups,
/// and the errors of CaseValues.
std::vector<std::string> expand_cases(std::span<const std::string> names);

/// Loads the built-in case of that id, with parameters or without, or the scene in the file of that
/// path, whose bodies keep the file's order. The id of the case is the normal form of its name.
/// Throws UnknownName, UsageError for parameters that do not fit, or the errors of read_scene.
TestCase load_test_case(const std::string& name_or_path, BodyOrder order);

}  // namespace touchstone
