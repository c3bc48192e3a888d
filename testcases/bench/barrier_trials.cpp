// Lets random bodies hit each other at up to 100 m/s under the barrier, at time steps up to 40 ms;
// see testcases/trials/barrier_trials.h. One line for each trial with a fault, then the counts.
//
//   touchstone-barrier-trials [FIRST] [COUNT]

#include "testcases/trials/barrier_trials.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "methods/base/error.h"

int main(int argc, char** argv) {
    using namespace touchstone;
    const int first = argc > 1 ? std::atoi(argv[1]) : 0;
    const int count = argc > 2 ? std::atoi(argv[2]) : 1000;
    int failed = 0;
    int through = 0;
    int gained = 0;
    int most = 0;
    long steps = 0;
    try {
        for (int i = first; i < first + count; ++i) {
            const RandomTrial trial = make_barrier_trial(static_cast<std::uint64_t>(i));
            const BarrierTrialOutcome outcome = run_barrier_trial(trial);
            failed += outcome.failure.empty() ? 0 : 1;
            through += outcome.fell_through ? 1 : 0;
            gained += outcome.gained_energy ? 1 : 0;
            most = std::max(most, outcome.most_iterations);
            steps += outcome.steps;
            if (!outcome.failure.empty() || outcome.fell_through || outcome.gained_energy) {
                std::cout << trial_name(trial) << ": step " << outcome.steps << ": "
                          << outcome.failure << (outcome.fell_through ? " fell through" : "")
                          << (outcome.gained_energy ? " gained energy" : "") << ", gain "
                          << outcome.largest_gain << std::endl;
            }
        }
    } catch (const Error& error) {
        std::cerr << "touchstone-barrier-trials: " << error.what() << '\n';
        return 1;
    }
    std::cout << count << " trials, " << steps << " steps: " << failed << " failed, " << through
              << " fell through, " << gained << " gained energy; at most " << most
              << " Newton steps in a step\n";
    return failed + through + gained == 0 ? 0 : 1;
}
