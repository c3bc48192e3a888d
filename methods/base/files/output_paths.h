#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace touchstone {

/// A file that a command reads or writes, with its name on the command line: "--csv".
struct NamedFile {
    std::string name;
    std::filesystem::path path;
};

/// Returns true when both paths lead to one file, through links and every name that the file system
/// takes for the same. Names of two files that do not exist yet count as one when they differ only
/// in the case of letters, because on some file systems they are.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UsageError when an output would overwrite an input or another output. Devices and pipes
/// accept any number of outputs, and an input that does not exist cannot be lost. To be called
/// before anything is done.
void check_outputs_apart(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

}  // namespace touchstone
