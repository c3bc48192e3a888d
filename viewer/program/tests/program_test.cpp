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
#include "viewer/scene/image.h"

namespace touchstone::viewer {
namespace {

using Catch::Matchers::Contains;
using testing::TemporaryFolder;

ChildResult run(const std::filesystem::path& program, std::vector<std::string> arguments) {
    ChildCommand command;
    command.program = program;
    command.arguments = std::move(arguments);
    command.time_limit = 300.0;
    ChildResult result = run_child_process(command, "");
    INFO(result.errors);
    REQUIRE(result.end == ChildEnd::Exited);
    return result;
}

ChildResult run_viewer(std::vector<std::string> arguments) {
    return run(TOUCHSTONE_VIEWER_PROGRAM, std::move(arguments));
}

/// Runs it in a window, driven by the lines of a script.
ChildResult run_script(const std::string& lines, std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const std::filesystem::path script = folder.path() / "script.txt";
    std::ofstream(script) << lines;
    std::vector<std::string> all{"-a", "-s", "-screen 0 1400x1000x24", TOUCHSTONE_VIEWER_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"--script", script.string()});
    return run(TOUCHSTONE_XVFB_RUN, std::move(all));
}

bool has_display() { return std::string(TOUCHSTONE_XVFB_RUN) != ""; }

void check_script(const std::string& lines, const std::vector<std::string>& arguments) {
    if (!has_display()) {
        WARN("no xvfb-run: the window is not tested");
        return;
    }
    const ChildResult result = run_script(lines, arguments);
    INFO(result.errors);
    CHECK(result.code == 0);
}

int largest_difference(const Image& a, const Image& b) {
    REQUIRE(a.pixels.size() == b.pixels.size());
    int largest = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        largest = std::max(largest, std::abs(a.pixels[i] - b.pixels[i]));
    }
    return largest;
}

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

TEST_CASE("without a display the window says what to install", "[viewer]") {
    const ChildResult result =
        run("/usr/bin/env", {"-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", TOUCHSTONE_VIEWER_PROGRAM});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, Catch::Contains("apt-get install"));
    CHECK(std::ranges::count(result.errors, '\n') == 1);
}

TEST_CASE("a click on a contact selects it, in the scene and in the table", "[viewer]") {
    check_script(
        "expect contacts 11\n"
        "view top\n"
        "pointer-to 2\nexpect hovered 2\n"
        "press left\nrelease left\nexpect selected 2\nexpect verdict right\n"
        "press left\nrelease left\nexpect selected none\n",
        {"internal_edges", "--generator", "closest_points"});
}

TEST_CASE("every panel opens in every case, and nothing is reported", "[viewer]") {
    std::string lines =
        "panel plots on\nplot histogram on\nplot areas on\nplot energy on\nplot residual on\n"
        "expect plots 6\npanel help on\npanel gallery on\npanel help off\npanel gallery off\n";
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group != kFieldCasesGroup && !entry.id.starts_with("ipc_")) {
            lines += "open " + entry.id + "\nexpect case " + entry.id + "\nexpect step 0\n" +
                     "expect message \n";
        }
    }
    lines += "open wedges\ngenerator next\ngenerator previous\npanel display off\n" +
             std::string(
                 "panel contacts off\npanel selection off\npanel legend off\n"
                 "panel playback off\nexpect message \n");
    check_script(lines, {"pillar", "--generator", "opposing", "--size", "800x600"});
}

TEST_CASE("keys find wrong contacts, follow the table and copy", "[viewer]") {
    check_script(
        "key N\nexpect selected 2\nexpect verdict sideways\nkey N\nexpect selected 3\n"
        "key Shift+N\nexpect selected 2\nkey Down\nexpect selected 3\nkey Up\nkey Up\n"
        "expect selected 1\nexpect verdict right\nkey Ctrl+C\nexpect message copied contact 1\n",
        {"internal_edges", "--generator", "surface_sat"});
}

TEST_CASE("a right click opens a menu, a right drag does not", "[viewer]") {
    const TemporaryFolder folder;
    const std::string before = (folder.path() / "before.png").string();
    const std::string menu = (folder.path() / "menu.png").string();
    check_script("pointer-to 0\nwait\nscreenshot " + before + "\nwait\npointer-to 0\n" +
                     "press right\nrelease right\nwait\nscreenshot " + menu + "\nwait\n",
                 {"spikes", "--generator", "opposing", "--size", "800x600"});
    if (has_display()) {
        CHECK(largest_difference(read_png(before), read_png(menu)) > 50);
    }
}

TEST_CASE("the window never replaces a picture", "[viewer]") {
    const TemporaryFolder folder;
    const std::string picture = (folder.path() / "view.png").string();
    check_script("screenshot " + picture + "\nwait\nexpect message " + picture + "\nscreenshot " +
                     picture + "\nwait\nexpect message view-2.png\n",
                 {"spikes", "--generator", "opposing", "--size", "400x300"});
    if (has_display()) {
        CHECK(read_png((folder.path() / "view-2.png").string()).width == 400);
    }
}

TEST_CASE("the window plays, drags, explodes and compares", "[viewer]") {
    check_script(
        "key Space\nkey Space\njump 0\nplay 50\nwait\nexpect step 50\n"
        "key Left\nexpect step 49\nkey Home\nexpect step 0\n"
        "view front\npointer-to 0\ncontrol down\npress left\npointer 700 300\n"
        "release left\ncontrol up\nexpect dragged yes\nput-back\nexpect dragged no\n"
        "explode 0.5 y\nexpect exploded 0.5\n"
        "compare growth\nexpect compared growth\ncompare published\nwait\ncompare off\n"
        "key G\nwait\nexpect generator growth\n",
        {"internal_edges", "--generator", "opposing", "--size", "900x600"});
}

TEST_CASE("a click in a plot selects the contact or the step that is there", "[viewer]") {
    testing::OpenedCase opened("internal_edges", "surface_sat");
    const Plot plot = make_plot_of(opened.application, PlotKind::Quality);
    const int best = plot.series.at(0).points.back().target;
    // The plots span the whole width, with the last point at their right end.
    check_script(
        "panel display off\npanel contacts off\npanel selection off\npanel playback off\n"
        "panel plots on\nplot contacts off\npointer 978 620\npress left\nrelease left\n"
        "expect selected " +
            std::to_string(best) +
            "\nplot quality off\nplot contacts on\njump 3\njump 0\nexpect step 0\n"
            "press left\nrelease left\nexpect step 3\n",
        {"internal_edges", "--generator", "surface_sat", "--size", "1000x700"});
}

TEST_CASE("the edge of a panel can be dragged", "[viewer]") {
    check_script(
        "expect left-width 272\npointer 272 300\npress left\npointer 312 300\nrelease left\n"
        "expect left-width 312\n",
        {"spikes", "--generator", "opposing", "--size", "1000x700"});
}

TEST_CASE("the window saves pictures, tables, plots and scenes, and opens these", "[viewer]") {
    const TemporaryFolder folder;
    const std::string picture = (folder.path() / "shown.png").string();
    const std::string table = (folder.path() / "contacts.csv").string();
    const std::string plot = (folder.path() / "quality.csv").string();
    const std::string scene = (folder.path() / "scene.json").string();
    check_script("export-contacts " + table + "\nexport-plot quality " + plot + "\nexport-scene " +
                     scene + "\nscreenshot " + picture + "\nwait\ndrop " + scene +
                     "\nwait\nexpect case " + scene +
                     "\ndrop /nowhere/at-all.json\nwait\nexpect message at-all.json\n",
                 {"internal_edges", "--generator", "opposing"});
    if (has_display()) {
        CHECK(read_png(picture).width == 1280);
        CHECK(std::filesystem::file_size(table) > 100);
        CHECK(std::filesystem::file_size(plot) > 50);
    }
}

TEST_CASE("the window tells what inspection warns of", "[viewer]") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "spare.off") << "OFF\n5 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n7 7 7\n"
                                                  "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    const std::filesystem::path scene = folder.path() / "spare.json";
    std::ofstream(scene) << R"({"schema": "touchstone-scene-1", "name": "spare", "bodies": [
        {"name": "a", "shape": {"mesh": {"file": "spare.off"}}, "fixed": true},
        {"name": "b", "shape": {"mesh": {"file": "spare.off"}}, "position": [0, 2, 0]}]})";
    check_script("expect message spare.off\nexpect message unreferenced_vertex\n",
                 {scene.string(), "--generator", "opposing"});
}

TEST_CASE("the window scrubs and plays a recording that is dropped on it", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "internal_edges.h5").string();
    testing::record_case(file, "internal_edges", "opposing", 6);
    const std::string foreign = (folder.path() / "foreign.h5").string();
    std::ofstream(foreign) << "no recording";
    check_script("drop " + file +
                     "\nwait\nexpect steps 6\nexpect generator opposing\njump 4\nwait\n"
                     "expect step 4\njump 2\nwait\nexpect step 2\nplay 3\nwait\n"
                     "expect step 5\nkey Right\nwait\nexpect step 6\ndrop " +
                     foreign + "\nwait\nexpect message foreign.h5\nexpect steps 6\n",
                 {"wedges", "--generator", "growth", "--size", "800x600"});
}

TEST_CASE("a moving camera uploads nothing", "[viewer]") {
    check_script(
        "orbit 20 10\nexpect uploads 0\nzoom 2\nexpect uploads 0\npan 10 10\nexpect uploads 0\n"
        "view top\nexpect uploads 0\ncolor-by pair\nexpect uploads 18\n",
        {"spikes", "--generator", "opposing", "--size", "800x600"});
}

TEST_CASE("the pointer on a normal that was on offer tells what became of it", "[viewer]") {
    testing::OpenedCase opened("sliding_wedge", "semi_local");
    opened.run("decisions on");
    const std::vector<OfferedNormal>& offered = opened.application.offered;
    REQUIRE_FALSE(offered.empty());
    // Of several at one place any may be at the pointer, so one that is alone is taken.
    const auto alone = std::ranges::find_if(offered, [&](const OfferedNormal& normal) {
        return std::ranges::count_if(offered, [&](const OfferedNormal& other) {
                   return (other.position - normal.position).norm() < 0.05;
               }) == 1;
    });
    REQUIRE(alone != offered.end());
    check_script("decisions on\nview iso\nexpect decision none\npointer-to-offer " +
                     std::to_string(alone - offered.begin()) + "\nwait\nexpect decision " +
                     decision_title(alone->kind) + "\n",
                 {"sliding_wedge", "--generator", "semi_local", "--size", "800x600"});
}

TEST_CASE("a picture is the scene as the window shows it", "[viewer]") {
    if (!has_display()) {
        return;
    }
    const TemporaryFolder folder;
    const std::string shown = (folder.path() / "window.png").string();
    const std::string saved = (folder.path() / "picture.png").string();
    check_script(
        "panel display off\npanel contacts off\npanel selection off\n"
        "panel playback off\npanel legend off\nview iso\nscreenshot " +
            shown + "\nwait\nwait\n",
        {"internal_edges", "--generator", "surface_sat"});
    REQUIRE(run_viewer(
                {"internal_edges", "--generator", "surface_sat", "--screenshot", saved, "--no-key"})
                .code == 0);
    CHECK(largest_difference(read_png(shown), read_png(saved)) <= 2);
}

TEST_CASE("keys pressed by another program reach the window", "[viewer]") {
    if (!has_display() || !std::filesystem::exists("/usr/bin/xdotool")) {
        WARN("no xvfb-run or no xdotool: keys from outside are not tested");
        return;
    }
    const TemporaryFolder folder;
    const ChildResult result =
        run(TOUCHSTONE_XVFB_RUN,
            {"-a", TOUCHSTONE_XDOTOOL_SMOKE, TOUCHSTONE_VIEWER_PROGRAM, folder.path().string()});
    INFO(result.errors);
    CHECK(result.code == 0);
}

TEST_CASE("a script that expects the wrong thing fails, naming the line", "[viewer]") {
    if (!has_display()) {
        return;
    }
    const ChildResult result = run_script("wait\nexpect contacts 12345\n", {"internal_edges"});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, Catch::Contains(":2: expected contacts 12345, found"));
}

}  // namespace
}  // namespace touchstone::viewer
