#include "methods/base/files/output_paths.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>

#include "methods/base/error.h"
#include "methods/base/lower_case.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

std::optional<struct stat> status_of(const fs::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

bool is_same_inode(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Returns the path of a file to be made, with links followed as far as they exist.
fs::path place_of(const fs::path& path) {
    std::error_code error;
    // weakly_canonical would leave a relative path relative when no part of it exists.
    const fs::path whole = fs::absolute(path, error);
    fs::path target = whole;
    constexpr int kMaxLinks = 40;  // the kernel's own limit
    for (int i = 0; i < kMaxLinks && fs::is_symlink(target, error); ++i) {
        target = target.parent_path() / fs::read_symlink(target, error);
    }
    const fs::path plain = fs::weakly_canonical(target, error);
    return error ? target.lexically_normal() : plain;
}

bool takes_many(const std::optional<struct stat>& status) {
    return status && !S_ISREG(status->st_mode);
}

}  // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
    const std::optional<struct stat> status_a = status_of(a);
    const std::optional<struct stat> status_b = status_of(b);
    if (status_a && status_b) {
        return is_same_inode(*status_a, *status_b);
    }
    if (status_a || status_b) {
        return false;
    }
    return lower_case(place_of(a).string()) == lower_case(place_of(b).string());
}

void check_outputs_apart(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedFile& output = outputs[i];
        const std::optional<struct stat> status = status_of(output.path);
        if (takes_many(status)) {
            continue;
        }
        for (const NamedFile& other : outputs.first(i)) {
            if (is_same_file(output.path, other.path)) {
                throw UsageError("two outputs would be written to " + output.path.string() + ": " +
                                 other.name + " and " + output.name + "; name another file");
            }
        }
        for (const NamedFile& input : inputs) {
            if (status && is_same_file(output.path, input.path)) {
                throw UsageError(output.path.string() + " would be overwritten: " + output.name +
                                 " leads to the same file as " + input.name +
                                 "; name another file to write to");
            }
        }
    }
}

}  // namespace touchstone
