#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "methods/base/files/output_paths.h"

namespace touchstone::reports {

/// Throws FileError unless a file can be written at the path: its folder exists, or one above that
/// can be written to. To be called before long work, not after it; creates nothing.
void check_writable(const std::filesystem::path& file);

/// Returns the files that these cases are read from: scene files, and the meshes named in them. For
/// check_outputs_apart; faults in the files are ignored.
std::vector<NamedFile> scene_inputs(std::span<const std::string> cases);

/// Throws UsageError when an output would replace an input or another output, and FileError unless
/// each can be written.
void check_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

/// Writes the whole file or none of it; makes its folder where there is none, and names the file on
/// standard error. Throws FileError.
void write_output(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write);

/// Writes one file of many that belong together, without naming it.
void write_part(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write);

/// Prints "touchstone: wrote FILE" on standard error.
void tell_written(const std::filesystem::path& file);

/// Throws FileError when standard output did not take all that was written.
void flush_standard_output();

}  // namespace touchstone::reports
