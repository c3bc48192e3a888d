#include "testcases/files/script/script_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "methods/base/number_text.h"
#include "testcases/files/script/script_cursor.h"

namespace touchstone {
namespace {

// Of drawing, of other solvers, and what is always so here: contact within and between bodies.
constexpr std::array<std::string_view, 8> kIgnoredWords{
    "view",          "zoom",           "warmStart", "constraintSolver",
    "playBackSpeed", "cameraTracking", "appendStr", "selfCollisionOn"};

/// Reads all words.
class ScriptReader : private ScriptCursor {
 public:
    using ScriptCursor::ScriptCursor;

    ScriptWords read();

 private:
    void read_word(std::string_view name);
    bool read_material(std::string_view name);
    bool read_motion(std::string_view name);
    void read_energy();
    void read_integration();
    void read_shape(bool with_placement);
    void read_mesh_obstacle();
    void read_half_space();
    void read_tuning();
    void read_lags();
    void read_section();
    void skip_section();

    ScriptWords result_;
};

void ScriptReader::read_energy() {
    const std::string_view name = word("NH or FCR");
    if (name != "NH" && name != "FCR") {
        fail("the energy '" + std::string(name) + "' is not known; take NH or FCR");
    }
    result_.model = name == "NH" ? ElasticModel::NeoHookean : ElasticModel::FixedCorotated;
}

/// BE, or NM, after which β and γ may follow.
void ScriptReader::read_integration() {
    const std::string_view rule = word("BE or NM");
    if (rule != "BE" && rule != "NM") {
        fail("the rule '" + std::string(rule) + "' is not known; take BE or NM");
    }
    result_.newmark = rule == "NM";
    if (!result_.newmark || is_line_done()) {
        return;
    }
    const double beta = number("beta of NM");
    const double gamma = number("gamma of NM");
    if (beta != 0.25 || gamma != 0.5) {
        fail("the rule NM with beta = " + shortest(beta) + " and gamma = " + shortest(gamma) +
             " is not there; take 0.25 and 0.5");
    }
}

/// FILE, then, of a list, translation, turns in degrees, scale, and a material of its own.
void ScriptReader::read_shape(bool with_placement) {
    ScriptShape shape;
    shape.line = line_number();
    shape.file = word("a mesh file");
    if (with_placement) {
        shape.translation = vector("a translation");
        shape.degrees = vector("turns in degrees");
        const Vec3 scale = vector("a scale");
        if (!(scale.x() > 0.0) || scale.y() != scale.x() || scale.z() != scale.x()) {
            fail(
                "a scale that is not the same along all axes, or not above 0, is not there; "
                "scale the mesh file itself");
        }
        shape.scale = scale.x();
    }
    if (!is_line_done()) {
        expect("material");
        shape.density = positive("a density");
        shape.young = positive("Young's modulus");
        shape.poisson = number("Poisson's ratio");
    }
    result_.shapes.push_back(std::move(shape));
}

void ScriptReader::read_mesh_obstacle() {
    ScriptObstacle obstacle;
    obstacle.line = line_number();
    obstacle.file = word("a mesh file");
    obstacle.place = vector("a place");
    obstacle.scale = positive("a scale");
    number("a stiffness");  // of other solvers
    obstacle.friction = number("a coefficient of friction");
    if (!is_line_done()) {
        expect("rotate");
        obstacle.degrees = vector("turns in degrees");
    }
    result_.obstacles.push_back(std::move(obstacle));
}

void ScriptReader::read_half_space() {
    ScriptObstacle obstacle;
    obstacle.line = line_number();
    obstacle.place = vector("a place");
    obstacle.normal = direction("a normal");
    number("a stiffness");
    obstacle.friction = number("a coefficient of friction");
    result_.obstacles.push_back(std::move(obstacle));
}

/// Stiffness, d̂/l at the start and at the end, a distance for stiffening, ε_v/l likewise. The
/// stiffness follows what happens here, and there is no way from start to end.
void ScriptReader::read_tuning() {
    const int values = count("how many values follow");
    std::vector<double> numbers;
    for (int i = 0; i < values; ++i) {
        next_line("a value of 'tuning'");
        numbers.push_back(number("a value of 'tuning'"));
    }
    if (values > 6) {
        fail("'tuning' has at most 6 values; remove the others");
    }
    if (values > 2) {
        result_.dhat = numbers[2];
    }
    if (values > 5) {
        result_.stick_speed = numbers[5];
    }
    if (!(result_.dhat > 0.0) || !(result_.stick_speed > 0.0)) {
        fail("distances and speeds of 'tuning' must be above 0");
    }
}

/// Solves per step; below 1 as many as it takes there, and as many as are of use here.
void ScriptReader::read_lags() {
    constexpr int kEnough = 10;  // solves end where friction made anew changes nothing
    const double lags = number("how often friction is made anew");
    if (lags != std::floor(lags) || lags > 100.0) {
        fail("'fricIterAmt' takes a whole number of at most 100, found " + shortest(lags));
    }
    result_.lags = lags < 1.0 ? kEnough : static_cast<int>(lags);
}

/// What follows is for the solvers that the line names. One of interior points, which the barrier
/// solver is, reads on, as all do after an end.
void ScriptReader::read_section() {
    constexpr std::array<std::string_view, 3> kReadOn{"IP", "interiorPoint", "end"};
    bool reads_on = false;
    while (!is_line_done()) {
        if (std::ranges::find(kReadOn, word("a solver")) != kReadOn.end()) {
            reads_on = true;
        }
    }
    if (!reads_on) {
        skip_section();
    }
}

/// What other solvers of the same scene have.
void ScriptReader::skip_section() {
    constexpr std::array<std::string_view, 2> kEnd{"section", "end"};
    while (!std::ranges::equal(line_words(), kEnd)) {
        skip_line();
        next_line("'section end'");
    }
    skip_line();
}

bool ScriptReader::read_material(std::string_view name) {
    if (name == "energy") {
        read_energy();
    } else if (name == "density") {
        result_.density = positive("a density");
    } else if (name == "stiffness") {
        result_.young = positive("Young's modulus");
        result_.poisson = number("Poisson's ratio");
    } else if (name == "size") {
        result_.size = number("the largest extent");
    } else if (name == "selfFric") {
        result_.self_friction = number("a coefficient of friction");
    } else if (name == "shape" || name == "shapes") {
        if (const std::string_view kind = word("input"); kind != "input") {
            fail("shapes of the kind '" + std::string(kind) + "' are not there; take input");
        }
        if (name == "shape") {
            read_shape(false);
            return true;
        }
        for (int i = count("how many shapes follow"); i > 0; --i) {
            next_line("a shape");
            read_shape(true);
        }
    } else {
        return false;
    }
    return true;
}

bool ScriptReader::read_motion(std::string_view name) {
    if (name == "script") {
        result_.script = word("a script");
        result_.script_line = line_number();
    } else if (name == "time") {
        result_.duration = positive("a duration");
        result_.time_step = positive("a time step");
    } else if (name == "timeIntegration") {
        read_integration();
    } else if (name == "turnOffGravity") {
        result_.gravity = false;
    } else if (name == "rotateModel") {
        result_.model_axis = direction("an axis");
        result_.model_degrees = number("an angle in degrees");
    } else if (name == "meshCO") {
        read_mesh_obstacle();
    } else if (name == "halfSpace") {
        read_half_space();
    } else {
        return false;
    }
    return true;
}

void ScriptReader::read_word(std::string_view name) {
    if (read_material(name) || read_motion(name)) {
        return;
    }
    if (name == "tuning") {
        read_tuning();
    } else if (name == "tol") {
        for (int i = count("how many values follow"); i > 0; --i) {
            next_line("a value of 'tol'");
            result_.accuracy = positive("a value of 'tol'");  // the last is that of all later steps
        }
    } else if (name == "fricIterAmt") {
        read_lags();
    } else if (name == "section") {
        read_section();
    } else if (std::ranges::find(kIgnoredWords, name) != kIgnoredWords.end()) {
        skip_line();
    } else {
        fail("the word '" + std::string(name) + "' is not known; remove the line");
    }
}

ScriptWords ScriptReader::read() {
    while (has_line()) {
        const std::string_view name = word("a word");
        read_word(name);
        leave_line();
    }
    if (result_.shapes.empty()) {
        fail("the script has no shapes; add 'shapes input N' and N lines");
    }
    if (!std::isfinite(result_.duration)) {
        fail("the script has no time; add 'time DURATION STEP'");
    }
    return std::move(result_);
}

}  // namespace

ScriptWords read_script_words(std::string_view text, std::string_view file_name) {
    return ScriptReader(text, file_name).read();
}

}  // namespace touchstone
