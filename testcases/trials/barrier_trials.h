#pragma once

#include <string>

#include "testcases/trials/random_trial.h"

namespace touchstone {

// The random bodies of random_trial.h in motion by the barrier: faster, up to 100 m/s, and at time
// steps up to 40 ms. Nothing may pass through, and contacts may not add energy.

/// Makes the trial of a number: the same for the same number.
RandomTrial make_barrier_trial(std::uint64_t seed);

/// The outcome of a trial.
struct BarrierTrialOutcome {
    std::string failure;         ///< what the solver said when it could not take a step; or empty
    bool fell_through = false;   ///< a centre of mass came below the top of the floor
    bool gained_energy = false;  ///< more energy than at the start, that of barriers included, and
                                 ///< more than changes of stiffness may lift
    double largest_gain = 0.0;   ///< largest gain of energy since the start, as a share of the
                                 ///< energy at the start [-]
    int steps = 0;
    int most_iterations = 0;  ///< largest number of Newton steps in one step
};

/// Runs a trial to its end, or until a step fails.
BarrierTrialOutcome run_barrier_trial(const RandomTrial& trial);

}  // namespace touchstone
