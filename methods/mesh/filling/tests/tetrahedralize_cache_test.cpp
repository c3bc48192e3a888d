#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/mesh/filling/mesh_cache.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/file_text.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    return files;
}

bool same(const TetMesh& a, const TetMesh& b) {
    return a.vertices == b.vertices && a.tets == b.tets;
}

TetrahedralizeOptions cached_in(const fs::path& folder) {
    return {.time_limit = 600.0, .cache_folder = folder};
}

/// Meshing is impossible for the scope: what comes out is out of the cache.
class NoWorker {
 public:
    NoWorker() { ::setenv("TOUCHSTONE_TETGEN_WORKER", "/nonexistent/worker", 1); }
    NoWorker(const NoWorker&) = delete;
    NoWorker& operator=(const NoWorker&) = delete;
    ~NoWorker() { ::unsetenv("TOUCHSTONE_TETGEN_WORKER"); }
};

}  // namespace

TEST_CASE("tetrahedralize meshes a surface once and then reads it from the cache", "[tetgen]") {
    const testing::TemporaryFolder folder;
    const fs::path cache = folder.path() / "not" / "there" / "yet";
    const TetMesh first = tetrahedralize(testing::make_hole(), cached_in(cache));
    CHECK(files_in(cache).size() == 1);
    const NoWorker no_worker;
    CHECK(same(tetrahedralize(testing::make_hole(), cached_in(cache)), first));
}

TEST_CASE("tetrahedralize keeps surfaces and switches apart in the cache", "[tetgen]") {
    const testing::TemporaryFolder folder;
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    TetrahedralizeOptions options = cached_in(folder.path());
    tetrahedralize(box, options);
    options.time_limit = 599.0;  // changes no result
    tetrahedralize(box, options);
    CHECK(files_in(folder.path()).size() == 1);
    options.switches = "pQ";
    tetrahedralize(box, options);
    CHECK(files_in(folder.path()).size() == 2);
    tetrahedralize(make_box({1.0, std::nextafter(1.0, 2.0), 1.0}), options);
    CHECK(files_in(folder.path()).size() == 3);
}

TEST_CASE("tetrahedralize ignores and replaces cache files that are damaged",
          "[tetgen][unstarted]") {
    const testing::TemporaryFolder folder;
    const TetMesh right = tetrahedralize(testing::make_crack(), cached_in(folder.path()));
    const fs::path file = files_in(folder.path()).at(0);
    const std::string good = testing::file_text(file);
    std::string bad = good;
    SECTION("empty") { bad.clear(); }
    SECTION("truncated") { bad.resize(GENERATE(1, 100, 2000)); }
    SECTION("without its last byte") { bad.pop_back(); }
    SECTION("longer") { bad += "x"; }
    SECTION("one bit flipped, anywhere") {
        for (std::size_t i = 0; i < good.size(); i += 37) {
            bad = good;
            bad[i] = static_cast<char>(bad[i] ^ 4);
            write_file_atomically(file, bad);
            const NoWorker no_worker;
            CHECK_THROWS_AS(tetrahedralize(testing::make_crack(), cached_in(folder.path())),
                            FileError);
        }
    }
    SECTION("a length beyond all memory") { bad.replace(0, 8, 8, '\xff'); }
    SECTION("the result of another surface") {
        tetrahedralize(testing::make_hole(), cached_in(folder.path()));
        for (const fs::path& other : files_in(folder.path())) {
            bad = other == file ? bad : testing::file_text(other);
        }
    }
    write_file_atomically(file, bad);
    CHECK(same(tetrahedralize(testing::make_crack(), cached_in(folder.path())), right));
    CHECK(testing::file_text(file) == good);
}

TEST_CASE("tetrahedralize does without a cache that cannot be used", "[tetgen]") {
    const testing::TemporaryFolder folder;
    write_file_atomically(folder.path() / "file", "no folder");
    const fs::path cache = GENERATE_REF(fs::path(), folder.path() / "file",
                                        folder.path() / "file" / "below", fs::path("/proc/no"));
    CHECK(tetrahedralize(testing::make_spike(), cached_in(cache)).tets.size() == 2);
}

TEST_CASE("tetrahedralize gives the same bytes to many threads with one fresh cache", "[tetgen]") {
    const testing::TemporaryFolder folder;
    const std::vector<SurfaceMesh> surfaces{make_box({0.5, 0.21, 0.5}), testing::make_hole(),
                                            make_sphere(100.0, 2), testing::make_crack()};
    std::vector<TetMesh> expected;
    expected.reserve(surfaces.size());
    for (const SurfaceMesh& surface : surfaces) {
        expected.push_back(tetrahedralize(surface, cached_in({})));
    }
    // Each thread starts with another surface: all surfaces are meshed by several threads at once.
    std::vector<int> right_count(8, 0);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < right_count.size(); ++i) {
        threads.emplace_back([&, i] {
            for (std::size_t k = 0; k < surfaces.size(); ++k) {
                const std::size_t s = (i / 2 + k) % surfaces.size();
                const TetMesh mesh = tetrahedralize(surfaces[s], cached_in(folder.path()));
                right_count[i] += same(mesh, expected[s]) ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(right_count == std::vector<int>(8, 4));
    CHECK(files_in(folder.path()).size() == surfaces.size());
    const NoWorker no_worker;
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
        CHECK(same(tetrahedralize(surfaces[s], cached_in(folder.path())), expected[s]));
    }
}

TEST_CASE("read_cache returns only what was written under the same key", "[tetgen]") {
    const testing::TemporaryFolder folder;
    CHECK_FALSE(read_cache(folder.path(), "key"));
    write_cache(folder.path(), "key", std::string("a\0b", 3));
    write_cache(folder.path(), "other key", "");
    CHECK(read_cache(folder.path(), "key") == std::string("a\0b", 3));
    CHECK(read_cache(folder.path(), "other key") == "");
    CHECK_FALSE(read_cache({}, "key"));
    // A collision of digests: another key in the file of this one.
    for (const fs::path& file : files_in(folder.path())) {
        write_file_atomically(folder.path() / "copy", testing::file_text(file));
    }
    const std::vector<fs::path> files = files_in(folder.path());
    for (const fs::path& file : files) {
        write_file_atomically(file, testing::file_text(folder.path() / "copy"));
    }
    const bool first = read_cache(folder.path(), "key").has_value();
    const bool second = read_cache(folder.path(), "other key").has_value();
    CHECK(first != second);
}

TEST_CASE("default_cache_folder follows the environment", "[tetgen]") {
    const auto saved = [](const char* name) {
        const char* value = ::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    const std::vector<std::string> names{"TOUCHSTONE_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
    std::vector<std::string> values;
    for (const std::string& name : names) {
        values.push_back(saved(name.c_str()));
        ::unsetenv(name.c_str());
    }
    CHECK(TetrahedralizeOptions::default_cache_folder().empty());
    ::setenv("HOME", "/home/me", 1);
    CHECK(TetrahedralizeOptions::default_cache_folder() == "/home/me/.cache/touchstone");
    ::setenv("XDG_CACHE_HOME", "/caches", 1);
    CHECK(TetrahedralizeOptions::default_cache_folder() == "/caches/touchstone");
    ::setenv("TOUCHSTONE_CACHE_DIR", "/mine", 1);
    CHECK(TetrahedralizeOptions::default_cache_folder() == "/mine");
    for (std::size_t i = 0; i < names.size(); ++i) {
        values[i].empty() ? ::unsetenv(names[i].c_str())
                          : ::setenv(names[i].c_str(), values[i].c_str(), 1);
    }
}

}  // namespace touchstone
