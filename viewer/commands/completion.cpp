#include "viewer/commands/completion.h"

#include <algorithm>

#include "methods/base/error.h"
#include "viewer/commands/commands.h"
#include "viewer/state/path_completion.h"
#include "viewer/tables/plots.h"

namespace touchstone::viewer {
namespace {

/// Cuts a text at each separator.
std::vector<std::string> parts_of(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        if (end != 0) {
            parts.emplace_back(text.substr(0, end));
        }
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + separator.size());
    }
}

/// One place in the arguments of a command: "[on|off]".
struct ArgumentPlace {
    std::vector<std::string>
        words;  ///< words that it takes, or names in capitals for what it takes
    bool optional = false;
};

std::vector<ArgumentPlace> places_of(const std::string& form) {
    std::vector<ArgumentPlace> places;
    for (std::string part : parts_of(form, " ")) {
        const bool optional = part.starts_with('[') && part.ends_with(']');
        part = optional ? part.substr(1, part.size() - 2) : part;
        places.push_back({parts_of(part, "|"), optional});
    }
    return places;
}

bool is_name(const std::string& word) {
    return std::ranges::all_of(word, [](char c) { return !(c >= 'a' && c <= 'z'); });
}

void add_cases(std::vector<std::string>& all) {
    for (const TestCaseEntry& entry : all_test_cases()) {
        all.push_back(entry.id);
    }
}

void add_options(const Application& application, std::vector<std::string>& all) {
    for (const SettingsSection& section : setting_sections(application.wanted.settings)) {
        for (const OptionValue& value : section.values) {
            all.push_back(section.owner + "." + value.id + "=");
        }
    }
}

/// Adds what a name in capitals stands for: "BODY".
void add_named(const Application& application, const std::string& command, const std::string& name,
               std::string_view beginning, std::vector<std::string>& all) {
    if (name == "CASE") {
        add_cases(all);
    } else if (name == "FILE" && command == "open") {
        const std::vector<std::string> paths = path_completions(beginning);
        all.insert(all.end(), paths.begin(), paths.end());
    } else if (name == "ID" && command == "filter") {
        for (int kind = 0; kind < kVerdictKinds; ++kind) {
            all.emplace_back(verdict_id(static_cast<VerdictKind>(kind)));
        }
    } else if (name == "ID") {
        const std::vector<std::string> ids = application.wanted.settings.methods.ids();
        all.insert(all.end(), ids.begin(), ids.end());
    } else if (name == "BODY" && application.scene) {
        for (const BodySetup& body : application.scene->scene.test_case.bodies) {
            all.push_back(body.name);
        }
    } else if (name == "OWNER.OPTION=VALUE") {
        add_options(application, all);
    } else if (name == "KIND") {
        for (int kind = 0; kind < kPlotKinds; ++kind) {
            all.emplace_back(plot_id(static_cast<PlotKind>(kind)));
        }
    }
}

bool takes(const ArgumentPlace& place, const std::string& word) {
    return std::ranges::any_of(
        place.words, [&](const std::string& known) { return known == word || is_name(known); });
}

/// Returns the places of a form in which a word after those typed may stand.
std::vector<ArgumentPlace> next_places(const std::vector<ArgumentPlace>& form,
                                       const std::vector<std::string>& typed) {
    std::size_t place = 0;
    for (const std::string& word : typed) {
        while (place < form.size() && !takes(form[place], word) && form[place].optional) {
            ++place;
        }
        if (place >= form.size() || !takes(form[place], word)) {
            return {};
        }
        ++place;
    }
    std::vector<ArgumentPlace> next;
    for (; place < form.size(); ++place) {
        next.push_back(form[place]);
        if (!form[place].optional) {
            break;
        }
    }
    return next;
}

/// Returns all that may stand after the typed words of a command.
std::vector<std::string> candidates(const Application& application, const Command& command,
                                    const std::vector<std::string>& typed,
                                    std::string_view beginning) {
    std::vector<std::string> all;
    for (const std::string& form : parts_of(command.arguments, " | ")) {
        for (const ArgumentPlace& place : next_places(places_of(form), typed)) {
            for (const std::string& word : place.words) {
                if (is_name(word)) {
                    add_named(application, std::string(command.id), word, beginning, all);
                } else {
                    all.push_back(word);
                }
            }
        }
    }
    return all;
}

/// A line as words, the last one being typed.
struct TypedLine {
    std::vector<std::string> words;
    std::string last;
};

TypedLine split_line(std::string_view line) {
    TypedLine typed;
    const std::size_t blank = line.rfind(' ');
    typed.last = blank == std::string_view::npos ? line : line.substr(blank + 1);
    typed.words = parts_of(line.substr(0, line.size() - typed.last.size()), " ");
    std::erase(typed.words, "");
    return typed;
}

}  // namespace

std::vector<std::string> completions(const Application& application, std::string_view line) {
    const TypedLine typed = split_line(line);
    std::vector<std::string> all;
    if (typed.words.empty()) {
        for (const Command& command : all_commands()) {
            all.emplace_back(command.id);
        }
    } else {
        const std::span<const Command> commands = all_commands();
        const auto command = std::ranges::find(commands, typed.words[0], &Command::id);
        if (command != commands.end()) {
            all = candidates(application, *command, {typed.words.begin() + 1, typed.words.end()},
                             typed.last);
        }
    }
    std::erase_if(all, [&](const std::string& word) { return !word.starts_with(typed.last); });
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

std::string completed(const Application& application, std::string_view line) {
    const std::vector<std::string> all = completions(application, line);
    if (all.empty()) {
        return std::string(line);
    }
    const std::string last = common_beginning(all);
    const std::string before(line.substr(0, line.size() - split_line(line).last.size()));
    const bool goes_on = last.ends_with('/') || last.ends_with('=');
    return before + last + (all.size() == 1 && !goes_on ? " " : "");
}

void run_prompt(Application& application) {
    std::string line = application.prompt.text;
    line.erase(line.find_last_not_of(' ') + 1);
    remember(application.prompt, line);
    try {
        run_command(application, line);
    } catch (const Error& error) {
        application.message = error.what();
        application.message_is_error = true;
    }
}

}  // namespace touchstone::viewer
