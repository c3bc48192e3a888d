#include "methods/quality/metrics.h"

#include <set>
#include <string>

#include "methods/base/error.h"
#include "methods/testing/catch.h"

using namespace touchstone;

TEST_CASE("all_metrics lists each metric once, with a function and words", "[quality]") {
    std::set<std::string> ids;
    for (const Metric& metric : all_metrics()) {
        CHECK(ids.insert(metric.id).second);
        CHECK(!metric.title.empty());
        CHECK(!metric.meaning.empty());
        CHECK(metric.value != nullptr);
    }
    for (const char* const id :
         {"quality", "coverage", "excess", "position_score", "area_coverage", "normal_alignment",
          "paper_alignment", "force_quality", "force_coverage", "force_excess", "sideways_force"}) {
        CHECK(ids.contains(id));
    }
}

TEST_CASE("find_metric lists the known ids when it finds none", "[quality]") {
    CHECK(find_metric("coverage").title == "Coverage");
    CHECK_THROWS_WITH(
        find_metric("beauty"),
        Catch::StartsWith("unknown metric 'beauty'; known: quality, coverage, excess"));
    CHECK_THROWS_AS(find_metric(""), UnknownName);
}
