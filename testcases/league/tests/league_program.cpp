// A program that answers the line protocol as the league's tests need it: by the name it is called
// by, touchstone-engine-MODE, or by its argument.
//   steady    one contact halfway between the origins, its normal up
//   restless  the same, elsewhere in every process
//   boxes     the same, of boxes alone
//   breaks    ends at its first query
//   hostile   steady, with a name that is more than a name

#include <unistd.h>

#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::json;

std::string mode_of(int argc, char** argv) {
    const std::string name = argv[0];
    const std::size_t dash = name.rfind('-');
    return argc > 1 && argv[1][0] != '-' ? argv[1] : name.substr(dash + 1);
}

Json make_contact(const Json& pair, const std::string& mode) {
    const Json& a = pair["pose_a"]["position"];
    const Json& b = pair["pose_b"]["position"];
    Json position = Json::array();
    for (int axis = 0; axis < 3; ++axis) {
        position.push_back(0.5 * (a[axis].get<double>() + b[axis].get<double>()));
    }
    const double separation = mode == "restless" ? -1e-9 * ::getpid() : -0.001;
    return {{"position", position}, {"normal", {0.0, 1.0, 0.0}}, {"separation", separation}};
}

Json hello(const std::string& mode) {
    const std::string name = mode == "hostile" ? "<script>alert(1)</script>" : mode;
    return {{"type", "hello"},
            {"name", name},
            {"version", "1.5; one contact \"<b>\""},
            {"shapes", {"box", "triangles"}},
            {"precision", "single"}};
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string mode = mode_of(argc, argv);
    std::map<int, bool> is_box;
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        const std::string type = request["type"];
        Json reply;
        if (type == "hello") {
            reply = hello(mode);
        } else if (type == "load") {
            for (const Json& body : request["bodies"]) {
                is_box[body["body"]] = body.contains("box");
            }
            reply = {{"type", "loaded"}, {"id", request["id"]}};
        } else if (mode == "breaks") {
            std::cerr << "out of luck\n";
            return 3;
        } else {
            const Json& pair = request["pairs"][0];
            Json answer = Json::array({make_contact(pair, mode)});
            if (mode == "boxes" && !(is_box[pair["a"]] && is_box[pair["b"]])) {
                answer = {{"unsupported", "a body is no box"}};
            }
            reply = {{"type", "contacts"},
                     {"id", request["id"]},
                     {"seconds", 2e-6},
                     {"pairs", Json::array({answer})}};
        }
        std::cout << reply.dump() << std::endl;
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
