#include "testcases/impacts/impact_study.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "generators/outcome.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_store.h"

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

const std::vector<AskedMethod> kMethods{
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
    int looks = 0;
    ImpactLoop loop;
    loop.watcher.stop = [&] { return ++looks > 12; };
    const ImpactStudyResult result =
        run_impact_study({{falling_vertices(640)}, kMethods, {}, 0}, loop);
    CHECK(result.stopped);
    CHECK(result.cells == 1);  // eleven looks: one before, and one after each 64 queries
    REQUIRE(result.rows.size() == 1);
    CHECK(result.rows.front().figures.queries == 640);
    CHECK(result.queries == 640);
}

/// The table without its cells' times, and all that the page shows.
std::string text_of(const ImpactStudyResult& result) {
    std::ostringstream text;
    text << result.queries << ' ' << result.contradicted << ' ' << result.stopped << '\n';
    for (const ImpactStudyRow& row : result.rows) {
        ImpactCell cell;
        cell.rows[static_cast<std::size_t>(row.kind)] = row;
        cell.rows[static_cast<std::size_t>(row.kind)].seconds = {};
        text << row.set << ' ' << impact_track().write(cell).dump() << '\n';
    }
    return text.str();
}

TEST_CASE("run_impact_study goes on where it was stopped, with the same table", "[queries]") {
    const testing::TemporaryFolder folder;
    const ImpactStudyRequest request{
        {find_query_set("end_of_step"), falling_vertices(9)}, kMethods, {}, 1};
    const std::string whole = text_of(run_impact_study(request));
    ImpactLoop loop;
    loop.folder = folder.path();
    loop.note = [](const std::string& text) { FAIL_CHECK(text); };
    int done = 0;
    loop.watcher.progress = [&](double count, int /*total*/) { done = static_cast<int>(count); };
    loop.watcher.stop = [&] { return done == 5; };
    CHECK(run_impact_study(request, loop).cells == 5);

    int asked = 0;
    ImpactLoop rest = loop;
    rest.watcher = {};
    ImpactStudyRequest counted = request;
    for (QuerySet& set : counted.sets) {
        set.open = [&asked, open = set.open] {
            ++asked;
            return open();
        };
    }
    constexpr int kCounting = 2;  // each set once
    CHECK(text_of(run_impact_study(counted, rest)) == whole);
    CHECK(asked == kCounting + 3);
    CHECK(text_of(run_impact_study(counted, rest)) == whole);
    CHECK(asked == 2 * kCounting + 3);
    counted.settings.t_max = 0.75;
    run_impact_study(counted, rest);
    CHECK(asked == 3 * kCounting + 11);
}

TEST_CASE("blocks of a set, on any threads and in any parts, come to the whole table",
          "[queries]") {
    const testing::TemporaryFolder folder;
    ImpactStudyRequest request{
        {find_query_set("degenerate:count=200"), falling_vertices(25)}, kMethods, {}, 0};
    const ImpactStudyResult whole = run_impact_study(request);
    CHECK(whole.all_cells == 8);
    REQUIRE(row_of(whole, "falling", ImpactKind::VertexFace, "never").wrong.size() == 17);
    REQUIRE(row_of(whole, request.sets[0].name, ImpactKind::EdgeEdge, "never").wrong.size() ==
            kMostWrongImpacts);
    request.queries_per_cell = 7;
    ImpactLoop loop;
    loop.threads = GENERATE(1, 3);
    CHECK(text_of(run_impact_study(request, loop)) == text_of(whole));
    loop.folder = folder.path();
    loop.note = [](const std::string& text) { FAIL_CHECK(text); };
    for (const int part : {3, 1, 2}) {
        loop.sharing = {.part = part, .parts = 3};
        const ImpactStudyResult result = run_impact_study(request, loop);
        CHECK(result.all_cells == 4 * (29 + 4));
        CHECK(result.stopped == (part != 2));
    }
    for (QuerySet& set : request.sets) {
        set.open = [open = set.open] {
            return QueryStream(
                [](StatedQuery&) -> bool { throw Error("all cells are there"); },
                [stream = open()](std::int64_t count) { return stream.skip(count); });
        };
    }
    loop.sharing = {};
    CHECK(text_of(run_impact_study(request, loop)) == text_of(whole));
}

TEST_CASE("a block reads its own queries, and leaves out those before", "[queries]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "vertex-face.csv";
    {
        std::ofstream out(file);
        for (int i = 0; i < 10; ++i) {
            StatedQuery query;
            query.query.start[0].x() = i;
            write_query(out, query);
        }
    }
    const QuerySet set = query_set_of_path(file);
    CHECK(*count_queries(set, {}) == 10);
    CHECK_FALSE(split_queries(10, 4).at(2).is_whole);
    CHECK(split_queries(10, 4).at(2).count == 2);
    CHECK(split_queries(10, 10).size() == 1);
    QueryCursor cursor(set);
    StatedQuery query;
    for (const int number : {3, 4, 9, 2}) {  // onward, and back
        cursor.go_to(number);
        CHECK(cursor.next(query));
        CHECK(query.query.start[0].x() == number);
    }
    cursor.go_to(10);
    CHECK_FALSE(cursor.next(query));
    int first = 0;
    for (const int part : {1, 2, 3}) {
        const QueryBlock block = query_part(10, part, 3);
        CHECK(block.first == first);
        CHECK(block.count == (part == 1 ? 4 : 3));
        first += static_cast<int>(block.count);
    }
}

TEST_CASE("run_impact_study comes to the same table on any number of threads", "[queries]") {
    const ImpactStudyRequest request{
        {find_query_set("end_of_step"), find_query_set("degenerate:count=20")}, kMethods, {}, 0};
    ImpactLoop loop;
    loop.threads = 3;
    CHECK(text_of(run_impact_study(request, loop)) == text_of(run_impact_study(request)));
}

TEST_CASE("a kept cell of contact times is that which was kept", "[queries]") {
    const AskedMethod method = asked_method(find_impact_method("tight_inclusion"));
    const QuerySet set = find_query_set("degenerate:count=40");
    QueryCursor queries(set);
    const ImpactCell cell = *ask_impact_cell(queries, {}, method, {{}, 1}, {});
    const nlohmann::json kept = nlohmann::json::parse(impact_track().write(cell).dump());
    ImpactCell read;
    impact_track().read(kept, read);
    CHECK(impact_track().write(read) == impact_track().write(cell));
    CHECK(read.rows[1].set == set.name);
    CHECK(read.rows[1].seconds.quantile(0.9) == cell.rows[1].seconds.quantile(0.9));
    CHECK(read.rows[0].work.mean() == cell.rows[0].work.mean());

    nlohmann::json damaged = kept;
    damaged["edge-edge"]["work"]["bins"][0][0] = -1;
    CHECK_THROWS_AS(impact_track().read(damaged, read), Error);
    damaged = kept;
    damaged["edge-edge"]["missed"] = std::int64_t{1} << 62;
    CHECK_THROWS_AS(impact_track().read(damaged, read), Error);
    damaged = kept;
    damaged["edge-edge"]["work"]["sum"] = {{70, 1}};
    CHECK_THROWS_AS(impact_track().read(damaged, read), Error);
    damaged = kept;
    damaged["edge-edge"]["wrong"] = {{3, 9}};
    CHECK_THROWS_AS(impact_track().read(damaged, read), Error);
}

TEST_CASE("a method of others that fails costs its row, not the run", "[queries]") {
    std::vector<AskedMethod> methods = kMethods;
    int asked = 0;
    methods.push_back({"broken", "", "", false, false, nullptr,
                       [&asked](const ImpactQuery& query, const ImpactSettings& settings) {
                           if (++asked == 5) {
                               throw GeneratorFault(Outcome::Failed, "out of ideas");
                           }
                           return exactly(query, settings);
                       }});
    const ImpactStudyResult result = run_impact_study({{falling_vertices(9)}, methods, {}, 1});
    CHECK(result.rows.size() == 4);
    CHECK(result.queries == 9);
    CHECK_FALSE(result.stopped);
    CHECK(result.no_answers == std::vector<std::string>{"falling, broken: query 4: out of ideas"});

    asked = 0;
    ImpactStudyRequest request{{falling_vertices(9)}, methods, {}, 0};
    request.queries_per_cell = 2;
    const ImpactStudyResult split = run_impact_study(request);
    CHECK(split.rows.size() == 4);
    CHECK(split.no_answers == result.no_answers);
}

TEST_CASE("a set of files is another one when a file is written anew", "[queries]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "edge-edge" / "data.csv";
    std::filesystem::create_directories(file.parent_path());
    const auto write = [&](int count) {
        std::ofstream out(file);
        for (int i = 0; i < count; ++i) {
            write_query(out, StatedQuery{});
        }
    };
    const auto name = [&] {
        return cell_name(impact_cell_key(query_set_of_path(folder.path()), kMethods[0], {}));
    };
    write(1);
    const std::string before = name();
    CHECK(name() == before);
    write(2);
    CHECK(name() != before);
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
            request.methods.push_back(asked_method(method));
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
