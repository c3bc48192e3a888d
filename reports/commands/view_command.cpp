#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "reports/commands/commands.h"

namespace touchstone::reports {
namespace {

/// Becomes touchstone-viewer, which stands beside this program; returns only by throwing. Throws
/// Error, naming the remedy, when there is none.
[[noreturn]] void run_view(const CLI::App& command) {
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "touchstone-viewer";
    std::vector<std::string> words = command.remaining();
    words.insert(words.begin(), program.string());
    std::vector<char*> arguments;
    arguments.reserve(words.size());
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    // The same process: the window is ended, stopped and waited for like this program.
    ::execv(program.c_str(), arguments.data());
    throw Error(program.string() + ": cannot be started (" + std::strerror(errno) +
                "); build it with -DTOUCHSTONE_VIEWER=ON");
}

}  // namespace

/// Takes all words after it as they are: they are the viewer's.
CommandRun add_view(CLI::App& command) {
    command.set_help_flag();  // --help is the viewer's, as all that follows
    command.prefix_command();
    return [&command]() -> int { run_view(command); };
}

}  // namespace touchstone::reports
