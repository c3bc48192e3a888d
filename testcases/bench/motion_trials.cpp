// Lets random bodies drop, fly, slide and spin, and counts what must not happen; see
// testcases/trials/motion_trials.h. One line for each trial with a fault, then the counts.
//
//   touchstone-motion-trials [FIRST] [COUNT] [GENERATOR]      the semi-local method if none is
//                                                             named
//   touchstone-motion-trials trace NUMBER [GENERATOR]         each step of one trial, as CSV

#include "testcases/trials/motion_trials.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "testcases/bench/program_arguments.h"

namespace {

using namespace touchstone;

constexpr const char* kUsage =
    "usage: touchstone-motion-trials [FIRST] [COUNT] [GENERATOR]\n"
    "       touchstone-motion-trials trace NUMBER [GENERATOR]\n"
    "Trials FIRST (0) and on, COUNT (10000) of them; GENERATOR: semi_local if none is named.\n";

void write_faults(const RandomTrial& trial, const TrialOutcome& outcome) {
    const std::array<std::pair<bool, const char*>, 11> faults{{
        {outcome.fell_through, " fell through"},
        {outcome.fell_inside, " fell inside"},
        {outcome.hopped, " hopped"},
        {outcome.pushed_apart, " pushed apart"},
        {outcome.pushed_early, " pushed early"},
        {outcome.stuck, " stuck"},
        {outcome.flew, " flew"},
        {outcome.gained_energy, " gained energy"},
        {outcome.in_air, " in the air"},
        {outcome.sunk, " sunk"},
        {outcome.silent_steps > 0, " silent"},
    }};
    if (std::ranges::none_of(faults, &std::pair<bool, const char*>::first)) {
        return;
    }
    std::cout << trial_name(trial) << ':';
    for (const auto& [is_so, name] : faults) {
        std::cout << (is_so ? name : "");
    }
    std::cout << "; deepest " << outcome.deepest << " m, gain " << outcome.largest_gain << ", hop "
              << outcome.largest_hop << " m, pushed from " << outcome.pushed_from
              << " m, early from " << outcome.early_from << " m, flight " << outcome.largest_flight
              << " m, air " << outcome.air << " m, silent steps " << outcome.silent_steps << " of "
              << outcome.steps << '\n';
}

/// Writes one line per step: what the lowest corner, the contacts and their impulses do.
void write_step(const TrialStep& step) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    double impulse = 0.0;
    int acting = 0;
    for (std::size_t i = 0; i < step.contacts.size(); ++i) {
        least = std::min(least, step.contacts[i].separation);
        most = std::max(most, step.contacts[i].separation);
        impulse += step.impulses[i].normal;
        acting += step.impulses[i].normal > 0.0 ? 1 : 0;
    }
    const BodyState& last = step.bodies.back().state;
    std::cout << step.step << ',' << step.depth << ',' << step.contacts.size() << ',' << acting
              << ',' << least << ',' << most << ',' << impulse << ',' << last.linear_velocity.y()
              << ',' << last.linear_velocity.norm() << ',' << last.angular_velocity.norm() << ','
              << step.lift << '\n';
}

int trace(std::uint64_t number, const Generator& generator) {
    const RandomTrial trial = make_motion_trial(number);
    std::cout << "# " << trial_name(trial) << "\n"
              << "step,depth_m,contacts,acting,least_separation_m,largest_separation_m,impulse_Ns,"
                 "rise_m_s,speed_m_s,spin_rad_s,lift_m_s2\n";
    run_motion_trial(trial, generator, &write_step);
    return 0;
}

int run(const std::vector<std::string>& arguments) {
    refuse_more_arguments(arguments, 3);
    const Generator& generator = find_generator(arguments.size() > 2 ? arguments[2] : "semi_local");
    if (!arguments.empty() && arguments[0] == "trace") {
        const int number = count_argument(arguments, 1, "NUMBER", 0, 0);
        return trace(static_cast<std::uint64_t>(number), generator);
    }
    const auto first = static_cast<std::uint64_t>(count_argument(arguments, 0, "FIRST", 0, 0));
    const int count = count_argument(arguments, 1, "COUNT", 1, 10'000);
    TrialCounts counts;
    for (int i = 0; i < count; ++i) {
        const RandomTrial trial = make_motion_trial(first + static_cast<std::uint64_t>(i));
        const TrialOutcome outcome = run_motion_trial(trial, generator);
        write_faults(trial, outcome);
        add_outcome(counts, outcome);
        std::cout.flush();  // so that a long run can be watched
    }
    std::cout << counts.trials << " trials: " << counts.fell_through << " fell through, "
              << counts.fell_inside << " fell inside another, " << counts.hopped << " hopped, "
              << counts.pushed_apart << " pushed apart, " << counts.pushed_early
              << " pushed early, " << counts.stuck << " stuck, " << counts.flew
              << " rose as they turned, " << counts.gained_energy << " gained energy, "
              << counts.in_air << " ended in the air, " << counts.sunk << " ended sunk, "
              << counts.silent << " with silent steps; " << counts.came_to_rest
              << " came to rest\n";
    return 0;
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
        std::cerr << "touchstone-motion-trials: " << error.what() << '\n';
        return 2;
    } catch (const Error& error) {
        std::cerr << "touchstone-motion-trials: " << error.what() << '\n';
        return 1;
    }
}
