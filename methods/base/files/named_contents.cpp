#include "methods/base/files/named_contents.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "methods/base/files/file_descriptor.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Creates the file and then writes it; returns false where there is one.
bool create_in_place(const fs::path& path, std::string_view contents) {
    const FileDescriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!made.is_open() && errno == EEXIST) {
        return false;
    }
    const int error_number = made.is_open() ? write_contents(made.number(), contents) : errno;
    if (error_number != 0) {
        if (made.is_open()) {
            ::unlink(path.c_str());
        }
        throw_write_error(path, error_number);
    }
    return true;
}

}  // namespace

NamedContents::NamedContents(std::string contents) : contents_(std::move(contents)) {}

bool NamedContents::create(const fs::path& path) {
    constexpr int kAttempts = 3;  // each with a new file, as the temporary name may be swept away,
                                  // or the file have all names that one can have
    for (int attempt = 1;; ++attempt) {
        std::shared_ptr<const TemporaryFile> named = file();
        struct stat old {};
        if (!named && ::lstat(path.c_str(), &old) == 0) {
            return false;
        }
        if (!named) {
            named = make_file(path);
        }
        const int error_number = ::link(named->path().c_str(), path.c_str()) == 0 ? 0 : errno;
        switch (error_number) {
            case 0:
                return true;
            case EEXIST:
                return false;
            case EPERM:
            case ENOTSUP:
            case ENOSYS:
                return create_in_place(path, contents_);  // a file system without second names
            default:
                forget(named);
        }
        if (attempt == kAttempts && error_number == EMLINK) {
            return create_in_place(path, contents_);
        }
        if (attempt == kAttempts || (error_number != EMLINK && error_number != ENOENT)) {
            throw_write_error(path, error_number);
        }
    }
}

void NamedContents::touch() const {
    if (const std::shared_ptr<const TemporaryFile> named = file()) {
        named->touch();
    }
}

bool NamedContents::is_at(const fs::path& path) const {
    const std::shared_ptr<const TemporaryFile> named = file();
    return named && named->is_at(path);
}

std::shared_ptr<const TemporaryFile> NamedContents::file() const {
    const std::lock_guard lock(mutex_);
    return file_;
}

std::shared_ptr<const TemporaryFile> NamedContents::make_file(const fs::path& path) {
    const std::lock_guard lock(mutex_);
    if (!file_) {
        const auto made = std::make_shared<TemporaryFile>(folder_of_file(path), path);
        made->write(contents_, path, false);
        file_ = made;
    }
    return file_;
}

void NamedContents::forget(const std::shared_ptr<const TemporaryFile>& file) {
    const std::lock_guard lock(mutex_);
    if (file_ == file) {
        file_.reset();
    }
}

}  // namespace touchstone
