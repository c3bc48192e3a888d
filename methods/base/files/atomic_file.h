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

}  // namespace touchstone
