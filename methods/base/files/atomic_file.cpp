#include "methods/base/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "methods/base/files/file_descriptor.h"
#include "methods/base/files/temporary_file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

void write_in_place(const fs::path& path, std::string_view contents) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) {
        throw_write_error(path, errno);
    }
    const int error_number = write_contents(file.number(), contents);
    if (error_number != 0) {
        throw_write_error(path, error_number);
    }
    if (!file.close()) {
        throw_write_error(path, errno);
    }
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
        throw_write_error(path, errno);
    }
    if (exists && S_ISDIR(old.st_mode)) {
        throw_write_error(path, EISDIR);
    }
    if (exists && !S_ISREG(old.st_mode)) {
        write_in_place(path, contents);
        return;
    }
    if (!path.has_filename()) {
        throw_write_error(path, ENOENT);
    }
    const fs::path target = follow_links(path);
    const fs::path folder = folder_of_file(target);
    constexpr int kAttempts = 3;  // each with a new file, as the temporary one may be swept away
    for (int attempt = 1;; ++attempt) {
        TemporaryFile temporary(folder, path);
        if (exists) {
            temporary.keep_mode(old.st_mode);
        }
        temporary.write(contents, path, forced);
        if (temporary.rename_to(target)) {
            break;
        }
        if (attempt == kAttempts) {
            throw_write_error(path, ENOENT);
        }
    }
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

}  // namespace touchstone
