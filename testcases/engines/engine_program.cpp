#include "testcases/engines/engine_program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

namespace touchstone::engines {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 5> kFormNames{"box", "hull", "mesh", "parts", "primitive"};
const char* form_name(Form form) { return kFormNames[static_cast<std::size_t>(form)]; }

/// Returns the shapes to request from Touchstone. A hull's faces are those of the surface, which is
/// sent as triangles.
Json shapes_of(Form form) {
    switch (form) {
        case Form::Box:
            return Json::array({"box"});
        case Form::Hull:
            return Json::array({"hull", "triangles"});
        case Form::Mesh:
            return Json::array({"triangles"});
        case Form::Primitive:
            return Json::array({"curved", "box"});
        case Form::Parts:
            break;
    }
    return Json::array({"convex_parts"});
}

Vec3 vector_of(const Json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

std::vector<Vec3> points_of(const Json& json) {
    std::vector<Vec3> points;
    for (const Json& point : json) {
        points.push_back(vector_of(point));
    }
    return points;
}

std::vector<Triangle> triangles_of(const Json& json, std::size_t vertices) {
    std::vector<Triangle> triangles;
    for (const Json& triangle : json) {
        Triangle& t = triangles.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            t[k] = triangle.at(k).get<int>();
            if (t[k] < 0 || static_cast<std::size_t>(t[k]) >= vertices) {
                throw std::runtime_error("face " + std::to_string(triangles.size() - 1) +
                                         " names vertex " + std::to_string(t[k]) + " of " +
                                         std::to_string(vertices));
            }
        }
    }
    return triangles;
}

/// Makes a part, a tetrahedron, from corners in any order.
Hull tetrahedron_of(std::vector<Vec3> points) {
    if (points.size() != 4) {
        throw std::runtime_error("a convex part has " + std::to_string(points.size()) +
                                 " points; expected the 4 of a tetrahedron");
    }
    const Vec3& p = points[0];
    if ((points[1] - p).cross(points[2] - p).dot(points[3] - p) < 0.0) {
        std::swap(points[1], points[2]);
    }
    return {std::move(points), {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}}};
}

Placement placement_of(const Json& json) {
    const Json& q = json.at("orientation");
    return {vector_of(json.at("position")), Quat(q.at(0).get<double>(), q.at(1).get<double>(),
                                                 q.at(2).get<double>(), q.at(3).get<double>())};
}

Primitive box_of(const Json& json) {
    Primitive box;
    box.kind = "box";
    box.size = vector_of(json.at("size"));
    return box;
}

Primitive primitive_of(const Json& part) {
    Primitive primitive;
    const auto shape = part.at("shape").begin();
    const Json& sizes = shape.value();
    const auto number = [&](const char* key) { return sizes.value(key, 0.0); };
    primitive.kind = shape.key();
    if (sizes.contains("size") || sizes.contains("semi_axes")) {
        primitive.size = vector_of(sizes.at(sizes.contains("size") ? "size" : "semi_axes"));
    }
    primitive.radius = number("radius");
    primitive.length = number(sizes.contains("height") ? "height" : "length");
    primitive.rounding = number("rounding");
    primitive.exponent = sizes.value("exponent", 2.0);
    primitive.body_from_solid = placement_of(part);
    return primitive;
}

Body body_of(const Json& json, Form form) {
    Body body;
    body.id = json.at("body").get<int>();
    switch (form) {
        case Form::Box:
            if (json.contains("box")) {
                body.box = vector_of(json.at("box").at("size"));
            } else {
                body.missing = "a body is no box along its axes";
            }
            break;
        case Form::Hull:
            if (json.contains("hull")) {
                Hull hull{points_of(json.at("vertices")), {}};
                hull.faces = triangles_of(json.at("faces"), hull.points.size());
                body.hulls.push_back(std::move(hull));
            } else {
                body.missing = "a body is not convex";
            }
            break;
        case Form::Mesh:
            body.vertices = points_of(json.at("vertices"));
            body.faces = triangles_of(json.at("faces"), body.vertices.size());
            break;
        case Form::Primitive:
            if (json.contains("curved")) {
                for (const Json& part : json.at("curved").at("parts")) {
                    body.primitives.push_back(primitive_of(part));
                }
            } else if (json.contains("box")) {
                body.primitives.push_back(box_of(json.at("box")));
            } else {
                body.missing = "a body has no exact shape";
            }
            break;
        case Form::Parts:
            for (const Json& part : json.at("convex_parts")) {
                body.hulls.push_back(tetrahedron_of(points_of(part)));
            }
            break;
    }
    return body;
}

Json contact_json(const Contact& contact) {
    return {{"position", {contact.position.x(), contact.position.y(), contact.position.z()}},
            {"normal", {contact.normal.x(), contact.normal.y(), contact.normal.z()}},
            {"separation", contact.separation}};
}

/// Standard output, reserved for the protocol: the engine's own output goes to standard error.
class ReplyStream {
 public:
    ReplyStream() : file_(dup(STDOUT_FILENO)) {
        if (file_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            throw std::runtime_error("standard output is closed");
        }
    }
    ReplyStream(const ReplyStream&) = delete;
    ReplyStream& operator=(const ReplyStream&) = delete;
    ~ReplyStream() { close(file_); }

    void write(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t count = ::write(file_, text.data(), text.size());
            if (count < 0 && errno != EINTR) {
                throw std::runtime_error("nobody reads the replies");
            }
            text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
        }
    }

 private:
    int file_;
};

/// The bodies by number, and the engine that holds them.
class Program {
 public:
    Program(const EngineEntry& entry, EngineOptions options)
        : entry_(entry), options_(options), engine_(entry.make(options)) {}

    Json reply(const Json& request) {
        const std::string type = request.at("type").get<std::string>();
        if (type == "hello") {
            return hello();
        }
        try {
            return type == "load" ? load(request) : query(request);
        } catch (const std::exception& error) {
            return {{"type", "error"}, {"id", request.at("id")}, {"message", error.what()}};
        }
    }

 private:
    Json hello() const {
        const std::string settings = options_.defaults ? entry_.standard : entry_.best;
        return {{"type", "hello"},
                {"name", entry_.name + " " + form_name(options_.form) +
                             (options_.defaults ? " default" : "")},
                {"version", entry_.version + "; " + settings},
                {"shapes", shapes_of(options_.form)},
                {"precision", entry_.precision}};
    }

    Json load(const Json& request) {
        for (const Json& json : request.at("bodies")) {
            const int id = json.at("body").get<int>();
            Body& body = bodies_[id];
            body = body_of(json, options_.form);
            if (!body.missing.empty()) {
                continue;
            }
            try {
                engine_->load(body);
            } catch (const Unsupported& reason) {
                body.missing = reason.what();
            }
        }
        return {{"type", "loaded"}, {"id", request.at("id")}};
    }

    Json query(const Json& request) {
        Json pairs = Json::array();
        double seconds = 0.0;
        for (const Json& pair : request.at("pairs")) {
            pairs.push_back(answer(pair, seconds));
        }
        return {
            {"type", "contacts"}, {"id", request.at("id")}, {"seconds", seconds}, {"pairs", pairs}};
    }

    const Body& body(int id) const {
        const auto found = bodies_.find(id);
        if (found == bodies_.end()) {
            throw std::runtime_error("body " + std::to_string(id) + " has not been loaded");
        }
        return found->second;
    }

    Json answer(const Json& pair, double& seconds) {
        using Clock = std::chrono::steady_clock;
        const Body& a = body(pair.at("a").get<int>());
        const Body& b = body(pair.at("b").get<int>());
        for (const Body* body : {&a, &b}) {
            if (!body->missing.empty()) {
                return {{"unsupported", body->missing}};
            }
        }
        try {
            engine_->place(a, placement_of(pair.at("pose_a")), b, placement_of(pair.at("pose_b")));
            const Clock::time_point start = Clock::now();
            engine_->collide();
            seconds += std::chrono::duration<double>(Clock::now() - start).count();
            Json list = Json::array();
            for (const Contact& contact : engine_->contacts()) {
                if (contact.normal.allFinite()) {
                    list.push_back(contact_json(contact));
                }
            }
            return list;
        } catch (const Unsupported& reason) {
            return {{"unsupported", reason.what()}};
        }
    }

    const EngineEntry& entry_;
    EngineOptions options_;
    std::unique_ptr<Engine> engine_;
    std::map<int, Body> bodies_;
};

/// Parses the options. Throws std::runtime_error for anything else.
EngineOptions parse(int argc, char** argv, const EngineEntry& entry) {
    EngineOptions options;
    options.form = entry.forms.front();
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--defaults") {
            options.defaults = true;
            continue;
        }
        const std::string value = argument == "--as" && i + 1 < argc ? argv[++i] : "";
        const auto form = std::ranges::find_if(
            entry.forms, [&](Form candidate) { return value == form_name(candidate); });
        if (form == entry.forms.end()) {
            std::string known;
            for (const Form candidate : entry.forms) {
                known += (known.empty() ? "" : "|") + std::string(form_name(candidate));
            }
            throw std::runtime_error("cannot understand '" + argument + "'; usage: [--as " + known +
                                     "] [--defaults], then requests on standard input");
        }
        options.form = *form;
    }
    return options;
}

}  // namespace

Vec3 unit(const Vec3& vector) {
    // Eigen would leave a vector of zeros unchanged.
    return vector / vector.norm();
}

Placement operator*(const Placement& outer, const Placement& inner) {
    return {outer.orientation * inner.position + outer.position,
            outer.orientation * inner.orientation};
}

Placement with_axis_z(const Primitive& primitive) {
    const Placement& place = primitive.body_from_solid;
    if (!primitive.size.isZero(0.0)) {
        return place;
    }
    // A quarter turn about x takes the z axis to the y axis.
    static const Quat kTurn(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0);
    return {place.position, place.orientation * kTurn};
}

void refuse(const std::string& engine, const Primitive& primitive) {
    std::string kind = primitive.kind;
    std::ranges::replace(kind, '_', ' ');
    throw Unsupported(engine + " has no " + kind);
}

std::vector<Vec3> placed(const Hull& hull, const Placement& pose) {
    std::vector<Vec3> points;
    for (const Vec3& point : hull.points) {
        points.emplace_back(pose.orientation * point + pose.position);
    }
    return points;
}

int run_engine(int argc, char** argv, const EngineEntry& entry) {
    try {
        const ReplyStream replies;
        Program program(entry, parse(argc, argv, entry));
        for (std::string line; std::getline(std::cin, line);) {
            replies.write(program.reply(Json::parse(line)).dump() + '\n');
        }
    } catch (const std::exception& error) {
        std::cerr << "touchstone-engine-" << entry.name << ": error: " << error.what() << '\n';
        return 2;
    }
    return 0;
}

}  // namespace touchstone::engines
