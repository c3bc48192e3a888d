#include "testcases/impacts/queries/query_sets.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "methods/base/error.h"
#include "methods/continuous/exact_impact.h"
#include "methods/continuous/motion_polynomial.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {
namespace {

using Catch::Matchers::Contains;

std::vector<StatedQuery> queries_of(std::string_view set) {
    const QueryStream stream = find_query_set(set).open();
    std::vector<StatedQuery> queries;
    StatedQuery query;
    while (stream(query)) {
        queries.push_back(query);
    }
    return queries;
}

struct Count {
    int queries = 0;
    int hits = 0;
};

std::map<ImpactKind, Count> count_by_kind(const std::vector<StatedQuery>& queries) {
    std::map<ImpactKind, Count> counts;
    for (const StatedQuery& query : queries) {
        Count& count = counts[query.query.kind];
        ++count.queries;
        count.hits += query.hit.value() ? 1 : 0;
    }
    return counts;
}

bool same(const std::vector<StatedQuery>& a, const std::vector<StatedQuery>& b) {
    return std::ranges::equal(a, b, [](const StatedQuery& first, const StatedQuery& second) {
        return first.query.kind == second.query.kind && first.query.start == second.query.start &&
               first.query.end == second.query.end && first.hit == second.hit;
    });
}

TEST_CASE("the built-in query sets have the queries and hits that their source has", "[queries]") {
    auto samples = count_by_kind(queries_of("samples"));
    CHECK(samples[ImpactKind::VertexFace].queries == 154);
    CHECK(samples[ImpactKind::VertexFace].hits == 67);
    CHECK(samples[ImpactKind::EdgeEdge].queries == 154);
    CHECK(samples[ImpactKind::EdgeEdge].hits == 48);
    auto ends = count_by_kind(queries_of("end_of_step"));
    CHECK(ends[ImpactKind::VertexFace].hits == 70);
    CHECK(ends[ImpactKind::EdgeEdge].hits == 70);
    std::map<double, int> tolerances;
    for (const StatedQuery& query : queries_of("small_box_not_first")) {
        CHECK(query.hit == true);
        ++tolerances[query.tolerance.value()];
    }
    CHECK(tolerances == std::map<double, int>{{0.001, 10}, {0.02, 10}, {0.1, 10}, {0.5, 10}});
}

TEST_CASE("the stated truth of the built-in query sets is exact", "[queries]") {
    for (const std::string_view set :
         {"samples", "end_of_step", "small_box_not_first", "degenerate"}) {
        CAPTURE(set);
        int number = 0;
        for (const StatedQuery& query : queries_of(set)) {
            CAPTURE(number++);
            const ExactImpact impact = find_exact_impact(query.query);
            CHECK(impact.hit == query.hit);
            if (set == "end_of_step") {
                CHECK(impact.low == 1.0);
            }
            const ExactImpact by_axes = find_exact_impact_by_axes(query.query);
            CHECK((impact.hit ? by_axes == impact : !by_axes.hit));
        }
    }
}

TEST_CASE("degenerate queries are the same for a seed and have what their name says", "[queries]") {
    const std::vector<StatedQuery> queries = queries_of("degenerate");
    CHECK(queries.size() == 450);
    CHECK(same(queries, queries_of("degenerate:count=450,seed=1")));
    CHECK(!same(queries, queries_of("degenerate:seed=2")));
    int at_start = 0;
    int in_the_middle = 0;
    int at_end = 0;
    int hits = 0;
    for (const StatedQuery& query : queries) {
        const ExactImpact impact = find_exact_impact(query.query);
        const ExactImpact by_axes = find_exact_impact_by_axes(query.query);
        REQUIRE(impact.hit == by_axes.hit);
        REQUIRE(impact.hit == query.hit);
        if (impact.hit) {
            REQUIRE(impact == by_axes);
        }
        hits += impact.hit ? 1 : 0;
        at_start += impact.high == 0.0 ? 1 : 0;
        in_the_middle += impact.low == 0.5 ? 1 : 0;
        at_end += impact.low == 1.0 ? 1 : 0;
    }
    CHECK(hits > 100);
    CHECK(hits < 350);
    CHECK(at_start > 20);
    CHECK(in_the_middle > 20);
    CHECK(at_end > 10);
}

TEST_CASE("sheet queries are the pairs whose swept boxes meet", "[queries]") {
    const std::vector<StatedQuery> queries = queries_of("sheets:n=12,seed=3");
    CHECK(same(queries, queries_of("sheets:n=12,seed=3")));
    auto counts = count_by_kind(queries);
    CHECK(counts[ImpactKind::VertexFace].queries > 50);
    CHECK(counts[ImpactKind::EdgeEdge].queries > counts[ImpactKind::VertexFace].queries);
    CHECK(counts[ImpactKind::EdgeEdge].hits > 0);
    CHECK(counts[ImpactKind::EdgeEdge].hits < counts[ImpactKind::EdgeEdge].queries / 4);
    for (const StatedQuery& query : queries) {
        const int first = query.query.kind == ImpactKind::VertexFace ? 1 : 2;
        Vec3 low[2]{Vec3::Constant(HUGE_VAL), Vec3::Constant(HUGE_VAL)};
        Vec3 high[2]{Vec3::Constant(-HUGE_VAL), Vec3::Constant(-HUGE_VAL)};
        for (int i = 0; i < 4; ++i) {
            const int side = i < first ? 0 : 1;
            low[side] = low[side].cwiseMin(query.query.start[i]).cwiseMin(query.query.end[i]);
            high[side] = high[side].cwiseMax(query.query.start[i]).cwiseMax(query.query.end[i]);
        }
        REQUIRE((low[0].array() <= high[1].array()).all());
        REQUIRE((low[1].array() <= high[0].array()).all());
    }
}

TEST_CASE("cloth queries are those of a broad phase with a margin", "[queries]") {
    const std::vector<StatedQuery> queries = queries_of("cloth:n=5,seed=3");
    CHECK(same(queries, queries_of("cloth:n=5,seed=3")));
    CHECK(!same(queries, queries_of("cloth:n=5,seed=4")));
    auto counts = count_by_kind(queries);
    for (const ImpactKind kind : {ImpactKind::VertexFace, ImpactKind::EdgeEdge}) {
        CHECK(counts[kind].hits > 0);
        CHECK(counts[kind].hits < counts[kind].queries / 5);
    }
    int apart = 0;
    for (const StatedQuery& query : queries) {
        const SweptBoxes boxes = make_swept_boxes(query.query);
        apart += are_apart(boxes, 0.0) ? 1 : 0;
        // A fifth of a cell is twice the margin, so rounding does not matter.
        REQUIRE(!are_apart(boxes, 0.2 / 5));
    }
    CHECK(apart > std::ssize(queries) / 20);
    CHECK(apart < std::ssize(queries) / 2);
}

TEST_CASE("find_set_or_path prefers the set of a name", "[queries]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "vertex-face" / "data.csv";
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path);
    StatedQuery written;
    written.hit = true;
    write_query(out, written);
    out.close();
    CHECK(find_set_or_path("cloth:n=5").name == "cloth:n=5");
    CHECK(find_set_or_path(path.string()).name == path.string());
    CHECK_THROWS_AS(find_set_or_path((folder.path() / "none").string()), UnknownName);
}

TEST_CASE("query_set_of_path asks the files of a folder one after the other", "[queries]") {
    const testing::TemporaryFolder folder;
    StatedQuery written;
    written.hit = true;
    for (const char* kind : {"edge-edge", "vertex-face"}) {
        const std::filesystem::path path = folder.path() / kind / "data.csv";
        std::filesystem::create_directories(path.parent_path());
        std::ofstream out(path);
        write_query(out, written);
        write_query(out, written);
    }
    const QuerySet set = query_set_of_path(folder.path());
    for (int round = 0; round < 2; ++round) {
        const QueryStream next = set.open();
        StatedQuery query;
        for (const ImpactKind kind : {ImpactKind::EdgeEdge, ImpactKind::EdgeEdge,
                                      ImpactKind::VertexFace, ImpactKind::VertexFace}) {
            REQUIRE(next(query));
            CHECK(query.query.kind == kind);
        }
        CHECK(!next(query));
    }
    CHECK_THROWS_AS(query_set_of_path(folder.path() / "none"), FileError);
}

TEST_CASE("find_query_set names what it does not know", "[queries]") {
    CHECK(find_query_set("sheets:n=100,seed=1").name == "sheets");
    CHECK(find_query_set("sheets:n=5").name == "sheets:n=5");
    CHECK_THROWS_WITH(find_query_set("cloths"), Contains("cloths") && Contains("end_of_step"));
    CHECK_THROWS_AS(find_query_set("cloths"), UnknownName);
    CHECK_THROWS_AS(find_query_set("samples:n=4"), UsageError);
    CHECK_THROWS_AS(find_query_set("sheets:n=0"), UsageError);
}

}  // namespace
}  // namespace touchstone
