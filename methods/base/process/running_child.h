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

#include "methods/base/file_descriptor.h"

// What run_child_process and LineChild share: a started program and the pipes to it.

namespace touchstone {

using ChildClock = std::chrono::steady_clock;

/// The caller's ends; none of them blocks.
struct ChildStreams {
    FileDescriptor input;   ///< what is written here, the child reads on standard input
    FileDescriptor output;  ///< what the child writes to standard output
    FileDescriptor errors;  ///< and to standard error
};

/// A started program, which leads a process group of its own: all that it starts dies with it, also
/// when it ends by itself. Killed and reaped at the end of its life, and killed by the system when
/// this program ends in any way, SIGKILL included.
class RunningChild {
 public:
    /// It sees the caller's environment and working folder, none of its open files, and no blocked
    /// or ignored signal. Throws FileError when the program cannot be started.
    RunningChild(const std::filesystem::path& program, std::span<const std::string> arguments);
    RunningChild(const RunningChild&) = delete;
    RunningChild& operator=(const RunningChild&) = delete;
    ~RunningChild();

    ChildStreams& streams() { return streams_; }

    void kill_group() const;
    /// Waits for the end, but not beyond the deadline; false then.
    bool wait_until(ChildClock::time_point deadline);
    int status() const { return status_; }  ///< as waitpid reports it; once it has ended
    /// False when somebody else took it: this process ignores SIGCHLD, or waits for any child.
    bool has_status() const { return has_status_; }

 private:
    bool wait(int flags);

    ChildStreams streams_;
    pid_t owner_ = 0;  ///< this process: a copy of it made by fork leaves the child alone
    pid_t id_ = 0;
    int status_ = 0;
    bool has_status_ = true;
    bool reaped_ = false;
    /// What the system kills the child for is the end of the thread that started it: a thread of
    /// its own, which stays until then.
    std::thread starter_;
    std::promise<void> released_;
};

/// Holds back the signal that writing to a dead child raises in this thread, and takes it away.
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

/// Waits until one of the streams that are open can be served, or the deadline has come, and serves
/// them: takes from `input` what was written, appends to `output` and `errors` what was read. A
/// stream is closed at its end, and the input also when nobody reads it any more; with
/// `close_input` also when all is written.
void serve_streams(ChildStreams& streams, std::string_view& input, std::string& output,
                   std::string& errors, ChildClock::time_point deadline, bool close_input);

/// So many seconds from now; none below 0, none at all when it is years.
ChildClock::time_point deadline_after(double seconds);

}  // namespace touchstone
