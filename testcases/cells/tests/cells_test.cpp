#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/run_cells.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A cell that holds one number.
struct NumberCell : Cell {
    double number = 0.0;
};

nlohmann::ordered_json write_number(const NumberCell& cell) { return {{"number", cell.number}}; }

void read_number(const nlohmann::json& json, NumberCell& cell) {
    cell.number = json.at("number").get<double>();
}

const Track<NumberCell> kNumbers{
    .id = "numbers", .figures = nullptr, .write = &write_number, .read = &read_number};

CellKey make_key(int index) {
    CellKey key;
    key.track = "numbers";
    key.method = "method_" + std::to_string(index % 3);
    key.case_name = "folder/case " + std::to_string(index / 3);
    key.settings = {"solver.friction=0.5"};
    key.conditions = {{"seed", "1"}};
    return key;
}

/// Asks for `count` numbers, each in a lane of its own, and counts how often it was asked.
struct Asking {
    std::vector<CellRequest<NumberCell>> requests;
    std::atomic<int> asked = 0;

    explicit Asking(int count) {
        for (int i = 0; i < count; ++i) {
            CellRequest<NumberCell> request;
            request.key = make_key(i);
            request.lane = i;
            request.ask = [this, i](const StopRequest&) {
                ++asked;
                NumberCell cell;
                cell.number = 1.0 / (1.0 + i);
                cell.digest = "d" + std::to_string(i);
                return std::optional(cell);
            };
            requests.push_back(std::move(request));
        }
    }
};

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a cell is read back as it was written, and only under its own key", "[cells]") {
    const CellKey key = make_key(4);
    const RunOrigin origin{"1.2", "abc"};
    NumberCell cell;
    cell.number = 1.0 / 3.0;
    cell.outcome = Outcome::Failed;
    cell.reason = "caf\xc3\xa9 \xff";  // its last byte is no UTF-8
    cell.repeatable = false;
    cell.digest = "0f";
    cell.times = {3, 0.1, 7};
    const std::string text = write_cell(key, origin, cell, write_number(cell));
    NumberCell back;
    const std::optional<nlohmann::json> own = parse_cell(text, "f", key, origin, back);
    REQUIRE(own);
    read_number(*own, back);
    CHECK(back.number == cell.number);
    CHECK(back.outcome == Outcome::Failed);
    CHECK(back.reason == "caf\xc3\xa9 \xef\xbf\xbd");
    CHECK_FALSE(back.repeatable);
    CHECK(back.digest == "0f");
    CHECK(back.times.pairs == 3);
    CHECK(back.times.seconds == 0.1);
    CHECK(back.times.repetitions == 7);

    CHECK_FALSE(parse_cell(text, "f", make_key(5), origin, back));
    CHECK_FALSE(parse_cell(text, "f", key, {"1.3", "abc"}, back));
    CHECK_FALSE(parse_cell(text, "f", key, {"1.2", "abd"}, back));
    CellKey changed = key;
    changed.settings[0] = "solver.friction=0.6";
    CHECK_FALSE(parse_cell(text, "f", changed, origin, back));
    changed = key;
    changed.conditions[0].second = "2";
    CHECK_FALSE(parse_cell(text, "f", changed, origin, back));

    std::string damaged = text;
    damaged.replace(damaged.find("0.333"), 5, "0.334");
    CHECK_THROWS_WITH(parse_cell(damaged, "f", key, origin, back), Contains("f: damaged"));
    CHECK_THROWS_WITH(parse_cell("[1]", "f", key, origin, back), Contains("f: damaged"));
    CHECK_THROWS_AS(parse_cell(text.substr(0, 80), "f", key, origin, back), FileError);
}

TEST_CASE("a cell with a number that no run gives is refused, whatever its checksum", "[cells]") {
    CellKey key;
    key.track = "t";
    key.method = "m";
    key.case_name = "c";
    const RunOrigin origin{"1", "2"};
    Cell cell;
    const auto write = [&](double drift) {
        return write_cell(key, origin, cell, {{"drift", {0.0, drift}}});
    };
    Cell back;
    CHECK(parse_cell(write(-1e99), "f", key, origin, back));
    CHECK_THROWS_WITH(parse_cell(write(-1e306), "f", key, origin, back), Contains("no run gives"));
    cell.times.seconds = 1e306;
    CHECK_THROWS_WITH(parse_cell(write(0.0), "f", key, origin, back), Contains("no run gives"));
}

TEST_CASE("a cell that is nested too deeply is refused, whatever its checksum", "[cells]") {
    nlohmann::ordered_json own = 1;
    for (int i = 0; i < 100; ++i) {
        own = nlohmann::ordered_json::array({own});
    }
    Cell back;
    const std::string text = write_cell(make_key(4), {"1", "2"}, Cell(), own);
    CHECK_THROWS_WITH(parse_cell(text, "f", make_key(4), {"1", "2"}, back), Contains("nested"));
}

TEST_CASE("cell_name is safe on any disk and another for any other key", "[cells]") {
    CellKey key = make_key(4);
    key.case_name = "a/../b c:d\n*.json";
    const std::string name = cell_name(key);
    CHECK_THAT(name, Catch::Matchers::StartsWith("numbers-method_1-b_c_d__.json-"));
    for (int change = 0; change < 5; ++change) {
        CellKey other = key;
        std::string& field = change == 0   ? other.track
                             : change == 1 ? other.method
                             : change == 2 ? other.case_name
                             : change == 3 ? other.settings[0]
                                           : other.conditions[0].second;
        field.insert(0, "x");
        CAPTURE(change);
        CHECK(cell_name(other) != name);
    }
    key.case_name = std::string(1000, 'x');
    CHECK(cell_name(key).size() < 120);
}

TEST_CASE("run_cells asks only for what the store does not hold", "[cells]") {
    const TemporaryFolder folder;
    CellStore store(folder.path(), {"1", "a"}, {});
    Asking asking(9);
    const auto first = run_cells(kNumbers, asking.requests, &store, {.count = 2}, {});
    CHECK(asking.asked == 9);
    const auto again = run_cells(kNumbers, asking.requests, &store, {.count = 2}, {});
    CHECK(asking.asked == 9);
    for (int i = 0; i < 9; ++i) {
        CAPTURE(i);
        CHECK(first[i]->number == 1.0 / (1.0 + i));
        CHECK(again[i]->number == first[i]->number);
        CHECK(again[i]->digest == first[i]->digest);
    }
    CellStore newer(folder.path(), {"2", "a"}, {});
    run_cells(kNumbers, asking.requests, &newer, {.count = 2}, {});
    CHECK(asking.asked == 18);
    asking.requests[4].is_whole = [](const NumberCell&) { return false; };
    run_cells(kNumbers, asking.requests, &newer, {.count = 2}, {});
    CHECK(asking.asked == 19);
}

TEST_CASE("run_cells asks again, with a note, what is damaged", "[cells]") {
    const TemporaryFolder folder;
    std::vector<std::string> notes;
    CellStore store(folder.path(), {"1", "a"},
                    [&](const std::string& note) { notes.push_back(note); });
    Asking asking(2);
    run_cells(kNumbers, asking.requests, &store, {.count = 1}, {});
    const fs::path file = folder.path() / "cells" / (cell_name(make_key(1)) + ".json");
    const std::string good = read(file);
    // What a power cut leaves of a file that was not forced to the disk: nothing, zeros, a part.
    const std::string bad =
        GENERATE_COPY(as<std::string>(), "", std::string(good.size(), '\0'),
                      good.substr(0, good.size() / 2), good.substr(0, good.size() - 1), "{",
                      "[1, 2]", "null", R"({"schema": "touchstone-cell-1"})");
    std::ofstream(file, std::ios::binary) << bad;
    run_cells(kNumbers, asking.requests, &store, {.count = 1}, {});
    CHECK(asking.asked == 3);
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains(file.string()) && Contains("asked anew"));
    CHECK(read(file) == good);
}

TEST_CASE("CellStore says that it does not read what an earlier version kept", "[cells]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "trials");
    std::vector<std::string> notes;
    CellStore store(folder.path(), {"1", "a"},
                    [&](const std::string& note) { notes.push_back(note); });
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains("trials") && Contains("earlier version"));
}

TEST_CASE("tasks of one lane run in order on one thread at a time", "[cells]") {
    constexpr int kLanes = 3;
    constexpr int kTasks = 60;
    std::vector<std::vector<int>> order(kLanes);
    std::array<std::atomic<int>, kLanes> inside{};
    std::atomic<bool> overlapped = false;  // Catch's own checks are for one thread
    std::atomic<int> ends = 0;
    std::vector<CellTask> tasks;
    tasks.reserve(kTasks);
    for (int i = 0; i < kTasks; ++i) {
        tasks.push_back({i % kLanes, [&, i](const StopRequest&) {
                             overlapped = overlapped || ++inside[i % kLanes] != 1;
                             order[i % kLanes].push_back(i);
                             --inside[i % kLanes];
                             return Filled::Yes;
                         }});
    }
    const bool apart = GENERATE(false, true);
    Watcher watcher;
    std::vector<double> shown;
    watcher.progress = [&](double done, int) { shown.push_back(done); };
    Watch watch(watcher, kTasks);
    run_tasks(tasks, {.count = 3, .apart = apart, .lane_end = [&](int) { ++ends; }}, watch);
    CHECK_FALSE(overlapped);
    CHECK(shown.size() == kTasks);
    CHECK(std::ranges::is_sorted(shown));
    CHECK(ends == kLanes);
    for (int lane = 0; lane < kLanes; ++lane) {
        CHECK(order[lane].size() == kTasks / kLanes);
        CHECK(std::ranges::is_sorted(order[lane]));
    }
}

TEST_CASE("a watcher is told of the shares of cells that are being made", "[cells]") {
    std::vector<double> shown;
    Watcher watcher;
    watcher.progress = [&](double done, int total) {
        CHECK(total == 3);
        shown.push_back(done);
    };
    const auto half = [](Filled outcome) {
        return [outcome](const CellWatch& watch) {
            watch.tell(1, 4);
            watch.tell(2, 4);
            watch.tell(0, 0);  // which tells nothing
            return outcome;
        };
    };
    Watch watch(watcher, 3);
    const std::vector<CellTask> tasks{
        {0, half(Filled::Yes)}, {0, half(Filled::Stopped)}, {1, half(Filled::Yes)}};
    run_tasks(tasks, {.count = 1}, watch);
    // A cell that is not finished leaves nothing behind.
    CHECK(shown == std::vector<double>{0.25, 0.5, 1.0, 1.25, 1.5, 1.25, 1.5, 2.0});
}

TEST_CASE("run_tasks throws what the first in order threw, after the other lanes", "[cells]") {
    std::atomic<int> done = 0;
    std::vector<CellTask> tasks;
    tasks.reserve(20);
    for (int i = 0; i < 20; ++i) {
        tasks.push_back({i / 2, [&, i](const StopRequest&) -> Filled {
                             if (i == 6 || i == 12) {
                                 throw UsageError("task " + std::to_string(i));
                             }
                             ++done;
                             return Filled::Yes;
                         }});
    }
    const int threads = GENERATE(1, 2, 4);
    Watcher watcher;
    Watch watch(watcher, 20);
    CHECK_THROWS_WITH(run_tasks(tasks, {.count = threads}, watch), Contains("task 6"));
    CHECK(done == 16);  // the lanes of 6 and 12 end with them
}

TEST_CASE("one thread is the caller's own", "[cells]") {
    const std::thread::id own = std::this_thread::get_id();
    std::vector<CellTask> tasks;
    tasks.reserve(4);
    for (int i = 0; i < 4; ++i) {
        tasks.push_back({i, [&](const StopRequest&) {
                             CHECK(std::this_thread::get_id() == own);
                             return Filled::Yes;
                         }});
    }
    Watcher watcher;
    Watch watch(watcher, 4);
    run_tasks(tasks, {.count = 1}, watch);
}

TEST_CASE("run_cells that is stopped keeps what is finished, and goes on from there", "[cells]") {
    const TemporaryFolder folder;
    CellStore store(folder.path(), {"1", "a"}, {});
    Asking asking(9);
    const auto stopped = run_cells(kNumbers, asking.requests, &store, {.count = 1},
                                   {{}, [&] { return asking.asked >= 4; }});
    CHECK(std::ranges::count_if(stopped, [](const auto& cell) { return cell.has_value(); }) == 4);
    const auto whole = run_cells(kNumbers, asking.requests, &store, {.count = 2}, {});
    CHECK(asking.asked == 9);
    CHECK(std::ranges::all_of(whole, [](const auto& cell) { return cell.has_value(); }));
}
