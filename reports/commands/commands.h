#pragma once

#include <CLI/App.hpp>
#include <array>
#include <functional>
#include <memory>
#include <span>

namespace touchstone::reports {

/// A function that runs a command with its options and returns the program's exit status.
using CommandRun = std::function<int()>;

/// A command of the program: "report".
struct Command {
    const char* id;
    const char* summary;  ///< line of the help
    /// Adds the options; the function it returns is to be called once they are read.
    CommandRun (*add)(CLI::App& command);
    std::array<const char*, 2> examples;  ///< examples for the help
    /// Where a command reads its words itself, and tells of them when it is asked for help: what
    /// they are, as the others' help says it.
    const char* own_words = "";
};

/// Returns the table of the commands, in the order of the help.
std::span<const Command> all_commands();

/// Makes a command of its options, the function that adds them and the one that runs it.
template <typename Options>
CommandRun make_command(CLI::App& command, void (*add)(CLI::App&, Options&),
                        int (*run)(const Options&)) {
    // CLI11 writes into the options, the command reads them: they live as long as it does.
    const auto options = std::make_shared<Options>();
    add(command, *options);
    return [options, run] { return run(*options); };
}

}  // namespace touchstone::reports
