#pragma once

#include <string>
#include <vector>

namespace touchstone::viewer {

/// The line in which commands are typed, and the lines before it.
struct Prompt {
    std::string text;                  ///< line as it stands
    std::vector<std::string> history;  ///< lines carried out, the latest last
    int back = 0;                      ///< number of lines back on display; 0: a new one
};

/// Number of lines that are kept.
inline constexpr std::size_t kKeptLines = 200;

/// Notes a line as carried out, unless it is the last one again, and empties the prompt.
void remember(Prompt& prompt, const std::string& line);

/// Shows an earlier line, or a later one, as far as there are any; after the latest an empty one.
void recall(Prompt& prompt, bool earlier);

}  // namespace touchstone::viewer
