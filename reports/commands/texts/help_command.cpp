#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "methods/base/error.h"
#include "methods/base/run_program.h"
#include "reports/commands/commands.h"
#include "reports/commands/texts/command_line.h"
#include "reports/commands/texts/command_texts.h"
#include "reports/commands/texts/help_layout.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {

namespace {

struct HelpOptions {
    std::string command;
    bool man = false;
};

const Command& find_command(const std::string& id) {
    std::vector<std::string> known;
    for (const Command& command : all_commands()) {
        if (command.id == id) {
            return command;
        }
        known.emplace_back(command.id);
    }
    const std::string nearest = nearest_name(id, known);
    throw UnknownName("there is no command '" + id +
                      (nearest.empty() ? "';" : "', did you mean " + nearest + "?") +
                      " touchstone help lists them");
}

/// Runs `help`. The app that read the command line would give the help of the command that it read,
/// `help` itself.
int run_help(const CLI::App& app, const HelpOptions& options) {
    if (options.man) {
        write_man_page(std::cout, app);
    } else if (options.command.empty()) {
        std::cout << help_for_output(make_command_line().app->help());
    } else if (const Command& asked = find_command(options.command); *asked.own_words != '\0') {
        CLI::App itself;
        const CommandRun run = asked.add(itself);
        itself.parse(std::vector<std::string>{"--help"});
        return run();
    } else {
        std::cout << help_for_output(
            make_command_line().app->get_subcommand(options.command)->help("touchstone"));
    }
    flush_standard_output();
    return 0;
}

}  // namespace

CommandRun add_help(CLI::App& command) {
    const auto options = std::make_shared<HelpOptions>();
    command.add_option("command", options->command, "which; none: all of them, on a line each")
        ->type_name("COMMAND");
    command.add_flag("--man", options->man, "the manual page, as roff");
    return [&command, options] { return run_help(*command.get_parent(), *options); };
}

}  // namespace touchstone::reports
