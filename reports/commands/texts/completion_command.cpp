#include <iostream>
#include <string>

#include "methods/base/error.h"
#include "reports/commands/commands.h"
#include "reports/commands/texts/command_texts.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

int run_completion(const CLI::App& app, const std::string& shell) {
    if (shell == "bash") {
        write_bash_completion(std::cout, app);
    } else if (shell == "zsh") {
        write_zsh_completion(std::cout, app);
    } else if (shell == "fish") {
        write_fish_completion(std::cout, app);
    } else {
        throw UnknownName("unknown shell '" + shell + "'; known: bash, zsh, fish");
    }
    flush_standard_output();
    return 0;
}

}  // namespace

CommandRun add_completion(CLI::App& command) {
    const auto shell = std::make_shared<std::string>();
    command.add_option("shell", *shell, "bash, zsh or fish")->required()->type_name("SHELL");
    return [&command, shell] { return run_completion(*command.get_parent(), *shell); };
}

}  // namespace touchstone::reports
