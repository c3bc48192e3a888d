// A program that answers the line protocol, rightly or in one of the wrong ways that tests need.
// Usage: external_program MODE

#include <unistd.h>

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::json;

/// One contact halfway between the bodies' origins.
Json make_contact(const Json& pair) {
    const Json& a = pair["pose_a"]["position"];
    const Json& b = pair["pose_b"]["position"];
    Json position = Json::array();
    for (int axis = 0; axis < 3; ++axis) {
        position.push_back(0.5 * (a[axis].get<double>() + b[axis].get<double>()));
    }
    return {{"position", position}, {"normal", {0.0, 1.0, 0.0}}, {"separation", -0.25}};
}

Json make_options() {
    return Json::array({{{"id", "depth"},
                         {"default", 0.25},
                         {"minimum", 0},
                         {"maximum", 1},
                         {"unit", "m"},
                         {"meaning", "depth of the one contact"}},
                        {{"id", "side"},
                         {"values", Json::array({"deep", "high"})},
                         {"default", "deep"},
                         {"meaning", "sign of its separation"}},
                        {{"id", "flip"}, {"default", true}}});
}

void say(const Json& reply) { std::cout << reply.dump() << std::endl; }

Json answer(const std::string& mode, const Json& request) {
    Json reply{{"type", "contacts"}, {"id", request["id"]}, {"seconds", 1e-6}};
    Json contact = make_contact(request["pairs"][0]);
    if (mode == "nan") {
        // JSON has no NaN: null stands where one was.
        contact["separation"] = nullptr;
    } else if (mode == "long_normal") {
        contact["normal"] = {0.0, 2.0, 0.0};
    } else if (mode == "huge_normal") {
        contact["normal"] = {1.7e308, 1.7e308, 0.0};
    } else if (mode == "foreign_id") {
        reply["id"] = 4711;
    } else if (mode == "wrong_type") {
        reply["type"] = "contact";
    } else if (mode == "options") {
        const Json& settings = request["settings"];
        const bool deep = settings["side"] == "deep" && settings["flip"] == true;
        contact["separation"] = (deep ? -1.0 : 1.0) * settings["depth"].get<double>();
    } else if (mode == "error") {
        return {{"type", "error"}, {"id", request["id"]}, {"message", "body 0 is too round"}};
    }
    reply["pairs"] = Json::array({Json::array({contact})});
    if (mode == "unsupported") {
        reply["pairs"] = Json::array({{{"unsupported", "no \x1b[31mmesh"}}});
    } else if (mode == "million") {
        reply["pairs"] = Json::array({Json(1'000'001, Json(0))});
    } else if (mode == "deep") {
        Json deep = 1;
        for (int i = 0; i < 40; ++i) {
            deep = Json::array({deep});
        }
        reply["pairs"] = deep;
    }
    return reply;
}

/// To a query of contact times: a touch at once.
Json answer_impact(const std::string& mode, const Json& request) {
    Json reply{
        {"type", "impact"}, {"id", request["id"]}, {"hit", true}, {"time", 0.0}, {"work", 3}};
    if (mode == "nan") {
        reply["time"] = "soon";
    } else if (mode == "late") {
        reply["time"] = 2.0 * request["t_max"].get<double>();
    } else if (mode == "maybe") {
        reply["hit"] = "maybe";
    } else if (mode == "foreign_id") {
        reply["id"] = 4711;
    } else if (mode == "silent") {
        reply["time"] = nullptr;
    }
    return reply;
}

/// The radius of the ball in the body's second part, in the mode that takes exact shapes.
double radius_of(const std::string& mode, const Json& body, double otherwise) {
    if (mode != "curved" || !body.contains("curved")) {
        return otherwise;
    }
    const Json& part = body["curved"]["parts"].at(1);
    const bool is_placed = part["position"] == Json::array({0.0, 0.5, 0.0}) &&
                           part["orientation"].size() == 4 && !body.contains("vertices");
    return is_placed ? part["shape"]["sphere"]["radius"].get<double>() : otherwise;
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string mode = argc > 1 ? argv[1] : "good";
    if (mode == "exits") {
        std::cerr << "no licence\n";
        return 3;
    }
    int queries = 0;
    double radius = 0.0;
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        const std::string type = request["type"];
        if (mode == "hangs" || (mode == "hangs_later" && type == "query")) {
            ::pause();
        }
        if (mode == "floods") {
            std::cerr << std::string(1 << 20, 'e');
        }
        if (mode == "garbage") {
            std::cout << "Press Enter to continue" << std::endl;
        } else if (type == "hello") {
            const Json shapes = mode == "wrong_shape" ? Json::array({"blob"})
                                : mode == "curved"    ? Json::array({"curved", "box"})
                                                      : Json::array({"box", "triangles", "tets"});
            Json hello{{"type", "hello"},  {"name", "Test Program"}, {"version", "1.0"},
                       {"shapes", shapes}, {"conservative", true},   {"precision", "double"}};
            if (mode == "options") {
                hello["options"] = make_options();
            } else if (mode == "wrong_option") {
                hello["options"] = Json::array({{{"id", "depth"}, {"default", "deep"}}});
            } else if (mode == "twice") {
                hello["options"] = Json::array({make_options()[0], make_options()[0]});
            }
            say(hello);
        } else if (type == "load") {
            radius = radius_of(mode, request["bodies"][0], radius);
            say({{"type", "loaded"}, {"id", request["id"]}});
        } else if (mode == "dies" && ++queries == 2) {
            return 5;
        } else if (request.contains("kind")) {
            say(answer_impact(mode, request));
        } else {
            Json reply = answer(mode, request);
            if (mode == "curved") {
                reply["pairs"][0][0]["separation"] = -radius;
            }
            say(reply);
        }
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
