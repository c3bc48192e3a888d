#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

// Bodies that are too fast for their time steps, in a closed room that a thin sheet divides. None
// can leave its half but through a wall or the sheet, so that where it is tells whether it passed
// through, whatever happened in between. Sizes are from 0.01 to 10 m, time steps from 1 to 50 ms,
// speeds up to 500 m/s, and bodies turn by up to 2 rad in a step.

/// One random scene: six walls, the sheet, and one to three bodies on its left side, x < 0.
struct BoundTrial {
    std::uint64_t seed = 0;
    TestCase scene;
    double size = kUnset;                     ///< size of the largest body [m]
    double speed = kUnset;                    ///< speed of the fastest body [m/s]
    Vec3 half_room = Vec3::Constant(kUnset);  ///< half the inner extents of the room [m]
    int steps = 0;
};

/// Makes the trial of a number: the same for the same number.
BoundTrial make_bound_trial(std::uint64_t seed);
/// Returns "17: 3 bodies, 0.1 m, 120 m/s, 20 ms" or the like.
std::string trial_name(const BoundTrial& trial);

/// Gain of energy in a step that is ascribed to unfinished sweeps, as a share of the energy at the
/// start of the trial, kinetic and above the room's floor [-].
inline constexpr double kBoundEnergySlack = 1e-3;

/// What became of the energy in a step of a trial, as shares of the energy at the start [-].
struct BoundStep {
    double gain = 0.0;          ///< gain of energy, kinetic and potential, by forces, contacts and
                                ///< stops together
    double contact_gain = 0.0;  ///< gain of kinetic energy by the contacts alone, after the
                                ///< impulses less before them, at the poses of the query
    double missed_fall = 0.0;   ///< work of gravity on ways that stops cut short
    int stops = 0;              ///< motions that ended at another body
    int stop_contacts = 0;      ///< contacts added where the method had none
};

/// The outcome of a trial.
struct BoundOutcome {
    bool passed_through = false;  ///< a body's centre of mass left its half of the room
    double deepest = 0.0;         ///< largest overlap of two bodies after a step, as a share of the
                                  ///< thinnest body's width [-]
    /// Largest gain of energy in one step, kinetic and potential, by forces, contacts and stops
    /// together, as a share of the energy at the start [-].
    double largest_gain = 0.0;
    /// Largest gain of kinetic energy by the contacts of one step alone, after the impulses less
    /// before them, at the poses of the query, as a share of the energy at the start [-].
    double contact_gain = 0.0;
    bool gained_energy = false;    ///< a gain of either kind above kBoundEnergySlack
    int stops = 0;                 ///< motions that ended at another body
    int stop_contacts = 0;         ///< contacts added where the method had none
    int idle_steps = 0;            ///< steps in which a moving body made no way at all
    std::vector<BoundStep> steps;  ///< each step
    double detection = 0.0;        ///< time of finding contacts and solving [s]
    double bound = 0.0;            ///< time of bounding the motions [s]
};

/// Id of a method that finds no contacts at all, for runs that have only the bound.
inline constexpr std::string_view kNoContacts = "no_contacts";

/// Runs a trial with the contacts of one method, "no_contacts" among them.
BoundOutcome run_bound_trial(const BoundTrial& trial, const std::string& generator,
                             StepBound bound = StepBound::Ccd);

}  // namespace touchstone
