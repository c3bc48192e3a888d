#include "testcases/cells/cell_claims.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/failing_link.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/tests/claim_files.h"

using namespace touchstone;
using touchstone::testing::claim_text;
using touchstone::testing::FailingLink;
using touchstone::testing::kProgram;
using touchstone::testing::names_in;
using touchstone::testing::TemporaryFolder;
using touchstone::testing::write_text;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

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
    const FailingLink always(EPERM, 1'000'000);
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
        const FailingLink once(EEXIST, 1, true);
        CHECK(claims.take("x").ours);
    }
    CHECK_FALSE(claims.take("x").ours);  // by another thread, which must not make it too
    CHECK_FALSE(CellClaims(folder.path(), kProgram, 1h).take("x").ours);
    claims.release("x");
    CHECK(names_in(folder.path(), ".claim-").empty());
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
