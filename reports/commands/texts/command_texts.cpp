#include "reports/commands/texts/command_texts.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generator.h"
#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/commands/list_command.h"
#include "reports/commands/view_options.h"
#include "reports/exports/formats.h"
#include "reports/provenance/version.h"
#include "testcases/scenes/test_case.h"
#include "testcases/study/experiment.h"

namespace touchstone::reports {
namespace {

/// An option as people and shells are told of it.
struct OptionText {
    std::vector<std::string> names;  ///< "--out", "-V"
    std::string value;               ///< "DIR"; empty: a flag
    std::string meaning;
};

/// A command, or one below it: "scene export".
struct CommandText {
    std::string name;
    std::string summary;
    std::string positional;  ///< "[CASE|GROUP|FILE...]"
    std::vector<OptionText> options;
};

/// The viewer's, which its command hands on unread.
void append_view_options(CommandText& text) {
    for (const ViewOption& option : kViewOptions) {
        text.options.push_back({{option.name}, option.value, option.meaning});
    }
}

void append_options(const CLI::App& app, CommandText& text) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() && option->get_lnames().empty()) {
            append_item(text.positional, option->get_type_name(), " ");
            continue;
        }
        OptionText entry;
        for (const std::string& name : option->get_snames()) {
            entry.names.push_back("-" + name);
        }
        for (const std::string& name : option->get_lnames()) {
            entry.names.push_back("--" + name);
        }
        entry.value = option->get_expected_max() == 0 ? "" : option->get_type_name();
        entry.meaning = option->get_description();
        text.options.push_back(std::move(entry));
    }
    for (const CLI::App* part : app.get_subcommands({})) {
        if (part->get_name().empty()) {
            append_options(*part, text);
        }
    }
}

/// Appends the app's commands and those below them, each after the one it belongs to.
void append_commands(const CLI::App& app, const std::string& prefix,
                     std::vector<CommandText>& texts) {
    for (const CLI::App* part : app.get_subcommands({})) {
        if (part->get_name().empty()) {
            continue;
        }
        CommandText text{prefix + part->get_name(), part->get_description(), {}, {}};
        append_options(*part, text);
        for (const Command& command : all_commands()) {
            if (command.id == text.name && *command.own_words != '\0') {
                append_view_options(text);
                text.positional = command.own_words;
            }
        }
        texts.push_back(std::move(text));
        append_commands(*part, prefix + part->get_name() + " ", texts);
    }
}

std::vector<CommandText> command_texts(const CLI::App& app) {
    std::vector<CommandText> texts;
    append_commands(app, "", texts);
    return texts;
}

std::string case_values() {
    std::string text = "all";
    std::string_view last;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group != last) {
            last = entry.group;
            text += " " + std::string(entry.group);
        }
    }
    for (const TestCaseEntry& entry : all_test_cases()) {
        text += " " + entry.id;
    }
    return text;
}

std::string generator_values() { return join(all_generators(), " ", &Generator::id); }

std::string command_values() { return join(all_commands(), " ", &Command::id); }

std::string values_of_option(const OptionText& option) {
    const auto is = [&](std::string_view name) {
        return std::ranges::find(option.names, name) != option.names.end();
    };
    if (is("--generator") || is("--generators") || is("--rows") || is("--compare")) {
        return generator_values();
    }
    if (is("--profile") || is("--compare-profile")) {
        return "corrected published";
    }
    if (is("--view")) {
        return "front back left right top bottom iso";
    }
    if (is("--pose")) {
        return "half-step initial";
    }
    if (is("--pictures")) {
        return "none wrong all";
    }
    if (is("--to")) {
        return join(all_export_formats(), " ", &ExportFormat::id);
    }
    if (is("--format")) {  // "what to print: md, csv, json; default: …"
        const std::size_t begin = option.meaning.find(": ") + 2;
        std::string text = option.meaning.substr(begin, option.meaning.find(';') - begin);
        std::erase(text, ',');
        return text;
    }
    return "";
}

std::string table_values() { return join(listed_tables(), " "); }
std::string shell_values() { return join(all_shells(), " ", &ShellCompletion::id); }
std::string study_values() { return join(all_experiments(), " ", &Experiment::id); }

/// The words that may stand where a command's help begins to name its own like this.
struct PositionalValues {
    std::string_view beginning;
    std::string (*values)();
};
constexpr std::array<PositionalValues, 5> kPositionalValues{{{"CASE", &case_values},
                                                             {"COMMAND", &command_values},
                                                             {"SHELL", &shell_values},
                                                             {"STUDY", &study_values},
                                                             {"TABLE", &table_values}}};

std::string values_of_positional(const CommandText& command) {
    for (const PositionalValues& entry : kPositionalValues) {
        if (command.positional.starts_with(entry.beginning)) {
            return entry.values();
        }
    }
    return "";
}

std::string names_of(const CommandText& command) {
    std::string text;
    for (const OptionText& option : command.options) {
        for (const std::string& name : option.names) {
            append_item(text, name, " ");
        }
    }
    return text;
}

std::vector<CommandText> commands_below(const std::vector<CommandText>& texts,
                                        const std::string& name) {
    std::vector<CommandText> below;
    for (const CommandText& text : texts) {
        if (text.name.starts_with(name + " ")) {
            below.push_back(text);
        }
    }
    return below;
}

std::string last_word(const std::string& name) { return name.substr(name.rfind(' ') + 1); }

/// Writes which words may follow an option of the command, as cases of a shell's `case`.
void write_value_cases(std::ostream& out, const CommandText& command, const char* answer) {
    for (const OptionText& option : command.options) {
        const std::string values = values_of_option(option);
        if (option.value.empty()) {
            continue;
        }
        std::string names;
        for (const std::string& name : option.names) {
            names += (names.empty() ? "'" : "'|'") + command.name + ":" + name;
        }
        out << "        " << names << "'";
        out << ") " << answer << "='" << values << "'; files=" << (values.empty() ? 1 : 0)
            << " ;;\n";
    }
}

/// Writes which words may stand in the command by themselves.
void write_word_cases(std::ostream& out, const std::vector<CommandText>& texts,
                      const CommandText& command) {
    std::string words = values_of_positional(command);
    for (const CommandText& below : commands_below(texts, command.name)) {
        append_item(words, last_word(below.name), " ");
    }
    const bool takes_files = command.positional.find("FILE") != std::string::npos || words.empty();
    out << "        '" << command.name << "') words='" << words << "'; names='" << names_of(command)
        << "'; files=" << (takes_files ? 1 : 0) << " ;;\n";
}

/// Sets `command` to "scene export", `values`, `words`, `names` and `files` from what is written so
/// far: what bash and zsh share. The words before the cursor are in `line`, the last in `before`.
void write_shell_tables(std::ostream& out, const CLI::App& app) {
    const std::vector<CommandText> texts = command_texts(app);
    out << "    case \"$command $second\" in\n";
    for (const CommandText& text : texts) {
        if (text.name.find(' ') != std::string::npos) {
            out << "        '" << text.name << "') command=\"$command $second\" ;;\n";
        }
    }
    out << "    esac\n    values=''; words=''; names=''; files=1; is_value=1\n"
           "    case \"$command:$before\" in\n";
    for (const CommandText& text : texts) {
        write_value_cases(out, text, "values");
    }
    out << "        *) is_value=0 ;;\n    esac\n"
           "    [ $is_value = 1 ] || case \"$command\" in\n"
           "        '') words='"
        << command_values() << "'; names='--help --version'; files=0 ;;\n";
    for (const CommandText& text : texts) {
        write_word_cases(out, texts, text);
    }
    out << "    esac\n";
}

std::string roff(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    }
    return result.starts_with(".") || result.starts_with("'") ? "\\&" + result : result;
}

void write_man_command(std::ostream& out, const CommandText& text) {
    out << ".SS " << roff("touchstone " + text.name + (text.positional.empty() ? "" : " "))
        << roff(text.positional) << '\n'
        << roff(text.summary) << ".\n";
    for (const OptionText& option : text.options) {
        std::string names;
        for (const std::string& name : option.names) {
            append_item(names, name);
        }
        out << ".TP\n.B " << roff(names + (option.value.empty() ? "" : " " + option.value)) << '\n'
            << roff(option.meaning) << '\n';
    }
    for (const Command& command : all_commands()) {
        if (command.id == text.name) {
            out << ".PP\nExamples:\n.PP\n.EX\n";
            for (const char* const example : command.examples) {
                out << roff(example) << '\n';
            }
            out << ".EE\n";
        }
    }
}

constexpr const char* kManEnd = R"(.SH EXIT STATUS
0: done. 1: a check failed, a method failed in all of its rows, or a file, a mesh or an output is
bad. 2: wrong usage.
130: stopped by Ctrl\-C.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colours, when it is set.
.TP
.B COLUMNS
How wide tables may be, where the terminal does not say.
.TP
.B TOUCHSTONE_VIEWER
The viewer that draws a report's pictures, when it is not beside the program.
.TP
.B TOUCHSTONE_CACHE_DIR
Where finished meshes are kept.
)";

/// Returns a text in quotes of fish.
std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return result + "'";
}

void write_bash_completion(std::ostream& out, const CLI::App& app) {
    out << "# Completion of touchstone for bash; written by `touchstone completion bash`.\n"
           "_touchstone() {\n"
           "    local current=\"${COMP_WORDS[COMP_CWORD]}\" "
           "before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
           "    local command='' second='' values words names files is_value list prefix=''\n"
           "    [ \"$COMP_CWORD\" -lt 2 ] || command=\"${COMP_WORDS[1]}\"\n"
           "    [ \"$COMP_CWORD\" -lt 3 ] || second=\"${COMP_WORDS[2]}\"\n";
    write_shell_tables(out, app);
    out << "    if [ $is_value = 1 ]; then\n"
           "        list=\"$values\"\n"
           "        case \"$current\" in *,*) prefix=\"${current%,*},\"; "
           "current=\"${current##*,}\" ;; "
           "esac\n"
           "    else\n"
           "        case \"$current\" in -*) list=\"$names\"; files=0 ;; *) list=\"$words\" ;; "
           "esac\n"
           "    fi\n"
           "    COMPREPLY=($(compgen -P \"$prefix\" -W \"$list\" -- \"$current\"))\n"
           "    [ $files = 0 ] || COMPREPLY+=($(compgen -f -- \"$current\"))\n"
           "}\n"
           "complete -o filenames -F _touchstone touchstone\n";
}

void write_zsh_completion(std::ostream& out, const CLI::App& app) {
    out << "#compdef touchstone\n"
           "# Completion of touchstone for zsh; written by `touchstone completion zsh`.\n"
           "_touchstone() {\n"
           "    local current=\"${words[CURRENT]}\" before=\"${words[CURRENT-1]}\"\n"
           "    local command='' second='' values names files is_value list\n"
           "    (( CURRENT <= 2 )) || command=\"${words[2]}\"\n"
           "    (( CURRENT <= 3 )) || second=\"${words[3]}\"\n"
           "    local words\n";
    write_shell_tables(out, app);
    out << "    if [ $is_value = 1 ]; then\n"
           "        list=\"$values\"\n"
           "        compset -P '*,'\n"
           "    else\n"
           "        case \"$current\" in -*) list=\"$names\"; files=0 ;; *) list=\"$words\" ;; "
           "esac\n"
           "    fi\n"
           "    compadd -- ${=list}\n"
           "    [ $files = 0 ] || _files\n"
           "}\n"
           "_touchstone \"$@\"\n";
}

void write_fish_completion(std::ostream& out, const CLI::App& app) {
    out << "# Completion of touchstone for fish; written by `touchstone completion fish`.\n";
    const std::vector<CommandText> texts = command_texts(app);
    for (const CommandText& text : texts) {
        const std::size_t space = text.name.find(' ');
        const std::string first = text.name.substr(0, space);
        const bool is_below = space != std::string::npos;
        out << "complete -c touchstone -n "
            << (is_below ? "'__fish_seen_subcommand_from " + first + "'" : "__fish_use_subcommand")
            << " -f -a " << last_word(text.name) << " -d " << fish_quoted(text.summary) << '\n';
        const std::string here = " -n '__fish_seen_subcommand_from " + last_word(text.name) + "'";
        if (const std::string values = values_of_positional(text); !values.empty()) {
            out << "complete -c touchstone" << here << " -a " << fish_quoted(values) << '\n';
        }
        for (const OptionText& option : text.options) {
            out << "complete -c touchstone" << here;
            for (const std::string& name : option.names) {
                out << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
            }
            const std::string values = values_of_option(option);
            out << (option.value.empty() ? "" : " -r")
                << (values.empty() ? "" : " -f -a " + fish_quoted(values)) << " -d "
                << fish_quoted(option.meaning) << '\n';
        }
    }
}

constexpr std::array<ShellCompletion, 3> kShells{{{"bash", &write_bash_completion},
                                                  {"zsh", &write_zsh_completion},
                                                  {"fish", &write_fish_completion}}};

}  // namespace

void write_man_page(std::ostream& out, const CLI::App& app) {
    out << ".TH TOUCHSTONE 1 \"\" \"Touchstone " << program_version() << "\"\n.SH NAME\n"
        << "touchstone \\- measures the quality of contact points against known right answers\n"
        << ".SH SYNOPSIS\n.B touchstone\n.I COMMAND\n[\\fIARGUMENT\\fR...]\n.SH COMMANDS\n";
    for (const CommandText& text : command_texts(app)) {
        write_man_command(out, text);
    }
    out << kManEnd;
}

std::span<const ShellCompletion> all_shells() { return kShells; }

}  // namespace touchstone::reports
