#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "methods/testing/catch.h"
#include "methods/testing/cell_files.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

namespace touchstone::testing {
namespace {

int lines_of(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("audit fails when an answer changes, and says which by what", "[audit]") {
    const ChildResult result =
        run_touchstone({"audit", "internal_edges", "--generators", "semi_local,opposing"});
    CHECK(result.code == 1);
    CHECK(result.output.find("internal_edges, opposing: 1 diagonal of each body turned: ") !=
          std::string::npos);
    CHECK(result.output.find("internal_edges, semi_local") == std::string::npos);
    CHECK(result.errors.empty());
}

TEST_CASE("audit passes a method whose answers stay", "[audit]") {
    const ChildResult result =
        run_touchstone({"audit", "cliff_edges", "--generator", "semi_local", "--summary"});
    CHECK(result.code == 0);
    CHECK(result.output.find("1 of 1") != std::string::npos);
}

TEST_CASE("audit writes all it found", "[audit]") {
    const TemporaryFolder folder;
    const std::string json = (folder.path() / "audit.json").string();
    const std::string csv = (folder.path() / "audit.csv").string();
    const ChildResult result =
        run_touchstone({"audit", "internal_edges", "spikes", "--generators", "semi_local,opposing",
                        "--json", json, "--csv", csv});
    CHECK(result.code == 1);
    const auto document = nlohmann::json::parse(read_bytes(json));
    CHECK(document.at("schema") == "touchstone-audit-1");
    CHECK(document.at("complete") == true);
    CHECK(document.at("settings").at("generators").contains("opposing"));
    REQUIRE(document.at("rows").size() == 4);
    const auto& opposing = document.at("rows")[1];
    CHECK(opposing.at("generator") == "opposing");
    CHECK(opposing.at("retessellation").at("changed").at("size") == 1);
    CHECK(opposing.at("rotation").at("changed").is_null());
    const std::string table = read_bytes(csv);
    CHECK(lines_of(table) == 1 + 4 * 8);
    // New columns come last.
    CHECK(table.substr(0, table.find('\n')).ends_with("settings,version,commit,silent_pairs"));
}

TEST_CASE("audit says which bodies overlap without a contact", "[audit][silent]") {
    const TemporaryFolder folder;
    const std::string json = (folder.path() / "audit.json").string();
    const std::string out = (folder.path() / "rows").string();
    for (int run = 0; run < 2; ++run) {  // asked first, then from the rows that are kept
        const ChildResult result =
            run_touchstone({"audit", "h03_cube_centred_in_plate", "--generators",
                            "opposing,semi_local", "--json", json, "--out", out});
        CHECK(result.errors.ends_with(
            "touchstone: h03_cube_centred_in_plate, opposing: bodies 'cube' and 'plate' overlap, "
            "and have no contact of this method\n"));
        const auto rows = nlohmann::json::parse(read_bytes(json)).at("rows");
        CHECK(rows.at(0).at("silent") == nlohmann::json::parse(R"([["cube", "plate"]])"));
        CHECK(rows.at(1).at("silent").empty());
    }
}

TEST_CASE("rows that are kept are asked anew when a scene says otherwise what may overlap",
          "[audit][silent]") {
    const TemporaryFolder folder;
    const std::string scene = (folder.path() / "deep.json").string();
    const std::string json = (folder.path() / "audit.json").string();
    const auto silent_when = [&](const std::string& members) {
        std::ofstream(scene)
            << R"({"schema": "touchstone-scene-1", "name": "deep", "bodies": [)"
            << R"({"name": "plate", "fixed": true, "shape": {"box": {"size": [1, 0.3, 1]}}}, )"
            << R"({"name": "cube", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}}])" << members
            << "}";
        const ChildResult result =
            run_touchstone({"audit", scene, "--generator", "opposing", "--json", json, "--out",
                            (folder.path() / "rows").string()});
        CHECK(result.code <= 1);
        return nlohmann::json::parse(read_bytes(json)).at("rows").at(0).at("silent").size();
    };
    const std::string not_judged =
        R"(, "expected": [{"a": "plate", "b": "cube", "contacts": "not_judged"}])";
    CHECK(silent_when("") == 1);
    CHECK(silent_when(not_judged) == 0);
    CHECK(silent_when("") == 1);
}

TEST_CASE("audit tells moments of a recorded motion", "[audit]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "drop.h5").string();
    REQUIRE(run_touchstone({"simulate", "dropped_cubes", "--generator", "semi_local", "--steps",
                            "24", "--record", file})
                .code == 0);
    const ChildResult chosen =
        run_touchstone({"audit", file, "--generator", "semi_local", "--steps", "5,9,24"});
    CHECK(chosen.code == 0);
    for (const char* step : {"drop.h5, step 5", "drop.h5, step 9", "drop.h5, step 24"}) {
        CHECK(chosen.output.find(step) != std::string::npos);
    }
    const ChildResult spread =
        run_touchstone({"audit", file, "--generator", "semi_local", "--summary"});
    CHECK(spread.code == 0);
    // Recordings of the same name in two folders, and with the longer ending.
    const std::filesystem::path elsewhere = folder.path() / "elsewhere";
    std::filesystem::create_directory(elsewhere);
    const std::string same = (elsewhere / "drop.h5").string();
    const std::string longer = (elsewhere / "drop.hdf5").string();
    std::filesystem::copy_file(file, same);
    std::filesystem::copy_file(file, longer);
    const std::string json = (folder.path() / "audit.json").string();
    CHECK(run_touchstone({"audit", file, same, longer, "--generator", "semi_local", "--steps", "5",
                          "--json", json})
              .code == 0);
    const auto rows = nlohmann::json::parse(read_bytes(json)).at("rows");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].at("case") == file + ", step 5");
    CHECK(rows[1].at("case") == same + ", step 5");
    CHECK(rows[2].at("case") == longer + ", step 5");
    check_refused({"audit", file, "--steps", "25"}, 2, {"drop.h5", "1 to 24", "25"});
    check_refused({"audit", "spikes", "--steps", "5"}, 2, {"--steps", "recordings"});
    check_refused({"audit", file, "--json", file}, 2, {"drop.h5"});
    check_refused({"audit", "no_such.h5"}, 1, {"no_such.h5"});
}

TEST_CASE("methods have a recording's settings in its moments, and on top those that are given",
          "[audit]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "spike.h5").string();
    const std::string json = (folder.path() / "audit.json").string();
    REQUIRE(run_touchstone({"simulate", "spike_in_crack", "--generator", "intersection", "--set",
                            "intersection.midpoint=anywhere", "--steps", "1", "--record", file})
                .code == 0);
    const auto contacts = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"audit",   file, "--generator", "intersection",
                                       "--steps", "1",  "--json",      json};
        words.insert(words.end(), more.begin(), more.end());
        CHECK(run_touchstone(words).code <= 1);  // 1: answers that change
        return nlohmann::json::parse(read_bytes(json)).at("rows")[0].at("contacts").get<int>();
    };
    const int as_recorded = contacts({});
    CHECK(contacts({"--set", "intersection.midpoint=anywhere"}) == as_recorded);
    CHECK(contacts({"--set", "intersection.midpoint=behind_both"}) < as_recorded);
}

TEST_CASE("audit refuses what it cannot do", "[audit]") {
    check_refused({"audit", "no_such_case"}, 2, {"no_such_case"});
    check_refused({"audit", "spikes", "--generators", "no_such"}, 2, {"no_such"});
    check_refused({"audit", "spikes", "--json", "x.out", "--csv", "./x.out"}, 2, {"x.out"});
    check_refused({"audit", "spikes", "--json", "/proc/no/x.json"}, 1, {"/proc/no"});
}

TEST_CASE("audit --out keeps its rows, and finds them again with the same bytes", "[audit]") {
    const TemporaryFolder folder;
    const Arguments ask{"audit", "cliff_edges",         "--generators", "semi_local,opposing",
                        "--out", folder.path().string()};
    const ChildResult first = run_touchstone(ask);
    const std::string json = read_bytes(folder.path() / "audit.json");
    CHECK(json.find("touchstone-audit-1") != std::string::npos);
    const std::vector<std::filesystem::path> cells = cell_files(folder.path());
    CHECK(cells.size() == 2);
    for (const std::filesystem::path& file : cells) {
        std::filesystem::last_write_time(file, {});
    }
    const ChildResult again = run_touchstone(ask);
    CHECK(again.code == first.code);
    CHECK(again.output == first.output);
    CHECK(read_bytes(folder.path() / "audit.json") == json);
    for (const std::filesystem::path& file : cells) {
        CHECK(std::filesystem::last_write_time(file) ==
              std::filesystem::file_time_type{});  // not made anew
    }
}

}  // namespace touchstone::testing
