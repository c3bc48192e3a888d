#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "methods/base/files/file_descriptor.h"

// The common part of run_child_process and LineChild: a started program and the pipes to it.

namespace touchstone {

/// The clock of deadlines.
using ChildClock = std::chrono::steady_clock;

/// The caller's ends of the pipes, all non-blocking.
struct ChildStreams {
    FileDescriptor input;   ///< connected to the child's standard input
    FileDescriptor output;  ///< connected to the child's standard output
    FileDescriptor errors;  ///< connected to the child's standard error
};

/// A started program at the head of a process group of its own: the whole group dies with it, also
/// when it ends by itself. Killed and reaped on destruction, and killed by the system when this
/// program ends in any way, SIGKILL included.
class RunningChild {
 public:
    /// Starts the program with the caller's environment and working folder, none of its open files,
    /// and no blocked or ignored signal. Throws FileError when that fails.
    RunningChild(const std::filesystem::path& program, std::span<const std::string> arguments);
    RunningChild(const RunningChild&) = delete;
    RunningChild& operator=(const RunningChild&) = delete;
    ~RunningChild();

    /// Returns its standard streams.
    ChildStreams& streams() { return streams_; }

    /// Kills the child and its whole group.
    void kill_group() const;
    /// Waits for the child's end; returns false when the deadline comes first.
    bool wait_until(ChildClock::time_point deadline);
    int status() const {
        return status_;
    }  ///< status as waitpid reports
       ///< it, once the child has ended
    /// Returns false when the status is lost: this process ignores SIGCHLD, or waits for any child.
    bool has_status() const { return has_status_; }

 private:
    bool wait(int flags);

    ChildStreams streams_;
    pid_t owner_ = 0;  ///< id of this process: a copy made by fork leaves the child alone
    pid_t id_ = 0;
    int status_ = 0;
    bool has_status_ = true;
    bool reaped_ = false;
    /// The thread that starts the child and lives as long as it: the system kills a child when the
    /// thread that started it ends.
    std::thread starter_;
    std::promise<void> released_;
};

/// Blocks the signal that writing to a dead child raises in this thread, and discards it.
class SigpipeBlock {
 public:
    SigpipeBlock();
    SigpipeBlock(const SigpipeBlock&) = delete;
    SigpipeBlock& operator=(const SigpipeBlock&) = delete;
    ~SigpipeBlock();

 private:
    sigset_t sigpipe_;
    sigset_t old_mask_;
    bool was_pending_ = false;
};

/// Waits until one of the open streams is ready or the deadline has come, and serves the ready
/// ones: removes from `input` what was written, appends to `output` and `errors` what was read. A
/// stream is closed at its end, and the input also when nobody reads it any more; with
/// `close_input` also once everything is written.
void serve_streams(ChildStreams& streams, std::string_view& input, std::string& output,
                   std::string& errors, ChildClock::time_point deadline, bool close_input);

/// Returns the time `seconds` from now: now for a negative number, and the far future for years.
ChildClock::time_point deadline_after(double seconds);

}  // namespace touchstone
