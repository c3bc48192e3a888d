// Runs the program itself, as a person or a script does.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/base64.h"
#include "methods/base/files/text_file.h"
#include "methods/base/process/child_process.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/view_options.h"
#include "testcases/scenes/test_case.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/model/tests/recorded_case.h"
#include "viewer/program/tests/viewer_runs.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {
namespace {

using Catch::Matchers::Contains;
using testing::check_script;
using testing::largest_difference;
using testing::run;
using testing::run_viewer;
using testing::TemporaryFolder;

TEST_CASE("one viewer takes the pictures of many lines, as a viewer for each does", "[viewer]") {
    const TemporaryFolder folder;
    const std::string no_utf8 = (folder.path() / "\xff.h5").string();
    testing::record_case(no_utf8, "cliff_edges", "opposing", 1, "opposing");
    const std::vector<std::vector<std::string>> shown{
        {"--generator", "surface_sat", "internal_edges"},
        {"--generator", "growth", "--profile", "published", "wedges"},
        {"no_such_case"},
        {"--step", "1", no_utf8},
        {"--generator", "surface_sat", "internal_edges"}};
    ChildCommand command;
    command.program = TOUCHSTONE_VIEWER_PROGRAM;
    command.arguments = {"--answer-pictures", "--size", "320x200"};
    command.time_limit = 300.0;
    std::string lines = "no list\n[\"internal_edges\"]\n";
    for (std::vector<std::string> words : shown) {
        for (std::string& word : words) {
            word = base64(word);
        }
        lines += nlohmann::json(words).dump() + "\n";
    }
    const ChildResult answered = run_child_process(command, lines);
    INFO(answered.errors);
    REQUIRE(answered.code == 0);
    std::istringstream answers(answered.output);
    std::string line;
    REQUIRE(std::getline(answers, line));
    CHECK_THAT(line, Contains("error") && Contains("no list of words"));
    REQUIRE(std::getline(answers, line));
    CHECK_THAT(line, Contains("error") && Contains("no word in base64"));
    for (std::vector<std::string> words : shown) {
        REQUIRE(std::getline(answers, line));
        const nlohmann::json answer = nlohmann::json::parse(line);
        if (words.size() == 1) {
            CHECK_THAT(answer.at("error").get<std::string>(), Contains("no_such_case"));
            continue;
        }
        const std::filesystem::path file = folder.path() / "alone.png";
        std::filesystem::remove(file);
        words.insert(words.begin(), {"--size", "320x200", "--screenshot", file.string()});
        REQUIRE(run_viewer(words).code == 0);
        CHECK(decode_base64(answer.at("png").get<std::string>()) == read_text_file(file, 1 << 22));
    }
    CHECK_FALSE(std::getline(answers, line));
}

TEST_CASE("the viewer shows what a program has found that it does not know", "[viewer]") {
    const TemporaryFolder folder;
    const auto picture_of = [&](const std::string& name) {
        const std::string file = (folder.path() / (name + ".h5")).string();
        const std::string picture = (folder.path() / (name + ".png")).string();
        testing::record_case(file, "cliff_edges", "opposing", 1, name);
        const ChildResult result = run_viewer(
            {"--step", "1", "--screenshot", picture, "--no-key", "--size", "320x200", file});
        REQUIRE(result.code == 0);
        return read_png(picture);
    };
    const Image known = picture_of("opposing");
    const Image unknown = picture_of("an_engine");
    CHECK(largest_difference(known, unknown) == 0);
}

TEST_CASE("the viewer saves a picture without a display", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "picture.png").string();
    const ChildResult result =
        run_viewer({"internal_edges", "--generator", "surface_sat", "--screenshot", file, "--size",
                    "320x200", "--view", "front", "--no-key"});
    CHECK(result.errors == "touchstone-viewer: wrote " + file + "\n");
    CHECK(result.code == 0);
    const Image image = read_png(file);
    CHECK(image.width == 320);
    CHECK(image.height == 200);
    int green = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 3) {  // right contacts
        green += image.pixels[i + 1] > image.pixels[i] + 60 ? 1 : 0;
    }
    CHECK(green > 20);
}

TEST_CASE("the viewer saves a picture of a contact-time query", "[viewer]") {
    const TemporaryFolder folder;
    const auto picture_of = [&](const std::string& name, std::vector<std::string> options) {
        const std::string file = (folder.path() / (name + ".png")).string();
        options.insert(options.begin(),
                       {"end_of_step#3", "--screenshot", file, "--size", "900x600"});
        const ChildResult result = run_viewer(std::move(options));
        INFO(result.errors);
        REQUIRE(result.code == 0);
        return read_png(file);
    };
    const Image right = picture_of("right", {});
    CHECK(right.width == 900);
    const Image missed = picture_of("missed", {"--generator", "tight_inclusion_published"});
    CHECK(largest_difference(right, missed) > 50);
    CHECK(largest_difference(right, picture_of("start", {"--time", "0"})) > 50);
    CHECK(largest_difference(right, picture_of("boxes", {"--level", "2"})) > 50);
}

TEST_CASE("the viewer names what is wrong with a query", "[viewer]") {
    const auto errors_of = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--screenshot", "none.png"});
        const ChildResult result = run_viewer(std::move(arguments));
        CHECK(result.code == 2);
        return result.errors;
    };
    CHECK_THAT(errors_of({"end_of_step#140"}), Contains("no query 140"));
    CHECK_THAT(errors_of({"none#1"}), Contains("none") && Contains("end_of_step"));
    CHECK_THAT(errors_of({"end_of_step#1", "--generator", "sat"}),
               Contains("sat") && Contains("exact_contact"));
    CHECK_THAT(errors_of({"end_of_step#1", "--level", "100000"}), Contains("--level"));
    CHECK_THAT(errors_of({"end_of_step#1", "--time", "2"}), Contains("--time"));
    CHECK_THAT(errors_of({"end_of_step#1", "--compare", "sat"}),
               Contains("--compare is of scenes"));
    CHECK_THAT(errors_of({"end_of_step#1", "--step", "1"}), Contains("--step is of scenes"));
    CHECK_THAT(errors_of({"wedges", "--level", "1"}), Contains("--level are of queries"));
}

TEST_CASE("a picture with panels shows more than the scene", "[viewer]") {
    const TemporaryFolder folder;
    const std::string with = (folder.path() / "with.png").string();
    const std::string without = (folder.path() / "without.png").string();
    CHECK(run_viewer({"spikes", "--screenshot", with, "--panels"}).code == 0);
    CHECK(run_viewer({"spikes", "--screenshot", without}).code == 0);
    CHECK(largest_difference(read_png(with), read_png(without)) > 50);
}

TEST_CASE("bad input is one line on standard error", "[viewer]") {
    const TemporaryFolder folder;
    const std::string broken = (folder.path() / "broken.json").string();
    std::ofstream(broken) << "{\"schema\": ";
    const std::string picture = (folder.path() / "picture.png").string();
    const auto check = [&](std::vector<std::string> arguments, int status,
                           const std::string& word) {
        const ChildResult result = run_viewer(std::move(arguments));
        CHECK(result.code == status);
        CHECK(std::ranges::count(result.errors, '\n') == 1);
        CHECK_THAT(result.errors, Catch::Contains(word));
    };
    check({broken, "--screenshot", picture}, 1, "broken.json");
    check({"no_such_case", "--screenshot", picture}, 2, "no_such_case");
    check({"spikes", "--generator", "luck", "--screenshot", picture}, 2, "luck");
    check({"spikes", "--size", "9999999x2", "--screenshot", picture}, 2, "--size");
    check({"spikes", "--screenshot", picture, "--do", "explode sideways"}, 2, "explode");
    CHECK_FALSE(std::filesystem::exists(picture));
}

TEST_CASE("a picture has a key of its colors, unless it is not wanted", "[viewer]") {
    const TemporaryFolder folder;
    const std::string with = (folder.path() / "with.png").string();
    const std::string without = (folder.path() / "without.png").string();
    CHECK(run_viewer({"spikes", "--screenshot", with}).code == 0);
    CHECK(run_viewer({"spikes", "--screenshot", without, "--no-key"}).code == 0);
    const Image key = read_png(with);
    const Image none = read_png(without);
    CHECK(largest_difference(key, none) > 50);
    // Below the key, the scene is the same: its lower right quarter.
    int largest = 0;
    for (int y = key.height / 2; y < key.height; ++y) {
        for (int x = 3 * key.width / 2; x < 3 * key.width; ++x) {
            const auto at =
                static_cast<std::size_t>(3 * key.width * y) + static_cast<std::size_t>(x);
            largest = std::max(largest, std::abs(key.pixels[at] - none.pixels[at]));
        }
    }
    CHECK(largest == 0);
}

TEST_CASE("each step becomes a numbered picture, and none is replaced", "[viewer]") {
    const TemporaryFolder folder;
    const std::string frames = (folder.path() / "frames").string();
    const std::vector<std::string> words{"spikes",   "--generator", "opposing", "--step", "2",
                                         "--frames", frames,        "--size",   "160x100"};
    const ChildResult result = run_viewer(words);
    CHECK(result.code == 0);
    CHECK(result.errors == "touchstone-viewer: wrote " + frames + "\n");
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(frames)) {
        count += entry.path().extension() == ".png" ? 1 : 0;
    }
    CHECK(count == 3);  // the scene as given, and two steps
    CHECK(read_png(frames + "/step-000002.png").width == 160);
    const ChildResult again = run_viewer(words);
    CHECK(again.code == 2);
    CHECK_THAT(again.errors, Catch::Contains("step-000000.png"));
    CHECK(run_viewer({"spikes", "--frames", frames}).code == 2);  // without an end
}

TEST_CASE("a step after the end of a recording is refused", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "short.h5").string();
    testing::record_case(file, "spikes", "opposing", 2);
    const std::string picture = (folder.path() / "picture.png").string();
    const ChildResult result = run_viewer({file, "--step", "3", "--screenshot", picture});
    CHECK(result.code == 2);
    CHECK_THAT(result.errors, Catch::Contains("--step 3: the recording ends with step 2"));
}

TEST_CASE("wrong options, cases and commands are told the nearest right ones", "[viewer]") {
    const auto errors_of = [](std::vector<std::string> words) {
        words.insert(words.end(), {"--screenshot", "none.png"});
        const ChildResult result = run_viewer(std::move(words));
        CHECK(result.code == 2);
        return result.errors;
    };
    CHECK_THAT(errors_of({"spikes", "--generater", "growth"}),
               Contains("did you mean --generator?"));
    CHECK_THAT(errors_of({"spikess"}), Contains("did you mean spikes?"));
    CHECK_THAT(errors_of({"spikes", "--do", "colr-by verdict"}),
               Contains("did you mean color-by?"));
}

TEST_CASE("the options that touchstone tells of its command view are the viewer's", "[viewer]") {
    const ChildResult help = run_viewer({"--help"});
    CHECK(help.code == 0);
    CHECK_THAT(help.output, Contains("Examples:") && Contains("touchstone view internal_edges") &&
                                Contains("--compare semi_local"));
    std::set<std::string> names;
    for (std::size_t at = 0; (at = help.output.find("--", at)) != std::string::npos;) {
        const std::size_t end = std::min(
            help.output.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at), help.output.size());
        names.insert(help.output.substr(at, end - at));
        at = end;
    }
    std::set<std::string> told;
    for (const reports::ViewOption& option : reports::kViewOptions) {
        told.insert(option.name);
    }
    CHECK(told == names);
}

TEST_CASE("commands are about the step that was asked for", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "short.h5").string();
    testing::record_case(file, "spikes", "opposing", 2);
    const std::string picture = (folder.path() / "picture.png").string();
    for (const bool panels : {false, true}) {
        std::vector<std::string> words{
            file, "--step", "2", "--do", "select 0", "--size", "320x200", "--screenshot", picture};
        if (panels) {
            words.emplace_back("--panels");
        }
        const ChildResult result = run_viewer(words);
        INFO(result.errors);
        CHECK(result.code == 0);
    }
    // The second one did not replace the first.
    CHECK(std::filesystem::exists(picture));
    CHECK(std::filesystem::exists(folder.path() / "picture-2.png"));
}

TEST_CASE("a program of one's own is asked and compared", "[viewer]") {
    if (!std::filesystem::exists("/usr/bin/python3")) {
        WARN("no python3: the program is not asked");
        return;
    }
    const TemporaryFolder folder;
    const std::string program = "/usr/bin/python3 " TOUCHSTONE_OWN_METHOD;
    const std::string picture = (folder.path() / "picture.png").string();
    const ChildResult result =
        run_viewer({"spikes", "--generator-command", program, "--compare", "opposing", "--size",
                    "320x200", "--screenshot", picture});
    INFO(result.errors);
    CHECK(result.code == 0);
    CHECK_FALSE(run_viewer({"spikes", "--generator-command", "/nowhere/method", "--screenshot",
                            picture + ".none"})
                    .code == 0);
}

TEST_CASE("a mesh is shown with what is to be known of it", "[viewer]") {
    const TemporaryFolder folder;
    const std::string mesh = (folder.path() / "cube.obj").string();
    std::ofstream(mesh) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\n"
                           "v 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                           "f 4 1 5 8\n";
    check_script(
        "expect message 6 polygons cut into triangles, 8 vertices, 12 faces, no errors\n"
        "expect contacts 0\nexpect bodies 1\n",
        {mesh});
    const ChildResult good = run_viewer(
        {mesh, "--size", "320x200", "--screenshot", (folder.path() / "good.png").string()});
    CHECK(good.code == 0);
    CHECK_THAT(good.errors, Contains("cube.obj: OBJ, 6 polygons cut into triangles, 8 vertices, "
                                     "12 faces, no errors, no warnings"));
    // A fault is shown, in red, and named.
    std::ofstream(mesh) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    const std::string picture = (folder.path() / "picture.png").string();
    const ChildResult open = run_viewer({mesh, "--screenshot", picture, "--size", "320x200"});
    CHECK(open.code == 0);
    CHECK_THAT(open.errors, Contains("cube.obj: OBJ, 3 vertices, 1 face, 1 error"));
    const Image image = read_png(picture);
    int red = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
        red += image.pixels[i] > image.pixels[i + 1] + 120 ? 1 : 0;
    }
    CHECK(red > 200);
    check_script("key N\nexpect selected none\nproblem all\nexpect bodies 1\n", {mesh});
    // Without anything to show, it is refused.
    std::ofstream(mesh) << "v 0 0 0\n";
    const ChildResult none = run_viewer({mesh, "--screenshot", picture + ".none.png"});
    CHECK(none.code == 1);
    CHECK_THAT(none.errors, Contains("cube.obj: empty (error)") && !Contains("/bodies/"));
}

}  // namespace
}  // namespace touchstone::viewer
