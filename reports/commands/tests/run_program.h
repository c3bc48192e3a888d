#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "methods/base/process/child_process.h"

namespace touchstone::testing {

using Arguments = std::vector<std::string>;

/// Runs `touchstone` to its end, with nothing on standard input. Fails the test when it is killed.
ChildResult run_touchstone(const Arguments& arguments);

/// What stands on standard error beside the files that were written: "touchstone: wrote FILE".
std::string other_errors(const ChildResult& result);

/// Runs what must fail: with that status, one line of message that has all the words, and nothing
/// on standard output.
void check_refused(const Arguments& arguments, int status, const std::vector<std::string>& words);

/// `touchstone` as a child that goes on by itself, its output in a file; killed with this.
class RunningProgram {
 public:
    RunningProgram(const Arguments& arguments, const std::filesystem::path& output);
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;
    ~RunningProgram();

    /// Fails the test when it has not come true within a minute.
    void wait_until(const std::function<bool()>& happened) const;
    void wait_for_lines(int count) const;
    void send(int signal) const;
    int wait();  ///< to its end, which is told as waitpid does

    std::filesystem::path errors() const { return output_.string() + ".errors"; }

 private:
    std::filesystem::path output_;
    ::pid_t pid_ = -1;
};

/// The bytes of a file; empty when there is none.
std::string read_bytes(const std::filesystem::path& path);

}  // namespace touchstone::testing
