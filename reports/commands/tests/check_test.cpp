#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/tests/sample_report.h"

using namespace touchstone;
using namespace touchstone::reports;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::check_refused;
using touchstone::testing::make_sample_report;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

void replace_in(const fs::path& file, const std::string& old, const std::string& now) {
    std::string text = read_bytes(file);
    const std::size_t place = text.find(old);
    REQUIRE(place != std::string::npos);
    text.replace(place, old.size(), now);
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("check accepts what has not changed and names what has", "[check][cli]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "baseline.json";
    const fs::path junit = folder.path() / "junit.xml";
    const ChildResult made =
        run_touchstone({"check", "--baseline", file.string(), "--update", "spikes", "cliff_edges",
                        "--generators", "opposing,growth", "--queries", "1,2"});
    CHECK(made.code == 0);
    CHECK_THAT(made.output, Contains("8 rows"));
    const std::string bytes = read_bytes(file);
    const ChildResult same = run_touchstone(
        {"check", "--baseline", file.string(), "--threads", "1", "--junit", junit.string()});
    CHECK(same.code == 0);
    CHECK_THAT(same.output, Contains("Nothing moved."));
    CHECK_THAT(read_bytes(junit), Contains("tests=\"8\" failures=\"0\""));

    // As if the method had answered otherwise when the file was made.
    replace_in(file, "\"verdict\":\"right\"", "\"verdict\":\"tilted\"");
    const ChildResult moved = run_touchstone({"check", "--baseline", file.string()});
    CHECK(moved.code == 1);
    CHECK_THAT(moved.output, StartsWith("0 better, 0 worse, 1 contacts only: 1 row.") &&
                                 Contains("contact ") && Contains(" tilted ") &&
                                 Contains("opposing"));

    const ChildResult updated = run_touchstone({"check", "--baseline", file.string(), "--update"});
    CHECK(updated.code == 0);
    CHECK_THAT(updated.output, Contains(" tilted ") && Contains("Updated "));
    CHECK(read_bytes(file) == bytes);
}

TEST_CASE("check looks for scene files beside the baseline", "[check][cli]") {
    const TemporaryFolder folder;
    const ChildResult scene = run_touchstone({"scene", "export", "wedges"});
    std::ofstream(folder.path() / "my.json") << scene.output;
    const fs::path file = folder.path() / "baseline.json";
    REQUIRE(run_touchstone({"check", "--baseline", file.string(), "--update", "./my.json",
                            "--generators", "opposing", "--queries", "1"})
                .code == 0);
    CHECK(run_touchstone({"check", "--baseline", file.string()}).code == 0);
}

TEST_CASE("check refuses bad baselines and contradictory options", "[check][cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "baseline.json").string();
    check_refused({"check"}, 2, {"--baseline"});
    check_refused({"check", "--baseline", file}, 1, {"does not exist", "--update"});
    check_refused({"check", "--baseline", file, "spikes"}, 2, {"--update"});
    check_refused({"check", "--baseline", file, "--update", "nothing"}, 2, {"nothing"});
    CHECK_FALSE(fs::exists(file));
    REQUIRE(run_touchstone({"check", "--baseline", file, "--update", "spikes", "--generators",
                            "opposing", "--queries", "1"})
                .code == 0);
    const std::string good = read_bytes(file);
    const auto refuse = [&](const std::string& old, const std::string& now,
                            const std::vector<std::string>& words) {
        std::ofstream(file, std::ios::binary) << good;
        replace_in(file, old, now);
        check_refused({"check", "--baseline", file}, 1, words);
    };
    refuse("touchstone-baseline-1", "touchstone-baseline-9", {"baseline.json:2", "/schema"});
    refuse("\"tolerance\":0.0", "\"tolerance\":-1", {"/figures/0/tolerance", "≥ 0"});
    refuse("\"id\":\"correct\"", "\"id\":\"luck\"", {"luck", "--update"});
    refuse("\"run\":0", "\"run\":1", {"/rows/0/run"});
    refuse("\"queries\":[1]", "\"queries\":[0]", {"/runs/0/queries/0"});
    refuse("\"queries\":[1]", "\"queries\":[]", {"asks nothing", "--update"});
    std::ofstream(file, std::ios::binary)
        << good.substr(0, good.find("\"rows\": [")) << "\"rows\": []}";
    check_refused({"check", "--baseline", file}, 1, {"no answers", "--update"});
    refuse("\"opposing\"]", "\"command:rm\"]", {"--generator-command"});
    std::ofstream(file, std::ios::binary) << good.substr(0, good.size() / 2);
    check_refused({"check", "--baseline", file}, 1, {"baseline.json"});
}

TEST_CASE("check takes settings of a method that moves the bodies for others", "[check][cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "baseline.json").string();
    const auto update = [&](const std::string& moves) {
        return std::vector<std::string>{"check",
                                        "--baseline",
                                        file,
                                        "--update",
                                        "sliding_spike",
                                        "--generators",
                                        "opposing",
                                        "--queries",
                                        "1",
                                        "--set",
                                        "barrier.moves=" + moves,
                                        "--set",
                                        "barrier.dhat=0.01"};
    };
    check_refused(update("on"), 2, {"barrier.moves has no effect"});
    CHECK(run_touchstone(update("all")).code == 0);
    CHECK(run_touchstone({"check", "--baseline", file}).code == 0);
}

TEST_CASE("compare matches rows of two profiles, and says so", "[check][cli]") {
    const TemporaryFolder folder;
    const std::string first = (folder.path() / "corrected.json").string();
    const std::string second = (folder.path() / "published.json").string();
    const auto report = [](const std::string& file, const std::string& profile) {
        return run_touchstone({"report", "spikes", "--generators", "opposing,growth", "--profile",
                               profile, "--json", file})
            .code;
    };
    REQUIRE(report(first, "corrected") == 0);
    REQUIRE(report(second, "published") == 0);
    const ChildResult result = run_touchstone({"compare", first, second});
    CHECK_THAT(result.errors, Contains("matched without their profile: corrected in the first "
                                       "report, published in the second"));
    CHECK_THAT(result.output, !Contains("missing"));
}

TEST_CASE("compare tells two reports apart", "[check][cli]") {
    const TemporaryFolder folder;
    Report report = make_sample_report();
    const auto write = [&](const std::string& name) {
        const fs::path file = folder.path() / name;
        std::ofstream stream(file, std::ios::binary);
        write_json(stream, report);
        return file.string();
    };
    const std::string first = write("a.json");
    CHECK(run_touchstone({"compare", first, first}).code == 0);
    *report.rows[0].metrics[0] += 0.01;
    ++report.rows[0].audit.duplicates;
    report.rows.pop_back();
    const std::string second = write("b.json");
    const ChildResult result = run_touchstone({"compare", first, second});
    CHECK(result.code == 1);
    CHECK_THAT(result.output, Contains("quality") && Contains("audit_duplicates") &&
                                  Contains("missing") && Contains("3 moved, in 2 rows") &&
                                  !Contains("\x1b"));
    const ChildResult tolerant = run_touchstone({"compare", first, second, "--tolerance", "0.1"});
    CHECK_THAT(tolerant.output, !Contains("quality") && Contains("audit_duplicates"));
    check_refused({"compare", first}, 2, {"after"});
    check_refused({"compare", first, first, "--tolerance", "-1"}, 2, {"--tolerance"});
    check_refused({"compare", first, (folder.path() / "c.json").string()}, 1, {"c.json"});
}
