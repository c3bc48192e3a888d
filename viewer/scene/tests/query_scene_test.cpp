#include "viewer/scene/query_scene.h"

#include "methods/base/error.h"
#include "methods/testing/catch.h"

namespace touchstone::viewer {
namespace {

TEST_CASE("the name of a query is a set or a path, and a number", "[viewer]") {
    const std::optional<QueryName> name = parse_query_name("degenerate:count=9,seed=2#7");
    REQUIRE(name);
    CHECK(name->set == "degenerate:count=9,seed=2");
    CHECK(name->number == 7);
    CHECK(parse_query_name("a#b/c#0")->set == "a#b/c");
    for (const char* other :
         {"pillar", "#3", "set#", "set#-1", "set#x", "set#1x", "set#99999999999999999999"}) {
        CAPTURE(other);
        CHECK(!parse_query_name(other));
    }
}

TEST_CASE("a query has the answers of all methods, each with its verdict", "[viewer]") {
    const QueryScene scene = load_query_scene({"end_of_step", 3});
    CHECK(scene.title == "end_of_step#3");
    CHECK(scene.truth.hit);
    CHECK(scene.truth.low == 1.0);
    REQUIRE(scene.answers.size() == all_impact_methods().size());
    for (const QueryAnswer& answer : scene.answers) {
        const bool unsafe = answer.verdict == ImpactVerdictKind::Missed ||
                            answer.verdict == ImpactVerdictKind::Late;
        CAPTURE(answer.method);
        CHECK((!unsafe || !find_impact_method(answer.method).conservative));
        CHECK((answer.verdict != ImpactVerdictKind::Missed ||
               answer_text(answer) == "no touch, missed"));
    }
    CHECK(scene.levels.size() > 3);
    CHECK(scene.levels[0].size() == 1);
    CHECK(places_at(scene.query, 0.0) == scene.query.start);
    CHECK(places_at(scene.query, 1.0) == scene.query.end);
    CHECK_THROWS_AS(load_query_scene({"end_of_step", 140}), UsageError);
}

TEST_CASE("verdicts that let bodies pass into each other have a color of their own", "[viewer]") {
    using Kind = ImpactVerdictKind;
    CHECK(impact_verdict_color(Kind::Missed) == impact_verdict_color(Kind::Late));
    CHECK(impact_verdict_color(Kind::Right) == impact_verdict_color(Kind::Early));
    CHECK(!(impact_verdict_color(Kind::Missed) == impact_verdict_color(Kind::FalsePositive)));
    CHECK(!(impact_verdict_color(Kind::Missed) == impact_verdict_color(Kind::Right)));
}

}  // namespace
}  // namespace touchstone::viewer
