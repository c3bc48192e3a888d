#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// A program to run. It sees the caller's environment and working folder, none of its open files.
struct ChildCommand {
    std::filesystem::path program = {};             ///< a path, not searched for in PATH
    std::vector<std::string> arguments = {};        ///< without the program's own name
    double time_limit = 60.0;                       ///< wall clock [s]; then the child is killed
    std::size_t max_output = std::size_t{1} << 30;  ///< bytes on standard output; then it is killed
};

enum class ChildEnd {
    Exited,    ///< `code` is its exit status
    Signaled,  ///< `code` is the signal that ended it
    TimedOut,
    OutputTooLong,
    Unknown  ///< it ended, but somebody else took its status: the host ignores SIGCHLD
};

struct ChildResult {
    ChildEnd end = ChildEnd::Exited;
    int code = 0;
    std::string output;  ///< all of standard output
    std::string errors;  ///< the last few kilobytes of standard error
};

/// Runs the program, hands it `input` on standard input and waits for its end. A child that is
/// stopped takes all that it started with it (its process group); none is left running or unreaped.
/// Safe with many threads; a child that reads no input or dies early does no harm.
/// Throws FileError when the program cannot be started.
ChildResult run_child_process(const ChildCommand& command, std::string_view input);

}  // namespace touchstone
