#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/quality/reference.h"
#include "testcases/scenes/case_parameters.h"

namespace touchstone {

struct BoxShape {
    Vec3 size = Vec3::Constant(kUnset);  ///< full edge lengths, centred [m]
};
struct HullShape {
    std::vector<Vec3> points;
};
struct CylinderShape {
    double radius = kUnset;  ///< [m]
    double height = kUnset;  ///< along y, centred [m]
    int sides = 0;
};
struct SphereShape {
    double radius = kUnset;  ///< [m]
    int subdivisions = 0;
};
/// A closed surface given by its triangles; see SurfaceMesh.
struct TrianglesShape {
    SurfaceMesh surface;
};
/// What a mesh file beside the scene holds: a closed surface or tets, the other one empty.
struct MeshShape {
    std::string file;  ///< as the scene names it
    double scale = 1.0;
    SurfaceMesh surface;                ///< not scaled
    TetMesh tets;                       ///< not scaled; used as they are, not meshed anew
    std::vector<std::string> warnings;  ///< of the file's inspection, each one line that names it
};
using Shape =
    std::variant<BoxShape, HullShape, CylinderShape, SphereShape, TrianglesShape, MeshShape>;

/// The surface of a shape, in its own frame, validated. Throws MeshError.
SurfaceMesh make_surface(const Shape& shape);

/// The tets that the shape itself holds, scaled; nothing: it is to be meshed.
std::optional<TetMesh> own_tets(const Shape& shape);

struct BodySetup {
    std::string name;  ///< unique in the scene
    Shape shape;
    Pose world_from_shape;                 ///< of the shape's own origin, not of the centre of mass
    Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, world frame [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< world frame [rad/s]
    double density = 2000.0;               ///< [kg/m³]; > 0 unless fixed
    bool fixed = false;                    ///< takes no impulse
    std::string tetgen_switches = "pYq2Q";
    std::string filling_note = {};  ///< once it is meshed: how otherwise than with those switches
};

enum class QueryPose {
    Initial,  ///< the stated pose
    HalfStep  ///< bodies advanced by half a time step along their velocities: the paper's query
};

/// The case is judged at `count` evenly spaced positions of a body, both ends among them.
struct PositionSweep {
    int body = -1;                       ///< index in the scene
    Vec3 from = Vec3::Constant(kUnset);  ///< world_from_shape's translation [m]
    Vec3 to = Vec3::Constant(kUnset);    ///< likewise [m]
    int count = 0;                       ///< ≥ 2
};

/// What the contacts of a pair must carry at the end of a simulation.
struct ForceLimit {
    int body_a = -1;                   ///< index in the scene
    int body_b = -1;                   ///< index in the scene
    double normal_force = kUnset;      ///< Σ over the pair's contacts [N]
    double relative_tolerance = 0.01;  ///< of that [-]
};

/// A simulation, and what must hold in each of its steps. What is left out is not looked at.
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

/// A solver option by name, as `--set solver.ID=VALUE` takes it.
struct NamedSetting {
    std::string id;
    std::string value;

    bool operator==(const NamedSetting&) const = default;
};

/// A scene and what a correct generator finds in it. Plain data: no behaviour.
struct TestCase {
    std::string id;                 ///< "spike_in_crack"; a scene file's "name"
    std::string title;              ///< one line
    std::string source;             ///< where the case comes from, one line
    std::vector<BodySetup> bodies;  ///< of a pair, the one that stands first is A
    Reference reference;
    Vec3 gravity{0.0, -9.82, 0.0};  ///< [m/s²]
    double friction = 0.5;          ///< Coulomb μ ≥ 0
    QueryPose pose = QueryPose::Initial;
    double time_step = 0.01;           ///< [s]
    std::vector<NamedSetting> solver;  ///< what differs from the study's; each option once
    std::optional<PositionSweep> sweep;
    std::optional<SimulationLimits> simulate;

    /// The same situation in other forms, each a whole case, `id` its own name. Their bodies are
    /// those of the base, in the same order; they have no variants.
    std::vector<TestCase> variants;
    /// Of a variant: it is judged by its reference alone. Else its contacts must be the base's, in
    /// number, normals and separations, and `reference` is the base's.
    bool own_reference = false;
};

/// What is to be shown of the mesh files of a case and its variants, and of how bodies were meshed,
/// each line once: what can be used as it is, but may not be what is meant.
std::vector<std::string> mesh_warnings(const TestCase& test_case);

/// Which body of the cases with a moving spike or wedge is made first, and so is A.
enum class BodyOrder {
    LowerFirst,  ///< normals point up, as Table 4 prints them
    Creation     ///< the order in which the research code makes them
};

struct TestCaseEntry {
    std::string id;
    std::string title;
    std::string group;  ///< "fundamental", "complex", "scenes" or "field"
    std::span<const CaseParameter> parameters = {};  ///< none: nothing can be set
    TestCase (*make)(BodyOrder order, const CaseValues& values) = nullptr;  ///< no id, no title

    // Of the standard case, without parameters.
    bool mirrored = false;  ///< the right normals of its two points may be mirrored, see ExpectedX
    bool stepped = false;   ///< a league steps it
    bool timed = false;     ///< the time of its query stands for a method where one figure must do
};

/// The table of built-in cases: those of Erleben [2018], Table 8, in its order, then the more
/// complex ones of its §5, then further scenes, then those of the field.
std::span<const TestCaseEntry> all_test_cases();

/// The group of the scenes with faults from the field: not compared with the paper, but checked.
inline constexpr std::string_view kFieldCasesGroup = "field";

/// The group of the paper's cases of Table 8.
inline constexpr std::string_view kFundamentalCasesGroup = "fundamental";

/// The group of all cases.
inline constexpr std::string_view kAllCases = "all";

/// Throws UnknownName, listing the known ids.
const TestCaseEntry& find_test_case(std::string_view id);

/// The entry whose standard case has that name. Null for other names: with parameters, a path,
/// none.
const TestCaseEntry* find_standard_case(std::string_view name);

/// The case with all parameters left out.
TestCase make_test_case(const TestCaseEntry& entry, BodyOrder order);

/// True for what is to be read from a file: a name that holds a '/' or ends in ".json".
bool is_scene_path(std::string_view name);

/// Replaces each name of a group by the ids of its cases. Names with parameters, like
/// "pillar:height=4,sides=8", come out in their normal form: only what differs from the standard,
/// in the table's order; "pillar" when nothing does. Paths stay. In the order of the names, each
/// case once. Throws UnknownName, listing the known ids and groups, and what CaseValues throws.
std::vector<std::string> expand_cases(std::span<const std::string> names);

/// The built-in case of that id, with parameters or without, or the scene in the file of that path,
/// whose bodies stay in the file's order. The case's own id is the normal form of its name. Throws
/// UnknownName, UsageError for parameters that do not fit, or what read_scene throws.
TestCase load_test_case(const std::string& name_or_path, BodyOrder order);

}  // namespace touchstone
