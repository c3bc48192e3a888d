// Lets random bodies hit each other at up to 100 m/s under the barrier, at time steps up to 40 ms;
// see testcases/trials/barrier_trials.h. One line for each trial with a fault, then the counts.
//
//   touchstone-barrier-trials [FIRST] [COUNT]

#include "testcases/trials/barrier_trials.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "testcases/bench/program_arguments.h"

int main(int argc, char** argv) {
    using namespace touchstone;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (asks_for_help(arguments)) {
        std::cout << "usage: touchstone-barrier-trials [FIRST] [COUNT]\n"
                     "Trials FIRST (0) and on, COUNT (1000) of them.\n";
        return 0;
    }
    int count = 0;
    int failed = 0;
    int through = 0;
    int gained = 0;
    int most = 0;
    long steps = 0;
    try {
        refuse_more_arguments(arguments, 2);
        const int first = count_argument(arguments, 0, "FIRST", 0, 0);
        count = count_argument(arguments, 1, "COUNT", 1, 1000);
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
    } catch (const UsageError& error) {
        std::cerr << "touchstone-barrier-trials: " << error.what() << '\n';
        return 2;
    } catch (const Error& error) {
        std::cerr << "touchstone-barrier-trials: " << error.what() << '\n';
        return 1;
    }
    std::cout << count << " trials, " << steps << " steps: " << failed << " failed, " << through
              << " fell through, " << gained << " gained energy; at most " << most
              << " Newton steps in a step\n";
    return failed + through + gained == 0 ? 0 : 1;
}
