#include "reports/commands/event_simulation.h"

#include <algorithm>
#include <array>
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
#include "testcases/query/elastic_bodies.h"

namespace touchstone::reports {
namespace {

constexpr std::array<std::pair<const char*, ImpactRule>, 3> kImpactWords{
    {{"poisson", ImpactRule::Poisson},
     {"one_by_one", ImpactRule::OneByOne},
     {"all_rows", ImpactRule::AllRows}}};

constexpr std::array<std::pair<const char*, CollisionRule>, 5> kCollisionWords{
    {{"quintic", CollisionRule::Quintic},
     {"quadratic", CollisionRule::Quadratic},
     {"newton", CollisionRule::Newton},
     {"regula_falsi", CollisionRule::RegulaFalsi},
     {"bisection", CollisionRule::Bisection}}};

template <typename Words>
auto find_word(const Words& words, const std::string& word, const std::string& option) {
    std::string known;
    for (const auto& [name, rule] : words) {
        if (word == name) {
            return rule;
        }
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    throw UnknownName(option + ": unknown '" + word + "'; known: " + known);
}

/// One step as it is listed.
struct EventLine {
    int step = 0;
    double time = 0.0;
    int contacts = 0;
    int events = 0;
    double kinetic = 0.0;
    double potential = 0.0;
    double drift = 0.0;  ///< of the energy beside the impulses [J]
};

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
        << "\nstep,time_s,contacts,events,kinetic_energy_J,potential_energy_J,energy_drift_J\n";
    for (const EventLine& line : lines) {
        out << line.step << ',' << exact_text(line.time) << ',' << line.contacts << ','
            << line.events << ',' << exact_text(line.kinetic) << ',' << exact_text(line.potential)
            << ',' << exact_text(line.drift) << '\n';
    }
}

std::string short_text(double value) {
    std::ostringstream out;
    out << std::setprecision(3) << value;
    return out.str();
}

void write_totals(std::ostream& out, const EventMotion& motion) {
    const EventTotals& totals = motion.totals();
    const WitnessCounts& witnesses = motion.witnesses();
    out << '\n' << totals.events << " collisions";
    if (totals.events > 0) {
        out << ", " << short_text(static_cast<double>(totals.evaluations) / totals.events)
            << " evaluations for the time of each";
    }
    out << "; largest overlap " << short_text(std::max(0.0, -totals.least_separation)) << " m\n";
    out << "Energy: impulses took " << short_text(totals.impulse_energy) << " J, and "
        << short_text(motion.energy_drift()) << " J came of the steps between them\n";
    const std::int64_t asked = witnesses.hits + witnesses.misses;
    if (asked > 0) {
        out << "Remembered pairs: " << witnesses.hits << " of " << asked << " were right ("
            << short_text(100.0 * static_cast<double>(witnesses.hits) / static_cast<double>(asked))
            << " %)\n";
    }
}

}  // namespace

ImpactRule find_impact_rule(const std::string& word) {
    return find_word(kImpactWords, word, "--impacts");
}

CollisionRule find_collision_rule(const std::string& word) {
    return find_word(kCollisionWords, word, "--collision-times");
}

int simulate_events(const EventRequest& request) {
    require_rigid(request.scene, "the event solver");
    EventMotion motion(request.scene, request.settings);
    std::cout << printable(request.case_name) << ", from collision to collision: " << request.steps
              << " steps of " << rounded_text(1e3 * request.settings.time_step, 3)
              << " ms, without friction, restitution " << exact_text(request.settings.restitution)
              << "\n\n  step    time_s  contacts  events     kinetic [J]   potential [J]     drift "
                 "[J]\n";
    note_interrupts();
    std::vector<EventLine> lines;  // for the file
    for (int step = 1; step <= request.steps && !was_interrupted(); ++step) {
        const EventReport report = motion.step();
        const Energy now = energy(motion.bodies(), request.settings.gravity);
        const EventLine line{step,
                             step * request.settings.time_step,
                             static_cast<int>(std::ssize(report.contacts)),
                             static_cast<int>(std::ssize(report.events)),
                             now.kinetic,
                             now.potential,
                             motion.energy_drift()};
        if (request.csv) {
            lines.push_back(line);
        }
        if ((step - 1) % request.every == 0 || step == request.steps) {
            write_line(std::cout, line);
        }
    }
    write_totals(std::cout, motion);
    if (request.csv) {
        write_output(*request.csv, [&](std::ostream& out) { write_csv(out, request, lines); });
    }
    flush_standard_output();
    if (motion.totals().steps < request.steps) {
        std::cerr << "touchstone: stopped by Ctrl-C after step " << motion.totals().steps << " of "
                  << request.steps << '\n';
        return kInterruptedStatus;
    }
    return 0;
}

}  // namespace touchstone::reports
