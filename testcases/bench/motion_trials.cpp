// Lets random bodies drop, fly, slide and spin, and counts what must not happen; see
// testcases/query/motion_trials.h. One line for each trial with a fault, then the counts.
//
//   touchstone-motion-trials [FIRST] [COUNT] [GENERATOR]      the semi-local method if none is
//   named

#include "testcases/query/motion_trials.h"

#include <cstdlib>
#include <iostream>
#include <string>

#include "methods/base/error.h"

namespace {

using namespace touchstone;

void write_faults(const RandomTrial& trial, const TrialOutcome& outcome) {
    if (!outcome.fell_through && !outcome.hopped && !outcome.gained_energy && !outcome.in_air &&
        !outcome.sunk && outcome.silent_steps == 0) {
        return;
    }
    std::cout << trial_name(trial) << ':';
    std::cout << (outcome.fell_through ? " fell through" : "") << (outcome.hopped ? " hopped" : "")
              << (outcome.gained_energy ? " gained energy" : "")
              << (outcome.in_air ? " in the air" : "") << (outcome.sunk ? " sunk" : "");
    std::cout << "; deepest " << outcome.deepest << " m, gain " << outcome.largest_gain << ", hop "
              << outcome.largest_hop << " m, air " << outcome.air << " m, silent steps "
              << outcome.silent_steps << " of " << outcome.steps << '\n';
}

int run(int argc, char** argv) {
    const auto first = static_cast<std::uint64_t>(argc > 1 ? std::atoll(argv[1]) : 0);
    const int count = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const Generator& generator = find_generator(argc > 3 ? argv[3] : "semi_local");
    TrialCounts counts;
    for (int i = 0; i < count; ++i) {
        const RandomTrial trial = make_motion_trial(first + static_cast<std::uint64_t>(i));
        const TrialOutcome outcome = run_motion_trial(trial, generator);
        write_faults(trial, outcome);
        add_outcome(counts, outcome);
    }
    std::cout << counts.trials << " trials: " << counts.fell_through << " fell through, "
              << counts.hopped << " hopped, " << counts.gained_energy << " gained energy, "
              << counts.in_air << " ended in the air, " << counts.sunk << " ended sunk, "
              << counts.silent << " with silent steps; " << counts.came_to_rest
              << " came to rest\n";
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const Error& error) {
        std::cerr << "touchstone-motion-trials: " << error.what() << '\n';
        return 1;
    }
}
