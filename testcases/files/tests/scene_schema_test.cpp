#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

using nlohmann::json;

json read_json(const std::string& path) {
    std::ifstream file(path);
    REQUIRE(file);
    return json::parse(file);
}

bool is_valid(const json& document) {
    static const json text = read_json(TOUCHSTONE_SCHEMA_FILE);
    static const auto schema = [] {
        auto result = std::make_unique<valijson::Schema>();
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *result);
        return result;
    }();
    valijson::Validator validator;
    return validator.validate(*schema, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

json good_scene() {
    return json::parse(write_scene(load_test_case("sliding_wedge", BodyOrder::LowerFirst)));
}

}  // namespace

TEST_CASE("the written cases agree with the JSON Schema", "[schema]") {
    const BodyOrder order = GENERATE(BodyOrder::LowerFirst, BodyOrder::Creation);
    for (const TestCaseEntry& entry : all_test_cases()) {
        INFO(entry.id);
        const TestCase test_case = make_test_case(entry, order);
        CHECK(is_valid(json::parse(write_scene(test_case))));
    }
}

TEST_CASE("the handed scenes agree with the JSON Schema", "[schema]") {
    int count = 0;
    for (const char* folder : {TOUCHSTONE_FIELD_FOLDER, TOUCHSTONE_TEST_DATA}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".json") {
                INFO(entry.path());
                CHECK(is_valid(read_json(entry.path())));
                ++count;
            }
        }
    }
    CHECK(count == 35);
}

TEST_CASE("the JSON Schema knows the studies inside a scene", "[schema]") {
    json scene = good_scene();
    scene["solver"] = {{"max_sweeps", 10}};
    scene["sweep"] = json::parse(R"({"body": "wedge", "position": {"from": [0, 0, 0],
                                     "to": [1, 0, 0], "count": 3}})");
    scene["variants"] = json::parse(R"([{"name": "v", "bodies": [{"name": "wedge",
                                        "shape": {"box": {"size": [1, 1, 2]}}}]}])");
    scene["simulate"] = json::parse(R"({"steps": 10, "dt": 0.01, "bodies": ["wedge"]})");
    scene["expected"][0].erase("answers");
    scene["expected"][0]["reference"] = json::parse(R"({"planar_regions": {"gap": 0.001}})");
    CHECK(is_valid(scene));
    CHECK_NOTHROW(parse_scene(scene.dump(), "scene.json"));
}

TEST_CASE("the JSON Schema lets a variant make an elastic body rigid", "[schema]") {
    json scene = good_scene();
    scene["bodies"][1]["elastic"] = {{"young", 1e6}, {"poisson", 0.3}};
    scene["variants"] = json::parse(R"([{"name": "v", "bodies": [{"name": "wedge",
                                        "elastic": null}]}])");
    CHECK(is_valid(scene));
    const TestCase read = parse_scene(scene.dump(), "scene.json");
    CHECK(read.bodies[1].elastic.has_value());
    CHECK_FALSE(read.variants[0].bodies[1].elastic.has_value());
}

TEST_CASE("the JSON Schema refuses what the reader refuses", "[schema]") {
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"/schema", R"("touchstone-scene-2")"},
        {"/frction", "0.5"},
        {"/name", "7"},
        {"/name", R"("")"},
        {"/title", R"("two\nlines")"},
        {"/friction", "-0.1"},
        {"/gravity", "[0, 1]"},
        {"/query/pose", R"("halfstep")"},
        {"/query/time_step", "0"},
        {"/bodies", "[]"},
        {"/bodies/0/colour", R"("red")"},
        {"/bodies/1/density", "0"},
        {"/bodies/0/shape", "{}"},
        {"/bodies/0/shape/sphere", R"({"radius": 1, "subdivisions": 1})"},
        {"/bodies/0/shape/box/size", "[1, 0, 1]"},
        {"/bodies/0/shape", R"({"cylinder": {"radius": 1, "height": 1, "sides": 2}})"},
        {"/bodies/0/shape", R"({"sphere": {"radius": 1, "subdivisions": 6}})"},
        {"/bodies/0/shape", R"({"ellipsoid": {"semi_axes": [1, 0, 1]}})"},
        {"/bodies/0/shape", R"({"superellipsoid": {"semi_axes": [1, 1, 1], "exponent": 1}})"},
        {"/bodies/0/shape", R"({"union": {"parts": []}})"},
        {"/bodies/0/tessellation", R"({"level": 6})"},
        {"/bodies/1/shape/triangles/faces/0", "[0, 1, -1]"},
        {"/bodies/1/shape/triangles/faces/0", "[0, 1]"},
        {"/bodies/1/orientation", "[0, 1, 0]"},
        {"/bodies/1/tetgen", R"("pV")"},
        {"/bodies/1/elastic", R"({"young": 1e6})"},
        {"/bodies/1/elastic", "[]"},
        {"/expected/0/contacts", R"("none")"},
        {"/expected/0/answers", "[]"},
        {"/expected/0/answers/0/min_contacts", "0"},
        {"/expected/0/answers/0/normals", "[]"},
        {"/expected/0/answers/0/area", "-1"},
        {"/expected/0/angle_tolerance_deg", "181"},
        {"/expected/0/reference", R"({"planar_regions": {}})"},
        {"/solver", R"({"max_sweeps": [1]})"},
        {"/sweep", R"({"body": "wedge", "position": {"from": [0, 0, 0], "to": [1, 0, 0]}})"},
        {"/sweep", R"({"body": "wedge",
                       "position": {"from": [0, 0, 0], "to": [1, 0, 0], "count": 1}})"},
        {"/variants", R"([{}])"},
        {"/variants", R"([{"name": "v", "variants": []}])"},
        {"/variants", R"([{"name": "v", "bodies": [{}]}])"},
        {"/simulate", R"({"steps": 0, "dt": 0.01})"},
        {"/simulate", R"({"steps": 1, "dt": 0})"},
        {"/simulate", R"({"steps": 1, "dt": 1, "persistence": 1.1})"},
        {"/simulate", R"({"steps": 1, "dt": 1, "contacts_per_pair": -1})"},
        {"/simulate", R"({"steps": 1, "dt": 1, "forces": [{"a": "wedge", "b": "ground"}]})"},
    };
    REQUIRE(is_valid(good_scene()));
    for (const auto& [pointer, value] : changes) {
        INFO(pointer << " = " << value);
        json scene = good_scene();
        scene[json::json_pointer(pointer)] = json::parse(value);
        CHECK_FALSE(is_valid(scene));
        CHECK_THROWS(parse_scene(scene.dump(), "scene.json"));
    }
}

TEST_CASE("the JSON Schema lets a fixed body go without density", "[schema]") {
    json scene = good_scene();
    scene["bodies"][0]["density"] = 0;
    CHECK(is_valid(scene));
    CHECK_NOTHROW(parse_scene(scene.dump(), "scene.json"));
}

}  // namespace touchstone
