#include "viewer/state/prompt.h"

#include <algorithm>

namespace touchstone::viewer {

void remember(Prompt& prompt, const std::string& line) {
    const bool is_new = prompt.history.empty() || prompt.history.back() != line;
    if (!line.empty() && is_new) {
        prompt.history.push_back(line);
    }
    if (prompt.history.size() > kKeptLines) {
        prompt.history.erase(prompt.history.begin());
    }
    prompt.text.clear();
    prompt.back = 0;
}

void recall(Prompt& prompt, bool earlier) {
    const auto count = static_cast<int>(std::ssize(prompt.history));
    prompt.back = std::clamp(prompt.back + (earlier ? 1 : -1), 0, count);
    prompt.text = prompt.back == 0 ? "" : prompt.history[count - prompt.back];
}

}  // namespace touchstone::viewer
