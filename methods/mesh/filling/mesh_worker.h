#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

// The mesh worker as its callers see it: a program of its own, in which libraries run that may
// crash, hang, or take all memory.

namespace touchstone {

/// Most memory that the worker may take [bytes].
inline constexpr std::uint64_t kWorkerMemory = std::uint64_t{4} << 30;

/// Reason and remedy where the worker gave no answer and nobody knows how it ended.
inline constexpr std::string_view kLostWorkerEnd =
    "the mesh worker ended without an answer, and how it ended was lost: this process ignores "
    "SIGCHLD or waits for children that are not its own; restore the signal's default";

/// Returns the path of touchstone-tetgen-worker: that of the environment variable
/// TOUCHSTONE_TETGEN_WORKER, else beside the running program (the module, in a program that has
/// loaded one), else in ../libexec/touchstone from there. Throws FileError where there is none.
std::filesystem::path find_mesh_worker();

/// Returns the last lines of what the worker printed, joined to one.
std::string last_lines_of(const std::string& text);

}  // namespace touchstone
