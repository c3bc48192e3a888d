// Runs the program in a window, with the pointer and the keys of a script.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/scenes/test_case.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/model/tests/recorded_case.h"
#include "viewer/program/tests/viewer_runs.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {
namespace {

using testing::check_script;
using testing::display_arguments;
using testing::has_display;
using testing::largest_difference;
using testing::run;
using testing::run_script;
using testing::run_viewer;
using testing::TemporaryFolder;

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
    std::vector<std::string> all = display_arguments(folder.path());
    all.insert(all.end(),
               {TOUCHSTONE_XDOTOOL_SMOKE, TOUCHSTONE_VIEWER_PROGRAM, folder.path().string()});
    const ChildResult result = run(TOUCHSTONE_XVFB_RUN, std::move(all));
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
