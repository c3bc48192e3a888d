#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_claims.h"
#include "testcases/cells/cell_times.h"
#include "testcases/cells/gather.h"
#include "testcases/cells/run_cells.h"
#include "testcases/cells/tests/claim_files.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::claim_text;
using touchstone::testing::kProgram;
using touchstone::testing::names_in;
using touchstone::testing::TemporaryFolder;
using touchstone::testing::write_text;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

struct MarkedCell : Cell {
    int mark = 0;
};

nlohmann::ordered_json write_mark(const MarkedCell& cell) { return {{"mark", cell.mark}}; }
void read_mark(const nlohmann::json& json, MarkedCell& cell) { cell.mark = json.at("mark"); }

const Track<MarkedCell> kMarks{
    .id = "marks", .figures = nullptr, .write = &write_mark, .read = &read_mark};

CellKey mark_key(int index) {
    CellKey key;
    key.track = "marks";
    key.method = "method";
    key.case_name = "case" + std::to_string(index);
    return key;
}

/// `count` cells in `lanes` lanes; counts how often each is asked.
struct Marks {
    std::vector<CellRequest<MarkedCell>> requests;
    std::vector<std::atomic<int>> asked;

    Marks(int count, int lanes) : asked(count) {
        for (int i = 0; i < count; ++i) {
            requests.push_back(
                {.key = mark_key(i), .lane = i % lanes, .ask = [this, i](const StopRequest&) {
                     ++asked[i];
                     MarkedCell cell;
                     cell.mark = i;
                     return std::optional(cell);
                 }});
        }
    }

    bool each_asked(int times) const {
        return std::ranges::all_of(asked, [&](const auto& count) { return count == times; });
    }
};

}  // namespace

TEST_CASE("times say whose they are in a folder that was gathered too", "[cells]") {
    const TemporaryFolder temporary;
    const std::array folders{temporary.path() / "one"};
    const fs::path whole = temporary.path() / "whole";
    fs::create_directories(folders[0] / "cells");
    const ClaimOwner owner = this_owner(kProgram);
    ProcessTimes(folders[0], owner).add_tables("tables-a", 1.0, 3);
    CHECK(join_folders(gather_cells(folders), folders, whole) == 1);
    const auto noted = find_noted_tables(whole, "tables-a");
    REQUIRE(noted.size() == 1);
    CHECK(noted.begin()->second.status == 3);
    CHECK(noted.begin()->second.writer.process == owner.process);
    CHECK(noted.begin()->second.writer.started == owner.started);
}

TEST_CASE("a cell that another process makes is waited for, not made twice", "[cells]") {
    const TemporaryFolder folder;
    CellStore mine(folder.path(), kProgram, {});
    CellStore theirs(folder.path(), kProgram, {});
    REQUIRE(theirs.claim(mark_key(0)));
    REQUIRE(theirs.claim(mark_key(4)));
    Marks marks(9, 3);
    std::atomic<int> done = 0;
    std::vector<std::optional<MarkedCell>> cells;
    std::thread worker([&] {
        cells = run_cells(kMarks, marks.requests, &mine, {.count = 2},
                          {[&](int count, int) { done = count; }, {}});
    });
    while (done < 7) {
        std::this_thread::sleep_for(1ms);
    }
    for (const int index : {0, 4}) {
        MarkedCell cell;
        cell.mark = index;
        theirs.keep(kMarks, mark_key(index), cell);
        theirs.release(mark_key(index));
    }
    worker.join();
    for (int i = 0; i < 9; ++i) {
        CAPTURE(i);
        REQUIRE(cells[i]);
        CHECK(cells[i]->mark == i);
        CHECK(marks.asked[i] == (i == 0 || i == 4 ? 0 : 1));
    }
}

TEST_CASE("a process that stops while it waits for others ends", "[cells]") {
    const TemporaryFolder folder;
    CellStore mine(folder.path(), kProgram, {});
    CellStore theirs(folder.path(), kProgram, {});
    REQUIRE(theirs.claim(mark_key(1)));
    Marks marks(3, 1);
    std::atomic<int> done = 0;
    const auto cells =
        run_cells(kMarks, marks.requests, &mine, {.count = 1},
                  {[&](int count, int) { done = count; }, [&] { return done >= 2; }});
    CHECK_FALSE(cells[1]);
    CHECK(cells[2]);
}

TEST_CASE("processes that share a folder make each cell once", "[cells]") {
    const TemporaryFolder folder;
    Marks marks(60, 7);
    std::vector<std::thread> processes;
    processes.reserve(4);
    for (int i = 0; i < 4; ++i) {
        processes.emplace_back([&] {
            CellStore store(folder.path(), kProgram, {});
            const auto cells = run_cells(kMarks, marks.requests, &store, {.count = 1}, {});
            for (int k = 0; k < 60; ++k) {
                if (!cells[k] || cells[k]->mark != k) {
                    marks.asked[k] = -1;
                }
            }
        });
    }
    for (std::thread& process : processes) {
        process.join();
    }
    CHECK(marks.each_asked(1));
    CHECK(names_in(folder.path() / "cells", ".claim-").empty());
}

TEST_CASE("parts make each cell once, and together all of them", "[cells]") {
    const TemporaryFolder folder;
    Marks marks(40, 40);
    int missing = 0;
    for (int part = 1; part <= 3; ++part) {
        CellStore store(folder.path(), kProgram, {}, {.part = part, .parts = 3});
        const auto cells = run_cells(kMarks, marks.requests, &store, {.count = 1}, {});
        missing =
            static_cast<int>(std::ranges::count_if(cells, [](const auto& cell) { return !cell; }));
        CHECK((missing > 0) == (part < 3));
    }
    CHECK(marks.each_asked(1));
}

TEST_CASE("two versions of the program do not fill one folder at a time", "[cells]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "cells");
    ClaimOwner other = this_owner({"0.9", "fedcba9876543210"});
    write_text(folder.path() / "cells/x.claim-0", claim_text(other));
    CHECK_THROWS_WITH(CellStore(folder.path(), kProgram, {}),
                      Contains("fills it, by version 0.9 (commit fedcba987654); this is version 1 "
                               "(commit a)"));
    other.started += 1;  // gone
    write_text(folder.path() / "cells/x.claim-0", claim_text(other));
    CHECK_NOTHROW(CellStore(folder.path(), kProgram, {}));
}

TEST_CASE("cells of another version are asked anew, with a word once", "[cells]") {
    const TemporaryFolder folder;
    Marks marks(5, 1);
    {
        CellStore old(folder.path(), {"0.9", "fed"}, {});
        run_cells(kMarks, marks.requests, &old, {.count = 1}, {});
    }
    std::vector<std::string> notes;
    CellStore store(folder.path(), kProgram,
                    [&](const std::string& text) { notes.push_back(text); });
    run_cells(kMarks, marks.requests, &store, {.count = 1}, {});
    CHECK(marks.each_asked(2));
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains("cells made by version 0.9 (commit fed) are asked anew"));
}

TEST_CASE("claims that dead processes left on finished cells are swept", "[cells]") {
    const TemporaryFolder folder;
    Marks marks(2, 1);
    {
        CellStore store(folder.path(), kProgram, {});
        run_cells(kMarks, marks.requests, &store, {.count = 1}, {});
        ClaimOwner dead = this_owner(kProgram);
        dead.started += 1;
        const fs::path cells = folder.path() / "cells";
        write_text(cells / (cell_name(mark_key(0)) + ".claim-0"), claim_text(dead));
        write_text(cells / (cell_name(mark_key(1)) + ".claim-0"), claim_text(this_owner(kProgram)));
    }
    CHECK(names_in(folder.path() / "cells", ".claim-").size() == 1);
}

TEST_CASE("gather_cells tells what is missing, contradicts or is damaged", "[cells]") {
    const TemporaryFolder temporary;
    const std::array folders{temporary.path() / "one", temporary.path() / "two"};
    Marks marks(12, 12);
    for (int part = 1; part <= 2; ++part) {
        CellStore store(folders[part - 1], kProgram, {}, {.part = part, .parts = 3});
        run_cells(kMarks, marks.requests, &store, {.count = 1}, {});
    }
    GatheredCells gathered = gather_cells(folders);
    REQUIRE(gathered.choices.size() == 1);  // both left the same word
    const GatheredChoice& choice = gathered.choices[0];
    CHECK(choice.track == "marks");
    CHECK(choice.cells.size() == 12);
    CHECK(choice.missing.size() == 12 - gathered.cells.size());
    CHECK_FALSE(choice.missing.empty());
    for (const auto& [name, cell] : gathered.cells) {
        CHECK(cell.made.has_value());
    }
    CHECK(gathered.contradictions.empty());

    const fs::path whole = temporary.path() / "whole";
    CHECK(join_folders(gathered, folders, whole) == std::ssize(gathered.cells) + 1 + 2);
    CHECK(join_folders(gathered, folders, whole) == 0);
    CellStore joined(whole, kProgram, {});
    run_cells(kMarks, marks.requests, &joined, {.count = 1}, {});
    CHECK(marks.each_asked(1));

    // The same question with another answer in the second folder.
    const CellKey key =
        std::ranges::find_if(marks.requests, [&](const auto& request) {
            return fs::exists(folders[0] / "cells" / (cell_name(request.key) + ".json"));
        })->key;
    MarkedCell wrong;
    wrong.mark = 99;
    const fs::path doubtful = folders[1] / "cells" / (cell_name(key) + ".json");
    write_text(doubtful, write_cell(key, kProgram, wrong, write_mark(wrong)));
    write_text(folders[1] / "cells/broken.json", "{");
    gathered = gather_cells(folders);
    REQUIRE(gathered.contradictions.size() == 1);
    CHECK_THAT(gathered.contradictions[0],
               Contains(doubtful.string()) && Contains("different answers to one question"));
    REQUIRE(gathered.damaged.size() == 1);
    CHECK_THAT(gathered.damaged[0], Contains("broken.json"));
    const fs::path other = temporary.path() / "other";
    join_folders(gathered, folders, other);
    CHECK_FALSE(fs::exists(other / "cells" / doubtful.filename()));

    CHECK_THROWS_WITH(gather_cells(std::array{temporary.path()}),
                      Contains("has no folder 'cells'"));
}

TEST_CASE("makespan is that of workers who take the next cell when they are free", "[cells]") {
    const std::array cells{3.0, 1.0, 1.0, 1.0, 4.0};
    CHECK(makespan(cells, 1) == 10.0);
    CHECK(makespan(cells, 2) == 7.0);  // 3 + 4 beside 1 + 1 + 1
    CHECK(makespan(cells, 100) == 4.0);
    CHECK(makespan(std::span<const double>(), 3) == 0.0);
}
