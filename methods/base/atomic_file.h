#pragma once

#include <filesystem>
#include <string_view>

namespace touchstone {

/// Replaces or creates the file in one step: readers, and a crash at any time, see the old contents
/// or the new, never a part. Links are followed; a file that is no regular one (a terminal, a pipe)
/// is written in place. Safe with any number of threads and processes writing the same file: the
/// last wins. Throws FileError with the path and the system's reason; then nothing is left behind.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

/// Removes from the folder the temporary files that killed runs left there, of this function or of
/// recordings: those that no process holds locked. Where the system cannot lock, all stay. Never
/// throws.
void sweep_temporary_files(const std::filesystem::path& folder);

}  // namespace touchstone
