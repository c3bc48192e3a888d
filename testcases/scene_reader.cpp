#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/tetrahedralize.h"
#include "testcases/json_place.h"
#include "testcases/scene_file.h"
#include "testcases/scene_shapes.h"

namespace touchstone {
namespace {

constexpr std::string_view kSchema = "touchstone-scene-1";
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;  // a mesh of some ten million numbers

/// A vector of at most four numbers that was normalised in double precision has length 1 to within
/// this, squared: 8 u for the division by a rounded norm, 4 u for squaring it here, u = ε/2; twice
/// that. Such a vector is taken as it stands, so that what was written is read back bit for bit.
constexpr double kUnitTolerance = 12.0 * std::numeric_limits<double>::epsilon();

constexpr int kMaxInt = std::numeric_limits<int>::max();

using BodyIndices = std::map<std::string, int, std::less<>>;

template <int size>
using Numbers = Eigen::Matrix<double, size, 1>;

template <int size>
Numbers<size> normalized(const JsonPlace& place, const Numbers<size>& values) {
    const double largest = values.cwiseAbs().maxCoeff();
    if (largest == 0.0) {
        place.fail_expected("numbers that are not all zero");
    }
    if (std::abs(values.squaredNorm() - 1.0) <= kUnitTolerance) {
        return values;
    }
    const Numbers<size> scaled = values / largest;  // no square over- or underflows
    return scaled / scaled.norm();
}

Quat read_orientation(const JsonPlace& place) {
    constexpr std::string_view kExpected = "a quaternion w, x, y, z, e.g. [1, 0, 0, 0]";
    if (place.item_count(kExpected) != 4) {
        place.fail_expected(kExpected);
    }
    Numbers<4> wxyz;
    for (int i = 0; i < 4; ++i) {
        wxyz[i] = place.item(i).number("a number");
    }
    const Numbers<4> unit = normalized<4>(place, wxyz);
    return {unit[0], unit[1], unit[2], unit[3]};
}

Vec3 read_vector_or(const JsonPlace& parent, std::string_view key, const Vec3& otherwise) {
    const std::optional<JsonPlace> place = parent.find(key);
    return place ? place->vector("three numbers, e.g. [0, 0.5, 1]") : otherwise;
}

std::string read_text_or_empty(const JsonPlace& parent, std::string_view key) {
    const std::optional<JsonPlace> place = parent.find(key);
    return place ? place->line_of_text() : "";
}

bool read_flag(const JsonPlace& parent, std::string_view key) {
    const std::optional<JsonPlace> place = parent.find(key);
    return place && place->boolean();
}

/// A text that others refer to.
std::string read_name(const JsonPlace& parent, std::string_view key) {
    const JsonPlace place = parent.require(key);
    std::string result = place.line_of_text();
    if (result.empty()) {
        place.fail_expected("a name");
    }
    return result;
}

BodySetup read_body(const JsonPlace& place) {
    place.allow_keys({"name", "shape", "position", "orientation", "fixed", "density",
                      "linear_velocity", "angular_velocity", "tetgen"});
    BodySetup body;
    body.name = read_name(place, "name");
    body.shape = read_shape(place.require("shape"));
    body.world_from_shape.translation = read_vector_or(place, "position", Vec3::Zero());
    if (const auto orientation = place.find("orientation")) {
        body.world_from_shape.rotation = read_orientation(*orientation);
    }
    body.linear_velocity = read_vector_or(place, "linear_velocity", Vec3::Zero());
    body.angular_velocity = read_vector_or(place, "angular_velocity", Vec3::Zero());
    body.fixed = read_flag(place, "fixed");
    if (const auto density = place.find("density")) {
        body.density = density->number("a density");
        if (!body.fixed && !(body.density > 0.0)) {
            density->fail_expected("a density > 0, as the body is not fixed");
        }
    }
    if (const auto switches = place.find("tetgen")) {
        body.tetgen_switches = switches->line_of_text();
        check_at(*switches, [&body] { validate_tetgen_switches(body.tetgen_switches); });
    }
    return body;
}

std::vector<BodySetup> read_bodies(const JsonPlace& place, BodyIndices& indices) {
    const int count = place.item_count("an array of bodies");
    if (count == 0) {
        place.fail_expected("at least one body");
    }
    std::vector<BodySetup> bodies;
    for (int i = 0; i < count; ++i) {
        bodies.push_back(read_body(place.item(i)));
        if (!indices.emplace(bodies.back().name, i).second) {
            place.item(i).require("name").fail_expected("a name that no other body has");
        }
    }
    return bodies;
}

/// An empty list would look as if the key were left out.
std::vector<Vec3> read_some_points(const JsonPlace& place) {
    std::vector<Vec3> points = read_points(place);
    if (points.empty()) {
        place.fail_expected("at least one; leave out what is not to be judged");
    }
    return points;
}

Answer read_answer(const JsonPlace& place) {
    place.allow_keys({"normals", "min_contacts", "points", "area", "hull_area", "separation"});
    Answer answer;
    if (const auto normals = place.find("normals")) {
        answer.normals = read_some_points(*normals);
        for (std::size_t i = 0; i < answer.normals.size(); ++i) {
            answer.normals[i] =
                normalized<3>(normals->item(static_cast<int>(i)), answer.normals[i]);
        }
    }
    if (const auto count = place.find("min_contacts")) {
        answer.min_contacts = count->integer(1, kMaxInt, "a whole number ≥ 1");
    }
    if (const auto points = place.find("points")) {
        answer.points = read_some_points(*points);
    }
    if (const auto area = place.find("area")) {
        answer.area = area->not_negative("an area ≥ 0");
    }
    if (const auto area = place.find("hull_area")) {
        answer.hull_area = area->not_negative("an area ≥ 0");
    }
    if (const auto separation = place.find("separation")) {
        constexpr std::string_view kExpected = "[lowest, highest], e.g. [-0.01, 0]";
        if (separation->item_count(kExpected) != 2) {
            separation->fail_expected(kExpected);
        }
        answer.separation = {separation->item(0).number("a number"),
                             separation->item(1).number("a number")};
        if ((*answer.separation)[0] > (*answer.separation)[1]) {
            separation->fail_expected(kExpected);
        }
    }
    return answer;
}

int read_body_index(const JsonPlace& parent, std::string_view key, const BodyIndices& indices) {
    const JsonPlace place = parent.require(key);
    const auto found = indices.find(place.line_of_text());
    if (found == indices.end()) {
        place.fail_expected("the name of a body of this scene");
    }
    return found->second;
}

/// What is right: exactly one of `answers`, `contacts` and `reference`.
void read_truth(const JsonPlace& place, PairReference& pair) {
    const std::optional<JsonPlace> answers = place.find("answers");
    const std::optional<JsonPlace> contacts = place.find("contacts");
    const std::optional<JsonPlace> reference = place.find("reference");
    if (int{answers.has_value()} + int{contacts.has_value()} + int{reference.has_value()} != 1) {
        place.fail("expected exactly one of \"answers\", \"contacts\" and \"reference\"");
    }
    if (reference) {
        reference->fail("this version computes no reference yet; list the right \"answers\"");
    }
    if (contacts) {
        if (contacts->line_of_text() != "none") {
            contacts->fail_expected("\"none\"");
        }
        pair.none = true;
        return;
    }
    const int count = answers->item_count("an array of answers");
    if (count == 0) {
        answers->fail_expected("at least one answer");
    }
    for (int i = 0; i < count; ++i) {
        pair.answers.push_back(read_answer(answers->item(i)));
    }
}

PairReference read_pair(const JsonPlace& place, const BodyIndices& indices) {
    place.allow_keys({"a", "b", "answers", "contacts", "reference", "none_is_right", "kinematic",
                      "angle_tolerance_deg", "position_tolerance", "separation_tolerance"});
    PairReference pair;
    pair.body_a = read_body_index(place, "a", indices);
    pair.body_b = read_body_index(place, "b", indices);
    if (pair.body_a == pair.body_b) {
        place.require("b").fail_expected("another body than \"a\"");
    }
    read_truth(place, pair);
    pair.none_is_right = read_flag(place, "none_is_right");
    if (pair.none && place.has("none_is_right")) {
        place.require("none_is_right").fail("this goes with \"answers\" only; remove it");
    }
    pair.kinematic = read_flag(place, "kinematic");
    if (const auto angle = place.find("angle_tolerance_deg")) {
        pair.angle_tolerance = angle->not_negative("an angle in 0…180");
        if (pair.angle_tolerance > 180.0) {
            angle->fail_expected("an angle in 0…180");
        }
    }
    if (const auto tolerance = place.find("position_tolerance")) {
        pair.position_tolerance = tolerance->not_negative("a distance ≥ 0");
    }
    if (const auto tolerance = place.find("separation_tolerance")) {
        pair.separation_tolerance = tolerance->not_negative("a distance ≥ 0");
    }
    return pair;
}

Reference read_expected(const JsonPlace& place, const BodyIndices& indices) {
    Reference reference;
    std::set<std::pair<int, int>> seen;
    const int count = place.item_count("an array, one entry for each pair of bodies");
    for (int i = 0; i < count; ++i) {
        const PairReference pair = read_pair(place.item(i), indices);
        if (!seen.insert(std::minmax(pair.body_a, pair.body_b)).second) {
            place.item(i).fail("an entry before this one is about the same two bodies; join them");
        }
        reference.push_back(pair);
    }
    return reference;
}

void read_query(const JsonPlace& place, TestCase& test_case) {
    place.allow_keys({"pose", "time_step"});
    if (const auto pose = place.find("pose")) {
        const std::string name = pose->line_of_text();
        if (name != "initial" && name != "half-step") {
            pose->fail_expected("\"initial\" or \"half-step\"");
        }
        test_case.pose = name == "initial" ? QueryPose::Initial : QueryPose::HalfStep;
    }
    if (const auto time_step = place.find("time_step")) {
        test_case.time_step = time_step->positive("a time > 0");
    }
}

/// Before all else: a file of another kind has other keys too.
void check_schema(const JsonPlace& scene) {
    const JsonPlace schema = scene.require("schema");
    if (schema.line_of_text() != kSchema) {
        schema.fail_expected("\"" + std::string(kSchema) + "\"");
    }
}

TestCase read_test_case(const JsonPlace& scene) {
    check_schema(scene);
    scene.allow_keys({"schema", "name", "title", "source", "gravity", "friction", "query", "solver",
                      "bodies", "expected", "sweep", "variants", "simulate"});
    for (const std::string_view key : {"solver", "sweep", "variants", "simulate"}) {
        if (const auto place = scene.find(key)) {
            place->fail("this version does not read \"" + std::string(key) +
                        "\" yet; remove it to judge the scene without");
        }
    }
    TestCase test_case;
    test_case.id = read_name(scene, "name");
    test_case.title = read_text_or_empty(scene, "title");
    test_case.source = read_text_or_empty(scene, "source");
    test_case.gravity = read_vector_or(scene, "gravity", test_case.gravity);
    if (const auto friction = scene.find("friction")) {
        test_case.friction = friction->not_negative("a coefficient ≥ 0");
    }
    if (const auto query = scene.find("query")) {
        read_query(*query, test_case);
    }
    BodyIndices indices;
    test_case.bodies = read_bodies(scene.require("bodies"), indices);
    if (const auto expected = scene.find("expected")) {
        test_case.reference = read_expected(*expected, indices);
    }
    return test_case;
}

}  // namespace

TestCase parse_scene(std::string_view text, std::string_view file_name) {
    if (text.size() > kMaxBytes) {
        throw FileError(std::string(file_name) + ": larger than 256 MiB; use coarser meshes");
    }
    const JsonDocument document = parse_json(text, file_name);
    return read_test_case(JsonPlace(document));
}

TestCase read_scene(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw FileError(name + ": is a folder; name a scene file in it");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw FileError(name + ": cannot be read; does the file exist?");
    }
    std::string text;
    std::vector<char> block(std::size_t{1} << 16);
    while (file && text.size() <= kMaxBytes) {
        file.read(block.data(), std::ssize(block));
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) {
        throw FileError(name + ": reading it failed half-way; try again");
    }
    return parse_scene(text, name);
}

}  // namespace touchstone
