#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "methods/testing/catch.h"
#include "methods/testing/cell_files.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::Arguments;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A small league of two methods and a program.
Arguments small_league(const fs::path& folder) {
    return {"league",
            "spikes",
            "cliff_edges",
            "pillar",
            "--rows",
            "semi_local,vertex_only",
            "--generator-command",
            std::string(TOUCHSTONE_LEAGUE_PROGRAM) + " boxes",
            "--steps",
            "40",
            "--pictures",
            "none",
            "--out",
            folder.string()};
}

constexpr const char* kSame[] = {"league.csv", "league.json", "motion.csv"};

std::map<std::string, std::string> files_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const char* name : kSame) {
        files[name] = read_bytes(folder / name);
        CHECK_FALSE(files[name].empty());
    }
    return files;
}

int kept_files(const fs::path& folder) {
    return static_cast<int>(testing::cell_files(folder).size());
}

/// Starts the league, waits for its first cells, and ends it with a signal.
void break_off(const fs::path& folder, int signal) {
    const Arguments arguments = small_league(folder);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        std::vector<char*> words{const_cast<char*>(TOUCHSTONE_PROGRAM)};
        for (const std::string& word : arguments) {
            words.push_back(const_cast<char*>(word.c_str()));
        }
        words.push_back(nullptr);
        ::execv(TOUCHSTONE_PROGRAM, words.data());
        ::_exit(127);
    }
    for (int i = 0; i < 2000 && kept_files(folder) < 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::kill(child, signal);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
}

}  // namespace

TEST_CASE("league says which rows keep silent about an overlap", "[league][silent]") {
    const ChildResult result =
        testing::run_touchstone({"league", "h03_cube_centred_in_plate", "--rows",
                                 "opposing,semi_local", "--steps", "0", "--pictures", "none"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Contains("overlap without a contact") &&
                                  Contains("- Opposing: in 1 case\n") &&
                                  !Contains("- Semi-local: in"));
}

TEST_CASE("two leagues give the same bytes, but for their times", "[league]") {
    const TemporaryFolder one;
    const TemporaryFolder two;
    const ChildResult result = testing::run_touchstone(small_league(one.path()));
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Contains("# The league") && Contains("## Motion") &&
                                  Contains("Semi-local") && Contains("boxes"));
    CHECK_THAT(read_bytes(one.path() / "league.html"), Contains("</html>"));
    CHECK_THAT(read_bytes(one.path() / "league_times.csv"), Contains("microseconds_per_pair"));
    Arguments other = small_league(two.path());
    other.insert(other.end(), {"--threads", "1"});
    CHECK(testing::run_touchstone(other).code == 0);
    CHECK(files_of(one.path()) == files_of(two.path()));
}

TEST_CASE("a league that was ended goes on to the same bytes", "[league]") {
    const TemporaryFolder whole;
    CHECK(testing::run_touchstone(small_league(whole.path())).code == 0);
    for (const int signal : {SIGINT, SIGKILL}) {
        CAPTURE(signal);
        const TemporaryFolder parts;
        break_off(parts.path(), signal);
        CHECK(kept_files(parts.path()) < 12);
        CHECK(testing::run_touchstone(small_league(parts.path())).code == 0);
        CHECK(files_of(parts.path()) == files_of(whole.path()));
    }
}

TEST_CASE("the league refuses what a report has and it has not", "[league]") {
    const auto refused = [](Arguments arguments, const std::string& word) {
        arguments.insert(arguments.begin(), "league");
        check_refused(arguments, 2, {word});
    };
    refused({"--profile", "published"}, "--profile");
    refused({"--pose", "initial"}, "--pose");
    refused({"--query", "2"}, "--query");
    refused({"--jitter", "3"}, "--jitter");
    refused({"--json", "x"}, "--json");
    refused({"--generators", "opposing"}, "--generators");
    refused({"--rows", "nobody"}, "unknown row 'nobody'");
    refused({"--steps", "-1"}, "--steps must be in");
    refused({"--pictures", "some"}, "--pictures");
    check_refused({"report", "spikes", "--steps", "3"}, 2, {"--steps"});
    check_refused({"report", "spikes", "--rows", "opposing"}, 2, {"--rows"});
    check_refused({"report", "--generators", "engines,opposing"}, 2, {"--rows names"});
    check_refused({"report", "--generators", "opposing", "--generators", "engines"}, 2,
                  {"--rows names"});
    check_refused({"report", "--generators=engines", "--generators=opposing"}, 2, {"--rows names"});
    const std::string help = testing::run_touchstone({"report", "--help"}).output;
    CHECK_THAT(help, Contains("--jitter") && !Contains("--steps") && !Contains("--rows"));
}

TEST_CASE("the league's old spelling gives the same, and says how it is written now", "[league]") {
    const Arguments options{"spikes", "--rows", "semi_local,vertex_only", "--steps", "0"};
    Arguments today = options;
    today.insert(today.begin(), "league");
    const ChildResult expected = testing::run_touchstone(today);
    CHECK(expected.code == 0);
    CHECK(expected.errors == "");
    for (const Arguments& spelling :
         {Arguments{"--generators", "engines"}, Arguments{"--generators=engines"}}) {
        Arguments old = options;
        old.insert(old.end(), spelling.begin(), spelling.end());
        old.insert(old.begin(), "report");
        const ChildResult result = testing::run_touchstone(old);
        CHECK(result.code == 0);
        CHECK(result.output == expected.output);
        CHECK(result.errors ==
              "touchstone: note: report --generators engines is touchstone league now\n");
    }
}
