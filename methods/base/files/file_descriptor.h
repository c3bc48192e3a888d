#pragma once

#include <string>
#include <utility>

namespace touchstone {

/// Owns an open file descriptor.
class FileDescriptor {
 public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor() { close(); }

    /// Returns true when it holds an open file.
    bool is_open() const { return number_ >= 0; }
    /// Returns the system's number of the file; negative: none.
    int number() const { return number_; }

    /// Closes the file. Returns false when the system reports that earlier writes were lost; errno
    /// says why.
    bool close();

 private:
    int number_ = -1;
};

/// Returns the system's description of an errno value: "No such file or directory".
std::string system_reason(int error_number);

}  // namespace touchstone
