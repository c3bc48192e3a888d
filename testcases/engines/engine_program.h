#pragma once

#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// A program that answers Touchstone's line protocol (docs/use/external_generators.md) with the
// contacts of a physics engine. Each engine is a program of its own, so its effects on the process
// reach nothing else. These programs link nothing of Touchstone.

namespace touchstone::engines {

using Vec3 = Eigen::Vector3d;         ///< point or direction
using Quat = Eigen::Quaterniond;      ///< rotation
using Triangle = std::array<int, 3>;  ///< counter-clockwise seen from outside

/// The forms in which an engine can receive bodies.
enum class Form { Box, Hull, Mesh, Parts, Primitive };

/// A convex polyhedron.
struct Hull {
    std::vector<Vec3> points;     ///< [m]
    std::vector<Triangle> faces;  ///< outward
};

/// A pose: p_world = orientation p_body + position.
struct Placement {
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat orientation = Quat::Identity();
};

/// A solid that an engine may have as a shape of its own, about the origin of its frame. Solids of
/// revolution have the y axis.
struct Primitive {
    std::string kind;           ///< "box", or the word of scene files: "sphere", "ellipsoid", …
    Vec3 size = Vec3::Zero();   ///< full edge lengths of a box or rounded box, semi-axes of an
                                ///< ellipsoid or superellipsoid [m]
    double radius = 0.0;        ///< of a sphere, cylinder, capsule, or a cone's base [m]
    double length = 0.0;        ///< height of a cylinder or a cone, whose tip is at +length / 2;
                                ///< length of a capsule's segment [m]
    double rounding = 0.0;      ///< radius of a rounded box's edges [m]
    double exponent = 2.0;      ///< of a superellipsoid
    Placement body_from_solid;  ///< place in the body's frame
};

/// A body in the requested form; the other fields are empty. Frame and units: the body's own, [m].
struct Body {
    int id = -1;
    Vec3 box = Vec3::Zero();            ///< full edge lengths, centred
    std::vector<Hull> hulls;            ///< one hull, or one per convex part
    std::vector<Vec3> vertices;         ///< vertices of the closed surface
    std::vector<Triangle> faces;        ///< faces of the closed surface
    std::vector<Primitive> primitives;  ///< exact solids whose union the body is
    std::string missing;  ///< reason why the body does not exist in that form; "": it does
};

/// A contact in Touchstone's convention.
struct Contact {
    Vec3 position;            ///< halfway between the surfaces, world frame [m]
    Vec3 normal;              ///< unit vector from A to B
    double separation = 0.0;  ///< negative for penetration [m]
};

/// A pair that the engine cannot represent: an answer, not a fault.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An engine behind the protocol.
class Engine {
 public:
    virtual ~Engine() = default;
    /// Loads a body; called once for each, which keeps its address until the end. Throws
    /// Unsupported for one that the engine cannot represent.
    virtual void load(const Body& body) = 0;
    /// Places two bodies, outside the measured time. Two bodies of one shape are one Body with two
    /// placements.
    virtual void place(const Body& a, const Placement& pose_a, const Body& b,
                       const Placement& pose_b) = 0;
    /// Runs the engine's own query for the two bodies placed last.
    virtual void collide() = 0;
    /// Returns the contacts of the query. A normal that is not finite means that the engine gave no
    /// direction, as some do where bodies only touch; such a contact is useless to a solver and
    /// left out. Throws Unsupported.
    virtual std::vector<Contact> contacts() = 0;
};

/// The options of the command line.
struct EngineOptions {
    Form form = Form::Hull;
    bool defaults = false;  ///< true: the engine's own settings
                            ///< instead of the best for contact points
};

/// An engine in the table of its program.
struct EngineEntry {
    std::string name;         ///< "bullet"
    std::string version;      ///< version of the running library, where it
                              ///< reports that; otherwise of the headers
    std::string precision;    ///< "double" or "single"
    std::vector<Form> forms;  ///< forms that the engine supports
    std::string best;         ///< description of the settings without --defaults, in a few words
    std::string standard;     ///< description of the settings with --defaults
    std::function<std::unique_ptr<Engine>(const EngineOptions&)> make;
};

/// Runs the whole program: reads the options `--as FORM` and `--defaults`, then
/// answers until standard input ends. Returns the exit status.
int run_engine(int argc, char** argv, const EngineEntry& entry);

/// Normalises a vector; the result is not finite where the vector has no length.
Vec3 unit(const Vec3& vector);

/// Returns the placement that applies `inner` first.
Placement operator*(const Placement& outer, const Placement& inner);

/// Returns the place of a solid in its body's frame for an engine where the axis of revolution is
/// z. Boxes and ellipsoids keep theirs.
Placement with_axis_z(const Primitive& primitive);

/// Throws Unsupported: the engine of that name has no such shape.
[[noreturn]] void refuse(const std::string& engine, const Primitive& primitive);

/// Returns the points of a placed hull in world frame, for engines that take convex bodies so.
std::vector<Vec3> placed(const Hull& hull, const Placement& pose);

}  // namespace touchstone::engines
