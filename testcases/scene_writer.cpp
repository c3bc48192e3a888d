#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "testcases/scene_file.h"

namespace touchstone {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLineLength = 100;

/// The shortest text that reads back as the same number.
std::string number_text(double value) {
    if (value == 0.0) {
        return std::signbit(value) ? "-0.0" : "0";  // "-0" would be read as the integer 0
    }
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// Bytes that are not UTF-8 pass unchanged: the reader refuses them.
std::string quoted(const std::string& text) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        if (c >= 0 && c < ' ') {
            result += std::string("\\u00") + kHexDigits[c >> 4] + kHexDigits[c & 15];
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string one_line(const Json& value) {
    if (value.is_string()) {
        return quoted(value.get<std::string>());
    }
    if (value.is_number_float()) {
        return number_text(value.get<double>());
    }
    if (!value.is_structured()) {
        return value.dump();
    }
    std::string result;
    for (const auto& [key, item] : value.items()) {
        result += result.empty() ? "" : ", ";
        result += value.is_object() ? quoted(key) + ": " + one_line(item) : one_line(item);
    }
    return value.is_object() ? "{" + result + "}" : "[" + result + "]";
}

/// On one line where it fits, else with one member or item to a line.
std::string pretty(const Json& value, std::size_t indent, std::size_t used) {
    const std::string line = one_line(value);
    if (!value.is_structured() || used + line.size() <= kLineLength) {
        return line;
    }
    const std::string margin(indent + 2, ' ');
    std::string result;
    for (const auto& [key, item] : value.items()) {
        const std::string start = margin + (value.is_object() ? quoted(key) + ": " : "");
        result += result.empty() ? "\n" : ",\n";
        result += start + pretty(item, indent + 2, start.size() + 1);
    }
    result += "\n" + std::string(indent, ' ');
    return value.is_object() ? "{" + result + "}" : "[" + result + "]";
}

/// JSON has no word for what is not finite; as a text it is refused by the reader, and named.
Json to_json(double value) {
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "NaN" : "infinity");
}

Json to_json(const Vec3& v) { return Json::array({to_json(v[0]), to_json(v[1]), to_json(v[2])}); }

Json to_json(const std::vector<Vec3>& points) {
    Json result = Json::array();
    for (const Vec3& point : points) {
        result.push_back(to_json(point));
    }
    return result;
}

struct ShapeToJson {
    Json operator()(const BoxShape& box) const { return {{"box", {{"size", to_json(box.size)}}}}; }
    Json operator()(const HullShape& hull) const {
        return {{"convex_hull", {{"points", to_json(hull.points)}}}};
    }
    Json operator()(const CylinderShape& cylinder) const {
        return {{"cylinder",
                 {{"radius", to_json(cylinder.radius)},
                  {"height", to_json(cylinder.height)},
                  {"sides", cylinder.sides}}}};
    }
    Json operator()(const SphereShape& sphere) const {
        return {{"sphere",
                 {{"radius", to_json(sphere.radius)}, {"subdivisions", sphere.subdivisions}}}};
    }
    Json operator()(const TrianglesShape& triangles) const {
        Json faces = Json::array();
        for (const Triangle& triangle : triangles.surface.triangles) {
            faces.push_back(triangle);
        }
        return {
            {"triangles", {{"vertices", to_json(triangles.surface.vertices)}, {"faces", faces}}}};
    }
};

/// Also tells 0 from -0, which == does not.
bool same_bits(const Vec3& a, const Vec3& b) {
    return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}

bool same_bits(const Quat& a, const Quat& b) {
    return std::memcmp(a.coeffs().data(), b.coeffs().data(), 4 * sizeof(double)) == 0;
}

void add_unless_default(Json& object, const char* key, const Vec3& value, const Vec3& otherwise) {
    if (!same_bits(value, otherwise)) {
        object[key] = to_json(value);
    }
}

void add_unless_default(Json& object, const char* key, double value, double otherwise) {
    if (value != otherwise) {
        object[key] = to_json(value);
    }
}

void add_if(Json& object, const char* key, bool value) {
    if (value) {
        object[key] = true;
    }
}

Json to_json(const BodySetup& body) {
    const BodySetup defaults;
    Json result;
    result["name"] = body.name;
    result["shape"] = std::visit(ShapeToJson{}, body.shape);
    const Pose& pose = body.world_from_shape;
    add_unless_default(result, "position", pose.translation, Vec3::Zero());
    const Quat& q = pose.rotation;
    if (!same_bits(q, Quat::Identity())) {
        result["orientation"] = {to_json(q.w()), to_json(q.x()), to_json(q.y()), to_json(q.z())};
    }
    add_if(result, "fixed", body.fixed);
    add_unless_default(result, "density", body.density, defaults.density);
    add_unless_default(result, "linear_velocity", body.linear_velocity, Vec3::Zero());
    add_unless_default(result, "angular_velocity", body.angular_velocity, Vec3::Zero());
    if (body.tetgen_switches != defaults.tetgen_switches) {
        result["tetgen"] = body.tetgen_switches;
    }
    return result;
}

Json to_json(const Answer& answer) {
    Json result = Json::object();
    if (!answer.normals.empty()) {
        result["normals"] = to_json(answer.normals);
    }
    if (answer.min_contacts) {
        result["min_contacts"] = *answer.min_contacts;
    }
    if (!answer.points.empty()) {
        result["points"] = to_json(answer.points);
    }
    if (answer.area) {
        result["area"] = to_json(*answer.area);
    }
    if (answer.hull_area) {
        result["hull_area"] = to_json(*answer.hull_area);
    }
    if (answer.separation) {
        const auto& [lowest, highest] = *answer.separation;
        result["separation"] = {to_json(lowest), to_json(highest)};
    }
    return result;
}

const std::string& body_name(const TestCase& test_case, int index) {
    if (index < 0 || index >= std::ssize(test_case.bodies)) {
        throw FileError("scene " + test_case.id + ": the reference is about body " +
                        std::to_string(index) + ", which the scene does not have");
    }
    return test_case.bodies[index].name;
}

Json to_json(const PairReference& pair, const TestCase& test_case) {
    const PairReference defaults;
    Json result;
    result["a"] = body_name(test_case, pair.body_a);
    result["b"] = body_name(test_case, pair.body_b);
    if (pair.none) {
        result["contacts"] = "none";
    }
    if (!pair.none || !pair.answers.empty()) {
        result["answers"] = Json::array();
        for (const Answer& answer : pair.answers) {
            result["answers"].push_back(to_json(answer));
        }
    }
    add_if(result, "none_is_right", pair.none_is_right);
    add_if(result, "kinematic", pair.kinematic);
    add_unless_default(result, "angle_tolerance_deg", pair.angle_tolerance,
                       defaults.angle_tolerance);
    add_unless_default(result, "position_tolerance", pair.position_tolerance,
                       defaults.position_tolerance);
    add_unless_default(result, "separation_tolerance", pair.separation_tolerance,
                       defaults.separation_tolerance);
    return result;
}

std::string scene_text(const TestCase& test_case) {
    Json scene;
    scene["schema"] = "touchstone-scene-1";
    scene["name"] = test_case.id;
    if (!test_case.title.empty()) {
        scene["title"] = test_case.title;
    }
    if (!test_case.source.empty()) {
        scene["source"] = test_case.source;
    }
    scene["gravity"] = to_json(test_case.gravity);
    scene["friction"] = to_json(test_case.friction);
    scene["query"] = {{"pose", test_case.pose == QueryPose::Initial ? "initial" : "half-step"},
                      {"time_step", to_json(test_case.time_step)}};
    scene["bodies"] = Json::array();
    for (const BodySetup& body : test_case.bodies) {
        scene["bodies"].push_back(to_json(body));
    }
    for (const PairReference& pair : test_case.reference) {
        scene["expected"].push_back(to_json(pair, test_case));
    }
    return pretty(scene, 0, 0) + "\n";
}

}  // namespace

std::string write_scene(const TestCase& test_case) {
    const std::string text = scene_text(test_case);
    // One set of rules for both directions: the format holds what the reader takes and leaves as it
    // is.
    const TestCase copy = parse_scene(text, "scene " + test_case.id);
    if (scene_text(copy) != text) {
        throw FileError("scene " + test_case.id +
                        ": a rotation or an expected normal is not of unit length; normalise it");
    }
    return text;
}

}  // namespace touchstone
