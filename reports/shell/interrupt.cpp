#include "reports/shell/interrupt.h"

#include <csignal>

namespace touchstone::reports {
namespace {

// A signal handler has no other way to tell.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void note_interrupt(int) { interrupted = 1; }

}  // namespace

void note_interrupts() {
    struct sigaction action {};
    action.sa_handler = &note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
}

bool was_interrupted() { return interrupted != 0; }

}  // namespace touchstone::reports
