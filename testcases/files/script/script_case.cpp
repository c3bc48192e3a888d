#include "testcases/files/script/script_case.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/barrier/barrier_settings.h"
#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"
#include "methods/mesh/health/load_mesh.h"
#include "testcases/files/script/script_cursor.h"
#include "testcases/files/script/script_obstacle.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr double kScriptGravity = 9.80665;  // [m/s²]
constexpr double kBoardShare = 0.05;        // thickness of a half space, of its width [-]
constexpr double kHalfSpaceWidth = 20.0;    // of the size l [-]
constexpr double kDragShare = 0.04;         // of the extent along x, that is dragged [-]
constexpr double kDragSpeed = 0.5;          // [m/s]
constexpr double kEndShare = 0.01;          // of the extent along x, that counts as an end [-]
constexpr double kTwistDegrees = 72.0;      // per second

constexpr double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

/// R_x R_y R_z.
Quat turn_of(const Vec3& degrees) {
    const auto about = [&](int axis) {
        return Quat(Eigen::AngleAxisd(radians(degrees[axis]), Vec3::Unit(axis)));
    };
    const Quat turn = about(0) * about(1) * about(2);
    return turn.normalized();
}

/// Makes a case of the words of a script.
class ScriptCase {
 public:
    ScriptCase(ScriptWords words, std::string_view file_name, const LoadScriptMesh& load)
        : words_(std::move(words)), file_name_(file_name), load_(load) {}

    TestCase make();

 private:
    [[noreturn]] void fail(int line, const std::string& message) const {
        fail_script(file_name_, line, message);
    }
    MeshFile mesh_of(int line, const std::string& file) const;
    std::string name_of(const std::string& file);
    void add_shape(const ScriptShape& shape);
    void place_shapes();
    BodySetup mesh_obstacle(const ScriptObstacle& obstacle);
    BodySetup half_space(const ScriptObstacle& obstacle);
    void add_obstacles();
    void add_script();
    void hold_lower_half();
    void drag_right();
    void twist();
    void lift();
    template <typename Condition>
    void drive(const ScriptedMotion& motion, const Condition& is_driven);
    double friction() const;
    void add_settings();

    std::vector<Vec3> vertices_of(const BodySetup& body) const;
    BoundingBox shape_bounds() const;

    ScriptWords words_;
    std::string_view file_name_;
    const LoadScriptMesh& load_;
    std::map<std::string, int> names_;
    TestCase test_case_;
    std::size_t shapes_ = 0;  ///< bodies that are shapes: the first ones
    double size_ = 0.0;       ///< l: diagonal of the box around all shapes [m]
};

MeshFile ScriptCase::mesh_of(int line, const std::string& file) const {
    if (file.ends_with(".seg") || file.ends_with(".pt")) {
        fail(line, file +
                       ": files of segments and of points are not read; give points as an .obj "
                       "without faces, segments as the shape \"thin\" of a scene in JSON, or leave "
                       "the line out");
    }
    try {
        return load_(file);
    } catch (const FileError& error) {
        fail(line, error.what());
    }
}

/// The stem of the file, with a number from the second on.
std::string ScriptCase::name_of(const std::string& file) {
    const std::string stem =
        file.empty() ? "half_space" : printable(fs::path(file).stem().string());
    const int number = ++names_[stem];
    return number == 1 ? stem : stem + " " + std::to_string(number);
}

std::vector<Vec3> ScriptCase::vertices_of(const BodySetup& body) const {
    const std::optional<TetMesh> tets = own_tets(body.shape);
    std::vector<Vec3> vertices = tets ? tets->vertices : make_surface(body.shape).vertices;
    for (Vec3& vertex : vertices) {
        vertex = body.world_from_shape * vertex;
    }
    return vertices;
}

BoundingBox ScriptCase::shape_bounds() const {
    BoundingBox box;
    for (std::size_t i = 0; i < shapes_; ++i) {
        extend(box, bounds_of(vertices_of(test_case_.bodies[i])));
    }
    return box;
}

void ScriptCase::add_shape(const ScriptShape& shape) {
    const MeshFile file = mesh_of(shape.line, shape.file);
    LoadedMesh mesh;
    try {
        mesh = load_mesh(file, shape.file);
    } catch (const FileError& error) {
        fail(shape.line, error.what());
    }
    BodySetup& body = test_case_.bodies.emplace_back();
    body.name = name_of(shape.file);
    MeshShape content;
    content.file = shape.file;
    content.scale = shape.scale;
    content.surface = std::move(mesh.surface);
    content.tets = std::move(mesh.tets);
    const bool is_surface = content.tets.tets.empty();
    body.shape = std::move(content);
    body.world_from_shape = {turn_of(shape.degrees), shape.translation};
    const std::optional<double> density = shape.density ? shape.density : words_.density;
    const std::optional<double> young = shape.young ? shape.young : words_.young;
    const std::optional<double> poisson = shape.poisson ? shape.poisson : words_.poisson;
    if (is_surface) {
        if (words_.script != "DCOFix") {
            fail(shape.line,
                 shape.file + " is a surface, which only 'script DCOFix' holds; give tets");
        }
        body.fixed = true;
        return;
    }
    if (!density || !young || !poisson || !words_.model) {
        fail(shape.line, "the shape has no material; add the lines density, stiffness and energy");
    }
    if (!(*poisson > -1.0 && *poisson < 0.5)) {
        fail(shape.line,
             "Poisson's ratio must be above -1 and below 0.5, found " + shortest(*poisson));
    }
    body.density = *density;
    body.elastic = ElasticSetup{{*words_.model, *young, *poisson}, std::nullopt};
}

/// Turns all shapes together, scales them to the size and moves their lowest corner to the origin.
void ScriptCase::place_shapes() {
    const Quat turn(Eigen::AngleAxisd(radians(words_.model_degrees), words_.model_axis));
    for (std::size_t i = 0; i < shapes_; ++i) {
        Pose& pose = test_case_.bodies[i].world_from_shape;
        pose = {(turn * pose.rotation).normalized(), turn * pose.translation};
    }
    BoundingBox box = shape_bounds();
    if (words_.size > 0.0) {
        const double factor = words_.size / (box.upper - box.lower).maxCoeff();
        for (std::size_t i = 0; i < shapes_; ++i) {
            BodySetup& body = test_case_.bodies[i];
            std::get<MeshShape>(body.shape).scale *= factor;
            body.world_from_shape.translation *= factor;
        }
        const Vec3 corner = factor * box.lower;
        for (std::size_t i = 0; i < shapes_; ++i) {
            test_case_.bodies[i].world_from_shape.translation -= corner;
        }
        box = shape_bounds();
    }
    size_ = (box.upper - box.lower).norm();
}

BodySetup ScriptCase::mesh_obstacle(const ScriptObstacle& obstacle) {
    const MeshFile file = mesh_of(obstacle.line, obstacle.file);
    BodySetup body;
    try {
        body.shape = make_obstacle_shape(file, turn_of(obstacle.degrees), obstacle.scale);
    } catch (const MeshError& error) {
        fail(obstacle.line, obstacle.file + ": " + error.what());
    }
    body.name = name_of(obstacle.file);
    body.world_from_shape.translation = obstacle.place;
    return body;
}

/// A board with the plane as its top, wide enough for all that is not thrown far.
BodySetup ScriptCase::half_space(const ScriptObstacle& obstacle) {
    const double width = kHalfSpaceWidth * size_;
    const double thickness = kBoardShare * width;
    const BoundingBox box = shape_bounds();
    const Vec3 middle = 0.5 * (box.lower + box.upper);
    const double height = obstacle.normal.dot(middle - obstacle.place);
    BodySetup body;
    body.name = name_of({});
    body.shape = BoxShape{Vec3(width, thickness, width)};
    body.world_from_shape.rotation =
        Quat::FromTwoVectors(Vec3::UnitY(), obstacle.normal).normalized();
    body.world_from_shape.translation = middle - (height + 0.5 * thickness) * obstacle.normal;
    return body;
}

void ScriptCase::add_obstacles() {
    for (const ScriptObstacle& obstacle : words_.obstacles) {
        BodySetup body = obstacle.file.empty() ? half_space(obstacle) : mesh_obstacle(obstacle);
        body.fixed = true;
        test_case_.bodies.push_back(std::move(body));
    }
}

template <typename Condition>
void ScriptCase::drive(const ScriptedMotion& motion, const Condition& is_driven) {
    for (std::size_t i = 0; i < shapes_; ++i) {
        BodySetup& body = test_case_.bodies[i];
        DriveSetup part;
        part.motion = motion;
        const std::vector<Vec3> vertices = vertices_of(body);
        for (int v = 0; !body.fixed && v < std::ssize(vertices); ++v) {
            if (is_driven(vertices[v])) {
                part.vertices.push_back(v);
            }
        }
        if (!part.vertices.empty()) {
            body.driven.push_back(std::move(part));
        }
    }
}

/// All shapes, by half of the diagonal of the box around them.
void ScriptCase::lift() {
    for (std::size_t i = 0; i < shapes_; ++i) {
        test_case_.bodies[i].world_from_shape.translation.y() += 0.5 * size_;
    }
}

void ScriptCase::hold_lower_half() {
    const BoundingBox box = shape_bounds();
    const double middle = 0.5 * (box.lower.y() + box.upper.y());
    drive({}, [&](const Vec3& vertex) { return vertex.y() < middle; });
}

/// Until the last of the shapes is past the obstacles.
void ScriptCase::drag_right() {
    const BoundingBox box = shape_bounds();
    double end = -std::numeric_limits<double>::infinity();
    for (std::size_t i = shapes_; i < test_case_.bodies.size(); ++i) {
        end = std::max(end, bounds_of(vertices_of(test_case_.bodies[i])).upper.x());
    }
    ScriptedMotion motion;
    motion.velocity.x() = kDragSpeed;
    if (end > box.lower.x()) {
        motion.until = (end - box.lower.x()) / kDragSpeed;
    }
    const double from = box.upper.x() - kDragShare * (box.upper.x() - box.lower.x());
    drive(motion, [&](const Vec3& vertex) { return vertex.x() >= from; });
}

void ScriptCase::twist() {
    const BoundingBox box = shape_bounds();
    const double end = kEndShare * (box.upper.x() - box.lower.x());
    ScriptedMotion motion;
    motion.pivot = 0.5 * (box.lower + box.upper);
    motion.spin.x() = -radians(kTwistDegrees);
    drive(motion, [&](const Vec3& vertex) { return vertex.x() <= box.lower.x() + end; });
    motion.spin = -motion.spin;
    drive(motion, [&](const Vec3& vertex) { return vertex.x() >= box.upper.x() - end; });
}

/// After the obstacles, which the script does not lift.
void ScriptCase::add_script() {
    const std::string& script = words_.script;
    if (script == "fall" || script == "dragright") {
        lift();
    }
    if (script == "dragright") {
        drag_right();
    } else if (script == "twist") {
        twist();
    } else if (script == "fixLowerHalf") {
        hold_lower_half();
    } else if (script != "" && script != "fall" && script != "fallNoShift" && script != "DCOFix") {
        fail(words_.script_line, "the script '" + script +
                                     "' is not there; take fall, fallNoShift, dragright, twist, "
                                     "fixLowerHalf or DCOFix");
    }
}

/// One coefficient for all pairs. Where a single body moves, friction with itself is that too.
double ScriptCase::friction() const {
    const auto moving =
        std::ranges::count_if(test_case_.bodies, [](const BodySetup& body) { return !body.fixed; });
    std::optional<double> friction;
    if (moving > 1) {
        friction = words_.self_friction;
    }
    for (const ScriptObstacle& obstacle : words_.obstacles) {
        if (friction && obstacle.friction != *friction) {
            fail(obstacle.line, "the friction " + shortest(obstacle.friction) +
                                    " is not that of other pairs, " + shortest(*friction) +
                                    "; a scene has one coefficient, so give the same");
        }
        friction = obstacle.friction;
    }
    if (friction && !(*friction >= 0.0)) {
        fail(words_.obstacles.empty() ? 1 : words_.obstacles.front().line,
             "a coefficient of friction must be at least 0, found " + shortest(*friction));
    }
    return friction.value_or(words_.self_friction);
}

void ScriptCase::add_settings() {
    test_case_.gravity = words_.gravity ? Vec3(0.0, -kScriptGravity, 0.0) : Vec3(Vec3::Zero());
    test_case_.friction = friction();
    test_case_.time_step = words_.time_step;
    const double steps = std::round(words_.duration / words_.time_step);
    if (!(steps >= 1.0 && steps <= 1e8)) {
        fail(1, "the time asks for " + shortest(steps) + " steps; give 1 to 10^8");
    }
    test_case_.simulate = SimulationLimits{};
    test_case_.simulate->steps = static_cast<int>(steps);
    test_case_.simulate->time_step = words_.time_step;
    const double stick_speed = words_.stick_speed * size_;
    double accuracy = words_.accuracy * size_;
    if (test_case_.friction > 0.0) {
        // Friction is off by the ratio of the two: see validate(BarrierSettings).
        accuracy = std::min(accuracy, stick_speed / 50.0);
    }
    test_case_.movers[std::string(barrier::kMethodId)] = {
        {"dhat", shortest(words_.dhat * size_)},
        {"integration", words_.newmark ? "newmark" : "implicit_euler"},
        {"stick_speed", shortest(stick_speed)},
        {"accuracy", shortest(accuracy)},
        {"lags", std::to_string(words_.lags)}};
}

TestCase ScriptCase::make() {
    test_case_.id = fs::path(file_name_).stem().string();
    test_case_.title = test_case_.id;
    test_case_.source = "a scene script in the format of Li et al. [2020]";
    for (const ScriptShape& shape : words_.shapes) {
        add_shape(shape);
    }
    shapes_ = test_case_.bodies.size();
    place_shapes();
    add_obstacles();
    add_script();
    add_settings();
    return std::move(test_case_);
}

}  // namespace

TestCase make_script_case(ScriptWords words, std::string_view file_name,
                          const LoadScriptMesh& load) {
    return ScriptCase(std::move(words), file_name, load).make();
}

}  // namespace touchstone
