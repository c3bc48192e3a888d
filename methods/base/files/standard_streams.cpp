#include "methods/base/files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace touchstone {

void open_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) {
            continue;
        }
        // The lowest free number is the stream's own, since those below it are open by now. It is
        // opened the wrong way round, so that reading or writing it remains an error.
        const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (opened != stream) {
            _exit(1);  // without /dev/null no file is safe to
                       // open, and there is nowhere to report it
        }
    }
}

}  // namespace touchstone
