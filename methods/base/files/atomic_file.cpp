#include "methods/base/files/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "methods/base/error.h"
#include "methods/base/files/file_descriptor.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int error_number) {
    throw FileError("cannot write '" + path.string() + "': " + system_reason(error_number));
}

/// Returns 0, or the errno value.
int write_all(int descriptor, std::string_view contents) {
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

constexpr std::string_view kPrefix = ".touchstone-";  // followed by the process
                                                      // id, a dash and a number

/// Returns false for a recording whose process still runs, since a new recording is unlocked for an
/// instant.
bool may_be_left(const std::string& name) {
    const long process = std::strtol(name.c_str() + kPrefix.size(), nullptr, 10);
    return !name.ends_with(".h5.tmp") ||
           (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH);
}

/// Locks a file that is being written, until it is renamed. The system drops the lock when the
/// writer ends, so a file that can be locked has been left by a run that is gone.
bool try_lock(const FileDescriptor& file) { return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0; }

/// A new file next to the target, removed on destruction unless it was renamed.
class TemporaryFile {
 public:
    TemporaryFile(const fs::path& folder, const fs::path& target) {
        // Names only need to be new: O_EXCL skips those in use by other threads, processes or
        // machines. They do not contain the target's name, which may be as long as names can be.
        int attempt = 0;
        do {
            path_ = folder / (std::string(kPrefix) + std::to_string(::getpid()) + "-" +
                              std::to_string(attempt++) + ".tmp");
            descriptor_ = FileDescriptor(
                ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        } while (descriptor_.is_open() ? was_swept() : errno == EEXIST || errno == EINTR);
        if (!descriptor_.is_open()) {
            fail(target, errno);
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!renamed_) {
            ::unlink(path_.c_str());
        }
    }

    /// Writes the contents; with `forced` they are on the disk afterwards, else with all who ask
    /// the file system for them.
    void write(std::string_view contents, const fs::path& target, bool forced) {
        int error_number = write_all(descriptor_.number(), contents);
        if (error_number == 0 && (forced ? ::fsync(descriptor_.number()) : hand_over()) != 0) {
            error_number = errno;
        }
        if (error_number != 0) {
            fail(target, error_number);
        }
    }

    void keep_mode(mode_t mode) { ::fchmod(descriptor_.number(), mode & 07777); }

    /// Gives the file a second name; returns 0, or the errno value.
    int link_as(const fs::path& name) const {
        if (::link(path_.c_str(), name.c_str()) == 0) {
            return 0;
        }
        // An answer that is lost on a network is asked for again, and then there is one already.
        const int error_number = errno;
        struct stat status {};
        return ::fstat(descriptor_.number(), &status) == 0 && status.st_nlink == 2 ? 0
                                                                                   : error_number;
    }

    void rename_to(const fs::path& target) {
        if (::rename(path_.c_str(), target.c_str()) != 0) {
            fail(target, errno);
        }
        renamed_ = true;
        descriptor_.close();  // what was written has told every error that this could
    }

 private:
    /// Gives what was written to the server of a file system that keeps it here until the file is
    /// closed, and learns from it of a full disk. Returns -1 where that fails, with errno. What is
    /// closed is a second descriptor, so that the lock stays.
    int hand_over() {
        FileDescriptor second(::fcntl(descriptor_.number(), F_DUPFD_CLOEXEC, 0));
        return second.is_open() && second.close() ? 0 : -1;
    }

    /// Locks the new file. Returns true when another program swept it away before that.
    bool was_swept() {
        try_lock(descriptor_);
        struct stat status {};
        return ::fstat(descriptor_.number(), &status) == 0 && status.st_nlink == 0;
    }

    fs::path path_;
    FileDescriptor descriptor_;
    bool renamed_ = false;
};

void write_in_place(const fs::path& path, std::string_view contents) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) {
        fail(path, errno);
    }
    const int error_number = write_all(file.number(), contents);
    if (error_number != 0) {
        fail(path, error_number);
    }
    if (!file.close()) {
        fail(path, errno);
    }
}

/// Creates the file and then writes it; returns false where there is one.
bool create_in_place(const fs::path& path, std::string_view contents) {
    const FileDescriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!made.is_open() && errno == EEXIST) {
        return false;
    }
    const int error_number = made.is_open() ? write_all(made.number(), contents) : errno;
    if (error_number != 0) {
        if (made.is_open()) {
            ::unlink(path.c_str());
        }
        fail(path, error_number);
    }
    return true;
}

/// Returns the file at the end of a chain of links, even when it does not exist yet.
fs::path follow_links(const fs::path& path) {
    constexpr int kMaxLinks = 40;  // the kernel's own limit
    fs::path target = path;
    std::error_code error;
    for (int i = 0; i < kMaxLinks && fs::is_symlink(target, error); ++i) {
        const fs::path next = fs::read_symlink(target, error);
        if (error) {
            break;
        }
        target = target.parent_path() / next;
    }
    return target;
}

void replace_file(const fs::path& path, std::string_view contents, bool forced) {
    struct stat old {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) {
        fail(path, errno);
    }
    if (exists && S_ISDIR(old.st_mode)) {
        fail(path, EISDIR);
    }
    if (exists && !S_ISREG(old.st_mode)) {
        write_in_place(path, contents);
        return;
    }
    if (!path.has_filename()) {
        fail(path, ENOENT);
    }
    const fs::path target = follow_links(path);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

    TemporaryFile temporary(folder, path);
    if (exists) {
        temporary.keep_mode(old.st_mode);
    }
    temporary.write(contents, path, forced);
    temporary.rename_to(target);
    if (!forced) {
        return;
    }

    // Makes the rename survive a power cut where the file system can; the contents are safe
    // already.
    const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.is_open()) {
        ::fsync(directory.number());
    }
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view contents) {
    replace_file(path, contents, true);
}

void write_file_unforced(const fs::path& path, std::string_view contents) {
    replace_file(path, contents, false);
}

bool create_file_whole(const fs::path& path, std::string_view contents) {
    struct stat old {};
    if (::lstat(path.c_str(), &old) == 0) {
        return false;
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    TemporaryFile temporary(folder, path);
    temporary.write(contents, path, false);
    switch (const int error_number = temporary.link_as(path)) {
        case 0:
            return true;
        case EEXIST:
            return false;
        case EPERM:
        case ENOTSUP:
        case ENOSYS:
        case EMLINK:
            return create_in_place(path, contents);  // a file system without second names
        default:
            fail(path, error_number);
    }
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
            try_lock(file)) {
            ::unlink(entry->path().c_str());
        }
    }
}

}  // namespace touchstone
