#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/method_list.h"
#include "testcases/motion/mover.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// What bounds how far bodies move in a step.
enum class StepBounding {
    BySettings,  ///< solver.step_bound
    Own,         ///< the solver itself
    Collisions   ///< each collision, which is recorded as a stop
};

/// A way to move the bodies of a scene: a row of the table.
struct Solver {
    std::string id;       ///< stable name on the command line and in recordings: "barrier"
    std::string title;    ///< name in messages: "barrier solver"
    std::string summary;  ///< what it does, in a line of the help
    std::string source;   ///< page about it
    StepBounding bounding = StepBounding::BySettings;
    bool deforms = false;        ///< true: it moves elastic bodies, and follows scripts
    bool keeps_strain = false;   ///< true: its steps hold a BarrierMemory, to go on from
    bool can_resume = true;      ///< false: a recording of its motion cannot be resumed
    MethodOptions options = {};  ///< options of its own, which only `simulate` takes; recordings
                                 ///< lack them, and cannot be resumed where there are any
    /// Settings that it heeds, as in `--set`: "solver.restitution". Empty: all.
    std::vector<std::string> heeded = {};
    /// Returns the id of the method by which its motions go when none is named. Null: one must be.
    std::string (*own_method)(const MethodList& methods) = nullptr;
    /// Returns the setting that chooses it for simulations with a method, as in `--set`. Null:
    /// StudySettings::moved_by does; the usual solver needs none where settings choose no other.
    std::string (*choice)(std::string_view generator_id) = nullptr;
    /// Returns true when settings choose it for simulations with a method. Null: they cannot.
    bool (*is_chosen)(const StudySettings& settings, const std::string& generator_id) = nullptr;
    /// Starts a motion. Throws UsageError for impossible settings and Error for bodies that it
    /// cannot move. Null: no Simulation is by it, but an EventMotion, which takes no contacts of
    /// methods.
    std::shared_ptr<Mover> (*make)(const MotionRequest& request) = nullptr;
};

/// Returns the table.
std::span<const Solver> all_solvers();

/// Returns the solver that moves bodies where nothing else is chosen: the first of the table.
const Solver& usual_solver();

/// Returns the entry of that id. Throws UnknownName, listing the known ids.
const Solver& find_solver(std::string_view id);

/// Returns the same. Throws UnknownName also for one that no Simulation is by, since it takes no
/// contacts of methods.
const Solver& find_contact_solver(std::string_view id);

/// Returns the solver of motions from collision to collision.
const Solver& collision_solver();

/// Returns the solver of simulations with a method: StudySettings::moved_by, or the one that the
/// settings choose.
const Solver& solver_of(const StudySettings& settings, const std::string& generator_id);

/// Makes settings choose a solver for simulations with a method, whichever they chose before.
/// Throws UsageError for methods that lack its own.
void choose_solver(StudySettings& settings, const Solver& solver, const std::string& generator_id);

/// Returns true when recordings of such a motion hold what ended motions within steps.
bool records_stops(const Solver& solver, const SolverSettings& settings);

}  // namespace touchstone
