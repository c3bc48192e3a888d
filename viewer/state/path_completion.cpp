#include "viewer/state/path_completion.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "viewer/model/loaded_scene.h"

namespace touchstone::viewer {
namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 20'000;

/// Returns the entry as it is offered; empty when it is not.
std::string offered(const fs::directory_entry& entry) {
    std::error_code ignored;
    const std::string name = entry.path().filename().string();
    if (entry.is_directory(ignored)) {
        return name + "/";
    }
    return is_shown_file(name) ? name : "";
}

}  // namespace

std::string without_tilde(std::string_view path) {
    const char* home = std::getenv("HOME");
    if (!path.starts_with("~/") || home == nullptr || *home == '\0') {
        return std::string(path);
    }
    return std::string(home) + std::string(path.substr(1));
}

std::vector<std::string> path_completions(std::string_view text) {
    const std::size_t slash = text.rfind('/');
    const std::string folder(slash == std::string_view::npos ? "" : text.substr(0, slash + 1));
    const std::string beginning(text.substr(folder.size()));
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? "." : without_tilde(folder), error);
    std::vector<std::string> found;
    for (int seen = 0; !error && entry != fs::directory_iterator() && seen < kMostEntries; ++seen) {
        const std::string name = offered(*entry);
        const bool hidden = name.starts_with('.') && !beginning.starts_with('.');
        if (!name.empty() && !hidden && name.starts_with(beginning)) {
            found.push_back(folder + name);
        }
        entry.increment(error);
    }
    std::ranges::sort(found);
    return found;
}

std::string common_beginning(const std::vector<std::string>& texts) {
    std::string beginning = texts.empty() ? "" : texts.front();
    for (const std::string& text : texts) {
        const auto differs = std::ranges::mismatch(beginning, text).in1;
        beginning.erase(differs, beginning.end());
    }
    return beginning;
}

}  // namespace touchstone::viewer
