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
#include "methods/mesh/thin_mesh.h"
#include "methods/quality/reference.h"
#include "methods/smooth/tessellate.h"
#include "testcases/scenes/case_parameters.h"

namespace touchstone {

/// A box, centred at the origin.
struct BoxShape {
    Vec3 size = Vec3::Constant(kUnset);  ///< full edge lengths [m]
};
/// The convex hull of points.
struct HullShape {
    std::vector<Vec3> points;  ///< points, in the shape's frame [m]
};
/// A prism along y with a regular polygon as base, centred at the origin.
struct CylinderShape {
    double radius = kUnset;  ///< distance of the polygon's corners from the axis [m]
    double height = kUnset;  ///< length along y [m]
    int sides = 0;           ///< number of the polygon's sides
};
/// An icosphere: an icosahedron whose faces are subdivided, with all vertices on a sphere around
/// the origin.
struct SphereShape {
    double radius = kUnset;  ///< radius of that sphere [m]
    int subdivisions = 0;    ///< number of times that each face is cut into four
};
/// A closed surface given by its triangles.
struct TrianglesShape {
    SurfaceMesh surface;  ///< surface, in the shape's frame [m]
};
/// The contents of a mesh file next to the scene: a closed surface or tets, of which the other is
/// empty.
struct MeshShape {
    std::string file;                   ///< path of the file, as the scene names it
    double scale = 1.0;                 ///< factor from the file's unit to metres
    SurfaceMesh surface;                ///< surface, not scaled
    TetMesh tets;                       ///< tets, not scaled, used without meshing
    std::vector<std::string> warnings;  ///< findings of the file's inspection, each a line that
                                        ///< names the file
};
/// A solid given by its tets, which are used without meshing.
struct TetsShape {
    TetMesh tets;  ///< tets, in the shape's frame [m]
};
/// An obstacle of points, segments and triangles without an inside, which only the barrier solver
/// knows as such: others have thin solids in its place.
struct ThinShape {
    ThinMesh mesh;              ///< elements, in the shape's frame [m]
    double thickness = kUnset;  ///< diameter of these solids > 0 [m]
};
/// An exact curved solid, and its mesh for methods that need one.
struct CurvedShape {
    SmoothShape exact;          ///< exact solid
    Tessellation tessellation;  ///< choice of the mesh
};
/// The shape of a body.
using Shape = std::variant<BoxShape, HullShape, CylinderShape, SphereShape, TrianglesShape,
                           MeshShape, CurvedShape, TetsShape, ThinShape>;

/// Makes the surface of a shape, in the shape's frame [m]. Throws MeshError unless it is valid.
SurfaceMesh make_surface(const Shape& shape);

/// Returns the tets that a shape itself contains [m]; nothing when it must be meshed.
std::optional<TetMesh> own_tets(const Shape& shape);

/// Returns the elements of an obstacle without an inside; null for other shapes.
const ThinShape* thin_shape(const Shape& shape);

/// Returns the exact curved solid of a shape; null for a shape that is its surface.
const SmoothShape* exact_shape(const Shape& shape);

/// The properties of an elastic body, which only the barrier solver moves.
struct ElasticSetup {
    ElasticMaterial material;    ///< material of its tets
    std::optional<double> size;  ///< rough edge length of its tets [m]; nothing: a third of the
                                 ///< body's thickness

    bool operator==(const ElasticSetup&) const = default;
};

/// A scripted motion of vertices of an elastic body, or of a whole fixed body, in scenes that the
/// barrier solver moves. The vertices are given by a box or by their numbers.
struct DriveSetup {
    std::optional<std::array<Vec3, 2>> box;  ///< lowest and highest corner of a box, world frame
                                             ///< [m]: vertices that are in it at the start move;
                                             ///< nothing: those of `vertices` do
    std::vector<int> vertices;               ///< numbers of vertices in the body's tets
    ScriptedMotion motion;                   ///< motion of these vertices or of the body

    bool operator==(const DriveSetup&) const = default;
};

/// A body of a scene as it is at the start.
struct BodySetup {
    std::string name;       ///< name, unique in the scene
    Shape shape;            ///< shape, in a frame of its own
    Pose world_from_shape;  ///< pose of the shape's frame, whose origin need not be the centre of
                            ///< mass
    Vec3 linear_velocity = Vec3::Zero();   ///< velocity of the centre of mass, world frame [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< angular velocity, world frame [rad/s]
    double density = 2000.0;               ///< mass density, > 0 unless the body is fixed [kg/m³]
    bool fixed = false;  ///< true: it takes no impulse, and moves by a script at most
    std::string tetgen_switches = "pYq2Q";  ///< switches with which TetGen fills the surface
    /// Convex parts that fill the solid, in the shape's frame, for methods of convex bodies and for
    /// bounds on steps; see check_convex_cut. Empty: none are given.
    std::vector<HullShape> convex_parts = {};
    std::optional<ElasticSetup> elastic = {};  ///< properties of an elastic body; nothing: it is
                                               ///< rigid
    std::vector<DriveSetup> driven = {};  ///< scripted motions; of those that hold at a time the
                                          ///< first counts
    std::string filling_note = {};  ///< departure from those switches with which it was meshed;
                                    ///< empty: none, or it is not meshed yet
};

/// The poses at which contacts are found.
enum class QueryPose {
    Initial,  ///< the poses given
    HalfStep  ///< the poses half a time step later, along the velocities, as the paper's queries
              ///< have them
};

/// A series of queries at `count` evenly spaced positions of a body, from end to end.
struct PositionSweep {
    int body = -1;                       ///< index of the body in the scene
    Vec3 from = Vec3::Constant(kUnset);  ///< first translation of world_from_shape [m]
    Vec3 to = Vec3::Constant(kUnset);    ///< last translation [m]
    int count = 0;                       ///< number of positions, ≥ 2
};

/// The normal force that the contacts of a pair must carry at the end of a simulation.
struct ForceLimit {
    int body_a = -1;               ///< index of one body in the scene
    int body_b = -1;               ///< index of the other body in the scene
    double normal_force = kUnset;  ///< sum of the normal forces over the contacts of the pair [N]
    double relative_tolerance = 0.01;  ///< tolerance as a share of the force [-]
};

/// A simulation, and the limits that each of its steps must keep. Empty fields are not checked.
struct SimulationLimits {
    int steps = 0;                    ///< number of steps
    double time_step = kUnset;        ///< length of a step [s]
    std::vector<int> bodies;          ///< indices in the scene of the bodies whose motion is judged
    std::optional<double> max_drift;  ///< largest motion of a centre of mass across gravity [m]
    std::optional<double> max_sinking;     ///< largest motion of a centre of mass along gravity [m]
    std::optional<double> max_tilt;        ///< largest rotation from the start [degrees]
    std::optional<double> max_overlap;     ///< largest depth of a body in another one [m]
    std::optional<double> persistence;     ///< least share of a step's contacts that the next step
                                           ///< has, too [-]
    std::optional<int> contacts_per_pair;  ///< number of contacts of each pair of the reference
    std::vector<ForceLimit> forces;        ///< normal forces of pairs at the end
};

/// An option of a solver with its value, as in `--set solver.ID=VALUE`.
struct NamedSetting {
    std::string id;     ///< name of the option
    std::string value;  ///< value as text

    bool operator==(const NamedSetting&) const = default;
};

/// A scene and its right answer. Plain data: no behaviour.
struct TestCase {
    std::string id;                 ///< name such as "spike_in_crack"; for a scene file its "name"
    std::string title;              ///< title on one line
    std::string source;             ///< origin of the case on one line
    std::vector<BodySetup> bodies;  ///< bodies in order: of a pair, the first one is A
    Reference reference;            ///< right answer
    Vec3 gravity{0.0, -9.82, 0.0};  ///< acceleration of gravity, world frame [m/s²]
    double friction = 0.5;          ///< Coulomb's μ ≥ 0 [-]
    QueryPose pose = QueryPose::Initial;  ///< poses at which contacts are found
    double time_step = 0.01;              ///< length of a time step [s]
    std::vector<NamedSetting> solver;  ///< solver options that differ from the study's, each once
    /// Options that differ of methods that move bodies themselves, by the method's id, as in
    /// `--set barrier.ID=VALUE`.
    std::map<std::string, std::vector<NamedSetting>> movers = {};
    std::vector<Vec3> ends;  ///< translation of each body's world_from_shape when it has come to
                             ///< rest; empty: bodies are to stay where they are [m]. Of built-in
                             ///< cases alone: scene files have none, and nor have digests of scenes
    std::optional<PositionSweep> sweep;  ///< series of queries along a line; nothing: a single
                                         ///< query
    std::optional<SimulationLimits> simulate;  ///< simulation with its limits; nothing: the case is
                                               ///< not simulated as a check

    /// The same situation in other forms, each a whole case with its own name as `id`. Variants
    /// have the same bodies in the same order as the base, and no variants.
    std::vector<TestCase> variants;
    /// Way in which a variant is judged. True: by its own reference alone. False: its contacts must
    /// agree with the base's in number, normals and separations, and `reference` is the base's.
    bool own_reference = false;
};

/// Returns a rough measure of the work of the queries of a case, whatever the method: the number of
/// faces of its bodies, over all variants and positions.
double query_work(const TestCase& test_case);

/// Returns the warnings about the mesh files of a case and its variants, and about how bodies were
/// meshed, each line once: findings that can be used as they are, but may not be what is meant.
std::vector<std::string> mesh_warnings(const TestCase& test_case);

/// The orders of the bodies in cases with a moving spike or wedge; the first body is A.
enum class BodyOrder {
    LowerFirst,  ///< lower body first: normals point up, as Table 4 prints them
    Creation     ///< order in the research code
};

/// A built-in case, as the table has it.
struct TestCaseEntry {
    std::string id;     ///< name by which users ask for the case
    std::string title;  ///< title on one line
    std::string
        group;  ///< "fundamental", "complex", "scenes", "field", "ipc", "moving" or "smooth"
    /// Type of contact in Erleben [2018], Fig. 4, which numbers them by the curvatures that meet,
    /// such as "3 (-,+)"; or a word for a type that the figure does not have. Empty: the case has
    /// no single type.
    std::string contact_type = {};
    std::span<const CaseParameter> parameters = {};  ///< parameters that can be set
    /// Function that makes the case, without its id and title.
    TestCase (*make)(BodyOrder order, const CaseValues& values) = nullptr;

    // The following fields describe the case with default parameters.
    bool mirrored = false;  ///< true: the right normals of its two points may be mirrored, see
                            ///< ExpectedX
    bool stepped = false;   ///< true: comparisons of engines simulate it
    bool timed = false;  ///< true: its query stands for a method's speed where one figure must do
};

/// Returns the table of built-in cases: those of Erleben [2018], Table 8, in its order, then the
/// more complex ones of its §5, then further scenes, then those from the field, then
/// those of elastic bodies, then those that move, then smooth ones.
std::span<const TestCaseEntry> all_test_cases();

/// Name of the group of scenes that failed in practice: not compared with the paper, but checked.
inline constexpr std::string_view kFieldCasesGroup = "field";

/// Name of the group of elastic bodies in motion: not compared with the paper, and not in
/// kAllCases, since only the barrier solver moves them.
inline constexpr std::string_view kElasticCasesGroup = "ipc";

/// Name of the group of bodies that move and come to rest where it is known: not compared with the
/// paper, and not in kAllCases, since their contacts are judged in motion.
inline constexpr std::string_view kMovingCasesGroup = "moving";

/// Name of the group of exact curved shapes in motion: not compared with the paper, and not in
/// kAllCases, since nothing states their right contacts.
inline constexpr std::string_view kSmoothCasesGroup = "smooth";

/// Name of the group of the paper's cases in Table 8.
inline constexpr std::string_view kFundamentalCasesGroup = "fundamental";

/// Name of the group of all cases of rigid bodies in places of their own.
inline constexpr std::string_view kAllCases = "all";

/// Returns the entry of that id. Throws UnknownName, listing the known ids.
const TestCaseEntry& find_test_case(std::string_view id);

/// Returns the entry whose case with default parameters has that name; null for other names, which
/// have parameters or are paths.
const TestCaseEntry* find_standard_case(std::string_view name);

/// Makes a case with default parameters.
TestCase make_test_case(const TestCaseEntry& entry, BodyOrder order);

/// Returns true for the name of a file: it contains a '/' or ends in ".json" or ".txt".
bool is_scene_path(std::string_view name);

/// Returns the names of cases, each once and in the order of `names`, with the name of a group
/// replaced by the ids of its cases. Names with parameters, such as "pillar:height=4,sides=8", are
/// brought to normal form: only values that differ from the defaults, in the table's order;
/// "pillar" when none does. Paths stay unchanged. Throws UnknownName, listing the known ids and
/// groups, and the errors of CaseValues.
std::vector<std::string> expand_cases(std::span<const std::string> names);

class ShapeSurfaces;

/// Loads the built-in case of that id, with parameters or without, or the scene in the file of that
/// path, whose bodies keep the file's order. The id of the case is the normal form of its name.
/// `surfaces`: see read_scene. Throws UnknownName, UsageError for parameters that do not fit, or
/// the errors of read_scene.
TestCase load_test_case(const std::string& name_or_path, BodyOrder order,
                        ShapeSurfaces* surfaces = nullptr);

}  // namespace touchstone
