#include "methods/base/files/output_paths.h"

#include <array>
#include <fstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using Catch::Contains;

}  // namespace

TEST_CASE("is_same_file sees through links, dots and the case of files to be made", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path file = folder.path() / "scene.json";
    std::ofstream(file) << "{}";
    std::ofstream(folder.path() / "Scene.json") << "another, where case counts";
    fs::create_symlink("scene.json", folder.path() / "soft");
    fs::create_hard_link(file, folder.path() / "hard");
    fs::create_symlink("new.csv", folder.path() / "dangling");
    fs::create_directory_symlink(".", folder.path() / "here");
    CHECK(is_same_file(file, file));
    CHECK(is_same_file(file, folder.path() / "soft"));
    CHECK(is_same_file(file, folder.path() / "hard"));
    CHECK(is_same_file(file,
                       folder.path() / "here" / ".." / folder.path().filename() / "scene.json"));
    CHECK_FALSE(is_same_file(file, folder.path() / "other.json"));
    CHECK(is_same_file(folder.path() / "new.csv", folder.path() / "dangling"));
    CHECK(is_same_file(folder.path() / "new.csv", folder.path() / "here" / "." / "NEW.csv"));
    CHECK_FALSE(is_same_file(folder.path() / "new.csv", folder.path() / "new.json"));
    CHECK(is_same_file("not/there", fs::current_path() / "not" / "." / "there"));
}

TEST_CASE("check_outputs_apart refuses outputs over inputs and over each other", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    std::ofstream(file) << "steps";
    const std::array input{NamedFile{"--resume", file}};
    CHECK_THROWS_AS(check_outputs_apart(std::array{NamedFile{"--csv", file}}, input), UsageError);
    CHECK_THROWS_WITH(check_outputs_apart(std::array{NamedFile{"--csv", file}}, input),
                      Contains("run.h5") && Contains("--csv") && Contains("--resume"));
    const std::array twice{NamedFile{"--csv", folder.path() / "a"},
                           NamedFile{"--json", folder.path() / "A"}};
    CHECK_THROWS_WITH(check_outputs_apart(twice, input), Contains("two outputs"));
    const std::array apart{NamedFile{"--csv", folder.path() / "a"},
                           NamedFile{"--json", folder.path() / "b"}};
    CHECK_NOTHROW(check_outputs_apart(apart, input));
    const std::array device{NamedFile{"--csv", "/dev/null"}, NamedFile{"--json", "/dev/null"}};
    CHECK_NOTHROW(check_outputs_apart(device, std::array{NamedFile{"the scene", "/dev/null"}}));
    // A file that does not exist yet cannot be lost.
    CHECK_NOTHROW(check_outputs_apart(apart, std::array{NamedFile{"--resume", apart[0].path}}));
}

}  // namespace touchstone
