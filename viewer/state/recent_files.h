#pragma once

#include <filesystem>
#include <string>
#include <vector>

// The scenes and recordings that were opened last, schema "touchstone-viewer-recent-1". They are
// kept in a file of the user's state, which is replaced as a whole, so that several windows at a
// time may write it.

namespace touchstone::viewer {

/// The files opened last, and the place where they are kept.
struct RecentFiles {
    std::filesystem::path file;      ///< file that keeps them; empty: they are not kept
    std::vector<std::string> names;  ///< absolute paths, the latest first; each once
};

/// Number of files that are remembered.
inline constexpr std::size_t kMostRecent = 12;

/// Returns $XDG_STATE_HOME/touchstone/recent.json, or the file in $HOME/.local/state; empty when
/// neither is set.
std::filesystem::path recent_files_path();

/// Reads the file again. One that is missing or invalid holds no names.
void load_recent(RecentFiles& recent);

/// Puts a file first, and writes what the file on disk holds by now with it. Failure to write is no
/// error: the list then ends with this window.
void add_recent(RecentFiles& recent, const std::string& path);

}  // namespace touchstone::viewer
