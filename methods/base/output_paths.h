#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace touchstone {

/// A file that a command reads or writes, and what the command line calls it: "--csv".
struct NamedFile {
    std::string name;
    std::filesystem::path path;
};

/// True when both paths lead to one file, through links and whatever the file system takes for the
/// same name. Of two files that are yet to be made, names that differ in the case of letters alone
/// count as one: on some file systems they are.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UsageError when an output would take the place of an input or of another output. Devices
/// and pipes take any number of outputs; inputs that do not exist are nothing that could be lost.
/// To be asked before anything is done.
void check_outputs_apart(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

}  // namespace touchstone
