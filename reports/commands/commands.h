#pragma once

#include <CLI/App.hpp>
#include <array>
#include <functional>
#include <memory>
#include <span>

namespace touchstone::reports {

/// Runs a command with what the command line gave it; returns the exit status of the program.
using CommandRun = std::function<int()>;

/// A word that the program does something for: "report".
struct Command {
    const char* id;
    const char* summary;  ///< for the help, one line
    /// Adds the options to the command; what is returned is to be called once they are read.
    CommandRun (*add)(CLI::App& command);
    std::array<const char*, 2> examples;  ///< for the help
};

/// In the order in which the help shows them.
std::span<const Command> all_commands();

/// The parts of a command: its options, how they are added, and what is done with them.
template <typename Options>
CommandRun make_command(CLI::App& command, void (*add)(CLI::App&, Options&),
                        int (*run)(const Options&)) {
    // CLI11 writes into the options, the command reads them: they live as long as it does.
    const auto options = std::make_shared<Options>();
    add(command, *options);
    return [options, run] { return run(*options); };
}

}  // namespace touchstone::reports
