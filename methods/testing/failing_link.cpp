#include "methods/testing/failing_link.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace {

/// What the next calls of link() do.
struct LinkFailure {
    std::atomic<int> calls = 0;  ///< number of those that fail
    std::atomic<int> error_number = 0;
    std::atomic<bool> makes_name = false;
};

LinkFailure link_failure;

}  // namespace

/// Stands before the system's own in a program that is linked with this file.
extern "C" int link(const char* from, const char* to) noexcept {
    const bool fails = link_failure.calls > 0 && link_failure.calls-- > 0;
    const long result = fails && !link_failure.makes_name
                            ? -1
                            : ::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (fails) {
        errno = link_failure.error_number;
        return -1;
    }
    return static_cast<int>(result);
}

namespace touchstone::testing {

FailingLink::FailingLink(int error_number, int calls, bool makes_name) {
    link_failure.error_number = error_number;
    link_failure.makes_name = makes_name;
    link_failure.calls = calls;
}

FailingLink::~FailingLink() { link_failure.calls = 0; }

}  // namespace touchstone::testing
