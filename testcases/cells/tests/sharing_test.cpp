#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
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
#include "methods/testing/failing_link.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_claims.h"
#include "testcases/cells/cell_times.h"
#include "testcases/cells/gather.h"
#include "testcases/cells/run_cells.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::TemporaryFolder;
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

const RunOrigin kProgram{"1", "a"};

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

void write_text(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

/// A claim as another process would write it.
std::string claim_text(const ClaimOwner& owner) {
    return nlohmann::json{{"schema", "touchstone-claim-1"}, {"host", owner.host},
                          {"machine", owner.machine},       {"process", owner.process},
                          {"started", owner.started},       {"version", owner.program.version},
                          {"commit", owner.program.commit}}
        .dump();
}

std::set<std::string> names_in(const fs::path& folder, const std::string& part) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.find(part) != std::string::npos) {
            names.insert(name);
        }
    }
    return names;
}

/// Checks that a claim "x" of nobody who is known to be gone is waited for, however often one asks,
/// and at first by `hasty` as well, after which its time to take over has passed.
void check_waited_for(const TemporaryFolder& folder, CellClaims& hasty) {
    CellClaims patient(folder.path(), kProgram, 1h);
    CHECK_FALSE(patient.take("x").ours);
    CHECK_FALSE(patient.take("x").ours);
    CHECK_FALSE(hasty.take("x").ours);  // seen for the first time
    std::this_thread::sleep_for(5ms);
}

}  // namespace

TEST_CASE("a claim is held by one, and free again when it is released", "[cells]") {
    const TemporaryFolder folder;
    CellClaims first(folder.path(), kProgram, 1h);
    CellClaims second(folder.path(), kProgram, 1h);
    CHECK(first.take("x").ours);
    const ClaimAnswer refused = second.take("x");
    CHECK_FALSE(refused.ours);
    CHECK(refused.owner == this_owner(kProgram));
    CHECK(second.take("y").ours);
    second.release("x");  // it is not theirs
    CHECK_FALSE(second.take("x").ours);
    first.release("x");
    CHECK(second.take("x").ours);
    second.release("x");
    second.release("y");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("a dead claim is not swept from below one that took it over", "[cells]") {
    const TemporaryFolder folder;
    const fs::path dead = folder.path() / "x.claim-0";
    ClaimOwner owner = this_owner(kProgram);
    owner.started += 1;
    write_text(dead, claim_text(owner));
    CellClaims claims(folder.path(), kProgram, 1h);
    CHECK(claims.take("x").ours);
    CHECK(fs::exists(folder.path() / "x.claim-1"));
    const auto always = [](const std::string&) { return true; };
    CellClaims(folder.path(), kProgram, 1h).sweep(always);
    CHECK(fs::exists(dead));  // or a third process would begin at it
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("a claim that is there always says whose it is", "[cells]") {
    const TemporaryFolder folder;
    std::atomic<bool> ended = false;
    std::atomic<int> taken = 0;
    const auto contend = [&] {
        CellClaims claims(folder.path(), kProgram, 1h);
        for (int i = 0; i < 200; ++i) {
            if (claims.take("x").ours) {
                ++taken;
                claims.release("x");
            }
        }
    };
    int parts = 0;
    std::thread reader([&] {
        while (!ended) {
            std::ifstream in(folder.path() / "x.claim-0");
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            parts += in.is_open() && !nlohmann::json::accept(text) ? 1 : 0;
        }
    });
    std::thread one(contend);
    std::thread other(contend);
    one.join();
    other.join();
    ended = true;
    reader.join();
    CHECK(parts == 0);
    CHECK(taken > 0);
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("claims are given up when their holder goes", "[cells]") {
    const TemporaryFolder folder;
    {
        CellClaims claims(folder.path(), kProgram, 1h);
        CHECK(claims.take("x").ours);
    }
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("the claim of a dead process of this machine is taken over at once", "[cells]") {
    const TemporaryFolder folder;
    // A process that has lived, and whose number nobody has now as it began then.
    ClaimOwner dead = this_owner(kProgram);
    dead.started += 1;
    write_text(folder.path() / "x.claim-0", claim_text(dead));
    CellClaims claims(folder.path(), kProgram, 1h);
    CHECK(claims.take("x").ours);
    CHECK(fs::exists(folder.path() / "x.claim-1"));
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());

    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    ClaimOwner ended = this_owner(kProgram);
    ended.process = child;
    write_text(folder.path() / "y.claim-0", claim_text(ended));
    ::waitpid(child, nullptr, 0);
    CHECK(claims.take("y").ours);
}

TEST_CASE("a claim that names no process is of none that lives", "[cells]") {
    const TemporaryFolder folder;
    ClaimOwner nobody = this_owner(kProgram);
    // Processes of these numbers are not there, and 0 is what a process that is not there has as
    // its start; kill() takes the numbers for groups of processes, which live, or cuts them to 32
    // bits.
    nobody.process = GENERATE(0L, -1L, (1L << 32) + 1, -(1L << 62));
    nobody.started = 0;
    write_text(folder.path() / "x.claim-0", claim_text(nobody));
    nobody.program.commit = "b";
    write_text(folder.path() / "y.claim-0", claim_text(nobody));
    CellClaims claims(folder.path(), kProgram, 1h);
    CHECK(claims.take("x").ours);
    CHECK_FALSE(claims.find_stranger());
}

TEST_CASE("a claim of another machine is taken over when nobody touches it any more", "[cells]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "x.claim-0";
    ClaimOwner other = this_owner(kProgram);
    other.machine = "another";
    const std::string text = GENERATE_COPY(claim_text(other), std::string());  // or a part of it
    CAPTURE(text);
    write_text(file, text);
    // An hour before or after this machine's clock: only whether it changes counts.
    const auto shift = GENERATE(-1h, 1h);
    fs::last_write_time(file, fs::file_time_type::clock::now() + shift);
    CellClaims claims(folder.path(), kProgram, 1ms);
    check_waited_for(folder, claims);
    fs::last_write_time(file, fs::last_write_time(file) + 1s);
    CHECK_FALSE(claims.take("x").ours);  // its owner was at it
    std::this_thread::sleep_for(5ms);
    CHECK(claims.take("x").ours);
}

TEST_CASE("a link that leads nowhere is a claim that nobody touches", "[cells]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "x.claim-0";
    SECTION("to nothing") { fs::create_symlink("nowhere", file); }
    SECTION("to itself") { fs::create_symlink("x.claim-0", file); }
    CellClaims claims(folder.path(), kProgram, 1ms);
    check_waited_for(folder, claims);
    CHECK(claims.take("x").ours);
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("a claim that was taken over by a machine that is gone as well is taken over again",
          "[cells]") {
    const TemporaryFolder folder;
    ClaimOwner other = this_owner(kProgram);
    other.machine = "another";
    constexpr int kGone = 3;
    for (int generation = 0; generation < kGone; ++generation) {
        write_text(folder.path() / ("x.claim-" + std::to_string(generation)), claim_text(other));
    }
    CellClaims claims(folder.path(), kProgram, 1ms);
    int asked = 0;
    while (!claims.take("x").ours && asked < 100) {
        ++asked;
        std::this_thread::sleep_for(2ms);
    }
    CHECK(asked == kGone);  // each is seen once before it counts as left behind
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("who was taken over while asleep leaves the claim to the new owner", "[cells]") {
    const TemporaryFolder folder;
    CellClaims sleeper(folder.path(), kProgram, 1h);
    REQUIRE(sleeper.take("x").ours);
    write_text(folder.path() / "x.claim-1", claim_text(this_owner(kProgram)));
    sleeper.release("x");
    CellClaims third(folder.path(), kProgram, 1h);
    CHECK_FALSE(third.take("x").ours);
}

TEST_CASE("a name left to who took it over goes when that one withdraws", "[cells]") {
    const TemporaryFolder folder;
    const fs::path above = folder.path() / "x.claim-1";
    CellClaims third(folder.path(), kProgram, 1h);
    SECTION("before the same cell is asked for, and at the end") {
        CellClaims sleeper(folder.path(), kProgram, 1h);
        for (const std::string name : {"x", "y"}) {
            REQUIRE(sleeper.take(name).ours);
            write_text(folder.path() / (name + ".claim-1"), claim_text(this_owner(kProgram)));
            sleeper.release(name);
            CHECK_FALSE(sleeper.take(name).ours);
            CHECK(names_in(folder.path(), name + ".claim-").size() == 2);
            fs::remove(folder.path() / (name + ".claim-1"));
        }
        CHECK_FALSE(third.take("x").ours);
        CHECK(sleeper.take("x").ours);
        sleeper.release("x");
        CHECK(third.take("x").ours);
    }
    SECTION("while others are touched") {
        CellClaims sleeper(folder.path(), kProgram, 30ms);
        REQUIRE(sleeper.take("x").ours);
        write_text(above, claim_text(this_owner(kProgram)));
        sleeper.release("x");
        fs::remove(above);
        bool is_free = false;
        const auto deadline = std::chrono::steady_clock::now() + 1min;
        while (!is_free && std::chrono::steady_clock::now() < deadline) {
            is_free = third.take("x").ours;
            std::this_thread::sleep_for(1ms);
        }
        CHECK(is_free);
    }
    third.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("who was taken over while asleep takes over from who has ended since", "[cells]") {
    const TemporaryFolder folder;
    CellClaims sleeper(folder.path(), kProgram, 1h);
    REQUIRE(sleeper.take("x").ours);
    ClaimOwner dead = this_owner(kProgram);
    dead.started += 1;
    write_text(folder.path() / "x.claim-1", claim_text(dead));
    sleeper.release("x");
    CHECK(sleeper.take("x").ours);
    CHECK(names_in(folder.path(), "x.claim-").size() == 3);
    CHECK_FALSE(sleeper.take("x").ours);
    CHECK_FALSE(CellClaims(folder.path(), kProgram, 1h).take("x").ours);
    SECTION("and is the last") {}
    SECTION("and is taken over again") {
        write_text(folder.path() / "x.claim-3", claim_text(this_owner(kProgram)));
        sleeper.release("x");
        CHECK_FALSE(sleeper.take("x").ours);
        fs::remove(folder.path() / "x.claim-3");
        CHECK(sleeper.take("x").ours);
    }
    sleeper.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("a new claim of a process that had none for long is as young as it is", "[cells]") {
    const TemporaryFolder folder;
    CellClaims claims(folder.path(), kProgram, 60ms);
    REQUIRE(claims.take("x").ours);
    claims.release("x");
    const std::set<std::string> files = names_in(folder.path(), ".tmp");
    REQUIRE(files.size() == 1);
    const fs::path file = folder.path() / *files.begin();
    const auto before = fs::file_time_type::clock::now() - 30min;
    fs::last_write_time(file, before - 30min);
    const auto deadline = std::chrono::steady_clock::now() + 1min;
    while (fs::last_write_time(file) < before && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(1ms);
    }
    REQUIRE(claims.take("y").ours);
    CHECK(fs::last_write_time(folder.path() / "y.claim-0") > before);
}

TEST_CASE("claims are touched where files have but one name", "[cells]") {
    const TemporaryFolder folder;
    const touchstone::testing::FailingLink always(EPERM, 1'000'000);
    CellClaims claims(folder.path(), kProgram, 60ms);
    REQUIRE(claims.take("x").ours);
    CHECK_FALSE(CellClaims(folder.path(), kProgram, 1h).take("x").ours);
    const fs::path file = folder.path() / "x.claim-0";
    const auto before = fs::file_time_type::clock::now() - 30min;
    fs::last_write_time(file, before - 30min);
    const auto deadline = std::chrono::steady_clock::now() + 1min;
    while (fs::last_write_time(file) < before && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(1ms);
    }
    CHECK(fs::last_write_time(file) > before);
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

TEST_CASE("a claim is held though the answer to making it is lost", "[cells]") {
    const TemporaryFolder folder;
    CellClaims claims(folder.path(), kProgram, 1h);
    {
        const touchstone::testing::FailingLink once(EEXIST, 1, true);
        CHECK(claims.take("x").ours);
    }
    CHECK_FALSE(claims.take("x").ours);  // by another thread, which must not make it too
    CHECK_FALSE(CellClaims(folder.path(), kProgram, 1h).take("x").ours);
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
}

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

TEST_CASE("who was taken over while asleep leaves alone what was begun since", "[cells]") {
    const TemporaryFolder folder;
    CellClaims sleeper(folder.path(), kProgram, 1h);
    REQUIRE(sleeper.take("x").ours);
    fs::remove(folder.path() / "x.claim-0");  // as whoever took it over did at its end
    ClaimOwner other = this_owner(kProgram);
    other.machine = "another";
    write_text(folder.path() / "x.claim-0", claim_text(other));
    sleeper.release("x");
    CHECK(fs::exists(folder.path() / "x.claim-0"));
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
