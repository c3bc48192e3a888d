#include "reports/shell/interrupt.h"

#include <csignal>

#include "methods/base/process/child_groups.h"

namespace touchstone::reports {
namespace {

// Global, since a signal handler has no other way to report.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void note_interrupt(int signal) {
    if (interrupted != 0) {
        end_with_children(signal);
        return;
    }
    interrupted = 1;
}

}  // namespace

void note_interrupts() {
    struct sigaction action {};
    action.sa_handler = &note_interrupt;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
}

bool was_interrupted() { return interrupted != 0; }

}  // namespace touchstone::reports
