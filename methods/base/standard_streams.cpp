#include "methods/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace touchstone {

void open_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) {
            continue;
        }
        // The lowest free number is the stream's own: those below it are open by now. Opened the
        // wrong way round, so that output that nobody gets is an error still.
        const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (opened != stream) {
            _exit(1);  // without /dev/null nothing is safe to open, and there is nobody to tell
        }
    }
}

}  // namespace touchstone
