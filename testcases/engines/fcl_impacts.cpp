// The Flexible Collision Library's continuous query of a vertex and a face, or two edges, each
// point on a straight way: fcl::detail::Intersect, as a method of contact times (protocol
// touchstone-impact-1, docs/use/external_generators.md).
//
//   touchstone-engine-fcl_impacts [--closed-form]
//
// The roots of the cubic come from the library's interval Newton method, its default, or with
// --closed-form from its closed formula.

#include <fcl/config.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::ordered_json;
using Vec3 = fcl::Vector3d;
using Kernel = fcl::detail::Intersect<double>;
using Points = std::array<Vec3, 4>;

Points points_of(const Json& json) {
    Points points;
    for (std::size_t i = 0; i < 4; ++i) {
        const Json& point = json.at(i);
        points[i] = {point.at(0).get<double>(), point.at(1).get<double>(),
                     point.at(2).get<double>()};
    }
    return points;
}

Json answer(const Json& request, bool newton) {
    const Points start = points_of(request.at("start"));
    const Points end = points_of(request.at("end"));
    double time = 2.0;  // the library's own value for "none"
    Vec3 point = Vec3::Zero();
    // The library has the face first, and the vertex last.
    const bool hit = request.at("kind").get<std::string>() == "vertex-face"
                         ? Kernel::intersect_VF(start[1], start[2], start[3], start[0], end[1],
                                                end[2], end[3], end[0], &time, &point, newton)
                         : Kernel::intersect_EE(start[0], start[1], start[2], start[3], end[0],
                                                end[1], end[2], end[3], &time, &point, newton);
    Json reply{{"type", "impact"}, {"id", request.at("id")}};
    reply["hit"] = hit && time <= request.at("t_max").get<double>();
    if (reply["hit"].get<bool>()) {
        reply["time"] = time;
    }
    return reply;
}

Json reply_to(const Json& request, bool newton) {
    if (request.at("type").get<std::string>() == "hello") {
        return {{"type", "hello"},
                {"name", newton ? "fcl" : "fcl closed form"},
                {"version", FCL_VERSION},
                {"conservative", false},
                {"separation", false}};
    }
    try {
        return answer(request, newton);
    } catch (const std::exception& error) {
        return {{"type", "error"}, {"id", request.at("id")}, {"message", error.what()}};
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool closed_form = argc == 2 && std::string(argv[1]) == "--closed-form";
    if (argc > 2 || (argc == 2 && !closed_form)) {
        std::cerr << "touchstone-engine-fcl_impacts: the only option is --closed-form\n";
        return 2;
    }
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json request = Json::parse(line, nullptr, false);
        if (request.is_discarded() || !request.contains("type")) {
            std::cerr << "touchstone-engine-fcl_impacts: a line is no request\n";
            return 1;
        }
        std::cout << reply_to(request, !closed_form).dump() << std::endl;
    }
    return 0;
}
