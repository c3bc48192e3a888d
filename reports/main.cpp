#include <malloc.h>

#include <algorithm>
#include <string>
#include <vector>

#include "methods/base/process/child_groups.h"
#include "methods/base/run_program.h"
#include "reports/commands/texts/command_line.h"

namespace touchstone::reports {
namespace {

/// Keeps freed memory in the program: what a query of a large scene frees, the next one needs
/// again, and fetching it from the system anew, page by page, takes longer than finding the
/// contacts. See docs/results/detection.md.
void keep_memory() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace
}  // namespace touchstone::reports

int main(int argc, char** argv) {
    touchstone::start_program();
    touchstone::reports::keep_memory();
    return touchstone::run_program("touchstone", [&] {
        return touchstone::reports::run_command_line(
            std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
    });
}
