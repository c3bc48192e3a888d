#pragma once

#include <time.h>

namespace touchstone {

/// Returns the processor time that this thread has taken so far [s].
inline double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace touchstone
