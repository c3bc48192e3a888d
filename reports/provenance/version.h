#pragma once

#include <string>
#include <vector>

namespace touchstone::reports {

/// The program's version: "0.1.0".
std::string program_version();

/// The commit it was built from; "-dirty" behind it when tracked files were changed; "unknown"
/// without git.
std::string program_commit();

struct LibraryVersion {
    std::string name;
    std::string version;
};
std::vector<LibraryVersion> library_versions();

}  // namespace touchstone::reports
