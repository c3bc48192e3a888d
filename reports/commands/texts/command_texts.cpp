#include "reports/commands/texts/command_texts.h"

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/commands/view_options.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

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

}  // namespace

std::vector<CommandText> command_texts(const CLI::App& app) {
    std::vector<CommandText> texts;
    append_commands(app, "", texts);
    return texts;
}

void write_man_page(std::ostream& out, const CLI::App& app) {
    out << ".TH TOUCHSTONE 1 \"\" \"Touchstone " << program_version() << "\"\n.SH NAME\n"
        << "touchstone \\- measures the quality of contact points against known right answers\n"
        << ".SH SYNOPSIS\n.B touchstone\n.I COMMAND\n[\\fIARGUMENT\\fR...]\n.SH COMMANDS\n";
    for (const CommandText& text : command_texts(app)) {
        write_man_command(out, text);
    }
    out << kManEnd;
}

}  // namespace touchstone::reports
