#include "reports/commands/texts/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <sstream>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/option_message.h"
#include "methods/base/run_program.h"
#include "reports/commands/texts/help_layout.h"
#include "reports/commands/texts/retired_words.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kSummaryColumn = 14;  // column of the summaries in the list of commands

std::string version_text() {
    std::string text = "touchstone " + program_version() + ", commit " + program_commit();
    for (const LibraryVersion& library : library_versions()) {
        text += "\n" + library.name + " " + library.version;
    }
    return text;
}

std::string example_text(const Command& command) {
    std::string text = "Examples:";
    for (const char* const example : command.examples) {
        text += "\n  " + std::string(example);
    }
    return text;
}

std::vector<std::string> command_ids() {
    std::vector<std::string> ids;
    for (const Command& command : all_commands()) {
        ids.emplace_back(command.id);
    }
    return ids;
}

void append_option_names(const CLI::App& command, std::vector<std::string>& names) {
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    for (const CLI::App* part : command.get_subcommands({})) {
        if (part->get_name().empty()) {  // a group of options
            append_option_names(*part, names);
        }
    }
}

/// A word that is not known, and the nearest that is; all empty: none.
struct Slip {
    std::string word;
    std::string nearest;
    std::string owner;  ///< words of a command that knows it, above or below the one that was given
    std::string known;  ///< what the given one takes, when there is an owner
};

std::string words_of(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent == nullptr ? command.get_name() : words_of(*parent) + " " + command.get_name();
}

/// Returns the words of a command above or below this one that has the option; empty: none has.
std::string find_owner(const CLI::App& command, const std::string& option) {
    std::vector<const CLI::App*> relatives{command.get_parent()};
    for (const CLI::App* part : command.get_subcommands({})) {
        relatives.push_back(part);
    }
    for (const CLI::App* part : command.get_parent()->get_subcommands({})) {
        if (command.get_parent()->get_parent() != nullptr) {  // not other commands of the program
            relatives.push_back(part);
        }
    }
    for (const CLI::App* relative : relatives) {
        std::vector<std::string> names;
        append_option_names(*relative, names);
        if (!relative->get_name().empty() && relative != &command &&
            std::ranges::find(names, option) != names.end()) {
            return words_of(*relative);
        }
    }
    return {};
}

/// Returns the first unknown option after the command.
Slip find_option_slip(const CLI::App& command, const std::vector<std::string>& words) {
    std::vector<std::string> names;
    append_option_names(command, names);
    const std::string name = first_unknown_option(words, names);
    if (name.empty()) {
        return {};
    }
    const std::string owner = find_owner(command, name);
    return owner.empty() ? Slip{name, nearest_name(name, names), {}, {}}
                         : Slip{name, {}, owner, words_of(command) + " takes " + join(names)};
}

/// The first word, if it is no command; the second, if it is none of the commands below that, which
/// needs one; otherwise the first unknown option: before the command below, one that the command
/// itself lacks, and behind it, one that the command below lacks.
Slip find_slip(const CLI::App& app, const std::vector<std::string>& words) {
    const std::vector<std::string> ids = command_ids();
    if (words.empty()) {
        return {};
    }
    if (words[0].starts_with("-")) {
        return {words[0],
                nearest_name(words[0], std::vector<std::string>{"--help", "--version"}),
                {},
                {}};
    }
    if (std::ranges::find(ids, words[0]) == ids.end()) {
        return {words[0], nearest_name(words[0], ids), {}, {}};
    }
    const CLI::App* command = app.get_subcommand(words[0]);
    std::vector<std::string> below;
    for (const CLI::App* part : command->get_subcommands({})) {
        if (!part->get_name().empty()) {
            below.push_back(part->get_name());
        }
    }
    const bool takes_words =
        std::ranges::any_of(command->get_options(), [](const CLI::Option* option) {
            return option->get_positional() && option->get_lnames().empty();
        });
    if (!below.empty() && !takes_words && words.size() > 1 && !words[1].starts_with("-") &&
        std::ranges::find(below, words[1]) == below.end()) {
        return {words[1], nearest_name(words[1], below), {}, {}};
    }
    const auto part =
        std::find_first_of(words.begin() + 1, words.end(), below.begin(), below.end());
    Slip slip = find_option_slip(*command, {words.begin(), part});
    if (slip.word.empty() && part != words.end()) {
        slip = find_option_slip(*command->get_subcommand(*part), {part + 1, words.end()});
    }
    return slip;
}

[[noreturn]] void refuse(const CLI::App& app, const std::vector<std::string>& words,
                         const CLI::ParseError& error) {
    const Slip slip = find_slip(app, words);
    if (!slip.owner.empty()) {
        throw UsageError(slip.word + " belongs to " + slip.owner + "; " + slip.known);
    }
    const bool is_command = !words.empty() && std::ranges::count(command_ids(), words[0]) > 0;
    // What is written wrongly is not missing.
    const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    throw UsageError((is_missing && !slip.nearest.empty() ? "'" + slip.word + "' is not known"
                                                          : option_message(error.what())) +
                     (slip.nearest.empty() ? "" : "; did you mean " + slip.nearest + "?") +
                     "; see touchstone " + (is_command ? words[0] + " " : "") + "--help");
}

}  // namespace

CommandLine make_command_line() {
    CommandLine line{std::make_unique<CLI::App>(
                         "Measures the quality of contact points against known right answers."),
                     {}};
    CLI::App& app = *line.app;
    app.name("touchstone");
    app.set_version_flag("-V,--version", &version_text, "version, commit and library versions");
    app.require_subcommand(0, 1);  // none is refused below: CLI11 would not name a wrong one
    app.footer(
        "touchstone help COMMAND tells what a command takes, with examples.\n"
        "Exit status: 0 done; 1 a check failed, a method failed in all of its rows, or a bad\n"
        "file, mesh or output; 2 wrong usage;\n"
        "130 stopped by Ctrl-C.");
    for (const Command& command : all_commands()) {
        CLI::App& part = *app.add_subcommand(command.id, command.summary);
        part.footer(example_text(command));
        line.runs.push_back(command.add(part));
    }
    return line;
}

std::string command_list() {
    std::string text = "Usage: touchstone COMMAND …\n\n";
    for (const Command& command : all_commands()) {
        const std::string id = command.id;
        text +=
            "  " + id + std::string(kSummaryColumn - 2 - id.size(), ' ') + command.summary + '\n';
    }
    return text + "\ntouchstone help COMMAND tells what a command takes, with examples.\n";
}

int run_command_line(std::vector<std::string> words) {
    const CommandLine line = make_command_line();
    CLI::App& app = *line.app;
    words = in_todays_words(std::move(words));
    if (words.empty()) {
        std::cerr << command_list();
        return kWrongUsageStatus;
    }
    try {
        std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
        app.parse(std::move(reversed));
    } catch (const CLI::Success& success) {
        std::ostringstream text;  // --help and --version
        const int status = app.exit(success, text, std::cerr);
        std::cout << help_for_output(text.str());
        return status;
    } catch (const CLI::ParseError& error) {
        refuse(app, words, error);
    }
    for (std::size_t i = 0; i < line.runs.size(); ++i) {
        if (app.got_subcommand(all_commands()[i].id)) {
            return line.runs[i]();
        }
    }
    throw UsageError("no command given; see touchstone --help");
}

}  // namespace touchstone::reports
