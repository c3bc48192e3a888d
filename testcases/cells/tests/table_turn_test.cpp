#include "testcases/cells/table_turn.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_file.h"
#include "testcases/cells/cell_times.h"
#include "testcases/cells/run_cells.h"

using namespace touchstone;
using touchstone::testing::TemporaryFolder;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

struct TurnCell : Cell {
    int number = 0;
};

nlohmann::ordered_json write_turn_number(const TurnCell& cell) { return {{"number", cell.number}}; }
void read_turn_number(const nlohmann::json& json, TurnCell& cell) {
    cell.number = json.at("number");
}

const Track<TurnCell> kTurnTrack{
    .id = "numbers", .figures = nullptr, .write = &write_turn_number, .read = &read_turn_number};

const RunOrigin kTurnProgram{"1", "a"};

CellKey turn_key(int index) {
    CellKey key;
    key.track = "numbers";
    key.method = "method";
    key.case_name = "case" + std::to_string(index);
    return key;
}

/// `count` cells, one lane each; counts how often each is asked.
struct TurnCells {
    std::vector<CellRequest<TurnCell>> requests;
    std::vector<std::atomic<int>> asked;

    explicit TurnCells(int count) : asked(count) {
        for (int i = 0; i < count; ++i) {
            requests.push_back(
                {.key = turn_key(i), .lane = i, .ask = [this, i](const StopRequest&) {
                     ++asked[i];
                     TurnCell cell;
                     cell.number = i;
                     return std::optional(cell);
                 }});
        }
    }
};

struct Turn : TableTurn {
    explicit Turn(const TemporaryFolder& folder)
        : TableTurn(folder.path(), kTurnProgram, 1h, "tables") {
        add("cells of all");
    }
};

fs::path claim_of_turn(const TemporaryFolder& folder) {
    for (const auto& entry : fs::directory_iterator(folder.path() / "cells")) {
        if (entry.path().filename().string().starts_with("tables-")) {
            return entry.path();
        }
    }
    return {};
}

/// Puts a claim in the place of one, whose file has all the other names of its owner too: that of a
/// process that is gone.
void let_owner_end(const fs::path& claim) {
    std::ifstream in(claim);
    nlohmann::json owner = nlohmann::json::parse(in);
    owner["started"] = owner["started"].get<long>() + 1;
    fs::remove(claim);
    std::ofstream(claim) << owner.dump();
}

}  // namespace

TEST_CASE("one process takes the turn to write tables, and tells the others its status",
          "[cells]") {
    const TemporaryFolder folder;
    Turn first(folder);
    Turn second(folder);
    CHECK(first.take());
    CHECK(first.take());
    CHECK_FALSE(second.take());
    std::thread writer([&] {
        std::this_thread::sleep_for(20ms);
        first.finish(3);
    });
    const std::optional<WrittenTables> written = second.wait({});
    writer.join();
    REQUIRE(written);
    CHECK(written->status == 3);
    CHECK(written->writer == this_owner(kTurnProgram));
    CHECK_FALSE(second.is_ours());
    CHECK(claim_of_turn(folder).empty());
}

TEST_CASE("tables that are written while a process does not look are not written again",
          "[cells]") {
    const TemporaryFolder folder;
    Turn first(folder);
    Turn late(folder);
    REQUIRE(first.take());
    REQUIRE_FALSE(late.take());
    const fs::path claim = claim_of_turn(folder);
    let_owner_end(claim);
    ClaimOwner quick = this_owner(kTurnProgram);
    ++quick.process;
    const std::string name = claim.filename().string();
    ProcessTimes(folder.path(), quick).add_tables(name.substr(0, name.find(".claim")), 0.1, 5);
    const std::optional<WrittenTables> written = late.wait({});
    REQUIRE(written);
    CHECK(written->status == 5);
    CHECK(owner_text(written->writer) == owner_text(quick));
    CHECK_FALSE(late.is_ours());
}

TEST_CASE("tables that are written before a process asks for the turn are not written again",
          "[cells]") {
    const TemporaryFolder folder;
    Turn late(folder);
    Turn quick(folder);
    REQUIRE(quick.take());
    quick.finish(4);
    CHECK_FALSE(late.take());
    const std::optional<WrittenTables> written = late.wait({});
    REQUIRE(written);
    CHECK(written->status == 4);
    Turn next(folder);  // begins when they are there, and writes them anew
    CHECK(next.take());
}

TEST_CASE("tables that are found written are no others that are named afterwards", "[cells]") {
    const TemporaryFolder folder;
    Turn first(folder);
    Turn second(folder);
    REQUIRE(first.take());
    first.finish(0);
    CHECK_FALSE(second.take());
    second.add("cells of one table more");
    CHECK_FALSE(second.wait({}));
    CHECK(second.is_ours());
}

TEST_CASE("the turn of a process that ends without having written is free again", "[cells]") {
    const TemporaryFolder folder;
    Turn second(folder);
    SECTION("when it says so") {
        {
            Turn first(folder);
            REQUIRE(first.take());
            REQUIRE_FALSE(second.take());
        }
        CHECK_FALSE(second.wait({}));
        CHECK(second.is_ours());
    }
    SECTION("when it is killed") {
        {
            Turn first(folder);
            REQUIRE(first.take());
            const fs::path claim = claim_of_turn(folder);
            let_owner_end(claim);
            CHECK_FALSE(second.wait({}));
            CHECK(second.is_ours());
        }
    }
    SECTION("not while it lives") {
        Turn first(folder);
        REQUIRE(first.take());
        int looked = 0;
        CHECK_FALSE(second.wait([&] { return ++looked > 4; }));
        CHECK_FALSE(second.is_ours());
    }
}

TEST_CASE("tables that any process has written are known to be there", "[cells]") {
    const TemporaryFolder folder;
    Turn first(folder);
    TableTurn unnamed(folder.path(), kTurnProgram, 1h, "tables");
    CHECK_FALSE(first.are_written());
    CHECK_FALSE(unnamed.are_written());
    REQUIRE(first.take());
    CHECK_FALSE(first.are_written());
    first.finish(0);
    Turn later(folder);
    CHECK(later.are_written());
    CHECK(unnamed.are_written());
    later.add("cells of one table more");
    CHECK_FALSE(later.are_written());
    CHECK(later.take());
}

TEST_CASE("what a dead process left of its turn goes with the turn after it, not before",
          "[cells]") {
    const TemporaryFolder folder;
    {
        Turn before(folder);  // tables of an earlier run
        REQUIRE(before.take());
        before.finish(0);
    }
    Turn dead(folder);
    REQUIRE(dead.take());
    const fs::path claim = claim_of_turn(folder);
    let_owner_end(claim);
    Turn second(folder);
    Turn third(folder);
    CHECK(second.take());
    { const CellStore store(folder.path(), kTurnProgram, {}); }
    CHECK(fs::exists(claim));
    CHECK_FALSE(third.take());  // or two would write at a time
    second.finish(0);
    CHECK(claim_of_turn(folder).empty());
}

TEST_CASE("who waits for tables is known to the process that writes them", "[cells]") {
    const TemporaryFolder folder;
    Turn writer(folder);
    REQUIRE(writer.take());
    CHECK(writer.count_waiting() == 0);
    const fs::path cells = folder.path() / "cells";
    const std::string turn = claim_of_turn(folder).filename().string();
    const std::string waits =
        "waits-" + turn.substr(7, turn.find(".claim") - 7) + "-";  // after "tables-"
    const ClaimOwner self = this_owner(kTurnProgram);
    const fs::path own = cells / (waits + plain_name(self.host) + "-" + std::to_string(::getpid()) +
                                  "-" + std::to_string(self.started) + ".claim-0");
    Turn other(folder);
    int looks = 0;
    CHECK_FALSE(other.wait([&] {
        // This very process, which does not count itself.
        if (++looks == 2) {
            CHECK(fs::exists(own));
            CHECK(writer.count_waiting() == 0);
        }
        return looks > 2;
    }));
    CHECK_FALSE(fs::exists(own));

    // The first process of the machine lives as long as it does.
    std::ifstream stat("/proc/1/stat");
    const std::string fields{std::istreambuf_iterator<char>(stat), {}};
    std::istringstream after(fields.substr(fields.rfind(')') + 2));
    std::string field;
    for (int i = 0; i < 20; ++i) {
        after >> field;
    }
    std::ifstream in(claim_of_turn(folder));
    nlohmann::json owner = nlohmann::json::parse(in);
    owner["process"] = 1;
    owner["started"] = std::stol(field);
    std::ofstream(cells / (waits + "1.claim-0")) << owner.dump();
    CHECK(writer.count_waiting() == 1);
    {
        const CellStore store(folder.path(), kTurnProgram, {}, {.tables = &writer});
        std::ofstream(cells / "of another command.claim-0") << owner.dump();
        CHECK(store.count_others_here() == 1);
        fs::remove(cells / (waits + "1.claim-0"));
        CHECK(store.count_others_here() == 0);  // it is at work
        fs::remove(cells / "of another command.claim-0");
    }
    owner["started"] = std::stol(field) + 1;
    std::ofstream(cells / (waits + "1.claim-0")) << owner.dump();
    CHECK(writer.count_waiting() == 0);
    { const CellStore store(folder.path(), kTurnProgram, {}); }
    CHECK_FALSE(fs::exists(cells / (waits + "1.claim-0")));
}

TEST_CASE("the threads of processes that wait are used, up to one per core", "[cells]") {
    const int cores = available_threads();
    CHECK(threads_while_others_wait(0, 3) == 0);  // one per core
    CHECK(threads_while_others_wait(1, 0) == 1);
    CHECK(threads_while_others_wait(1, 1) == std::min(2, cores));
    CHECK(threads_while_others_wait(1, 10'000) == cores);
    CHECK(threads_while_others_wait(cores + 5, 1) == cores + 5);
}

TEST_CASE("every process has the turn where no cells are kept", "[cells]") {
    const TemporaryFolder folder;
    TableTurn first(folder.path(), kTurnProgram, 1h, "tables");
    TableTurn second(folder.path(), kTurnProgram, 1h, "tables");
    CHECK(first.take());
    CHECK(second.take());
    first.finish(0);
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("other tables of the folder have a turn of their own", "[cells]") {
    const TemporaryFolder folder;
    Turn first(folder);
    first.add("cells of one table");
    Turn same(folder);
    same.add("cells of one table");
    same.add("cells of one table");
    Turn other(folder);
    other.add("cells of another");
    CHECK(first.take());
    CHECK_FALSE(same.take());
    CHECK(other.take());
}

TEST_CASE("only the process that writes the tables reads what others made", "[cells]") {
    const TemporaryFolder folder;
    TurnCells numbers(6);
    numbers.requests[5].kept = false;
    Turn turn(folder);
    Turn their_turn(folder);
    CellStore mine(folder.path(), kTurnProgram, {}, {.tables = &turn});
    CellStore theirs(folder.path(), kTurnProgram, {}, {.tables = &their_turn});
    for (const int index : {0, 3}) {
        TurnCell cell;
        cell.number = index;
        REQUIRE(theirs.claim(turn_key(index)));
        theirs.keep(kTurnTrack, turn_key(index), cell);
        theirs.release(turn_key(index));
    }
    std::vector<std::optional<TurnCell>> cells;
    std::vector<double> shown;
    const auto run = [&] {
        cells = run_cells(kTurnTrack, numbers.requests, &mine, {.count = 1},
                          {[&](double done, int) { shown.push_back(done); }, {}});
    };
    SECTION("which is another") {
        their_turn.add(
            write_choice("numbers", kTurnProgram,
                         {cell_name(turn_key(0)), cell_name(turn_key(1)), cell_name(turn_key(2)),
                          cell_name(turn_key(3)), cell_name(turn_key(4))})
                .name);
        REQUIRE(their_turn.take());
        run();
        for (int i = 0; i < 6; ++i) {
            CAPTURE(i);
            CHECK(cells[i].has_value() == (i == 1 || i == 2 || i == 4));
            CHECK(numbers.asked[i] == (i == 1 || i == 2 || i == 4 ? 1 : 0));
        }
        CHECK_FALSE(turn.is_ours());
    }
    SECTION("which is this one") {
        run();
        CHECK(turn.is_ours());
        // What the other has made counts once: as made, and then as read instead.
        CHECK(shown == std::vector<double>{1.0, 2.0, 3.0, 4.0, 5.0, 4.0, 5.0, 6.0});
        for (int i = 0; i < 6; ++i) {
            CAPTURE(i);
            REQUIRE(cells[i]);
            CHECK(cells[i]->number == i);
            CHECK(numbers.asked[i] == (i == 0 || i == 3 ? 0 : 1));
        }
    }
}

TEST_CASE("what has most work is begun first, group by group", "[cells]") {
    TurnCells numbers(6);
    std::vector<int> order;
    for (int i = 0; i < 6; ++i) {
        numbers.requests[i].ask = [&order, i](const StopRequest&) {
            order.push_back(i);
            return std::optional(TurnCell{});
        };
    }
    const auto made = [&](std::array<double, 6> work) {
        for (int i = 0; i < 6; ++i) {
            numbers.requests[i].work = work[i];
        }
        order.clear();
        run_cells(kTurnTrack, numbers.requests, nullptr, {.count = 1}, {});
        return order;
    };
    CHECK(made({0.0, 0.0, 0.0, 0.0, 0.0, 0.0}) == std::vector{0, 1, 2, 3, 4, 5});
    CHECK(made({1.0, 3.0, 2.0, 9.0, 3.0, 0.0}) == std::vector{3, 1, 4, 2, 0, 5});
    for (int i = 0; i < 6; ++i) {
        numbers.requests[i].group = i / 3;
    }
    CHECK(made({1.0, 3.0, 2.0, 5.0, 1.5, 0.0}) == std::vector{3, 4, 5, 1, 2, 0});
    // What is in one lane keeps its order.
    for (int i = 0; i < 6; ++i) {
        numbers.requests[i].lane = i / 2;
        numbers.requests[i].group = kNoGroup;
    }
    CHECK(made({1.0, 3.0, 2.0, 5.0, 1.5, 0.0}) == std::vector{2, 3, 0, 1, 4, 5});
}

TEST_CASE("processes that share a folder keep apart by groups", "[cells]") {
    const TemporaryFolder folder;
    CellStore mine(folder.path(), kTurnProgram, {});
    CellStore theirs(folder.path(), kTurnProgram, {});
    TurnCells numbers(6);
    std::vector<int> order;
    for (int i = 0; i < 6; ++i) {
        numbers.requests[i].group = i / 3;
        numbers.requests[i].ask = [&order, i](const StopRequest&) {
            order.push_back(i);
            return std::optional(TurnCell{});
        };
    }
    REQUIRE(theirs.claim(turn_key(0)));
    std::thread other([&] {
        std::this_thread::sleep_for(20ms);
        theirs.keep(kTurnTrack, turn_key(0), TurnCell{});
        theirs.release(turn_key(0));
    });
    run_cells(kTurnTrack, numbers.requests, &mine, {.count = 1}, {});
    other.join();
    CHECK(order == std::vector{3, 4, 5, 1, 2});
}
