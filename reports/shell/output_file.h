#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace touchstone::reports {

/// Throws FileError unless a file can be written at the path: its folder exists, or one above that
/// can be written to. To be asked before long work, not after it; nothing is created.
void check_writable(const std::filesystem::path& file);

/// True when both paths lead to one place, whether there is a file or not.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Writes the whole file or none of it; makes its folder where there is none. Throws FileError.
void write_output(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write);

/// Throws FileError when standard output did not take all that was written.
void flush_standard_output();

}  // namespace touchstone::reports
