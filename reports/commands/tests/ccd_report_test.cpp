#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

TEST_CASE("report ccd judges methods on a set of queries", "[cli]") {
    const TemporaryFolder folder;
    const ChildResult result =
        run_touchstone({"report", "ccd", "end_of_step", "--methods", "exact_contact,cubic_roots",
                        "--out", folder.path().string()});
    CHECK(result.code == 0);
    CHECK(testing::other_errors(result) == "");
    CHECK_THAT(result.output, Contains("end\\_of\\_step, vertex-face: 70 queries, 70 hits") ||
                                  Contains("end_of_step, vertex-face: 70 queries, 70 hits"));
    const nlohmann::json document =
        nlohmann::json::parse(read_bytes(folder.path() / "report.json"));
    CHECK(document["schema"] == "touchstone-impacts-1");
    CHECK(document["queries"] == 140);
    CHECK(document["complete"] == true);
    REQUIRE(document["rows"].size() == 4);
    const nlohmann::json& exact = document["rows"].at(0);
    CHECK(exact["method"] == "exact_contact");
    CHECK(exact["missed"] == 0);
    CHECK(exact["false_positives"] == 0);
    CHECK(exact["late"] == 0);
    CHECK(exact["microseconds_mean"].get<double>() > 0.0);
    const nlohmann::json& roots = document["rows"].at(1);
    CHECK(roots["missed"].get<int>() > 0);
    CHECK(roots["wrong"].at(0)["verdict"] == "missed");
    CHECK_THAT(read_bytes(folder.path() / "report.csv"),
               StartsWith("set,kind,method,separation,queries,hits,false_positives,missed,late,"));
    CHECK_THAT(read_bytes(folder.path() / "report.md"), StartsWith("# Contact times\n"));
    CHECK_THAT(read_bytes(folder.path() / "report.html"),
               Contains("<svg") && Contains("touchstone view &#39;end_of_step#") &&
                   Contains("cubic_roots: missed"));
}

TEST_CASE("report ccd refuses what it does not know", "[cli]") {
    check_refused({"report", "ccd", "sets"}, 2, {"sets", "end_of_step"});
    check_refused({"report", "ccd", "--methods", "none"}, 2, {"none", "exact_contact"});
    check_refused({"report", "ccd", "--generators", "sat"}, 2, {"--methods"});
    check_refused({"report", "--methods", "exact_contact"}, 2, {"report ccd"});
}

TEST_CASE("each kind of report refuses the options of the others by name", "[cli]") {
    using Options = std::vector<std::string>;
    const auto refused = [](Options words, const Options& foreign, const std::string& owner) {
        words.insert(words.end(), foreign.begin(), foreign.end());
        check_refused(words, 2, {foreign.front(), owner});
    };
    for (const Options& foreign :
         {Options{"--only", "3"}, Options{"--timings", "-4"}, Options{"--kind", "bananas"},
          Options{"--methods", "exact"}, Options{"--method-command", "/nonexistent"},
          Options{"--cell-queries", "10"}, Options{"--max-boxes", "10"}}) {
        refused({"report", "spikes", "--generators", "opposing"}, foreign,
                "belongs to touchstone report ccd");
    }
    for (const Options& foreign :
         {Options{"--generators", "opposing"}, Options{"--jitter", "2"}, Options{"--history", "2"},
          Options{"--pose", "initial"}, Options{"--query", "1"}, Options{"--paper"},
          Options{"--profile", "published"}, Options{"--format", "csv"},
          Options{"--pictures", "none"}, Options{"--generator-command", "/nonexistent"}}) {
        refused({"report", "ccd", "samples"}, foreign, "belongs to touchstone report;");
    }
    check_refused({"report", "--out", "x", "ccd"}, 2, {"--out", "behind its name"});
    check_refused({"report", "--out", "x", "c5d"}, 2, {"--out", "behind its name"});
    check_refused({"report", "--only", "3", "c5d"}, 2, {"--only", "report ccd"});
    // What stands before the name of the kind hides neither the kind nor the fault.
    const Options before{"report", "--threads", "2", "ccd", "--methods", "additive"};
    Options words = before;
    words.insert(words.end(), {"--timings", "x"});
    check_refused(words, 2, {"--timings", "x"});
    CHECK_THAT(run_touchstone(words).errors, !Contains("belongs to"));
    words = before;
    words.push_back("--timngs");
    check_refused(words, 2, {"did you mean --timings?"});
    words.back() = "--jitter";
    check_refused(words, 2, {"--jitter", "belongs to touchstone report;"});
    check_refused({"report", "spikes", "c5d"}, 2, {"takes no cases", "spikes"});
}

TEST_CASE("report ccd says in every output which method gave no answer", "[cli]") {
    const TemporaryFolder folder;
    const ChildResult result = run_touchstone({"report", "ccd", "small_box_not_first", "--methods",
                                               "bernstein_signs", "--method-command", "/bin/true",
                                               "--timings", "0", "--out", folder.path().string()});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Contains("No answer") && Contains("query 0"));
    const nlohmann::json document =
        nlohmann::json::parse(read_bytes(folder.path() / "report.json"));
    REQUIRE(document["no_answers"].size() == 1);
    const std::string line = document["no_answers"].at(0);
    CHECK_THAT(line, StartsWith("small_box_not_first, "));
    CHECK_THAT(read_bytes(folder.path() / "report.md"), Contains("## No answer"));
    CHECK_THAT(read_bytes(folder.path() / "report.html"), Contains("id=\"no-answer\""));
}
