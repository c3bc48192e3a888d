#include <iostream>
#include <string>

#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/commands/texts/shell_completion.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

int run_completion(const CLI::App& app, const std::string& shell) {
    find_by_id(all_shells(), shell, "shell").write(std::cout, app);
    flush_standard_output();
    return 0;
}

}  // namespace

CommandRun add_completion(CLI::App& command) {
    const auto shell = std::make_shared<std::string>();
    command.add_option("shell", *shell, join(all_shells(), ", ", &ShellCompletion::id))
        ->required()
        ->type_name("SHELL");
    return [&command, shell] { return run_completion(*command.get_parent(), *shell); };
}

}  // namespace touchstone::reports
