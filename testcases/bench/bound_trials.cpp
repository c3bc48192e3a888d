// Lets random bodies fly too fast for their steps in a closed room, with the bound by continuous
// detection, and counts those that leave it; see testcases/trials/bound_trials.h. One line for each
// trial with a fault, then the counts.
//
//   touchstone-bound-trials [FIRST] [COUNT] [GENERATOR|no_contacts] [none]
//   touchstone-bound-trials trace NUMBER [GENERATOR|no_contacts]
//
// With "none" at the end nothing bounds the steps, for comparison. A trace is a line for each step
// of a trial with what became of its energy.

#include "testcases/trials/bound_trials.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "testcases/bench/program_arguments.h"

namespace {

using namespace touchstone;

constexpr const char* kUsage =
    "usage: touchstone-bound-trials [FIRST] [COUNT] [GENERATOR|no_contacts] [none]\n"
    "       touchstone-bound-trials trace NUMBER [GENERATOR|no_contacts]\n"
    "Trials FIRST (0) and on, COUNT (10000) of them; none: nothing bounds the steps.\n";

struct Counts {
    int trials = 0;
    int passed = 0;
    int gained = 0;
    int stops = 0;
    int added = 0;
    int idle = 0;
    double deepest = 0.0;
    double largest_gain = 0.0;
    double detection = 0.0;
    double bound = 0.0;
    std::int64_t steps = 0;
};

void count(Counts& counts, const BoundTrial& trial, const BoundOutcome& outcome) {
    ++counts.trials;
    counts.passed += outcome.passed_through ? 1 : 0;
    counts.gained += outcome.gained_energy ? 1 : 0;
    counts.largest_gain = std::max(counts.largest_gain, outcome.largest_gain);
    counts.stops += outcome.stops;
    counts.added += outcome.stop_contacts;
    counts.idle += outcome.idle_steps;
    counts.deepest = std::max(counts.deepest, outcome.deepest);
    counts.detection += outcome.detection;
    counts.bound += outcome.bound;
    counts.steps += trial.steps;
    if (outcome.passed_through) {
        std::cout << trial_name(trial) << ": passed through\n";
    }
    if (outcome.gained_energy) {
        std::cout << trial_name(trial) << ": gained " << 100.0 * outcome.largest_gain
                  << " % of its energy in a step, by contacts alone "
                  << 100.0 * outcome.contact_gain << " %\n";
    }
}

int trace(const std::vector<std::string>& arguments) {
    const BoundTrial trial =
        make_bound_trial(static_cast<std::uint64_t>(count_argument(arguments, 1, "NUMBER", 0, 0)));
    const std::string generator = arguments.size() > 2 ? arguments[2] : std::string(kNoContacts);
    std::cout << trial_name(trial)
              << "\nstep  gain %  by contacts %  falls cut short %  stops  added\n";
    const BoundOutcome outcome = run_bound_trial(trial, generator);
    for (int i = 0; i < std::ssize(outcome.steps); ++i) {
        const BoundStep& step = outcome.steps[i];
        std::cout << i + 1 << "  " << 100.0 * step.gain << "  " << 100.0 * step.contact_gain << "  "
                  << 100.0 * step.missed_fall << "  " << step.stops << "  " << step.stop_contacts
                  << '\n';
    }
    return 0;
}

int run(const std::vector<std::string>& arguments) {
    if (!arguments.empty() && arguments[0] == "trace") {
        refuse_more_arguments(arguments, 3);
        return trace(arguments);
    }
    const bool unbounded = arguments.size() > 3 && arguments[3] == "none";
    refuse_more_arguments(arguments, unbounded ? 4 : 3);
    const auto first = static_cast<std::uint64_t>(count_argument(arguments, 0, "FIRST", 0, 0));
    const int trials = count_argument(arguments, 1, "COUNT", 1, 10'000);
    const std::string generator = arguments.size() > 2 ? arguments[2] : std::string(kNoContacts);
    const StepBound bound = unbounded ? StepBound::None : StepBound::Ccd;
    Counts counts;
    for (int i = 0; i < trials; ++i) {
        const BoundTrial trial = make_bound_trial(first + static_cast<std::uint64_t>(i));
        count(counts, trial, run_bound_trial(trial, generator, bound));
    }
    const double steps = std::max<double>(1.0, static_cast<double>(counts.steps));
    std::cout << counts.trials << " trials with " << generator << ": " << counts.passed
              << " with a body that passed through, " << counts.gained
              << " with a step that gained energy, by " << 100.0 * counts.largest_gain
              << " % at most; " << counts.stops << " motions stopped, " << counts.added
              << " contacts added, " << counts.idle << " idle steps; deepest overlap "
              << 100.0 * counts.deepest << " % of the thinnest width; per step "
              << 1e6 * counts.detection / steps << " us for contacts and solving, "
              << 1e6 * counts.bound / steps << " us for the bound\n";
    return counts.passed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (asks_for_help(arguments)) {
        std::cout << kUsage;
        return 0;
    }
    try {
        return run(arguments);
    } catch (const UsageError& error) {
        std::cerr << "touchstone-bound-trials: " << error.what() << '\n';
        return 2;
    } catch (const Error& error) {
        std::cerr << "touchstone-bound-trials: " << error.what() << '\n';
        return 1;
    }
}
