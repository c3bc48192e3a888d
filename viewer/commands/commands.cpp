#include "viewer/commands/commands.h"

#include <algorithm>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/run_program.h"
#include "viewer/commands/command_groups.h"

namespace touchstone::viewer {
namespace {

/// Joins the groups in the order of the help.
std::vector<Command> join_groups() {
    std::vector<Command> commands;
    for (const std::span<const Command> group :
         {scene_commands(), time_commands(), view_commands(), display_commands(),
          contact_commands(), mesh_commands(), program_commands()}) {
        commands.insert(commands.end(), group.begin(), group.end());
    }
    return commands;
}

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> words;
    bool in_word = false;
    bool quoted = false;
    for (const char letter : line) {
        if (letter == '"') {
            quoted = !quoted;
            if (!in_word) {
                words.emplace_back();
            }
            in_word = true;
        } else if (letter == ' ' && !quoted) {
            in_word = false;
        } else {
            if (!in_word) {
                words.emplace_back();
            }
            in_word = true;
            words.back() += letter;
        }
    }
    if (quoted) {
        throw UsageError("a quote is not closed in: " + printable(line));
    }
    return words;
}

/// A line that a key stands for, made from the table once.
struct KeyLine {
    std::string key;
    std::string line;
};

std::vector<KeyLine> make_key_lines() {
    std::vector<KeyLine> lines;
    for (const Command& command : all_commands()) {
        std::string_view rest = command.keys;
        while (!rest.empty()) {
            const std::size_t comma = rest.find(", ");
            const std::string_view part = rest.substr(0, comma);
            const std::size_t colon = part.find(": ");
            std::string line(command.id);
            if (colon != std::string_view::npos) {
                line += " " + std::string(part.substr(colon + 2));
            }
            lines.push_back({std::string(part.substr(0, colon)), std::move(line)});
            rest = comma == std::string_view::npos ? "" : rest.substr(comma + 2);
        }
    }
    return lines;
}

}  // namespace

std::span<const Command> all_commands() {
    static const std::vector<Command> commands = join_groups();
    return commands;
}

void run_command(Application& application, std::string_view line) {
    const std::vector<std::string> words = split(line);
    if (words.empty()) {
        return;
    }
    const std::span<const Command> commands = all_commands();
    const auto command = std::ranges::find(commands, words[0], &Command::id);
    if (command == commands.end()) {
        std::vector<std::string> ids;
        ids.reserve(commands.size());
        for (const Command& each : commands) {
            ids.emplace_back(each.id);
        }
        const std::string nearest = nearest_name(words[0], ids);
        throw UnknownName("there is no command '" + printable(words[0]) + "'" +
                          (nearest.empty() ? "" : ", did you mean " + nearest + "?"));
    }
    try {
        command->run(application, std::span(words).subspan(1));
    } catch (const UnknownName& error) {
        throw UsageError(words[0] + ": " + with_suggestion(error.what()) +
                         "; expected: " + words[0] + " " + std::string(command->arguments));
    } catch (const UsageError& error) {
        throw UsageError(words[0] + ": " + error.what() + "; expected: " + words[0] + " " +
                         std::string(command->arguments));
    }
}

std::string_view command_for_key(std::string_view key) {
    static const std::vector<KeyLine> lines = make_key_lines();
    const auto found = std::ranges::find(lines, key, &KeyLine::key);
    return found == lines.end() ? std::string_view() : std::string_view(found->line);
}

}  // namespace touchstone::viewer
