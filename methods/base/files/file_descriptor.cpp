#include "methods/base/files/file_descriptor.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace touchstone {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
        close();
        number_ = std::exchange(other.number_, -1);
    }
    return *this;
}

bool FileDescriptor::close() {
    if (!is_open()) {
        return true;
    }
    // On Linux the descriptor is released even when close is interrupted, so it must not be
    // retried.
    return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR;
}

std::string system_reason(int error_number) {
    return std::generic_category().message(error_number);
}

}  // namespace touchstone
