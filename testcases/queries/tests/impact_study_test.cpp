#include "testcases/queries/impact_study.h"

#include <cmath>
#include <memory>

#include "methods/base/error.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

Impact never(const ImpactQuery& /*query*/, const ImpactSettings& /*settings*/) { return {}; }

Impact always(const ImpactQuery& /*query*/, const ImpactSettings& settings) {
    Impact impact;
    impact.hit = true;
    impact.time = 0.0;
    impact.work = 7;
    impact.accuracy = 2.0 * settings.tolerance;
    impact.capped = true;
    impact.proof = ImpactProof::Conservative;
    return impact;
}

Impact exactly(const ImpactQuery& query, const ImpactSettings& settings) {
    const ExactImpact truth = find_exact_impact(query, settings.separation, settings.t_max);
    Impact impact;
    impact.hit = truth.hit;
    impact.time = truth.low;
    impact.proof = ImpactProof::Exact;
    return impact;
}

Impact at_the_end(const ImpactQuery& query, const ImpactSettings& settings) {
    Impact impact = exactly(query, settings);
    impact.time = impact.hit ? settings.t_max : kUnset;
    return impact;
}

const std::vector<ImpactMethod> kMethods{
    {"never", "", "", false, true, never},
    {"always", "", "", true, false, always},
    {"exactly", "", "", true, true, exactly},
    {"at_the_end", "", "", false, true, at_the_end},
};

const ImpactStudyRow& row_of(const ImpactStudyResult& result, std::string_view set, ImpactKind kind,
                             std::string_view method) {
    for (const ImpactStudyRow& row : result.rows) {
        if (row.set == set && row.kind == kind && row.method == method) {
            return row;
        }
    }
    throw std::out_of_range("no such row");
}

/// Unit steps of a vertex onto a face: hits at 0.5, touches at the end, misses in turn.
QuerySet falling_vertices(int count) {
    const auto open = [count]() -> QueryStream {
        return [count, i = 0](StatedQuery& stated) mutable {
            if (i == count) {
                return false;
            }
            stated = {};
            stated.query.start = {Vec3(0.25, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
            stated.query.end = stated.query.start;
            stated.query.end[0].z() = i % 3 == 0 ? -1.0 : i % 3 == 1 ? 0.0 : 0.5;
            stated.hit = i % 3 != 2;
            ++i;
            return true;
        };
    };
    return {"falling", open};
}

TEST_CASE("run_impact_study counts what each method got wrong", "[queries]") {
    const ImpactStudyResult result = run_impact_study({{falling_vertices(9)}, kMethods, {}, 0});
    CHECK(result.rows.size() == 4);
    CHECK(result.queries == 9);
    CHECK(result.contradicted == 0);
    const auto row = [&](const char* method) {
        return row_of(result, "falling", ImpactKind::VertexFace, method);
    };
    CHECK(row("never").figures.missed == 6);
    CHECK(row("never").figures.false_positives == 0);
    CHECK(row("never").wrong.size() == 6);
    CHECK(row("never").wrong[2].number == 3);
    CHECK(row("always").figures.false_positives == 3);
    CHECK(row("always").figures.missed == 0);
    CHECK(row("always").figures.early.largest() == 1.0);
    CHECK(row("always").figures.early_length.largest() == 1.0);
    CHECK(row("always").capped == 9);
    CHECK(row("always").worst_accuracy == 2e-6);
    CHECK(row("always").work.mean() == 7.0);
    CHECK(row("exactly").figures.late == 0);
    CHECK(row("exactly").figures.early.largest() == 0.0);
    CHECK(row("exactly").proofs[static_cast<std::size_t>(ImpactProof::Exact)] == 9);
    CHECK(row("at_the_end").figures.late == 3);
    CHECK(row("at_the_end").figures.worst_late == 0.5);
    CHECK(row("at_the_end").seconds.count() == 0);
}

TEST_CASE("run_impact_study judges at the separation that a method minds", "[queries]") {
    ImpactStudyRequest request{{falling_vertices(9)}, kMethods, {}, 0};
    request.settings.separation = 0.5;  // now the third of each three touches at its end
    const ImpactStudyResult result = run_impact_study(request);
    const auto row = [&](const char* method) {
        return row_of(result, "falling", ImpactKind::VertexFace, method);
    };
    CHECK(row("exactly").figures.hits == 9);
    CHECK(row("exactly").figures.missed == 0);
    CHECK(row("always").separation == 0.0);
    CHECK(row("always").figures.hits == 6);
    CHECK(result.contradicted == 0);
}

TEST_CASE("run_impact_study tells of sources that are wrong", "[queries]") {
    QuerySet set = falling_vertices(3);
    const auto right = set.open;
    set.open = [right]() -> QueryStream {
        return [stream = right()](StatedQuery& query) {
            const bool more = stream(query);
            query.hit = true;
            return more;
        };
    };
    CHECK(run_impact_study({{set}, kMethods, {}, 0}).contradicted == 1);
}

TEST_CASE("run_impact_study takes the tolerance that a query brings", "[queries]") {
    const ImpactStudyResult result =
        run_impact_study({{find_query_set("small_box_not_first")}, kMethods, {}, 0});
    CHECK(result.rows.size() == 8);
    CHECK(row_of(result, "small_box_not_first", ImpactKind::EdgeEdge, "always").worst_accuracy ==
          1.0);
}

TEST_CASE("run_impact_study stops when it is told to", "[queries]") {
    std::int64_t looks = 0;
    const ImpactStudyResult result =
        run_impact_study({{falling_vertices(1000), falling_vertices(1000)}, kMethods, {}, 0},
                         [&](const ImpactProgress& progress) {
                             CHECK(progress.set == "falling");
                             return ++looks < 3;
                         });
    CHECK(result.stopped);
    CHECK(looks == 3);
    CHECK(result.queries == 192);
    CHECK(result.rows.front().figures.queries == 192);
}

TEST_CASE("run_impact_study times each query once", "[queries]") {
    const ImpactStudyResult result = run_impact_study({{falling_vertices(6)}, kMethods, {}, 1});
    for (const ImpactStudyRow& row : result.rows) {
        CHECK(row.seconds.count() == 6);
        CHECK(row.seconds.smallest() >= 0.0);
    }
}

TEST_CASE("run_impact_study refuses settings out of range", "[queries]") {
    ImpactStudyRequest request{{falling_vertices(3)}, kMethods, {}, 0};
    request.settings.tolerance = 0.0;
    CHECK_THROWS_AS(run_impact_study(request), UsageError);
}

/// What a method of the table must be, as its flags say.
TEST_CASE("conservative methods neither miss nor are late on any set", "[queries]") {
    ImpactStudyRequest request;
    request.settings.max_boxes = 100'000;
    request.timing_rounds = 0;
    for (const char* set :
         {"samples", "end_of_step", "small_box_not_first", "degenerate:count=210", "sheets:n=8"}) {
        request.sets.push_back(find_query_set(set));
    }
    for (const ImpactMethod& method : all_impact_methods()) {
        const bool is_slow = method.id == "interval_box" || method.id == "interval_time";
        if (method.conservative && !is_slow) {
            request.methods.push_back(method);
        }
    }
    for (const ImpactStudyRow& row : run_impact_study(request).rows) {
        CAPTURE(row.set, row.method, kind_name(row.kind));
        CHECK(row.figures.missed == 0);
        CHECK(row.figures.late == 0);
        if (row.method == "exact_contact") {
            CHECK(row.figures.false_positives == 0);
        }
    }
}

}  // namespace
}  // namespace touchstone
