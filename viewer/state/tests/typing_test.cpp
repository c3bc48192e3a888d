// What is typed: commands with completion and history, paths, words of a search, names of pictures.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/commands/completion.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/state/case_search.h"
#include "viewer/state/path_completion.h"
#include "viewer/state/picture_name.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;
using testing::TemporaryFolder;
using Lines = std::vector<std::string>;

void touch(const std::filesystem::path& file) { std::ofstream(file) << "x"; }

bool has(const Lines& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

TEST_CASE("a command is completed word by word", "[viewer]") {
    const OpenedCase opened("internal_edges", "opposing");
    const Application& application = opened.application;
    CHECK(completions(application, "gen") == Lines{"generator"});
    CHECK(completed(application, "gen") == "generator ");
    CHECK(completions(application, "color-by s") == Lines{"separation"});
    CHECK(completions(application, "lines feature o") == Lines{"off", "on"});
    CHECK(completed(application, "lines feature o") == "lines feature o");
    CHECK(completions(application, "filter verdict fl") == Lines{"flipped"});
    CHECK(has(completions(application, "hide "), "cube"));
    CHECK(has(completions(application, "compare "), "off"));
    CHECK(has(completions(application, "compare "), "published"));
    CHECK(has(completions(application, "set solver.fric"), "solver.friction="));
    CHECK(completed(application, "set solver.fric") == "set solver.friction");
    CHECK(completions(application, "no_such ").empty());
    CHECK(completed(application, "no_such x") == "no_such x");
    CHECK(completions(application, "theme dark ").empty());
}

TEST_CASE("the prompt carries out lines and recalls them", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    Application& application = opened.application;
    const auto enter = [&](const std::string& line) {
        application.prompt.text = line;
        run_prompt(application);
    };
    enter("select 1 ");
    CHECK(application.selected == 1);
    CHECK(application.prompt.text.empty());
    enter("select 1");
    enter("theme dark");
    enter("no_such");
    CHECK(application.message_is_error);
    CHECK(application.prompt.history == Lines{"select 1", "theme dark", "no_such"});
    recall(application.prompt, true);
    recall(application.prompt, true);
    CHECK(application.prompt.text == "theme dark");
    recall(application.prompt, false);
    recall(application.prompt, false);
    CHECK(application.prompt.text.empty());
    for (int i = 0; i < 1000; ++i) {
        remember(application.prompt, std::to_string(i));
    }
    CHECK(application.prompt.history.size() == kKeptLines);
}

TEST_CASE("a path is completed by folders and by what can be opened", "[viewer]") {
    const TemporaryFolder folder;
    const std::string root = folder.path().string() + "/";
    std::filesystem::create_directory(root + "sub");
    for (const char* name :
         {"scene.json", "run.h5", "part.obj", "fall.txt", "notes.md", ".hidden.json"}) {
        touch(root + name);
    }
    CHECK(path_completions(root) == Lines{root + "fall.txt", root + "part.obj", root + "run.h5",
                                          root + "scene.json", root + "sub/"});
    CHECK(path_completions(root + ".") == Lines{root + ".hidden.json"});
    CHECK(common_beginning(path_completions(root + "s")) == root + "s");
    CHECK(path_completions("/nowhere/at/all").empty());
    CHECK(common_beginning({}).empty());
}

TEST_CASE("a search finds cases by words of id, title and group", "[viewer]") {
    CHECK(matching_cases("").size() == all_test_cases().size());
    const std::vector<const TestCaseEntry*> cracks = matching_cases("Crack  WEDGE Fundamental");
    REQUIRE(cracks.size() == 1);
    CHECK(cracks[0]->id == "wedge_in_crack");
    CHECK(matching_cases("complex pillar").size() == 1);
    CHECK(matching_cases("no such thing").empty());
}

TEST_CASE("pictures are numbered and none takes another's name", "[viewer]") {
    const TemporaryFolder folder;
    const std::filesystem::path& root = folder.path();
    CHECK(next_picture_name(root) == root / "touchstone-0001.png");
    touch(root / "touchstone-0007.png");
    touch(root / "touchstone-x.png");
    CHECK(next_picture_name(root) == root / "touchstone-0008.png");
    CHECK(free_picture_name(root / "a.png") == root / "a.png");
    touch(root / "a.png");
    touch(root / "a-2.png");
    CHECK(free_picture_name(root / "a.png") == root / "a-3.png");
}

}  // namespace
}  // namespace touchstone::viewer
