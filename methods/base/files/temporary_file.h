#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "methods/base/files/file_descriptor.h"

namespace touchstone {

/// Throws FileError with the path and the system's reason for this errno value.
[[noreturn]] void throw_write_error(const std::filesystem::path& path, int error_number);

/// Returns the folder that the file is in: "." for a mere name.
std::filesystem::path folder_of_file(const std::filesystem::path& file);

/// Writes all of the contents. Returns 0, or the errno value.
int write_contents(int descriptor, std::string_view contents);

/// Returns a path in the folder for a temporary file: a process never gives one twice, and the
/// process that made a file can be told from its name. One on another machine may have the same.
std::filesystem::path temporary_path(const std::filesystem::path& folder, std::string_view ending);

/// A new file in a folder, removed at the end of its life unless it was renamed. Until then it is
/// locked: the system drops the lock when the writer ends, so a temporary file that can be locked
/// has been left by a run that is gone. Errors of all functions are FileErrors that name the
/// target, the file that is to come of it.
class TemporaryFile {
 public:
    TemporaryFile(const std::filesystem::path& folder, const std::filesystem::path& target);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    /// Writes the contents; with `forced` they are on the disk afterwards, else with all who ask
    /// the file system for them.
    void write(std::string_view contents, const std::filesystem::path& target, bool forced);

    /// Gives the file the permissions of another.
    void keep_mode(mode_t mode);

    /// Renames the file to the target, which it replaces. Returns false when another program has
    /// removed the file, as one on a machine that does not see the lock may.
    bool rename_to(const std::filesystem::path& target);

    /// Dates the file with the file system's present time.
    void touch() const;

    /// Returns the file's date; nothing where it cannot be asked.
    std::optional<std::filesystem::file_time_type> touched() const;

    const std::filesystem::path& path() const { return path_; }

    /// Returns true when this is a name of the file as well.
    bool is_at(const std::filesystem::path& path) const;

 private:
    int hand_over();
    bool was_swept();

    std::filesystem::path path_;
    FileDescriptor descriptor_;
    bool renamed_ = false;
};

/// Removes the temporary files that killed runs left in the folder, of TemporaryFile or of
/// recordings: those that no process holds locked. Where the system cannot lock, all of them stay;
/// where machines do not see each other's locks, one in use on another machine may go.
/// Never throws.
void sweep_temporary_files(const std::filesystem::path& folder);

}  // namespace touchstone
