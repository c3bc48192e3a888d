#include "testcases/bench/speed_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/processor_time.h"
#include "testcases/bench/median.h"
#include "testcases/bench/pair_sets.h"

namespace touchstone {
namespace {

/// A kernel that is slower than this, beside the released ratio, has become slower [-].
constexpr double kSlower = 1.10;
/// Times that a slow kernel is timed again; the least of its ratios counts.
constexpr int kMoreTries = 4;
/// Least processor time of one measurement [s].
constexpr double kLeastTime = 2e-3;

/// The reference kernel: distances of the vertices of each tet from the planes of the other, some
/// square roots, and a branch that depends on them. It stays as it is, so that figures of different
/// releases can be compared.
double run_reference(std::span<const TimedTets> pairs) {
    double sum = 0.0;
    for (const TimedTets& pair : pairs) {
        double deepest = 0.0;
        for (int v = 0; v < 4; ++v) {
            double nearest = 1e30;
            for (int f = 0; f < 4; ++f) {
                const int corner = f == 0 ? 1 : 0;
                const double value = pair.a->nx[f] * (pair.b->x[v] - pair.a->x[corner]) +
                                     pair.a->ny[f] * (pair.b->y[v] - pair.a->y[corner]) +
                                     pair.a->nz[f] * (pair.b->z[v] - pair.a->z[corner]);
                nearest = std::min(nearest, std::sqrt(value * value + 1e-12));
            }
            if (nearest > deepest) {
                deepest = nearest;
            }
        }
        sum += deepest;
    }
    return sum;
}

/// Returns seconds per pair of what `run` does with the pairs.
template <typename Run>
double time_per_pair(std::span<const TimedTets> pairs, const Run& run) {
    if (pairs.empty()) {
        return 0.0;
    }
    const double start = thread_seconds();
    int times = 0;
    double passed = 0.0;
    double kept = 0.0;
    do {
        kept += static_cast<double>(run(pairs));
        ++times;
        passed = thread_seconds() - start;
    } while (passed < kLeastTime);
    volatile double sink = kept;  // what is computed must seem to be wanted
    (void)sink;
    return passed / (times * static_cast<double>(pairs.size()));
}

/// The measurements of one kernel on one scene.
class Timer {
 public:
    Timer(const NamedKernel& kernel, std::string scene)
        : kernel_(kernel),
          set_(pairs_of(scene, looks_across_gaps(kernel))),
          all_(set_.all()),
          scene_(std::move(scene)) {}

    void measure() {
        const double reference = time_per_pair(all_, run_reference);
        const double own = of(all_);
        all_times_.push_back(own);
        reference_times_.push_back(reference);
        touching_times_.push_back(of(set_.touching));
        separated_times_.push_back(of(set_.separated));
    }

    KernelTime result() const {
        constexpr double kNano = 1e9;
        KernelTime time;
        time.id = kernel_.id;
        time.scene = scene_;
        time.all = kNano * median(all_times_);
        time.touching = kNano * median(touching_times_);
        time.separated = kNano * median(separated_times_);
        time.ratio = std::ranges::min(all_times_) / std::ranges::min(reference_times_);
        time.pairs = std::ssize(all_);
        time.touching_pairs = std::ssize(set_.touching);
        time.contacts = run_on_pairs(kernel_, all_);
        return time;
    }

 private:
    double of(std::span<const TimedTets> pairs) const {
        return time_per_pair(
            pairs, [this](std::span<const TimedTets> each) { return run_on_pairs(kernel_, each); });
    }

    const NamedKernel& kernel_;
    const PairSet& set_;
    std::vector<TimedTets> all_;
    std::string scene_;
    std::vector<double> all_times_, touching_times_, separated_times_, reference_times_;
};

using Name = std::pair<std::string, std::string>;  ///< scene and method

/// The figures of a release.
struct Released {
    std::string conditions;
    std::map<Name, double> ratios;
};

constexpr std::string_view kConditionsLine = "# Released on: ";

/// Returns the name of the first processor as the system gives it, and the numbers that tell its
/// microarchitecture where the name does not: "AMD EPYC, family 26, model 2, stepping 1".
std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    std::map<std::string, std::string> values;
    std::string line;
    while (std::getline(file, line) && !line.empty()) {  // an empty line ends each processor
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) {
            values[line.substr(0, line.find_last_not_of("\t ", colon - 1) + 1)] =
                line.substr(colon + 2);
        }
    }
    if (!values.contains("model name")) {
        return "unknown processor";
    }
    std::string name = values["model name"];
    constexpr std::array<std::pair<const char*, const char*>, 3> kNumbers{
        {{"cpu family", "family"}, {"model", "model"}, {"stepping", "stepping"}}};
    for (const auto& [key, word] : kNumbers) {
        if (values.contains(key)) {
            name += std::string(", ") + word + " " + values[key];
        }
    }
    return name;
}

Released read_released(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw Error(path + ": cannot be read; it is written by touchstone-speed release");
    }
    Released released;
    std::string line;
    int number = 0;
    while (std::getline(file, line)) {
        ++number;
        if (line.starts_with(kConditionsLine)) {
            released.conditions = line.substr(kConditionsLine.size());
        }
        if (line.empty() || line.front() == '#' || line.starts_with("scene,")) {
            continue;
        }
        std::istringstream cells(line);
        Name name;
        std::string ratio;
        std::getline(cells, name.first, ',');
        std::getline(cells, name.second, ',');
        std::getline(cells, ratio);
        char* end = nullptr;
        const double value = std::strtod(ratio.c_str(), &end);
        if (end == ratio.c_str() || !(value > 0.0)) {
            throw Error(path + ":" + std::to_string(number) + ": '" + ratio +
                        "' is no ratio; touchstone-speed release writes the file anew");
        }
        released.ratios[name] = value;
    }
    if (released.conditions.empty()) {
        throw Error(path + ": no line begins with '" + std::string(kConditionsLine) +
                    "'; touchstone-speed release writes the file anew");
    }
    return released;
}

/// Returns the least ratio of the kernel in some more measurements.
double least_ratio(const KernelTime& time, int rounds) {
    double least = time.ratio;
    for (int i = 0; i < kMoreTries && least > 0.0; ++i) {
        Timer timer(find_kernel(best_kernels(), time.id), time.scene);
        for (int round = 0; round < rounds; ++round) {
            timer.measure();
        }
        least = std::min(least, timer.result().ratio);
    }
    return least;
}

}  // namespace

std::vector<KernelTime> time_kernels(int rounds) {
    std::vector<Timer> timers;
    for (const char* scene : {"pillar", "wall"}) {
        for (const NamedKernel& kernel : best_kernels()) {
            timers.emplace_back(kernel, scene);
        }
    }
    for (int round = 0; round < rounds; ++round) {
        for (Timer& timer : timers) {
            timer.measure();
        }
    }
    std::vector<KernelTime> times;
    for (const Timer& timer : timers) {
        times.push_back(timer.result());
    }
    return times;
}

std::string speed_conditions() {
#if defined(__clang__)
    const std::string compiler = "Clang " __clang_version__;
#else
    const std::string compiler = "GCC " __VERSION__;
#endif
    const bool is_baseline = best_kernels().data() == baseline::kKernels.data();
    return processor() + "; " + compiler + ", " + TOUCHSTONE_BUILD_FLAGS + "; " +
           (is_baseline ? "baseline" : "avx2") + " kernels";
}

void write_released(std::ostream& out, const std::vector<KernelTime>& times) {
    out << "# Times of the kernels per pair of tetrahedra, beside those of the reference kernel, "
           "by "
           "touchstone-speed release\n"
        << kConditionsLine << speed_conditions() << "\nscene,method,ratio\n";
    for (const KernelTime& time : times) {
        std::ostringstream ratio;
        ratio.precision(4);
        ratio << time.ratio;
        out << time.scene << ',' << time.id << ',' << ratio.str() << '\n';
    }
}

int check_released(std::ostream& out, const std::string& path, int rounds) {
    const Released released = read_released(path);
    if (released.conditions != speed_conditions()) {
        out << path << " was released on " << released.conditions << ". This is "
            << speed_conditions() << ": nothing is compared\n";
        return 0;
    }
    int slower = 0;
    for (const KernelTime& time : time_kernels(rounds)) {
        const auto known = released.ratios.find({time.scene, time.id});
        if (known == released.ratios.end()) {
            throw Error(path + ": " + time.id + " on the " + time.scene +
                        " is missing; touchstone-speed release writes the file anew");
        }
        double ratio = time.ratio;
        if (ratio > kSlower * known->second) {
            ratio = least_ratio(time, rounds);
        }
        const bool is_slower = ratio > kSlower * known->second;
        slower += is_slower ? 1 : 0;
        std::ostringstream line;
        line.precision(3);
        line << time.scene << ", " << time.id << ": " << ratio
             << " times the reference kernel, released " << known->second
             << (is_slower ? "  SLOWER by more than 10 %" : "");
        out << line.str() << '\n';
    }
    return slower;
}

}  // namespace touchstone
