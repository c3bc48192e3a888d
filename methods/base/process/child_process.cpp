#include "methods/base/process/child_process.h"

#include <sys/wait.h>

#include "methods/base/process/running_child.h"

namespace touchstone {
namespace {

constexpr std::size_t kMaxErrors = 8192;  // part of standard error that is kept:
                                          // enough for the last messages [bytes]

/// Transfers bytes both ways until the child has closed its output. Returns false when it was
/// stopped, with the reason in `result.end`.
bool exchange(const ChildCommand& command, ChildStreams& streams, std::string_view input,
              ChildClock::time_point deadline, ChildResult& result) {
    while (streams.output.is_open() || streams.errors.is_open()) {
        serve_streams(streams, input, result.output, result.errors, deadline, true);
        if (result.errors.size() > kMaxErrors) {
            result.errors.erase(0, result.errors.size() - kMaxErrors);
        }
        if (result.output.size() > command.max_output) {
            result.end = ChildEnd::OutputTooLong;
            return false;
        }
        if (ChildClock::now() >= deadline) {
            result.end = ChildEnd::TimedOut;
            return false;
        }
    }
    return true;
}

}  // namespace

ChildResult run_child_process(const ChildCommand& command, std::string_view input) {
    const ChildClock::time_point deadline = deadline_after(command.time_limit);
    RunningChild child(command.program, command.arguments);
    ChildResult result;
    const SigpipeBlock sigpipe_block;
    if (!exchange(command, child.streams(), input, deadline, result)) {
        return result;
    }
    if (!child.wait_until(deadline)) {
        result.end = ChildEnd::TimedOut;
        return result;
    }
    if (!child.has_status()) {
        result.end = ChildEnd::Unknown;
        return result;
    }
    const bool exited = WIFEXITED(child.status());
    result.end = exited ? ChildEnd::Exited : ChildEnd::Signaled;
    result.code = exited ? WEXITSTATUS(child.status()) : WTERMSIG(child.status());
    return result;
}

}  // namespace touchstone
