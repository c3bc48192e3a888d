#pragma once

#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// A program that answers Touchstone's line protocol (docs/use/external_generators.md) with the
// contacts of a physics engine. Each engine is a program of its own: what it does to its process,
// it does to nobody else. These programs link nothing of Touchstone.

namespace touchstone::engines {

using Vec3 = Eigen::Vector3d;
using Quat = Eigen::Quaterniond;
using Triangle = std::array<int, 3>;  ///< counter-clockwise seen from outside

/// As what the engine is given the bodies.
enum class Form { Box, Hull, Mesh, Parts };

/// A convex polyhedron.
struct Hull {
    std::vector<Vec3> points;     ///< [m]
    std::vector<Triangle> faces;  ///< outward
};

/// A body in the form asked for; the others are empty. Frame and units: the body's own, [m].
struct Body {
    int id = -1;
    Vec3 box = Vec3::Zero();      ///< full edge lengths, centred
    std::vector<Hull> hulls;      ///< one, or one per convex part
    std::vector<Vec3> vertices;   ///< of the closed surface
    std::vector<Triangle> faces;  ///< likewise
    std::string missing;          ///< why the body does not exist in that form; "": it does
};

/// p_world = orientation p_body + position.
struct Placement {
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat orientation = Quat::Identity();
};

/// In Touchstone's convention.
struct Contact {
    Vec3 position;            ///< halfway between the surfaces, world frame [m]
    Vec3 normal;              ///< unit, from A to B
    double separation = 0.0;  ///< negative in penetration [m]
};

/// The pair cannot be represented: an answer, not a fault.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Engine {
 public:
    virtual ~Engine() = default;
    /// Called once for each body, which stays where it is until the end.
    virtual void load(const Body& body) = 0;
    /// Brings the bodies into place; not part of the time that is measured. Two bodies of one shape
    /// are one Body in two placements.
    virtual void place(const Body& a, const Placement& pose_a, const Body& b,
                       const Placement& pose_b) = 0;
    /// The engine's own query for the two bodies that were placed last.
    virtual void collide() = 0;
    /// What the query found. A normal that is not finite says that the engine gave no direction, as
    /// some do where bodies only touch; such a contact, of no use to a solver, is left out. Throws
    /// Unsupported.
    virtual std::vector<Contact> contacts() = 0;
};

/// What the command line asks for.
struct EngineOptions {
    Form form = Form::Hull;
    bool defaults = false;  ///< the engine's own settings instead of the best for contact points
};

struct EngineEntry {
    std::string name;         ///< "bullet"
    std::string version;      ///< of the library that runs, not of the headers where it says
    std::string precision;    ///< "double" or "single"
    std::vector<Form> forms;  ///< those it can take
    std::string best;         ///< what the settings without --defaults are, in a few words
    std::string standard;     ///< and with it
    std::function<std::unique_ptr<Engine>(const EngineOptions&)> make;
};

/// The whole program: reads the options `--as box|hull|mesh|parts` and `--defaults`, then answers
/// until standard input ends. Returns the exit status.
int run_engine(int argc, char** argv, const EngineEntry& entry);

/// Of length one; not finite where the vector has no length.
Vec3 unit(const Vec3& vector);

/// The convex body that a placed hull is, for engines that take it as points in world frame.
std::vector<Vec3> placed(const Hull& hull, const Placement& pose);

}  // namespace touchstone::engines
