#include "reports/commands/simulation/event_simulation.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/text/number_text.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/motion/event_record.h"
#include "testcases/motion/solver.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone::reports {
namespace {

/// One step as it is listed.
struct EventLine {
    int step = 0;
    double time = 0.0;
    int contacts = 0;
    int events = 0;
    double kinetic = 0.0;
    double potential = 0.0;
    double drift = 0.0;  ///< of the energy beside the impulses [J]
    WitnessCounts witnesses;
};

EventLine line_of(int step, const EventMotion& motion, const EventReport& report,
                  const EventSettings& settings) {
    const Energy now = energy(motion.bodies(), settings.gravity);
    EventLine line;
    line.step = step;
    line.time = step * settings.time_step;
    line.contacts = static_cast<int>(std::ssize(report.contacts));
    line.events = static_cast<int>(std::ssize(report.events));
    line.kinetic = now.kinetic;
    line.potential = now.potential;
    line.drift = motion.energy_drift();
    line.witnesses = motion.last_witnesses();
    return line;
}

void write_line(std::ostream& out, const EventLine& line) {
    std::ostringstream row;
    row << std::setw(6) << line.step << std::setw(10) << std::fixed << std::setprecision(3)
        << line.time << std::setw(10) << line.contacts << std::setw(8) << line.events
        << std::setw(16) << std::scientific << std::setprecision(6) << line.kinetic << std::setw(16)
        << line.potential << std::setw(14) << std::setprecision(2) << line.drift;
    out << row.str() << '\n';
}

void write_csv(std::ostream& out, const EventRequest& request,
               const std::vector<EventLine>& lines) {
    out << "# schema touchstone-events-1\n# version " << program_version() << "\n# commit "
        << program_commit() << "\n# case " << request.case_name
        << "\nstep,time_s,contacts,events,kinetic_energy_J,potential_energy_J,energy_drift_J,"
           "witness_hits,witness_misses\n";
    for (const EventLine& line : lines) {
        out << line.step << ',' << exact_text(line.time) << ',' << line.contacts << ','
            << line.events << ',' << exact_text(line.kinetic) << ',' << exact_text(line.potential)
            << ',' << exact_text(line.drift) << ',' << line.witnesses.hits << ','
            << line.witnesses.misses << '\n';
    }
}

/// Tells of the settings of a scene that this solver does not heed.
std::vector<std::string> unheeded_keys(const TestCase& scene, const Solver& solver) {
    std::vector<std::string> lines;
    lines.reserve(scene.solver.size());
    for (const NamedSetting& setting : scene.solver) {
        const std::string name = std::string(kSolverOwner) + "." + setting.id;
        if (std::ranges::find(solver.heeded, name) == solver.heeded.end()) {
            lines.push_back("the solver '" + solver.id + "' has no use for " + name +
                            " of the scene, and goes on without it");
        }
    }
    return lines;
}

void write_totals(std::ostream& out, const EventMotion& motion) {
    const EventTotals& totals = motion.totals();
    const WitnessCounts& witnesses = motion.witnesses();
    out << '\n' << totals.events << " collisions";
    if (totals.events > 0) {
        out << ", " << short_text(static_cast<double>(totals.evaluations) / totals.events, 3)
            << " evaluations for the time of each";
    }
    out << "; largest overlap " << short_text(std::max(0.0, -totals.least_separation), 3) << " m\n";
    if (totals.divided_steps > 0) {
        out << totals.divided_steps
            << " steps were taken in parts, for in them a body moves farther than it is thick, a "
               "contact farther than it can be followed, or the integration would lose its "
               "accuracy\n";
    }
    out << "Energy: impulses took " << short_text(totals.impulse_energy, 3) << " J, and "
        << short_text(motion.energy_drift(), 3) << " J came of the steps between them\n";
    const std::int64_t asked = witnesses.hits + witnesses.misses;
    if (asked > 0) {
        out << "Remembered pairs: " << witnesses.hits << " of " << asked << " were right ("
            << short_text(100.0 * static_cast<double>(witnesses.hits) / static_cast<double>(asked),
                          3)
            << " %)\n";
    }
}

}  // namespace

int run_events(const StudyRequest& request, EventRequest events,
               const std::optional<NewRecording>& recording) {
    SimulationRun run = begin_run(request, false, recording);
    run.stock->forget_shapes();
    write_warnings(std::cerr, unheeded_keys(run.test_case, find_solver(run.settings.moved_by)));
    EventSettings settings =
        event_settings(run.test_case, solver_settings(request.settings, run.test_case));
    const auto& own = run.settings.mover.as<EventSettings>();
    settings.impacts = own.impacts;
    settings.collisions = own.collisions;
    begin_recording(run);
    events.case_name = run.case_name;
    events.scene = std::move(run.test_case);
    events.settings = std::move(settings);
    events.recording = std::move(run.recording);
    const int status = simulate_events(events);
    if (recording) {
        tell_written(recording->file.string());
    }
    return status;
}

int simulate_events(EventRequest& request) {
    require_rigid(request.scene, "the " + collision_solver().title);
    EventMotion motion(request.scene, request.settings);
    std::cout << printable(request.case_name) << ", from collision to collision: " << request.steps
              << " steps of " << rounded_text(1e3 * request.settings.time_step, 3)
              << " ms, without friction, restitution " << exact_text(request.settings.restitution)
              << "\n\n  step    time_s  contacts  events     kinetic [J]   potential [J]     drift "
                 "[J]\n";
    note_interrupts();
    std::vector<EventLine> lines;  // for the file
    const auto write_lines = [&] {
        if (request.csv) {
            write_output(*request.csv, [&](std::ostream& out) { write_csv(out, request, lines); });
        }
    };
    try {
        for (int step = 1; step <= request.steps && !was_interrupted(); ++step) {
            const EventReport report = motion.step();
            const EventLine line = line_of(step, motion, report, request.settings);
            if (request.recording) {
                request.recording->write(event_record(step, motion, report, request.settings));
            }
            if (request.csv) {
                lines.push_back(line);
            }
            if ((step - 1) % request.every == 0 || step == request.steps) {
                write_line(std::cout, line);
            }
        }
    } catch (const Error&) {
        // A step that cannot be taken leaves those before it.
        write_totals(std::cout, motion);
        write_lines();
        flush_standard_output();
        throw;
    }
    write_totals(std::cout, motion);
    write_lines();
    flush_standard_output();
    if (motion.totals().steps < request.steps) {
        std::cerr << "touchstone: stopped by Ctrl-C after step " << motion.totals().steps << " of "
                  << request.steps << '\n';
        return kInterruptedStatus;
    }
    return 0;
}

}  // namespace touchstone::reports
