#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// A program to run. It inherits the caller's environment and working folder, but none of its open
/// files.
struct ChildCommand {
    std::filesystem::path program = {};             ///< path of the program, not
                                                    ///< searched for in PATH
    std::vector<std::string> arguments = {};        ///< arguments without the program's own name
    double time_limit = 60.0;                       ///< wall-clock limit after which
                                                    ///< the child is killed [s]
    std::size_t max_output = std::size_t{1} << 30;  ///< limit on standard output beyond
                                                    ///< which it is killed [bytes]
};

/// The ways in which a child can end.
enum class ChildEnd {
    Exited,    ///< ended by itself, with exit status `code`
    Signaled,  ///< ended by the signal `code`
    TimedOut,
    OutputTooLong,
    Unknown  ///< ended, but the host ignores SIGCHLD and its status is lost
};

/// The end of a child and its output.
struct ChildResult {
    ChildEnd end = ChildEnd::Exited;
    int code = 0;
    std::string output;  ///< complete standard output
    std::string errors;  ///< last few kilobytes of standard error
};

/// Runs the program with `input` on standard input and waits for its end. Stopping a child stops
/// its whole process group; no process is left running or unreaped. Safe with many threads; a child
/// that reads no input or dies early does no harm. Throws FileError when the program cannot be
/// started.
ChildResult run_child_process(const ChildCommand& command, std::string_view input);

}  // namespace touchstone
