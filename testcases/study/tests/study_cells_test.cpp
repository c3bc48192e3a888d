#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_store.h"
#include "testcases/files/scene_file.h"
#include "testcases/study/contact_track.h"

using namespace touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

StudyRequest make_cell_request(const std::string& name) {
    StudyRequest request;
    request.cases = {name};
    request.generators = {"vertex_only", "opposing"};
    request.settings = make_study_settings(Profile::Corrected);
    request.jitter = 1;
    request.threads = 2;
    return request;
}

/// All that a row keeps, as text.
std::string texts_of(const StudyResult& result) {
    std::string text;
    for (const StudyRow& row : result.rows) {
        text += contact_track().write(row).dump();
        text += row.paper ? " with paper\n" : "\n";
    }
    return text;
}

/// The finished rows alone: not the list of all of them, nor how long they took.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "cells")) {
        if (entry.path().filename().string().starts_with("contacts-")) {
            files.push_back(entry.path());
        }
    }
    return files;
}

/// Makes any file of a cell one that is asked anew when it is looked at.
void forget(const fs::path& file) { std::ofstream(file) << "{}"; }

/// How many rows were asked, of those that could have been found.
int asked_rows(const StudyRequest& request, const fs::path& folder) {
    int before = 0;
    std::vector<fs::file_time_type> times;
    const std::vector<fs::path> files = files_in(folder);
    for (const fs::path& file : files) {
        fs::last_write_time(file, fs::file_time_type{});
        ++before;
    }
    const CellFolder kept{folder, {"1", "a"}, {}};
    run_study(request, {}, &kept);
    int asked = static_cast<int>(files_in(folder).size()) - before;
    for (const fs::path& file : files) {
        asked += fs::last_write_time(file) != fs::file_time_type{} ? 1 : 0;
    }
    return asked;
}

}  // namespace

TEST_CASE("a study finds its finished rows again, bit for bit", "[cells]") {
    const TemporaryFolder folder;
    const StudyRequest request = make_cell_request("wedges");
    const CellFolder kept{folder.path(), {"1", "a"}, {}};
    const std::string plain = texts_of(run_study(request));
    CHECK(texts_of(run_study(request, {}, &kept)) == plain);
    CHECK(files_in(folder.path()).size() == 2);
    CHECK(texts_of(run_study(request, {}, &kept)) == plain);
    CHECK(asked_rows(request, folder.path()) == 0);
    int notes = 0;
    const CellFolder noted{folder.path(), {"1", "a"}, [&](const std::string&) { ++notes; }};
    forget(files_in(folder.path()).front());
    CHECK(texts_of(run_study(request, {}, &noted)) == plain);
    CHECK(notes == 1);
}

TEST_CASE("a row is asked anew when anything that decides it has changed", "[cells]") {
    const TemporaryFolder folder;
    const StudyRequest request = make_cell_request("wedges");
    fs::create_directories(folder.path() / "cells");
    CHECK(asked_rows(request, folder.path()) == 2);
    StudyRequest other = request;
    assign(other.settings, {"study", "angle_tolerance", "3"});
    CHECK(asked_rows(other, folder.path()) == 2);
    other = request;
    assign(other.settings, {"opposing", "sandwich", "either"});
    CHECK(asked_rows(other, folder.path()) == 1);  // of the other method nothing has changed
    other = request;
    assign(other.settings, {"study", "body_order", "creation"});
    CHECK(asked_rows(other, folder.path()) == 2);
    other = request;
    other.jitter = 0;
    CHECK(asked_rows(other, folder.path()) == 2);
    other = request;
    other.settings = make_study_settings(Profile::Published);
    CHECK(asked_rows(other, folder.path()) == 2);
    other = request;
    other.generators.emplace_back("growth");  // whose bodies are made in another way
    CHECK(asked_rows(other, folder.path()) == 1);
}

TEST_CASE("a case of the program whose rows are all there is not made ready again", "[cells]") {
    const TemporaryFolder folder;
    const StudyRequest request = make_cell_request("wedges");
    const CellFolder kept{folder.path(), {"1", "a"}, {}};
    const std::string plain = texts_of(run_study(request, {}, &kept));
    ::setenv("TOUCHSTONE_TETGEN_WORKER", "/nonexistent/worker", 1);
    ::setenv("TOUCHSTONE_CACHE_DIR", folder.path().c_str(), 1);
    CHECK(texts_of(run_study(request, {}, &kept)) == plain);
    forget(files_in(folder.path()).front());
    CHECK_THROWS_AS(run_study(request, {}, &kept), Error);
    ::unsetenv("TOUCHSTONE_CACHE_DIR");
    ::unsetenv("TOUCHSTONE_TETGEN_WORKER");
}

TEST_CASE("a row belongs to what its scene is, not to the name of the file", "[cells]") {
    const TemporaryFolder folder;
    TestCase scene = load_test_case("wedges", BodyOrder::LowerFirst);
    const fs::path file = folder.path() / "scene.json";
    const auto write = [&] { std::ofstream(file) << write_scene(scene); };
    write();
    const StudyRequest request = make_cell_request(file.string());
    fs::create_directories(folder.path() / "cells");
    CHECK(asked_rows(request, folder.path()) == 2);
    CHECK(asked_rows(request, folder.path()) == 0);
    scene.bodies[0].world_from_shape.translation.x() += 1e-6;
    write();
    CHECK(asked_rows(request, folder.path()) == 0);  // a request reads a file once
    CHECK(asked_rows(make_cell_request(file.string()), folder.path()) == 2);
}
