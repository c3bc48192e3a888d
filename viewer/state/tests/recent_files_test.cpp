#include "viewer/state/recent_files.h"

#include <filesystem>
#include <fstream>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/model/tests/recorded_case.h"

namespace touchstone::viewer {
namespace {

using testing::TemporaryFolder;

TEST_CASE("files opened last come first, each once, and only some are kept", "[viewer]") {
    const TemporaryFolder folder;
    RecentFiles recent;
    recent.file = folder.path() / "state" / "recent.json";
    for (int i = 0; i < 30; ++i) {
        add_recent(recent, "/scenes/" + std::to_string(i % 20) + ".json");
    }
    RecentFiles again;
    again.file = recent.file;
    load_recent(again);
    REQUIRE(again.names.size() == kMostRecent);
    CHECK(again.names == recent.names);
    CHECK(again.names[0] == "/scenes/9.json");
    CHECK(again.names[10] == "/scenes/19.json");
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "state")) {
        files += entry.is_regular_file() ? 1 : 0;
    }
    CHECK(files == 1);
}

TEST_CASE("two windows keep each other's files", "[viewer]") {
    const TemporaryFolder folder;
    RecentFiles first;
    first.file = folder.path() / "recent.json";
    RecentFiles second = first;
    add_recent(first, "/a.json");
    add_recent(second, "/b.json");
    CHECK(second.names == std::vector<std::string>{"/b.json", "/a.json"});
}

TEST_CASE("a broken list is no list, and without a place nothing is written", "[viewer]") {
    const TemporaryFolder folder;
    RecentFiles recent;
    recent.file = folder.path() / "recent.json";
    std::ofstream(recent.file) << "{\"schema\": ";
    load_recent(recent);
    CHECK(recent.names.empty());
    RecentFiles nowhere;
    add_recent(nowhere, "/a.json");
    CHECK(nowhere.names.size() == 1);
    RecentFiles refused;
    refused.file = "/proc/touchstone/recent.json";
    add_recent(refused, "/a.json");
    CHECK(refused.names.size() == 1);
}

TEST_CASE("an opened recording is among the recent files, a case is not", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "spikes.h5").string();
    testing::record_case(file, "spikes", "opposing", 1);
    testing::OpenedCase opened("spikes", "opposing");
    CHECK(opened.application.recent.names.empty());
    opened.run("open " + file);
    CHECK(opened.application.recent.names == std::vector<std::string>{file});
}

}  // namespace
}  // namespace touchstone::viewer
