#include "methods/base/files/standard_streams.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "methods/testing/catch.h"

namespace touchstone {

TEST_CASE("open_standard_streams keeps files off the closed standard streams", "[base]") {
    const int closed = GENERATE(1, 2, 4, 6, 7);  // bit i: descriptor i
    const pid_t child = ::fork();
    if (child == 0) {
        for (int stream = 0; stream <= 2; ++stream) {
            if ((closed >> stream & 1) != 0) {
                ::close(stream);
            }
        }
        open_standard_streams();
        const int file = ::open("/dev/zero", O_RDWR);
        char byte = 0;
        bool good = file > STDERR_FILENO;
        // Reading and writing them must still fail.
        good = good && ((closed & 1) == 0 || (::read(0, &byte, 1) < 0 && errno == EBADF));
        good = good && ((closed & 2) == 0 || (::write(1, &byte, 1) < 0 && errno == EBADF));
        good = good && ((closed & 4) == 0 || (::write(2, &byte, 1) < 0 && errno == EBADF));
        ::_exit(good ? 0 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

}  // namespace touchstone
