// A contact method as a program of its own, to start from: put yours into `contacts`.
//
//     g++ -std=c++17 -O2 lowest_vertex.cpp -o lowest_vertex
//     touchstone report fundamental --generator-command ./lowest_vertex
//
// One JSON object a line comes in, one goes out; ../external_generators.md describes them. The
// method is the lowest vertex of B, where it is below the top of A: not a good one. Needs
// nlohmann's JSON (Debian: nlohmann-json3-dev), and nothing of Touchstone.

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using Vec3 = std::array<double, 3>;

struct Pose {
    Vec3 position;                      // t [m]
    std::array<double, 4> orientation;  // unit quaternion q = (w, x, y, z)
};

struct Body {
    std::vector<Vec3> vertices;             // in the frame of the body [m]
    std::vector<std::array<int, 3>> faces;  // counter-clockwise seen from outside
};

struct Contact {
    Vec3 position;      // halfway between the surfaces, world frame [m]
    Vec3 normal;        // unit, from A to B
    double separation;  // negative: overlap [m]
};

Vec3 cross(const Vec3& u, const Vec3& v) {
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

// q v q* = v + 2 u × (u × v + w v), where u = (x, y, z): turns a direction into world frame.
Vec3 rotate(const std::array<double, 4>& q, const Vec3& v) {
    const Vec3 u{q[1], q[2], q[3]};
    Vec3 inner = cross(u, v);
    for (int i = 0; i < 3; ++i) {
        inner[i] += q[0] * v[i];
    }
    const Vec3 turn = cross(u, inner);
    return {v[0] + 2 * turn[0], v[1] + 2 * turn[1], v[2] + 2 * turn[2]};
}

// q p q* + t
Vec3 to_world(const Pose& pose, const Vec3& point) {
    const Vec3 r = rotate(pose.orientation, point);
    return {r[0] + pose.position[0], r[1] + pose.position[1], r[2] + pose.position[2]};
}

// q* (p - t) q: the way back, for methods that work in the frame of a body.
[[maybe_unused]] Vec3 to_body(const Pose& pose, const Vec3& point) {
    const Vec3& t = pose.position;
    const auto& [w, x, y, z] = pose.orientation;
    return rotate({w, -x, -y, -z}, {point[0] - t[0], point[1] - t[1], point[2] - t[2]});
}

std::vector<Contact> contacts(const Body& a, const Pose& pose_a, const Body& b,
                              const Pose& pose_b) {
    double top = -std::numeric_limits<double>::infinity();
    for (const Vec3& vertex : a.vertices) {
        top = std::max(top, to_world(pose_a, vertex)[1]);
    }
    Vec3 lowest{0.0, std::numeric_limits<double>::infinity(), 0.0};
    for (const Vec3& vertex : b.vertices) {
        const Vec3 point = to_world(pose_b, vertex);
        if (point[1] < lowest[1]) {
            lowest = point;
        }
    }
    const double separation = lowest[1] - top;
    if (separation > 0.001) {
        return {};
    }
    return {{{lowest[0], lowest[1] - separation / 2, lowest[2]}, {0.0, 1.0, 0.0}, separation}};
}

// The protocol, which stays as it is.

Pose read_pose(const Json& json) {
    return {json.at("position").get<Vec3>(), json.at("orientation").get<std::array<double, 4>>()};
}

Json answer(const Json& request, std::map<int, Body>& bodies) {
    const std::string type = request.at("type");
    if (type == "hello") {
        return {{"type", "hello"},
                {"name", "lowest_vertex_cpp"},
                {"version", "1"},
                {"shapes", {"triangles"}},
                {"precision", "double"}};
    }
    if (type == "load") {
        for (const Json& json : request.at("bodies")) {
            bodies[json.at("body").get<int>()] = {
                json.at("vertices").get<std::vector<Vec3>>(),
                json.at("faces").get<std::vector<std::array<int, 3>>>()};
        }
        return {{"type", "loaded"}, {"id", request.at("id")}};
    }
    Json pairs = Json::array();
    for (const Json& pair : request.at("pairs")) {
        Json list = Json::array();
        for (const Contact& contact :
             contacts(bodies.at(pair.at("a").get<int>()), read_pose(pair.at("pose_a")),
                      bodies.at(pair.at("b").get<int>()), read_pose(pair.at("pose_b")))) {
            list.push_back({{"position", contact.position},
                            {"normal", contact.normal},
                            {"separation", contact.separation}});
        }
        pairs.push_back(list);
    }
    return {{"type", "contacts"}, {"id", request.at("id")}, {"pairs", pairs}};
}

int main() {
    std::map<int, Body> bodies;
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        Json reply;
        try {
            reply = answer(request, bodies);
        } catch (const std::exception& error) {  // the next query may go well
            reply = {
                {"type", "error"}, {"id", request.value("id", Json())}, {"message", error.what()}};
        }
        // endl flushes: without, Touchstone waits for the line until its time limit.
        std::cout << reply.dump() << std::endl;
    }
}
