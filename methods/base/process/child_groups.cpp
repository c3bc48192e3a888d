#include "methods/base/process/child_groups.h"

#include <array>
#include <atomic>
#include <csignal>

#include "methods/base/files/standard_streams.h"

namespace touchstone {
namespace {

// Global, since a signal handler has no other way to reach them. 0: free.
std::array<std::atomic<pid_t>, 256> groups;
static_assert(std::atomic<pid_t>::is_always_lock_free);

extern "C" void end_program(int signal) { end_with_children(signal); }

}  // namespace

void note_child_group(pid_t group) {
    for (std::atomic<pid_t>& slot : groups) {
        pid_t free = 0;
        if (slot.compare_exchange_strong(free, group)) {
            return;
        }
    }
}

void forget_child_group(pid_t group) {
    for (std::atomic<pid_t>& slot : groups) {
        pid_t noted = group;
        if (slot.compare_exchange_strong(noted, 0)) {
            return;
        }
    }
}

void end_with_children(int signal) {
    for (const std::atomic<pid_t>& slot : groups) {
        const pid_t group = slot.load();
        if (group > 0) {
            ::kill(-group, SIGKILL);
        }
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void start_program() {
    open_standard_streams();
    std::signal(SIGCHLD, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
            action.sa_handler = &end_program;
            action.sa_flags = SA_RESTART;
            ::sigaction(signal, &action, nullptr);
        }
    }
}

}  // namespace touchstone
