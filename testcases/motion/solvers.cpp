#include <algorithm>
#include <string>
#include <vector>

#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "rigid_solver/events/event_options.h"
#include "testcases/motion/barrier_motion.h"
#include "testcases/motion/event_record.h"
#include "testcases/motion/proximal_motion.h"
#include "testcases/motion/solver.h"

namespace touchstone {
namespace {

std::vector<Solver> make_solvers() {
    return {
        {.id = "proximal",
         .title = "proximal solver",
         .summary = "default; impulses at the method's contacts, by sweeps",
         .source = "docs/methods/solver.md",
         .make = make_proximal_motion},
        {.id = "barrier",
         .title = "barrier solver",
         .summary = "finds its own contacts and records those of --generator when it is given",
         .source = "docs/methods/barrier.md",
         .bounding = StepBounding::Own,
         .deforms = true,
         .keeps_strain = true,
         .own_method = barrier_method,
         .choice = barrier_choice,
         .is_chosen = is_barrier_chosen,
         .make = make_barrier_motion},
        {.id = "events",
         .title = "event solver",
         .summary = "from collision to collision, for exact curved shapes without friction",
         .source = "docs/methods/events.md",
         .bounding = StepBounding::Collisions,
         .can_resume = false,
         .options = make_method_options<EventSettings>(event_options(), {}),
         .heeded = {"solver.time_step", "solver.restitution"},
         .own_method = method_of_exact_shapes},
    };
}

}  // namespace

std::span<const Solver> all_solvers() {
    static const std::vector<Solver> solvers = make_solvers();
    return solvers;
}

const Solver& find_solver(std::string_view id) { return find_by_id(all_solvers(), id, "solver"); }

const Solver& usual_solver() { return all_solvers().front(); }

const Solver& find_contact_solver(std::string_view id) {
    std::vector<std::string> known;
    for (const Solver& solver : all_solvers()) {
        if (solver.make != nullptr && solver.id == id) {
            return solver;
        }
        if (solver.make != nullptr) {
            known.push_back(solver.id);
        }
    }
    refuse_unknown("solver", id, join(known));
}

const Solver& collision_solver() {
    return *std::ranges::find(all_solvers(), StepBounding::Collisions, &Solver::bounding);
}

const Solver& solver_of(const StudySettings& settings, const std::string& generator_id) {
    if (!settings.moved_by.empty()) {
        return find_solver(settings.moved_by);
    }
    const auto found = std::ranges::find_if(all_solvers(), [&](const Solver& solver) {
        return solver.is_chosen != nullptr && solver.is_chosen(settings, generator_id);
    });
    return found == all_solvers().end() ? usual_solver() : *found;
}

void choose_solver(StudySettings& settings, const Solver& solver, const std::string& generator_id) {
    if (solver.choice != nullptr) {
        settings.moved_by.clear();  // it would come before the setting
        assign(settings, parse_assignment(solver.choice(generator_id)));
    } else if (&solver_of(settings, generator_id) != &solver) {
        settings.moved_by = solver.id;
    }
}

bool records_stops(const Solver& solver, const SolverSettings& settings) {
    return solver.bounding == StepBounding::Collisions ||
           (solver.bounding == StepBounding::BySettings && settings.step_bound == StepBound::Ccd);
}

}  // namespace touchstone
