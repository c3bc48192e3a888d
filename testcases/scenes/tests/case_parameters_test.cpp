#include "testcases/scenes/case_parameters.h"

#include <array>
#include <string>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "testcases/cases/tests/world_vertices.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

constexpr std::array<CaseParameter, 3> kParameters{{
    {"height", 3.5, 0.1, 100.0, false, "m", "of it"},
    {"twist", 25.0, -180.0, 180.0, false, "°", "of it"},
    {"sides", 6, 3, 1024, true, "", "of it"},
}};
const std::string kList =
    "; parameters: height (0.1…100 m), twist (-180…180 °), sides (3…1024, whole)";

CaseValues read(std::string_view text) { return {"thing", kParameters, text}; }

std::vector<std::string> expand(const std::string& name) {
    return expand_cases(std::array<std::string, 1>{name});
}

}  // namespace

TEST_CASE("CaseValues holds what is left out at its standard value", "[parameters]") {
    const CaseValues standard("thing", kParameters);
    CHECK(standard.number("height") == 3.5);
    CHECK(standard.whole("sides") == 6);
    CHECK(standard.case_name() == "thing");
    const CaseValues some = read("sides=8");
    CHECK(some.number("height") == 3.5);
    CHECK(some.whole("sides") == 8);
}

TEST_CASE("CaseValues writes only what differs, in the table's order", "[parameters]") {
    CHECK(read("sides=8,height=4").case_name() == "thing:height=4,sides=8");
    CHECK(read("sides=6,height=3.50").case_name() == "thing");
    CHECK(read("height=1e1").case_name() == "thing:height=10");
    CHECK(read("height=0.30000000000000004").text() == "height=0.30000000000000004");
    CHECK(read("twist=-0").text() == "twist=0");
    CHECK(read("sides=1e3").text() == "sides=1000");
    // Reading the text again gives the same values.
    const CaseValues values = read("height=0.1234567890123456789,twist=-1e-3");
    CHECK(read(values.text()).number("height") == values.number("height"));
    CHECK(read(values.text()).text() == values.text());
}

TEST_CASE("CaseValues refuses what it cannot use, and lists what there is", "[parameters]") {
    CHECK_THROWS_AS(read("hight=4"), UnknownName);
    CHECK_THROWS_WITH(read("hight=4"), "case \"thing\": unknown parameter \"hight\"" + kList);
    CHECK_THROWS_WITH(read(""), "case \"thing\": unknown parameter \"\"" + kList);
    CHECK_THROWS_WITH(read("height=4,"), "case \"thing\": unknown parameter \"\"" + kList);
    CHECK_THROWS_WITH(read("a\nb=1"), "case \"thing\": unknown parameter \"a b\"" + kList);
    CHECK_THROWS_WITH(read("height"),
                      "case \"thing\": height has no value; write height=VALUE" + kList);
    CHECK_THROWS_WITH(read("height=4,height=4"), "case \"thing\": height is given twice" + kList);
    const std::string text =
        GENERATE("tall", "", "4m", " 4", "4=", "nan", "inf", "1e999", "0.05", "-1", "100.00001");
    CHECK_THROWS_AS(read("height=" + text), UsageError);
    CHECK_THROWS_WITH(read("height=" + text), "case \"thing\": height is \"" + text +
                                                  "\"; it must be a number in 0.1…100 m" + kList);
    const std::string count = GENERATE("2", "1025", "6.5");
    CHECK_THROWS_WITH(
        read("sides=" + count),
        "case \"thing\": sides is \"" + count + "\"; it must be a whole number in 3…1024" + kList);
}

TEST_CASE("names with parameters come out of expand_cases in normal form", "[parameters]") {
    CHECK(expand("pillar:sides=8,height=4.0") ==
          std::vector<std::string>{"pillar:height=4,sides=8"});
    CHECK(expand("pillar:sides=6") == std::vector<std::string>{"pillar"});
    const std::array<std::string, 4> names{"wall:span=3", "wall:span=3.0,layers=10", "wall",
                                           "complex"};
    CHECK(expand_cases(names) == std::vector<std::string>{"wall:span=3", "wall", "pillar", "arch"});
}

TEST_CASE("names with parameters are refused before anything is made", "[parameters]") {
    CHECK_THROWS_WITH(expand("spikes:size=2"),
                      "case \"spikes\": unknown parameter \"size\"; it takes no parameters");
    CHECK_THROWS_WITH(expand("complex:height=2"),
                      Catch::Contains("unknown case") && Catch::Contains("groups: "));
    CHECK_THROWS_AS(expand("pilar:height=2"), UnknownName);
    CHECK_THROWS_AS(expand("pillar:height=2;sides=3"), UsageError);
    CHECK_THROWS_AS(load_test_case("pillar:height=x", BodyOrder::Creation), UsageError);
    CHECK_THROWS_AS(load_test_case("pilar:height=2", BodyOrder::Creation), UnknownName);
}

TEST_CASE("load_test_case names the case after its parameters", "[parameters]") {
    const TestCase pillar =
        load_test_case("pillar:sides=8,height=4,width=0.5", BodyOrder::Creation);
    CHECK(pillar.id == "pillar:height=4,sides=8");
    CHECK(pillar.title == "Pillar, height=4,sides=8");
    CHECK(load_test_case("pillar:sides=6", BodyOrder::Creation).title == "Pillar");
}

TEST_CASE("scenes of too many bodies are refused", "[parameters]") {
    const std::string name = GENERATE("wall:layers=1000,span=1000", "tower:slices=1000,rings=201",
                                      "dome:slices=1000,segments=200");
    CHECK_THROWS_AS(load_test_case(name, BodyOrder::Creation), UsageError);
    CHECK_THROWS_WITH(load_test_case(name, BodyOrder::Creation),
                      Catch::Contains(" bodies; at most 200000; parameters: "));
}

TEST_CASE("rings whose inner radius is not below the outer one are refused", "[parameters]") {
    const std::string id = GENERATE("arch", "tower", "dome");
    CHECK_THROWS_WITH(load_test_case(id + ":inner_radius=2,outer_radius=2", BodyOrder::Creation),
                      Catch::Contains("inner_radius must be below outer_radius"));
    CHECK_THROWS_AS(load_test_case(id + ":inner_radius=4,outer_radius=2", BodyOrder::Creation),
                    UsageError);
}

TEST_CASE("every parameter of the table does something, and its extremes make a scene",
          "[parameters]") {
    for (const TestCaseEntry& entry : all_test_cases()) {
        const TestCase standard = make_test_case(entry, BodyOrder::Creation);
        for (const CaseParameter& parameter : entry.parameters) {
            CAPTURE(entry.id, std::string(parameter.id));
            CHECK(!parameter.meaning.empty());
            CHECK(parameter.lowest < parameter.highest);
            const double value =
                parameter.standard == parameter.lowest ? parameter.highest : parameter.lowest;
            const CaseValues values(entry.id, entry.parameters,
                                    std::string(parameter.id) + "=" + std::to_string(value));
            if (parameter.id == "outer_radius") {
                CHECK_THROWS_AS(entry.make(BodyOrder::Creation, values), UsageError);
                continue;
            }
            const TestCase other = entry.make(BodyOrder::Creation, values);
            const auto area = [](const TestCase& test_case) {
                double sum = 0.0;
                for (const PairReference& pair : test_case.reference) {
                    sum += *pair.answers[0].area;
                }
                return sum;
            };
            CHECK((other.bodies.size() != standard.bodies.size() ||
                   other.bodies.back().world_from_shape.translation !=
                       standard.bodies.back().world_from_shape.translation ||
                   other.bodies.back().linear_velocity != standard.bodies.back().linear_velocity ||
                   testing::world_vertices(other.bodies.back()) !=
                       testing::world_vertices(standard.bodies.back()) ||
                   area(other) != area(standard)));
        }
    }
}

}  // namespace touchstone
