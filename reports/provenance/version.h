#pragma once

#include <string>
#include <vector>

namespace touchstone::reports {

/// Returns the program's version: "0.1.0".
std::string program_version();

/// Returns the commit that the program was built from, with "-dirty" appended when tracked files
/// were changed; "unknown" without git.
std::string program_commit();

/// A library in use.
struct LibraryVersion {
    std::string name;
    std::string version;
};
/// Returns the libraries and their versions.
std::vector<LibraryVersion> library_versions();

}  // namespace touchstone::reports
