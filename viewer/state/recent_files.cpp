#include "viewer/state/recent_files.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/text_file.h"
#include "testcases/files/json/json_document.h"
#include "testcases/files/json/json_place.h"

namespace touchstone::viewer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecentSchema = "touchstone-viewer-recent-1";
constexpr std::size_t kMostRecentBytes = std::size_t{1} << 18;

std::vector<std::string> read_recent(const fs::path& file) {
    const JsonDocument document = parse_json(read_text_file(file, kMostRecentBytes), file.string());
    const JsonPlace place(document);
    if (place.require("schema").line_of_text() != kRecentSchema) {
        place.require("schema").fail_expected(kRecentSchema);
    }
    const JsonPlace files = place.require("files");
    const int count = files.item_count("a list of files");
    std::vector<std::string> names;
    for (int i = 0; i < std::min(count, static_cast<int>(kMostRecent)); ++i) {
        names.push_back(files.item(i).line_of_text());
    }
    return names;
}

void put_first(std::vector<std::string>& names, const std::string& name) {
    std::erase(names, name);
    names.insert(names.begin(), name);
    names.resize(std::min(names.size(), kMostRecent));
}

}  // namespace

fs::path recent_files_path() {
    const fs::path inner = fs::path("touchstone") / "recent.json";
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0') {
        return state / inner;
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return fs::path(home) / ".local" / "state" / inner;
    }
    return {};
}

void load_recent(RecentFiles& recent) {
    std::error_code ignored;
    if (recent.file.empty() || !fs::exists(recent.file, ignored)) {
        return;
    }
    try {
        recent.names = read_recent(recent.file);
    } catch (const Error&) {  // of no use, and written anew with the next file
        recent.names.clear();
    }
}

void add_recent(RecentFiles& recent, const std::string& path) {
    std::error_code error;
    fs::path absolute = fs::absolute(path, error).lexically_normal();
    const std::string name = error ? path : absolute.string();
    load_recent(recent);  // other windows may have added theirs
    put_first(recent.names, name);
    if (recent.file.empty()) {
        return;
    }
    fs::create_directories(recent.file.parent_path(), error);
    try {
        const nlohmann::ordered_json json{{"schema", kRecentSchema}, {"files", recent.names}};
        using Handler = nlohmann::ordered_json::error_handler_t;
        write_file_atomically(recent.file, json.dump(2, ' ', false, Handler::replace) + "\n");
    } catch (const FileError&) {
        return;  // a folder that cannot be written costs the list, not the session
    }
}

}  // namespace touchstone::viewer
