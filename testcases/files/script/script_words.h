#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"

// What a scene script says, word for word. Private to scene_script.cpp.

namespace touchstone {

/// A mesh that moves.
struct ScriptShape {
    int line = 0;
    std::string file;
    Vec3 translation = Vec3::Zero();
    Vec3 degrees = Vec3::Zero();    ///< turns about x, y and z: R = R_x R_y R_z
    double scale = 1.0;             ///< > 0
    std::optional<double> density;  ///< [kg/m³]
    std::optional<double> young;    ///< [Pa]
    std::optional<double> poisson;  ///< [-]
};

/// What does not move: a mesh, or a half space.
struct ScriptObstacle {
    int line = 0;
    std::string file;  ///< empty: a half space
    Vec3 place = Vec3::Zero();
    Vec3 degrees = Vec3::Zero();  ///< of a mesh
    double scale = 1.0;           ///< of a mesh: its largest extent
    Vec3 normal = Vec3::UnitY();  ///< of a half space, out of it; a unit vector
    double friction = 0.0;
};

/// A script.
struct ScriptWords {
    std::optional<ElasticModel> model;
    std::optional<double> density;  ///< [kg/m³]
    std::optional<double> young;    ///< [Pa]
    std::optional<double> poisson;  ///< [-]
    double size = 0.0;              ///< largest extent of all shapes; not above 0: as they are [m]
    double duration = kUnset;       ///< [s]
    double time_step = kUnset;      ///< [s]
    std::string script;             ///< what moves the shapes; empty: nothing but gravity
    int script_line = 0;
    Vec3 model_axis = Vec3::UnitX();  ///< a unit vector
    double model_degrees = 0.0;       ///< turn of all shapes together
    bool gravity = true;
    bool newmark = false;
    double self_friction = 0.0;
    double dhat = 1e-3;         ///< of the size l [-]
    double stick_speed = 1e-3;  ///< of l [1/s]
    double accuracy = 1e-2;     ///< of l [1/s]
    int lags = 1;               ///< solves per step
    std::vector<ScriptShape> shapes;
    std::vector<ScriptObstacle> obstacles;
};

/// Reads the words. Throws FileError for one that is not known, and for values that are missing or
/// out of range.
ScriptWords read_script_words(std::string_view text, std::string_view file_name);

}  // namespace touchstone
