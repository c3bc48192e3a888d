#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "methods/base/run_program.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "reports/commands/texts/command_line.h"
#include "reports/commands/texts/help_layout.h"
#include "reports/text/text_table.h"

using namespace touchstone;
using namespace touchstone::reports;
using Catch::Matchers::Contains;
using touchstone::testing::check_refused;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

/// The words of an example up to where a shell takes over.
std::vector<std::string> words_of(const std::string& example) {
    std::istringstream in(example);
    std::vector<std::string> words;
    for (std::string word; in >> word && word != ">" && word != "|";) {
        words.push_back(word);
    }
    return words;
}

/// What bash offers after these words.
std::vector<std::string> completions(const std::vector<std::string>& words) {
    const TemporaryFolder folder;
    const std::string script = (folder.path() / "completion").string();
    std::ofstream(script) << run_touchstone({"completion", "bash"}).output
                          << "COMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\n_touchstone\n"
                             "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    ChildCommand command;
    command.program = "/bin/bash";
    command.arguments = {script, "touchstone"};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const ChildResult result = run_child_process(command, "");
    REQUIRE(result.code == 0);
    REQUIRE(result.errors == "");
    std::istringstream in(result.output);
    std::vector<std::string> offered;
    for (std::string word; std::getline(in, word);) {
        offered.push_back(word);
    }
    return offered;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

TEST_CASE("the nearest name is found, and none where none is near", "[cli]") {
    const std::vector<std::string> names{"spikes", "spike_and_wedge", "growth", "closest_points"};
    CHECK(nearest_name("spiks", names) == "spikes");
    CHECK(nearest_name("growht", names) == "growth");  // two letters swapped are one slip
    CHECK(nearest_name("closest_point", names) == "closest_points");
    CHECK(nearest_name("house", names).empty());
    CHECK(nearest_name("", names).empty());
    CHECK(nearest_name(std::string(10000, 'x'), names).empty());
}

TEST_CASE("a message is completed by the nearest of the names that it lists", "[cli]") {
    CHECK(with_suggestion("unknown case \"spiks\"; cases: wedges, spikes; groups: all") ==
          "unknown case \"spiks\" (did you mean spikes?); cases: wedges, spikes; groups: all");
    CHECK(with_suggestion("case \"wall\": unknown parameter 'hight'; parameters: height, span") ==
          "case \"wall\": unknown parameter 'hight' (did you mean height?); parameters: height, "
          "span");
    for (const char* const message : {"", "; ", "'", "'a'; known: b", "nothing in quotes; known: a",
                                      "unknown word 'x'", "'unclosed; known: unclosed"}) {
        CHECK(with_suggestion(message) == message);
    }
}

TEST_CASE("wrong ids, options and commands are told the nearest right ones", "[cli]") {
    check_refused({"report", "spiks"}, 2, {"did you mean spikes?"});
    check_refused({"report", "--generators", "growht"}, 2, {"did you mean growth?"});
    check_refused({"report", "--profile", "publishd"}, 2, {"did you mean published?"});
    check_refused({"report", "--genrators", "growth"}, 2, {"did you mean --generators?"});
    check_refused({"simulate", "spikes", "--steps", "99999999999"}, 2,
                  {"--steps cannot be 99999999999: too large", "touchstone simulate --help"});
    check_refused({"simulate", "spikes", "--dt", "10ms"}, 2,
                  {"--dt cannot be 10ms: not a value that it takes"});
    check_refused({"simulate", "spikes", "--steps", "1e400"}, 2,
                  {"--steps cannot be 1e400: give a number within range"});
    check_refused({"simulate", "spikes", "--generator", "growth", "--dt", "1e400"}, 2,
                  {"--dt, which is solver.time_step, must be a finite number"});
    check_refused({"report", "spikes", "--genrators", "growth"}, 2, {"did you mean --generators?"});
    check_refused({"report", "ccd", "--methds", "x"}, 2, {"did you mean --methods?"});
    check_refused({"reprot", "spikes"}, 2, {"did you mean report?"});
    check_refused({"help", "reprot"}, 2, {"did you mean report?"});
    check_refused({"list", "casess"}, 2, {"did you mean cases?"});
    check_refused({"report", "--format", "tabel"}, 2, {"did you mean table?"});
    check_refused({"scene", "exprot", "spikes"}, 2, {"did you mean export?"});
    check_refused({"impacts", "--methd", "x"}, 2, {"--methd", "did you mean --methods?"});
    check_refused({"contacts", "pillar:hight=4", "--generator", "growth"}, 2,
                  {"did you mean height?"});
}

TEST_CASE("the options --generator and --generators both work", "[cli]") {
    CHECK(run_touchstone({"report", "spikes", "--generator", "growth"}).code == 0);
    CHECK(run_touchstone({"contacts", "spikes", "--generators", "growth"}).code == 0);
}

TEST_CASE("touchstone alone lists each command once", "[cli]") {
    const ChildResult result = run_touchstone({});
    CHECK(result.code == 2);
    CHECK(result.output == "");
    for (const Command& command : all_commands()) {
        const std::string line = "\n  " + std::string(command.id) + " ";
        CAPTURE(command.id);
        CHECK(result.errors.find(line) != std::string::npos);
        CHECK(result.errors.find(line) == result.errors.rfind(line));
    }
}

TEST_CASE("help tells what --help does, with two examples", "[cli]") {
    CHECK(run_touchstone({"help"}).output == run_touchstone({"--help"}).output);
    CHECK(run_touchstone({"help", "report"}).output == run_touchstone({"report", "--help"}).output);
    CHECK(run_touchstone({"-V"}).output == run_touchstone({"--version"}).output);
    for (const Command& command : all_commands()) {
        if (std::string(command.id) != "view") {
            const std::string help = run_touchstone({command.id, "--help"}).output;
            CHECK_THAT(help, Contains(command.examples[0]) && Contains(command.examples[1]));
        }
    }
}

TEST_CASE("help is broken between words where the terminal is narrow", "[cli]") {
    const CommandLine line = make_command_line();
    const auto words = [](const std::string& text) {
        std::istringstream in(text);
        std::vector<std::string> all;
        for (std::string word; in >> word;) {
            all.push_back(word);
        }
        return all;
    };
    for (const Command& command : all_commands()) {
        const std::string help = line.app->get_subcommand(command.id)->help("touchstone");
        const std::string wrapped = wrapped_help(help, 80);
        CHECK(words(wrapped) == words(help));
        std::istringstream in(wrapped);
        for (std::string text; std::getline(in, text);) {
            CAPTURE(text);
            CHECK((shown_width(text) <= 80 || text.starts_with("  touchstone ")));
        }
    }
    CHECK(wrapped_help("  --out DIR    writes a page to a folder\n", 30) ==
          "  --out DIR    writes a page\n               to a folder\n");
}

TEST_CASE("every example is a command line that the program reads", "[cli]") {
    for (const Command& command : all_commands()) {
        for (const char* const example : command.examples) {
            CAPTURE(example);
            std::vector<std::string> words = words_of(example);
            REQUIRE(words.size() > 1);
            CHECK(words[0] == "touchstone");
            CHECK(words[1] == command.id);
            const CommandLine line = make_command_line();
            std::vector<std::string> reversed(words.rbegin(), words.rend() - 1);
            CHECK_NOTHROW(line.app->parse(std::move(reversed)));
        }
    }
}

TEST_CASE("bash completes commands, options, ids and files", "[cli]") {
    CHECK(completions({"re"}) == std::vector<std::string>{"report"});
    CHECK(has(completions({"report", "spik"}), "spikes"));
    CHECK(has(completions({"report", "fun"}), "fundamental"));
    CHECK(completions({"report", "--jit"}) == std::vector<std::string>{"--jitter"});
    CHECK(completions({"report", "--generators", "gro"}) == std::vector<std::string>{"growth"});
    CHECK(completions({"report", "--generators", "growth,opp"}) ==
          std::vector<std::string>{"growth,opposing"});
    CHECK(completions({"contacts", "spikes", "--format", "j"}) == std::vector<std::string>{"json"});
    CHECK(completions({"scene", "exp"}) == std::vector<std::string>{"export"});
    CHECK(completions({"scene", "export", "--pro"}) == std::vector<std::string>{"--profile"});
    CHECK(completions({"view", "--gen"}) == std::vector<std::string>{"--generator", "--generators",
                                                                     "--generator-command",
                                                                     "--generator-time-limit"});
    CHECK(completions({"view", "spikes", "--compare", "gro"}) ==
          std::vector<std::string>{"growth"});
    CHECK(completions({"view", "spikes", "--view", "fr"}) == std::vector<std::string>{"front"});
    CHECK(completions({"help", "che"}) == std::vector<std::string>{"check"});
    CHECK(has(completions({"view", "spik"}), "spikes"));
    CHECK(completions({"study", "time"}) == std::vector<std::string>{"time-step"});
    CHECK(completions({"list", "query"}) == std::vector<std::string>{"query-sets"});
    CHECK(completions({"completion", "z"}) == std::vector<std::string>{"zsh"});
    CHECK(completions({"export", "a.h5", "--to", "h"}) == std::vector<std::string>{"h5"});
}

TEST_CASE("every shell's completion and the manual page name every command", "[cli]") {
    const testing::Arguments request =
        GENERATE(testing::Arguments{"completion", "bash"}, testing::Arguments{"completion", "zsh"},
                 testing::Arguments{"completion", "fish"}, testing::Arguments{"help", "--man"});
    const ChildResult result = run_touchstone(request);
    CHECK(result.code == 0);
    for (const Command& command : all_commands()) {
        CHECK_THAT(result.output, Contains(command.id));
    }
    CHECK_THAT(result.output, Contains("generator-command") || Contains("generator\\-command"));
    CHECK_THAT(result.output, Contains("compare-profile") || Contains("compare\\-profile"));
    check_refused({"completion", "tcsh"}, 2, {"bash, zsh, fish"});
}
