#include "viewer/state/picture_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string>

namespace touchstone::viewer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeginning = "touchstone-";
constexpr int kMostPictures = 1'000'000;

/// Returns the number in "touchstone-0012.png"; 0 for other names.
int number_in(const std::string& name) {
    if (!name.starts_with(kBeginning) || !name.ends_with(".png")) {
        return 0;
    }
    int number = 0;
    const char* end = name.data() + name.size() - 4;
    const auto [rest, error] = std::from_chars(name.data() + kBeginning.size(), end, number);
    return error == std::errc() && rest == end && number < kMostPictures ? number : 0;
}

}  // namespace

fs::path free_picture_name(const fs::path& wanted) {
    std::error_code error;
    const fs::path path = fs::absolute(wanted, error).lexically_normal();
    fs::path name = path;
    for (int copy = 2; fs::exists(fs::symlink_status(name, error)) && copy < kMostPictures;
         ++copy) {
        name = path.parent_path() /
               (path.stem().string() + "-" + std::to_string(copy) + path.extension().string());
    }
    return name;
}

fs::path next_picture_name(const fs::path& folder) {
    std::error_code error;
    int highest = 0;
    fs::directory_iterator entry(folder.empty() ? "." : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        highest = std::max(highest, number_in(entry->path().filename().string()));
    }
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "touchstone-%04d.png", highest + 1);
    return free_picture_name(folder / name.data());
}

}  // namespace touchstone::viewer
