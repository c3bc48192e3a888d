// Writes the tables of docs/results/speed.md, and holds the kernels against released figures.
//
//   touchstone-speed kernels [FILE]     the tables of kernels, beside the times of another program
//                                       on the same pairs: scene,method,nanoseconds
//   touchstone-speed queries            that of whole queries, from nothing and remembering
//   touchstone-speed growth             that of growing walls
//   touchstone-speed solver             that of sweeps, on one thread and on two
//   touchstone-speed conditions         the processor, compiler and instruction set
//   touchstone-speed release            ratios of the kernels to the reference kernel, for a file
//   touchstone-speed check FILE         status 1 when a kernel is slower than there by over 10 %;
//                                       compares nothing under other conditions
//
// Times are processor time of one thread, but those of whole solves, which are by the clock.

#include <malloc.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "generators/detection_memory.h"
#include "methods/base/error.h"
#include "methods/base/processor_time.h"
#include "testcases/bench/fixed_text.h"
#include "testcases/bench/median.h"
#include "testcases/bench/program_arguments.h"
#include "testcases/bench/solver_table.h"
#include "testcases/bench/speed_check.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

constexpr int kRounds = 15;

using Name = std::pair<std::string, std::string>;  ///< scene and method

/// Returns the times of another program in nanoseconds; none without a file.
std::map<Name, double> read_times(const std::string& path) {
    std::map<Name, double> times;
    if (path.empty()) {
        return times;
    }
    std::ifstream file(path);
    if (!file) {
        throw Error(path + ": cannot be read; give a file of scene,method,nanoseconds");
    }
    std::string line;
    while (std::getline(file, line)) {
        const std::size_t first = line.find(',');
        const std::size_t second = line.find(',', first + 1);
        if (line.empty() || line.front() == '#' || line.starts_with("scene,")) {
            continue;
        }
        const double value =
            second == std::string::npos ? 0.0 : std::strtod(line.c_str() + second + 1, nullptr);
        if (!(value > 0.0)) {
            throw Error(path + ": '" + line + "' is not of the form scene,method,nanoseconds");
        }
        times[{line.substr(0, first), line.substr(first + 1, second - first - 1)}] = value;
    }
    return times;
}

void write_kernels(std::ostream& out, const std::string& others_path) {
    const std::map<Name, double> others = read_times(others_path);
    const std::vector<KernelTime> times = time_kernels(kRounds);
    for (const std::string scene : {"pillar", "wall"}) {
        out << "\n| " << (scene == "pillar" ? "Pillar" : "Wall")
            << " | pairs | touching | contacts | all [ns] | touching [ns] | separated [ns] | "
            << (others.empty() ? "" : "research code [ns] | times | ")
            << "ratio to reference |\n|---|---:|---:|---:|---:|---:|---:|---:|"
            << (others.empty() ? "" : "---:|---:|") << '\n';
        for (const KernelTime& time : times) {
            if (time.scene != scene) {
                continue;
            }
            out << "| " << find_generator(time.id).title << " | " << time.pairs << " | "
                << time.touching_pairs << " | " << time.contacts << " | " << fixed(time.all, 1)
                << " | " << fixed(time.touching, 1) << " | " << fixed(time.separated, 1) << " | ";
            const auto theirs = others.find({scene, time.id});
            if (theirs != others.end()) {
                out << fixed(theirs->second, 0) << " | " << fixed(theirs->second / time.all, 1)
                    << " | ";
            } else if (!others.empty()) {
                out << " | | ";
            }
            out << fixed(time.ratio, 3) << " |\n";
        }
    }
}

/// A scene whose bodies rest as a simulation leaves them: each query finds them some rounding
/// errors from where they were.
class RestingScene {
 public:
    RestingScene(TestCase test_case, const std::string& id)
        : settings_(make_study_settings(Profile::Corrected)),
          scene_(make_study_scene(std::move(test_case), false, settings_, std::nullopt,
                                  std::vector{id})),
          generator_(find_generator(id)),
          bodies_(scene_.test_case.bodies.size()) {
        for (const BodySetup& body : scene_.test_case.bodies) {
            poses_.push_back(body.world_from_shape);
        }
    }

    void move() {
        constexpr double kRest = 1e-13;  // in a step of the Wall at rest [m]
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            if (!scene_.test_case.bodies[i].fixed) {
                const auto share = [&] { return static_cast<double>(random_()) * 0x1p-32 - 0.5; };
                poses_[i].translation += kRest * Vec3(share(), share(), share());
            }
        }
    }

    /// Returns the processor time of a query [s].
    double time(DetectionMemory* memory) {
        const double start = thread_seconds();
        contacts_ = std::ssize(find_scene_contacts(
            scene_, generator_, settings_.generators.at(generator_.id),
            {.poses = poses_, .bodies = bodies_, .time_step = 0.01, .memory = memory}));
        return thread_seconds() - start;
    }

    std::int64_t contacts() const { return contacts_; }

 private:
    StudySettings settings_;
    StudyScene scene_;
    const Generator& generator_;
    std::vector<RigidBody> bodies_;
    std::vector<Pose> poses_;
    std::mt19937 random_{1};
    std::int64_t contacts_ = 0;
};

/// Writes queries of a scene at rest, each from nothing and with memory, in turns.
void write_queries(std::ostream& out) {
    constexpr int kQueries = 200;
    constexpr int kFirstQueries = 20;
    out << "\n| scene | method | pairs of bodies | contacts | from nothing [µs] | remembering [µs] "
           "| "
           "times | of them something remembered | of them groups known | pairs of tets not asked "
           "|\n"
           "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for (const char* name : {"pillar", "arch", "wall"}) {
        for (const Generator& generator : all_generators()) {
            if (!generator.is_for_all() || generator.sweeps || generator.moves != nullptr) {
                continue;
            }
            RestingScene scene(load_test_case(name, BodyOrder::LowerFirst), generator.id);
            DetectionMemory memory;
            std::vector<double> plain;
            std::vector<double> remembering;
            for (int query = 0; query < kQueries + kFirstQueries; ++query) {
                scene.move();
                const double from_nothing = scene.time(nullptr);
                const double with_memory = scene.time(&memory);
                if (query >= kFirstQueries) {
                    plain.push_back(from_nothing);
                    remembering.push_back(with_memory);
                }
            }
            constexpr double kMicro = 1e6;
            const MemoryCounts& counts = memory.counts();
            out << "| " << name << " | " << generator.title << " | " << counts.body_pairs << " | "
                << scene.contacts() << " | " << fixed(kMicro * median(plain), 1) << " | "
                << fixed(kMicro * median(remembering), 1) << " | "
                << fixed(median(plain) / median(remembering), 2) << " | "
                << counts.eased + counts.repeated << " | " << counts.grouped << " | "
                << counts.settled << " |\n"
                << std::flush;
        }
    }
}

struct Size {
    int layers;
    int span;
};

/// Returns the most memory that this process has had [MB].
double peak_megabytes() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        if (word == "VmHWM:") {
            double kilobytes = 0.0;
            status >> kilobytes;
            return kilobytes / 1024.0;
        }
    }
    return 0.0;
}

/// Writes a row of the table of growth: in a process of its own, whose memory is that of one query.
void write_wall(std::ostream& out, const std::string& id, Size size) {
    TestCase wall;
    wall.id = "wall";
    wall.bodies = make_wall_bodies({.layers = size.layers, .span = size.span});
    RestingScene scene(std::move(wall), id);
    const double scene_only = peak_megabytes();
    const double first = scene.time(nullptr);
    const double peak = peak_megabytes();
    const double second = scene.time(nullptr);
    out << "| " << find_generator(id).title << " | " << size.layers << " × " << size.span << " | "
        << size.layers * size.span << " | " << scene.contacts() << " | "
        << fixed(1e3 * std::min(first, second), 1) << " | " << fixed(peak, 0) << " | "
        << fixed(peak - scene_only, 0) << " |\n";
}

void write_growth(std::ostream& out, const std::string& program) {
    out << "\n| method | layers × span | bricks | contacts | one query [ms] | most memory [MB] | "
           "of it "
           "the query's [MB] |\n|---|---|---:|---:|---:|---:|---:|\n"
        << std::flush;
    for (const char* id : {"opposing", "volume_sat", "semi_local"}) {
        for (const Size size : {Size{10, 8}, {20, 40}, {50, 100}, {100, 200}, {100, 800}}) {
            std::ostringstream command;
            command << '"' << program << "\" wall " << id << ' ' << size.layers << ' ' << size.span;
            std::FILE* const child = popen(command.str().c_str(), "r");
            if (child == nullptr) {
                throw Error("cannot start " + program);
            }
            char text[512];
            while (std::fgets(text, sizeof text, child) != nullptr) {
                out << text;
            }
            if (pclose(child) != 0) {
                throw Error(command.str() + " failed");
            }
            out << std::flush;
        }
    }
}

int run(const std::vector<std::string>& arguments, const std::string& program) {
    const std::string what = arguments.empty() ? "" : arguments[0];
    const std::size_t count = arguments.size();
    if (what == "kernels" && count <= 2) {
        write_kernels(std::cout, count == 2 ? arguments[1] : "");
    } else if (what == "queries" && count == 1) {
        write_queries(std::cout);
    } else if (what == "growth" && count == 1) {
        write_growth(std::cout, program);
    } else if (what == "wall" && count == 4) {
        write_wall(std::cout, arguments[1], {std::stoi(arguments[2]), std::stoi(arguments[3])});
    } else if (what == "solver" && count == 1) {
        write_solver_times(std::cout, kRounds);
    } else if (what == "conditions" && count == 1) {
        std::cout << speed_conditions() << '\n';
    } else if (what == "release" && count == 1) {
        write_released(std::cout, time_kernels(kRounds));
    } else if (what == "check" && count == 2) {
        const int slower = check_released(std::cout, arguments[1], kRounds);
        if (slower > 0) {
            std::cout << slower << " kernels are slower than released\n";
            return 1;
        }
    } else {
        const bool helps = asks_for_help(arguments);
        (helps ? std::cout : std::cerr)
            << "usage: touchstone-speed kernels [FILE] | queries | growth | solver | conditions "
               "| release | check FILE\n";
        return helps ? 0 : 2;
    }
    return 0;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    // As in touchstone: what a query frees is kept for the next.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    const bool shares = argc == 2 && std::string(argv[1]) == "solver";
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, shares ? 2 : 1);
    try {
        return touchstone::run({argv + 1, argv + argc},
                               std::filesystem::read_symlink("/proc/self/exe").string());
    } catch (const std::exception& error) {
        std::cerr << "touchstone-speed: error: " << error.what() << '\n';
        return 1;
    }
}
