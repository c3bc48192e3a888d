#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "reports/shell/output_file.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

namespace fs = std::filesystem;

const std::string kOld = "the old file\n";

/// The program as a child of its own, with at most so many bytes in any file, so that a write fails
/// as on a full disk; 0: as many as it likes.
pid_t start(const Arguments& arguments, rlim_t largest_file) {
    std::vector<char*> words{const_cast<char*>(TOUCHSTONE_PROGRAM)};
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str()));
    }
    words.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_RDWR);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        if (largest_file > 0) {
            ::signal(SIGXFSZ, SIG_DFL);  // as a shell leaves it
            const rlimit limit{largest_file, largest_file};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
        ::execv(words[0], words.data());
        ::_exit(98);
    }
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

/// The bytes of every file of the folder by its name; what a killed writer left unfinished aside.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).string();
        // Who makes a cell, and how long it took, differs from run to run.
        const bool is_of_run =
            name.find(".claim-") != std::string::npos || name.find("/times-") != std::string::npos;
        if (entry.is_regular_file() && !name.ends_with(".tmp") && !is_of_run) {
            files[name] = read_bytes(entry.path());
        }
    }
    return files;
}

/// The commands that write files, each into the folder.
std::vector<Arguments> commands_for(const fs::path& folder, const fs::path& inputs) {
    const auto in = [&](const char* name) { return (folder / name).string(); };
    const std::string recording = (inputs / "run.h5").string();
    return {
        {"report", "spikes", "cliff_edges", "pillar", "--generators", "growth,opposing",
         "--pictures", "none", "--history", "2", "--out", folder.string()},
        {"report", "spikes", "--json", in("rows.json"), "--csv", in("rows.csv")},
        {"contacts", "pillar", "--generator", "growth", "--out", in("contacts.csv")},
        {"scene", "export", "pillar", "--out", in("scene.json")},
        {"study", "counts", "--steps", "2", "--generators", "vertex_only,opposing", "--profile",
         "corrected", "--out", folder.string()},
        {"inspect", (inputs / "soup.obj").string(), "--json", in("problems.json"), "--repair",
         in("repaired.off")},
        {"check", "--baseline", in("baseline.json"), "--update", "spikes", "--generators",
         "growth"},
        {"check", "--baseline", (inputs / "baseline.json").string(), "--junit", in("junit.xml")},
        {"export", recording, "--to", "svg", "--out", in("run.svg")},
        {"export", recording, "--to", "gltf", "--out", in("run.glb")},
        {"export", recording, "--to", "csv", "--out", in("csv")},
        {"export", recording, "--to", "vtk", "--out", in("vtk")}};
}

/// A box whose triangles share no vertex: a mesh to be welded.
void write_soup(const fs::path& file) {
    std::ofstream out(file);
    const SurfaceMesh box = make_box(Vec3(1.0, 1.0, 1.0));
    int next = 1;
    for (const Triangle& face : box.triangles) {
        for (const int corner : face) {
            const Vec3& v = box.vertices[corner];
            out << "v " << v.x() << ' ' << v.y() << ' ' << v.z() << '\n';
        }
        out << "f " << next << ' ' << next + 1 << ' ' << next + 2 << '\n';
        next += 3;
    }
}

void make_inputs(const fs::path& inputs) {
    write_soup(inputs / "soup.obj");
    REQUIRE(run_touchstone({"simulate", "spikes", "--generator", "growth", "--steps", "2",
                            "--record", (inputs / "run.h5").string()})
                .code == 0);
    REQUIRE(run_touchstone({"check", "--baseline", (inputs / "baseline.json").string(), "--update",
                            "spikes", "--generators", "growth"})
                .code == 0);
}

}  // namespace

TEST_CASE("on a full disk every command fails and leaves the old files", "[atomic]") {
    const TemporaryFolder folder;
    const TemporaryFolder inputs;
    make_inputs(inputs.path());
    for (const Arguments& command : commands_for(folder.path(), inputs.path())) {
        CAPTURE(command);
        fs::remove_all(folder.path());
        fs::create_directories(folder.path());
        REQUIRE(wait_for(start(command, 0)) == 0);
        const std::map<std::string, std::string> good = contents_of(folder.path());
        REQUIRE(!good.empty());
        for (const auto& [name, bytes] : good) {
            if (name == "baseline.json") {
                continue;  // the old one is read before it is replaced
            }
            std::ofstream(folder.path() / name, std::ios::binary) << kOld;
        }
        for (const rlim_t limit : {16, 300, 20000}) {
            const int status = wait_for(start(command, limit));
            REQUIRE(WIFEXITED(status));
            bool all_fit = true;
            for (const auto& [name, bytes] : good) {
                all_fit = all_fit && bytes.size() <= limit;
            }
            CHECK(WEXITSTATUS(status) == (all_fit ? 0 : 1));
            for (const auto& [name, bytes] : contents_of(folder.path())) {
                CAPTURE(name, limit);
                CHECK(good.contains(name));
                CHECK((bytes == kOld || bytes == good.at(name)));
            }
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path())) {
            CHECK(entry.path().extension() != ".tmp");
        }
    }
}

TEST_CASE("a page is not written before all that it links to", "[atomic]") {
    const TemporaryFolder folder;
    const fs::path in_the_way = folder.path() / "quality-1.csv";
    fs::create_directories(in_the_way);
    const ChildResult result =
        run_touchstone({"report", "spikes", "--generators", "growth,opposing", "--pictures", "none",
                        "--history", "2", "--out", folder.path().string()});
    CHECK(result.code == 1);
    CHECK_FALSE(fs::exists(folder.path() / "report.html"));
    // What could be written is there, and is named.
    for (const char* name : {"report.md", "counts-1.csv"}) {
        CAPTURE(name);
        CHECK(fs::exists(folder.path() / name));
        CHECK(result.errors.find("wrote " + (folder.path() / name).string()) != std::string::npos);
    }
}

TEST_CASE("no output replaces a mesh of a scene script", "[atomic]") {
    const TemporaryFolder folder;
    const fs::path input = folder.path() / "input";
    const fs::path mesh = input / "cube.obj";
    fs::create_directories(input / "scenes");
    write_soup(mesh);
    const std::string script = (input / "scenes" / "script.txt").string();
    std::ofstream(script) << "time 1 0.1\nscript DCOFix\nshape input input/cube.obj\n";
    const std::string named = (folder.path() / "named.txt").string();
    std::ofstream(named) << "input/scenes/script.txt\n";
    for (const std::string& scene : {script, named}) {
        const auto check = [&](const fs::path& output) {
            reports::check_outputs(std::array{NamedFile{"--csv", output}},
                                   reports::scene_inputs(std::array{scene}));
        };
        CHECK_THROWS_AS(check(mesh), UsageError);
        CHECK_THROWS_AS(check(script), UsageError);
        CHECK_NOTHROW(check(folder.path() / "steps.csv"));
    }
}

TEST_CASE("a kill at any time leaves each file old or new", "[atomic]") {
    const TemporaryFolder folder;
    const TemporaryFolder inputs;
    make_inputs(inputs.path());
    int killed = 0;
    for (const Arguments& command : commands_for(folder.path(), inputs.path())) {
        CAPTURE(command);
        fs::remove_all(folder.path());
        fs::create_directories(folder.path());
        const auto begin = std::chrono::steady_clock::now();
        REQUIRE(wait_for(start(command, 0)) == 0);
        const auto whole = std::chrono::steady_clock::now() - begin;
        const std::map<std::string, std::string> good = contents_of(folder.path());
        for (int tenths = 3; tenths <= 10; tenths += 2) {
            for (const auto& [name, bytes] : good) {
                if (name != "baseline.json") {
                    std::ofstream(folder.path() / name, std::ios::binary) << kOld;
                }
            }
            const pid_t child = start(command, 0);
            std::this_thread::sleep_for(whole * tenths / 10);
            ::kill(child, SIGKILL);
            killed += WIFSIGNALED(wait_for(child)) ? 1 : 0;
            for (const auto& [name, bytes] : contents_of(folder.path())) {
                CAPTURE(name, tenths);
                CHECK(good.contains(name));
                CHECK((bytes == kOld || bytes == good.at(name)));
            }
        }
    }
    CHECK(killed > 0);
}
