#pragma once

#include <filesystem>
#include <string_view>

namespace touchstone {

/// Replaces or creates the file in one step: readers see the old contents or the new, never a part,
/// and so it is after a crash at any time. Links are followed; a target that is no regular file (a
/// terminal, a pipe) is written in place. Safe with any number of threads and processes writing the
/// same file: the last one wins. Throws FileError with the path and the system's reason; then no
/// temporary file remains.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

/// The same, but contents are not forced to the disk: a power cut soon after may leave a file that
/// is empty or damaged under the name, so readers must be able to tell. A crash of the program
/// leaves the old contents or the new.
void write_file_unforced(const std::filesystem::path& path, std::string_view contents);

/// Creates the file with all of its contents in one step; returns false, and leaves everything as
/// it is, where there is one of this name. Of all that ask for one name at a time, on any machine,
/// one is told true. Contents are not forced to the disk. On a file system without hard links
/// readers may see a part. Throws FileError as above.
bool create_file_whole(const std::filesystem::path& path, std::string_view contents);

/// Removes the temporary files that killed runs left in the folder, of this function or of
/// recordings: those that no process holds locked. Where the system cannot lock, all of them stay.
/// Never throws.
void sweep_temporary_files(const std::filesystem::path& folder);

}  // namespace touchstone
