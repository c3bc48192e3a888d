#include "reports/commands/view_command.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "methods/base/error.h"

namespace touchstone::reports {

CLI::App* add_view_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "view", "Show a test case, scene or recording and its contacts in a window");
    command->set_help_flag();  // --help is the viewer's, as all that follows
    command->prefix_command();
    return command;
}

void run_view(const CLI::App& command) {
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "touchstone-viewer";
    std::vector<std::string> words = command.remaining();
    words.insert(words.begin(), program.string());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    // The same process: the window is ended, stopped and waited for like this program.
    ::execv(program.c_str(), arguments.data());
    throw Error(program.string() + ": cannot be started (" + std::strerror(errno) +
                "); build it with -DTOUCHSTONE_VIEWER=ON");
}

}  // namespace touchstone::reports
