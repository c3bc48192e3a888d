#include "reports/commands/texts/completed_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "generators/continuous/impact_method.h"
#include "generators/convex_cast/convex_cast.h"
#include "generators/generator.h"
#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/commands/list_command.h"
#include "reports/commands/texts/shell_completion.h"
#include "reports/exports/formats.h"
#include "testcases/motion/solver.h"
#include "testcases/scenes/test_case.h"
#include "testcases/study/experiment.h"

namespace touchstone::reports {
namespace {

std::string single_case_values() { return join(all_test_cases(), " ", &TestCaseEntry::id); }

std::string case_values() {
    std::string text(kAllCases);
    std::string_view last;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group != last) {
            last = entry.group;
            text += " " + std::string(entry.group);
        }
    }
    return text + " " + single_case_values();
}

std::string generator_values() { return join(all_generators(), " ", &Generator::id); }
std::string impact_values() { return join(all_impact_methods(), " ", &ImpactMethod::id); }
std::string cast_values() { return join(all_convex_casts(), " ", &ConvexCastMethod::id); }
std::string solver_values() { return join(all_solvers(), " ", &Solver::id); }
std::string command_values() { return join(all_commands(), " ", &Command::id); }
std::string format_values() { return join(all_export_formats(), " ", &ExportFormat::id); }
std::string table_values() { return join(listed_tables(), " "); }
std::string shell_values() { return join(all_shells(), " ", &ShellCompletion::id); }
std::string study_values() { return join(all_experiments(), " ", &Experiment::id); }

/// The words that may stand where a command's help begins to name its own like this, or follow an
/// option of that name. Of some command alone, it stands before the option.
struct ListedValues {
    std::string_view name;
    std::string (*values)();
};
constexpr std::array<ListedValues, 6> kPositionalValues{{{"CASE", &single_case_values},
                                                         {"CASE|GROUP", &case_values},
                                                         {"COMMAND", &command_values},
                                                         {"SHELL", &shell_values},
                                                         {"STUDY", &study_values},
                                                         {"TABLE", &table_values}}};
constexpr std::array<ListedValues, 8> kOptionValues{{{"--generator", &generator_values},
                                                     {"--generators", &generator_values},
                                                     {"--rows", &generator_values},
                                                     {"--compare", &generator_values},
                                                     {"--methods", &impact_values},
                                                     {"report c5d --methods", &cast_values},
                                                     {"--to", &format_values},
                                                     {"--solver", &solver_values}}};

/// Likewise words that no table holds.
struct PlainValues {
    std::string_view name;
    const char* words;
};
constexpr std::array<PlainValues, 7> kPlainValues{
    {{"--profile", "corrected published"},
     {"--compare-profile", "corrected published"},
     {"--view", "front back left right top bottom iso"},
     {"--pose", "half-step initial"},
     {"--pictures", "none wrong all"},
     {"--kind", "vertex-face edge-edge"},
     {"--step-bound", "none ccd"}}};

/// What the value of an option may be called where it is a file, a folder or a program.
constexpr std::array<std::string_view, 6> kFileValues{"FILE", "DIR", "FOLDER",
                                                      "PATH", "CMD", "MESH"};

std::string with_blanks(std::string text, char separator) {
    std::ranges::replace(text, separator, ' ');
    return text;
}

/// Returns the words of a list in the meaning of an option: of "what to print: md, csv; default:
/// md" "md csv", and of "how it ends: late|early (late)" "late early". Empty without such a list.
std::string listed_in(const std::string& meaning) {
    const std::string list = meaning.substr(0, meaning.find(';'));
    const std::size_t colon = list.rfind(": ");
    if (colon == std::string::npos) {
        return "";
    }
    std::string words = list.substr(colon + 2);
    words = words.substr(0, words.find(" ("));
    if (words.find('|') != std::string::npos) {
        return with_blanks(words, '|');
    }
    std::string separated = words;
    std::erase(separated, ',');
    const auto commas = std::ranges::count(words, ',');
    return commas > 0 && std::ranges::count(separated, ' ') == commas ? separated : "";
}

OfferedValue offered_value(const std::string& command, const OptionText& option) {
    OfferedValue offered{option.names, {}, false};
    for (const std::string& name : option.names) {
        std::string whole = command;
        whole.append(" ").append(name);
        const auto* const own = std::ranges::find(kOptionValues, whole, &ListedValues::name);
        const auto* const listed =
            own != kOptionValues.end()
                ? own
                : std::ranges::find(kOptionValues, name, &ListedValues::name);
        const auto* const plain = std::ranges::find(kPlainValues, name, &PlainValues::name);
        if (listed != kOptionValues.end()) {
            offered.words = listed->values();
        } else if (plain != kPlainValues.end()) {
            offered.words = plain->words;
        }
    }
    if (offered.words.empty()) {
        offered.words = listed_in(option.meaning);
    }
    offered.files =
        offered.words.empty() && std::ranges::find(kFileValues, option.value) != kFileValues.end();
    return offered;
}

std::string last_word(const std::string& name) { return name.substr(name.rfind(' ') + 1); }

}  // namespace

std::vector<OfferedWords> offered_words(const CLI::App& app) {
    const std::vector<CommandText> texts = command_texts(app);
    std::vector<OfferedWords> all;
    all.push_back({"", "", command_values(), {}, false, {}});
    for (const CLI::Option* option : app.get_options()) {
        OptionText text{{}, "", option->get_description()};
        for (const std::string& name : option->get_snames()) {
            text.names.push_back("-" + name);
        }
        for (const std::string& name : option->get_lnames()) {
            text.names.push_back("--" + name);
        }
        all.front().options.push_back(std::move(text));
    }
    for (const CommandText& text : texts) {
        OfferedWords offered{text.name, text.summary, "", text.options, false, {}};
        for (const ListedValues& listed : kPositionalValues) {
            if (text.positional.starts_with(listed.name)) {
                offered.words = listed.values();
            }
        }
        for (const CommandText& below : texts) {
            if (below.name.starts_with(text.name + " ")) {
                append_item(offered.words, last_word(below.name), " ");
            }
        }
        offered.files = std::ranges::any_of(kFileValues, [&](std::string_view value) {
            return text.positional.find(value) != std::string::npos;
        });
        for (const OptionText& option : text.options) {
            if (!option.value.empty()) {
                offered.values.push_back(offered_value(text.name, option));
            }
        }
        all.push_back(std::move(offered));
    }
    return all;
}

std::string option_names(const OfferedWords& offered) {
    std::string text;
    for (const OptionText& option : offered.options) {
        for (const std::string& name : option.names) {
            append_item(text, name, " ");
        }
    }
    return text;
}

}  // namespace touchstone::reports
