#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "methods/base/files/temporary_file.h"

namespace touchstone {

/// One text that is to stand under many names of a folder, one after the other or at a time. All
/// are names of one file, which costs the file system far less than a file for each; it has a
/// temporary name beside them from the first of them on, as long as this object lives. Any thread
/// may use it.
class NamedContents {
 public:
    explicit NamedContents(std::string contents);
    NamedContents(const NamedContents&) = delete;
    NamedContents& operator=(const NamedContents&) = delete;

    /// Creates the file of this name with all of its contents in one step; returns false, and
    /// leaves everything as it is, where there is one. Of all that ask for one name at a time, on
    /// any machine, one is told true; none, if its answer was lost on a network: see is_at. Nothing
    /// is forced to the disk. On a file system without hard links each name has a file of its own,
    /// of which readers may see a part. Throws FileError.
    bool create(const std::filesystem::path& path);

    /// Dates the file, and so all of its names, with the file system's present time; files of their
    /// own stay as they are.
    void touch() const;

    /// Returns true when this is a name of the file; of files of their own always false.
    bool is_at(const std::filesystem::path& path) const;

 private:
    std::shared_ptr<const TemporaryFile> file() const;
    std::shared_ptr<const TemporaryFile> make_file(const std::filesystem::path& path);
    void forget(const std::shared_ptr<const TemporaryFile>& file);

    std::string contents_;
    mutable std::mutex mutex_;                   ///< guard of `file_`
    std::shared_ptr<const TemporaryFile> file_;  ///< null: there is none yet
};

}  // namespace touchstone
