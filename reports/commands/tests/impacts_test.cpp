#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "generators/continuous/impact_options.h"
#include "methods/testing/catch.h"
#include "methods/testing/cell_files.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "testcases/impacts/asked_methods.h"
#include "testcases/impacts/queries/query_sets.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::Arguments;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;
namespace testing = touchstone::testing;

namespace {

namespace fs = std::filesystem;

/// The vertex falls onto the face from 1 above it to so far.
StatedQuery falling_vertex(double to) {
    StatedQuery stated;
    stated.query.start = {Vec3(0.25, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    stated.query.end = stated.query.start;
    stated.query.end[0].z() = to;
    stated.hit = to <= 0.0;
    return stated;
}

/// A file of such queries, `count` times a hit and then a miss.
std::string write_queries(const fs::path& folder, int count) {
    const fs::path file = folder / "vertex-face" / "data.csv";
    fs::create_directories(file.parent_path());
    std::ofstream out(file);
    for (int i = 0; i < count; ++i) {
        write_query(out, falling_vertex(-1.0));
        write_query(out, falling_vertex(0.5));
    }
    return file.string();
}

}  // namespace

TEST_CASE("impacts lists what each method answers to each query", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = write_queries(folder.path(), 1);
    const fs::path csv = folder.path() / "out" / "impacts.csv";
    const ChildResult result = run_touchstone({"impacts", folder.path().string(), "--methods",
                                               "exact,bernstein_signs", "--csv", csv.string()});
    CHECK(result.code == 0);
    CHECK(testing::other_errors(result) == "");
    CHECK(result.output == "");
    std::istringstream lines(read_bytes(csv));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "file,number,method,hit,time,work,truth");
    std::getline(lines, line);
    CHECK(line == file + ",0,exact,1,0.5,0,1");
    std::getline(lines, line);
    CHECK_THAT(line, StartsWith(file + ",0,bernstein_signs,1,"));
    std::getline(lines, line);
    CHECK(line == file + ",1,exact,0,,0,0");
    std::getline(lines, line);
    CHECK_THAT(line, StartsWith(file + ",1,bernstein_signs,0,,"));
    CHECK(!std::getline(lines, line));
    CHECK(std::distance(fs::directory_iterator(csv.parent_path()), {}) == 1);
}

TEST_CASE("impacts hands separation and last time on", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = write_queries(folder.path(), 1);
    const ChildResult near = run_touchstone(
        {"impacts", file, "--methods", "exact", "--methods", "cubic_roots", "--separation", "0.5"});
    CHECK(near.code == 0);
    CHECK_THAT(near.output, Contains(",0,exact,1,0.25,0,1\n") && Contains(",1,exact,1,1,0,0\n") &&
                                Contains(",1,cubic_roots,0,"));
    CHECK_THAT(near.errors, Contains("cubic_roots minds no separation"));
    const ChildResult before =
        run_touchstone({"impacts", file, "--methods", "exact", "--t-max", "0.375"});
    CHECK_THAT(before.output, Contains(",0,exact,0,,0,1\n"));
    CHECK(run_touchstone({"impacts", file, "--methods", "exact", "--set", "impact.t_max=0.375"})
              .output == before.output);
}

TEST_CASE("the help of impacts names each of its options with values and default", "[cli]") {
    const ChildResult help = run_touchstone({"impacts", "--help"});
    std::string text;  // however the lines are broken
    for (std::istringstream words(help.output); words;) {
        std::string word;
        words >> word;
        text += word + " ";
    }
    CHECK_THAT(text, Contains("or METHOD.OPTION=VALUE of a method") &&
                         Contains("--max-boxes VALUE") && Contains("(1000000)") &&
                         Contains("number in (0, 1] (1)") && Contains("--no-zero-time") &&
                         Contains("linear|linear_coordinates|paper|published_code (linear)"));
    const ChildResult list = run_touchstone({"list", "options"});
    CHECK_THAT(list.output, Contains("impact.tolerance") && Contains("cast.max_iterations"));
}

TEST_CASE("impacts refuses what it cannot ask, in words", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = write_queries(folder.path(), 1);
    check_refused({"impacts", file, "--methods", "rooots"}, 2, {"rooots", "exact_contact"});
    check_refused({"impacts", file, "--methods", "exact", "--separation", "-1"}, 2, {"separation"});
    check_refused({"impacts", file, "--methods", "tight_inclusion", "--filter", "none"}, 2,
                  {"none", "published_code"});
    check_refused({"impacts", file, "--methods", "exact", "--filter", "paper"}, 2,
                  {"filter is an option of tight_inclusion", "no method that is asked has it"});
    check_refused({"impacts", file, "--methods", "exact", "--set", "tight_inclusion.filter=paper"},
                  2, {"tight_inclusion.filter", "of a method that is asked"});
    check_refused({"impacts", file, "--methods", "exact", "--max-boxes", "0"}, 2,
                  {"impact.max_boxes", "whole number"});
    check_refused({"impacts", file, "--methods", "exact", "--set", "impact.tolerence=1"}, 2,
                  {"did you mean tolerance?"});
    check_refused({"impacts", file, "--methods", "exact", "--set", "study.friction=1"}, 2,
                  {"impact.OPTION=VALUE"});
    check_refused(
        {"impacts", file, "--methods", "exact", "--t-max", "0.5", "--set", "impact.t_max=0.25"}, 2,
        {"both '0.5' and '0.25'"});
    check_refused({"report", "spikes", "--t-max", "0.5"}, 2, {"report ccd"});
    check_refused({"impacts", file, "--methods", "exact", "--kind", "face"}, 2, {"face"});
    check_refused({"impacts", file, "--methods", "exact", "--csv", file}, 2, {"overwrite"});
    check_refused({"impacts", file + "x", "--methods", "exact"}, 1, {"does not exist"});
    const fs::path bare = folder.path() / "data.csv";
    fs::copy_file(file, bare);
    const ChildResult open = run_touchstone({"impacts", bare.string(), "--methods", "exact"});
    CHECK(open.code == 1);
    CHECK_THAT(open.errors, Contains("data.csv") && Contains("vertex-face or edge-edge"));
    CHECK(run_touchstone({"impacts", bare.string(), "--methods", "exact", "--kind", "edge-edge"})
              .code == 0);
}

TEST_CASE("no option of a method has the name of one of all queries", "[cli]") {
    // Each is a word of the command line, which can stand for one of them alone.
    for (const AskedMethod& method : all_asked_methods()) {
        for (const Option<MethodSettings>& option : method.options.list) {
            CAPTURE(method.id, option.id);
            CHECK(std::ranges::find(impact_options(), option.id, &Option<ImpactSettings>::id) ==
                  impact_options().end());
        }
    }
}

TEST_CASE("a setting of one method wins over that of all, wherever it stands", "[cli]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "report.json";
    const auto report = [&](const Arguments& settings) {
        Arguments ask{"report",     "ccd", "end_of_step", "--methods", "tight_inclusion",
                      "--only",     "0",   "--timings",   "0",         "--json",
                      file.string()};
        for (const std::string& setting : settings) {
            ask.insert(ask.end(), {"--set", setting});
        }
        fs::remove(file);
        REQUIRE(run_touchstone(ask).code == 0);
        return read_bytes(file);
    };
    const std::string all = "impact.no_zero_time=off";
    const std::string one = "tight_inclusion.no_zero_time=on";
    const std::string on = report({one});
    CHECK(report({all}) != on);
    CHECK(report({all, one}) == on);
    CHECK(report({one, all}) == on);
}

TEST_CASE("impacts names the line of a damaged file and leaves the old list", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = write_queries(folder.path(), 2);
    const fs::path csv = folder.path() / "impacts.csv";
    std::ofstream(csv) << "old\n";
    const std::string text = read_bytes(file);
    std::ofstream(file) << text.substr(0, text.size() - 20);
    const ChildResult result =
        run_touchstone({"impacts", file, "--methods", "exact", "--csv", csv.string()});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, Contains(file + ":") && Contains("cut short"));
    CHECK(read_bytes(csv) == "old\n");
}

TEST_CASE("impacts goes on where it was after it was killed", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = write_queries(folder.path(), 30000);
    const fs::path csv = folder.path() / "impacts.csv";
    const fs::path part = csv.string() + ".part";
    const Arguments ask{"impacts", file,        "--methods", "exact,bernstein_signs,cubic_roots",
                        "--csv",   csv.string()};
    {
        const testing::RunningProgram program(ask, folder.path() / "output");
        program.wait_until([&] {
            std::error_code error;
            const std::uintmax_t size = fs::file_size(part, error);
            return fs::exists(csv) || (!error && size > 100000);
        });
        program.send(SIGKILL);
    }
    REQUIRE(!fs::exists(csv));  // else the file above is too short for this machine
    const ChildResult again = run_touchstone(ask);
    CHECK(again.code == 0);
    CHECK_THAT(again.errors, Contains("going on after the"));
    CHECK(!fs::exists(part));
    const std::string resumed = read_bytes(csv);
    REQUIRE(run_touchstone(ask).code == 0);
    CHECK(read_bytes(csv) == resumed);
}

TEST_CASE("list knows the contact-time methods and the sets of queries", "[cli]") {
    const ChildResult methods = run_touchstone({"list", "impact-methods"});
    CHECK(methods.code == 0);
    CHECK_THAT(methods.output, Contains("tight_inclusion ") && Contains("exact_contact") &&
                                   Contains("conservative"));
    const ChildResult sets = run_touchstone({"list", "query-sets"});
    CHECK_THAT(sets.output, Contains("degenerate") && Contains("count=450,seed=1"));
}

TEST_CASE("report ccd keeps its cells, and draws what is wrong", "[cli]") {
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out";
    const Arguments ask{"report",     "ccd", "--methods", "tight_inclusion_published,exact_contact",
                        "--timings",  "0",   "--out",     out.string(),
                        "end_of_step"};
    REQUIRE(run_touchstone(ask).code == 0);
    CHECK(testing::cell_files(out).size() == 2);
    const std::string page = read_bytes(out / "report.html");
    CHECK_THAT(page, Contains("<svg") && Contains("tight_inclusion_published: missed") &&
                         Contains("touchstone report ccd end_of_step --only "));
    CHECK_THAT(page, !Contains("exact_contact: "));

    const std::string csv = read_bytes(out / "report.csv");
    REQUIRE(run_touchstone(ask).code == 0);
    CHECK(read_bytes(out / "report.csv") == csv);
    CHECK(read_bytes(out / "report.html") == page);
    CHECK(testing::cell_files(out).size() == 2);

    const std::size_t number = page.find("--only ") + 7;
    const ChildResult one =
        run_touchstone({"report", "ccd", "end_of_step", "--only",
                        page.substr(number, page.find('<', number) - number), "--methods",
                        "tight_inclusion_published", "--timings", "0"});
    CHECK(one.code == 0);
    CHECK_THAT(one.output, Contains(": 1 queries, 1 hits"));
    check_refused({"report", "ccd", "end_of_step", "--only", "-1"}, 2, {"--only"});
    check_refused({"report", "ccd", "end_of_step", "--timings", "-1"}, 2, {"--timings"});
}

TEST_CASE("report ccd asks a program, and goes on without it when it fails", "[cli]") {
    const std::string program = TOUCHSTONE_EXTERNAL_PROGRAM;
    const Arguments ask{"report",    "ccd", "end_of_step",      "--methods",      "exact_contact",
                        "--timings", "0",   "--method-command", program + " good"};
    const ChildResult good = run_touchstone(ask);
    CHECK(good.code == 0);
    CHECK_THAT(good.output, Contains("| test_program "));
    Arguments broken = ask;
    broken.back() = program + " nan";
    const ChildResult bad = run_touchstone(broken);
    CHECK(bad.code == 0);
    CHECK_THAT(bad.output, Contains("| exact_contact ") && !Contains("| test_program "));
    CHECK_THAT(bad.errors, Contains("end_of_step, test_program: query 0") && Contains("time"));
}

TEST_CASE("simulate records queries that report ccd reads", "[cli]") {
    const TemporaryFolder folder;
    const std::string queries = (folder.path() / "queries").string();
    const ChildResult simulated =
        run_touchstone({"simulate", "internal_edges", "--generator", "semi_local", "--steps", "2",
                        "--record-queries", queries});
    CHECK(simulated.code == 0);
    CHECK_THAT(simulated.output, Contains("Queries of contact times: "));
    const ChildResult judged =
        run_touchstone({"report", "ccd", queries, "--methods", "exact_contact", "--timings", "0"});
    CHECK(judged.code == 0);
    CHECK_THAT(judged.output, Contains("vertex-face") && Contains("edge-edge"));
    check_refused({"simulate", "internal_edges", "--generator", "semi_local", "--steps", "1",
                   "--record-queries", folder.path().string() + "/queries/vertex-face/queries.csv"},
                  1, {"queries.csv"});
}
