// Programs that are asked beside the methods: their rows, baselines and pictures.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "methods/base/base64.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "testcases/query/scene_stock.h"
#include "testcases/recordings/recording.h"
#include "testcases/study/usual_generators.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// The line by which a stand-in for the viewer answers: the first eight bytes of a PNG file.
constexpr const char* kPngAnswer = "{\"png\": \"iVBORw0KGgo=\"}";

/// Returns the words of all lines by which a viewer was asked, one after the other.
std::string asked_words(const std::string& lines) {
    std::string text;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
        for (const nlohmann::json& word : nlohmann::json::parse(line)) {
            text += decode_base64(word.get<std::string>()).value() + "\n";
        }
    }
    return text;
}

}  // namespace

TEST_CASE("a program is a row of the table, and a faulty one is a marked row", "[external][cli]") {
    const TemporaryFolder folder;
    const fs::path json = folder.path() / "report.json";
    const std::string program = TOUCHSTONE_EXTERNAL_PROGRAM;
    const ChildResult report = run_touchstone(
        {"report", "wedges", "--generator-command", program + " good", "--generator-command",
         program + " error", "--generators", "opposing", "--json", json.string()});
    CHECK(report.code == 1);  // a method that failed everywhere
    CHECK_THAT(report.errors, Contains("failed in all of its 1 row"));
    CHECK_THAT(report.output, Contains("Test Program 1.0") && !Contains("\x1b"));
    const nlohmann::json rows = nlohmann::json::parse(read_bytes(json))["rows"];
    REQUIRE(rows.size() == 3);  // the programs are asked beside those that are named
    CHECK(rows[0]["refusal"] == "");
    CHECK(rows[1]["contacts"] == 1);
    const ChildResult unsupported =
        run_touchstone({"report", "wedges", "--generator-command", program + " unsupported",
                        "--json", json.string()});
    CHECK(unsupported.code == 0);
    CHECK_THAT(unsupported.output,
               Contains("unsupported") && Contains("## No answer") && !Contains("\x1b"));
    const nlohmann::json all = nlohmann::json::parse(read_bytes(json))["rows"];
    CHECK(all.back()["refusal"] == "unsupported: no \uFFFD[31mmesh");
    CHECK(all.back()["correct"].is_null());
    touchstone::SceneStock stock;
    CHECK(all.size() ==
          touchstone::usual_generators(touchstone::MethodList(), {}, stock).size() + 1);
    check_refused({"report", "wedges", "--generator-command", "no-such-program"}, 1, {"PATH"});
    check_refused({"report", "wedges", "--generator-command", "'"}, 2, {"open '"});
    check_refused({"report", "wedges", "--generator-time-limit", "0"}, 2, {"time-limit"});
    const ChildResult simulation =
        run_touchstone({"simulate", "wedges", "--generator", "test_program", "--steps", "1",
                        "--generator-command", program + " error"});
    CHECK(simulation.code == 1);
    CHECK_THAT(simulation.errors, Contains("too round"));
}

TEST_CASE("a baseline names a program by its id and cannot start it", "[external][check][cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "baseline.json").string();
    const std::string command = std::string(TOUCHSTONE_EXTERNAL_PROGRAM) + " good";
    REQUIRE(run_touchstone({"check", "--baseline", file, "--update", "wedges", "--generators",
                            "test_program", "--queries", "1", "--generator-command", command})
                .code == 0);
    CHECK(read_bytes(file).find("external_program") == std::string::npos);
    check_refused({"check", "--baseline", file}, 1, {"test_program", "--generator-command"});
    CHECK(run_touchstone({"check", "--baseline", file, "--generator-command", command}).code == 0);
}

TEST_CASE("a check and an audit fail where a method failed in all rows", "[external][check][cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "baseline.json").string();
    const std::string program = TOUCHSTONE_EXTERNAL_PROGRAM;
    const ChildResult refused = run_touchstone({"check", "--baseline", file, "--update", "wedges",
                                                "--generators", "test_program", "--queries", "1",
                                                "--generator-command", program + " error"});
    CHECK(refused.code == 1);
    CHECK_THAT(refused.errors, Contains("test_program failed in all of its 1 row: ") &&
                                   Contains("baseline.json not written"));
    CHECK_FALSE(fs::exists(file));
    REQUIRE(
        run_touchstone({"check", "--baseline", file, "--update", "wedges", "--generators",
                        "test_program", "--queries", "1", "--generator-command", program + " good"})
            .code == 0);
    const ChildResult failed =
        run_touchstone({"check", "--baseline", file, "--generator-command", program + " error"});
    CHECK(failed.code == 1);
    CHECK_THAT(failed.errors, Contains("test_program failed in all of its 1 row: "));
    const ChildResult audit = run_touchstone(
        {"audit", "wedges", "--generators", "opposing", "--generator-command", program + " error"});
    CHECK(audit.code == 1);
    CHECK_THAT(audit.errors, Contains("test_program failed in all of its 1 row: "));
}

TEST_CASE("a picture is taken once for a folder, and anew by another viewer", "[external][cli]") {
    const TemporaryFolder folder;
    const fs::path viewer = folder.path() / "viewer";
    const fs::path asked = folder.path() / "asked";
    const auto pictures_taken = [&](const std::string& end) {
        std::ofstream(viewer) << "#!/bin/sh\nwhile read -r line; do\necho x >> '" << asked.string()
                              << "'\n"
                              << end << "echo '" << kPngAnswer << "'\ndone\n";
        fs::permissions(viewer, fs::perms::owner_all);
        fs::remove(asked);
        ::setenv("TOUCHSTONE_VIEWER", viewer.c_str(), 1);
        const ChildResult result =
            run_touchstone({"report", "wedges", "spikes", "--generators", "growth", "--pictures",
                            "all", "--out", (folder.path() / "out").string()});
        ::unsetenv("TOUCHSTONE_VIEWER");
        CHECK(result.code == 0);
        return fs::exists(asked) ? fs::file_size(asked) / 2 : 0;
    };
    CHECK(pictures_taken("") == 2);
    const std::string page = read_bytes(folder.path() / "out" / "report.html");
    CHECK(pictures_taken("") == 0);
    CHECK(read_bytes(folder.path() / "out" / "report.html") == page);
    CHECK(pictures_taken("exit 1\n") == 2);  // it fails, so nothing is kept
    CHECK(pictures_taken("exit 1\n") == 2);
    CHECK(pictures_taken("") == 0);
}

TEST_CASE("the picture of a program's row shows the contacts that it gave, and stays to be opened",
          "[external][cli]") {
    const TemporaryFolder folder;
    const fs::path viewer = folder.path() / "viewer";
    const fs::path asked = folder.path() / "asked";
    std::ofstream(viewer) << "#!/bin/sh\nwhile read -r line; do\necho \"$line\" >> '"
                          << asked.string() << "'\necho '" << kPngAnswer << "'\ndone\n";
    fs::permissions(viewer, fs::perms::owner_all);
    ::setenv("TOUCHSTONE_VIEWER", viewer.c_str(), 1);
    const fs::path out = folder.path() / "out";
    const ChildResult result =
        run_touchstone({"report", "wedges", "--generators", "growth", "--generator-command",
                        std::string(TOUCHSTONE_EXTERNAL_PROGRAM) + " good", "--pictures", "all",
                        "--out", out.string()});
    ::unsetenv("TOUCHSTONE_VIEWER");
    CHECK(result.code == 0);
    // Nobody is asked again: both pictures are of recordings.
    CHECK_THAT(asked_words(read_bytes(asked)), Contains(".h5") && !Contains("--generator"));
    std::vector<std::string> kept;
    for (const fs::directory_entry& entry : fs::directory_iterator(out / "recordings")) {
        kept.push_back(entry.path().filename().string());
    }
    REQUIRE(kept == std::vector<std::string>{"002-wedges-test_program.h5"});
    const Recording recording((out / "recordings" / kept[0]).string());
    CHECK(recording.steps() == 1);
    const std::string page = read_bytes(out / "report.html");
    CHECK_THAT(page, Contains("touchstone view wedges --generator growth"));
    CHECK_THAT(page, Contains("touchstone view recordings/002-wedges-test_program.h5 --step 1"));
    CHECK_THAT(page, Contains("href=\"report.csv\""));
}
