#include "methods/base/files/temporary_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

#include "methods/base/error.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".touchstone-";  // followed by the process
                                                      // id, a dash and a number

/// Returns false for a recording whose process still runs, since a new recording is unlocked for an
/// instant.
bool may_be_left(const std::string& name) {
    const long process = std::strtol(name.c_str() + kPrefix.size(), nullptr, 10);
    return !name.ends_with(".h5.tmp") ||
           (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH);
}

/// Returns true when this is a name of the open file.
bool is_name_of(const fs::path& path, const FileDescriptor& file) {
    struct stat own {};
    struct stat other {};
    return ::fstat(file.number(), &own) == 0 && ::lstat(path.c_str(), &other) == 0 &&
           own.st_ino == other.st_ino && own.st_dev == other.st_dev;
}

bool try_lock(const FileDescriptor& file) { return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0; }

}  // namespace

void throw_write_error(const fs::path& path, int error_number) {
    throw FileError("cannot write '" + path.string() + "': " + system_reason(error_number));
}

fs::path folder_of_file(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

int write_contents(int descriptor, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t count = ::write(descriptor, contents.data(), contents.size());
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        if (count > 0) {
            contents.remove_prefix(static_cast<std::size_t>(count));
        }
    }
    return 0;
}

fs::path temporary_path(const fs::path& folder, std::string_view ending) {
    // Not twice: who sweeps may have opened the file that had the name first. Names do not contain
    // the target's, which may be as long as names can be.
    static std::atomic<long> next = 0;
    std::string name(kPrefix);
    name += std::to_string(::getpid()) + "-" + std::to_string(next++);
    return folder / name.append(ending);
}

TemporaryFile::TemporaryFile(const fs::path& folder, const fs::path& target) {
    do {  // O_EXCL skips names in use on other machines
        path_ = temporary_path(folder, ".tmp");
        descriptor_ =
            FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (descriptor_.is_open() ? was_swept() : errno == EEXIST || errno == EINTR);
    if (!descriptor_.is_open()) {
        throw_write_error(target, errno);
    }
}

TemporaryFile::~TemporaryFile() {
    if (!renamed_ && is_at(path_)) {
        ::unlink(path_.c_str());
    }
}

void TemporaryFile::write(std::string_view contents, const fs::path& target, bool forced) {
    int error_number = write_contents(descriptor_.number(), contents);
    if (error_number == 0 && (forced ? ::fsync(descriptor_.number()) : hand_over()) != 0) {
        error_number = errno;
    }
    if (error_number != 0) {
        throw_write_error(target, error_number);
    }
}

void TemporaryFile::keep_mode(mode_t mode) { ::fchmod(descriptor_.number(), mode & 07777); }

bool TemporaryFile::rename_to(const fs::path& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) {
        if (errno == ENOENT) {
            return false;
        }
        throw_write_error(target, errno);
    }
    renamed_ = true;
    descriptor_.close();  // what was written has told every error that this could
    return true;
}

void TemporaryFile::touch() const { ::futimens(descriptor_.number(), nullptr); }

std::optional<fs::file_time_type> TemporaryFile::touched() const {
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) {
        return std::nullopt;
    }
    const std::chrono::sys_time<std::chrono::nanoseconds> time{
        std::chrono::seconds(status.st_mtim.tv_sec) +
        std::chrono::nanoseconds(status.st_mtim.tv_nsec)};
    return std::chrono::file_clock::from_sys(time);
}

bool TemporaryFile::is_at(const fs::path& path) const { return is_name_of(path, descriptor_); }

/// Gives what was written to the server of a file system that keeps it here until the file is
/// closed, and learns from it of a full disk. Returns -1 where that fails, with errno. What is
/// closed is a second descriptor, so that the lock stays.
int TemporaryFile::hand_over() {
    FileDescriptor second(::fcntl(descriptor_.number(), F_DUPFD_CLOEXEC, 0));
    return second.is_open() && second.close() ? 0 : -1;
}

/// Locks the new file. Returns true when another program was faster, and sweeps it away.
bool TemporaryFile::was_swept() {
    if (!try_lock(descriptor_) && errno == EWOULDBLOCK) {
        return true;
    }
    struct stat status {};
    return ::fstat(descriptor_.number(), &status) == 0 && status.st_nlink == 0;
}

void sweep_temporary_files(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(kPrefix) || !name.ends_with(".tmp") || !may_be_left(name)) {
            continue;
        }
        const FileDescriptor file(
            ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
        struct stat status {};
        if (file.is_open() && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) &&
            try_lock(file) && is_name_of(entry->path(), file)) {  // or it was renamed since
            ::unlink(entry->path().c_str());
        }
    }
}

}  // namespace touchstone
