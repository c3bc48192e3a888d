#include "reports/commands/simulation/simulate_outcome.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <ostream>
#include <utility>

#include "methods/base/printable.h"
#include "reports/text/number_text.h"
#include "testcases/motion/motion_summary.h"

namespace touchstone::reports {
namespace {

/// Two bodies that ended each other's motion.
struct StoppedPair {
    std::pair<int, int> bodies;
    int count = 0;
    int first_step = 0;
    double first_share = 0.0;  ///< of that step
};

/// The pair that did so most often; of several the one that did first.
StoppedPair most_stopped_pair(const std::vector<ListedStep>& rows) {
    std::vector<StoppedPair> pairs;
    for (const ListedStep& row : rows) {
        for (const StepStop& stop : row.stops) {
            const std::pair bodies(stop.body_a, stop.body_b);
            auto found = std::ranges::find(pairs, bodies, &StoppedPair::bodies);
            if (found == pairs.end()) {
                found = pairs.insert(found, StoppedPair{bodies, 0, row.step, stop.share});
            }
            ++found->count;
        }
    }
    const auto most = std::ranges::max_element(pairs, {}, &StoppedPair::count);
    return most == pairs.end() ? StoppedPair() : *most;
}

/// The worst of all steps, also of those before a recording was gone on with.
std::optional<Deformation> worst_deformation(const std::vector<ListedStep>& rows) {
    std::optional<Deformation> worst;
    for (const ListedStep& row : rows) {
        if (row.deformation) {
            Deformation& sum = worst ? *worst : worst.emplace(*row.deformation);
            sum.strain = std::max(sum.strain, row.deformation->strain);
            sum.least_share = std::min(sum.least_share, row.deformation->least_share);
            sum.inverted = std::max(sum.inverted, row.deformation->inverted);
        }
    }
    return worst;
}

/// What came of the step bound, for scenes that have one.
void write_bound(std::ostream& out, const std::vector<ListedStep>& rows,
                 const std::vector<RigidBody>& bodies) {
    int stops = 0;
    int contacts = 0;
    double seconds = 0.0;
    for (const ListedStep& row : rows) {
        stops += static_cast<int>(std::ssize(row.stops));
        contacts += row.stop_contacts;
        seconds += row.times.bound;
    }
    out << "\nStep bound: " << stops << " motions ended at another body, " << contacts
        << " contacts added where the method had none; "
        << rounded_text(1e3 * seconds / static_cast<double>(std::max<std::size_t>(1, rows.size())),
                        3)
        << " ms per step";
    if (const StoppedPair pair = most_stopped_pair(rows); pair.count > 0) {
        out << ". Most often " << printable(bodies[pair.bodies.first].name) << " and "
            << printable(bodies[pair.bodies.second].name) << ", " << pair.count
            << " times, first at " << rounded_text(pair.first_share, 3) << " of step "
            << pair.first_step;
    }
}

}  // namespace

std::string millimetres(double metres) { return rounded_text(1e3 * metres, 3) + " mm"; }

bool is_bounded(const Simulation& simulation) {
    return simulation.solver().step_bound == StepBound::Ccd;
}

/// Writes which share of the pairs of bodies had something remembered that was of use, and how many
/// pairs of elements were not asked about; nothing when nothing was remembered.
void write_remembered(std::ostream& out, const std::vector<ListedStep>& rows) {
    double pairs = 0.0;
    double spared = 0.0;
    double settled = 0.0;
    for (const ListedStep& row : rows) {
        pairs += static_cast<double>(row.remembered.body_pairs);
        spared += static_cast<double>(row.remembered.repeated + row.remembered.eased);
        settled += static_cast<double>(row.remembered.settled);
    }
    if (spared > 0.0) {
        out << "\nRemembered from step to step: something of "
            << rounded_text(100.0 * spared / pairs, 1) << " % of the pairs of bodies";
        if (settled > 0.0) {
            out << "; " << rounded_text(settled / pairs, 1)
                << " pairs of tetrahedra each made no contact for certain";
        }
    }
}

/// Writes how often a solver let go of what bodies move past; nothing when it never did.
void write_passing(std::ostream& out, const std::vector<ListedStep>& rows) {
    int contacts = 0;
    int steps = 0;
    for (const ListedStep& row : rows) {
        contacts += row.passing;
        steps += row.passing > 0 ? 1 : 0;
    }
    if (contacts > 0) {
        out << "\nLet go: " << contacts << (contacts == 1 ? " contact" : " contacts")
            << " ahead in " << steps << (steps == 1 ? " step" : " steps")
            << ", whose features pass beside each other as the bodies move";
    }
}

/// Writes how many contacts were found only after an impact; nothing when there were none.
void write_late(std::ostream& out, const std::vector<ListedStep>& rows) {
    int contacts = 0;
    int steps = 0;
    for (const ListedStep& row : rows) {
        contacts += row.late_contacts;
        steps += row.late_contacts > 0 ? 1 : 0;
    }
    if (contacts > 0) {
        out << "\nFound late: " << contacts << (contacts == 1 ? " contact" : " contacts")
            << " ahead in " << steps << (steps == 1 ? " step" : " steps")
            << ", which bodies meet since an impact of the step turned them";
    }
}

/// Writes how many steps ended before their impulses had settled, nothing when none did: with an
/// error that moves the lightest body by more than a millionth of the scene's height in the step.
void write_unsettled(std::ostream& out, const std::vector<ListedStep>& rows,
                     const Simulation& simulation, const std::vector<RigidBody>& start,
                     double height) {
    constexpr double kSettledShare = 1e-6;
    double lightest = std::numeric_limits<double>::infinity();
    for (const RigidBody& body : start) {
        lightest = body.fixed ? lightest : std::min(lightest, body.mass);
    }
    const double settled = kSettledShare * height * lightest / simulation.solver().time_step;
    int steps = 0;
    double largest = 0.0;
    for (const ListedStep& row : rows) {
        if (row.all_sweeps && row.error > settled) {
            ++steps;
            largest = std::max(largest, row.error);
        }
    }
    if (steps > 0) {
        out << "\nUnsettled: " << steps << " of " << rows.size()
            << " steps ended before their impulses had settled, with errors of up to "
            << short_text(largest, 3) << " N s; --iterations gives more sweeps";
    }
}

/// Returns by how much bodies overlap deeper after the last step than after the first [m].
double sinking(const std::vector<ListedStep>& rows) {
    if (rows.empty()) {
        return 0.0;
    }
    return std::max(0.0, rows.back().max_penetration.value_or(0.0)) -
           std::max(0.0, rows.front().max_penetration.value_or(0.0));
}

void write_outcome(std::ostream& out, const std::vector<ListedStep>& rows,
                   const Simulation& simulation, const std::vector<RigidBody>& start) {
    std::vector<int> counts;
    double detection = 0.0;
    double solve = 0.0;
    double contact_sweeps = 0.0;
    for (const ListedStep& row : rows) {
        counts.push_back(row.contacts);
        detection += row.times.detection;
        solve += row.times.solve;
        contact_sweeps += static_cast<double>(row.contacts) * row.sweeps;
    }
    int silent_steps = 0;
    int most_silent = 0;
    for (const ListedStep& row : rows) {
        silent_steps += row.silent > 0 ? 1 : 0;
        most_silent = std::max(most_silent, row.silent);
    }
    const CountStatistics count = count_statistics(counts);
    out << "\nContacts: mean " << rounded_text(count.mean, 2) << ", min " << count.min << ", max "
        << count.max << ", standard deviation " << rounded_text(count.deviation, 2) << "\n";
    const auto steps = static_cast<double>(std::max<std::size_t>(1, rows.size()));
    out << "Time per step: finding contacts " << rounded_text(1e3 * detection / steps, 3)
        << " ms, solving " << rounded_text(1e3 * solve / steps, 3) << " ms";
    if (contact_sweeps > 0.0) {
        out << " (" << rounded_text(1e9 * solve / contact_sweeps, 1)
            << " ns per contact and sweep)";
    }
    write_remembered(out, rows);
    write_passing(out, rows);
    write_late(out, rows);
    const double height = moving_height(simulation.scene(), start, simulation.solver().gravity);
    write_unsettled(out, rows, simulation, start, height);
    if (is_bounded(simulation)) {
        write_bound(out, rows, start);
    }
    if (silent_steps > 0) {
        out << "\nSilent: in " << silent_steps << " of " << rows.size()
            << " steps bodies overlap without a contact, up to " << most_silent
            << " pairs in a step";
    }
    if (const std::optional<Deformation> worst = worst_deformation(rows)) {
        out << "\nElastic bodies: largest strain " << rounded_text(worst->strain, 4)
            << ", smallest share of a tet's volume " << rounded_text(worst->least_share, 4) << ", "
            << worst->inverted << " tets inside out; all steps converged";
    }
    std::vector<BodyState> now;
    for (const RigidBody& body : simulation.bodies()) {
        now.push_back(body.state);
    }
    const MotionVerdict verdict = judge_motion(start, now, height);
    out << "\n";
    if (verdict.drift_body < 0) {
        out << "No body of the scene can move.\n";
        return;
    }
    out << "Largest drift: " << millimetres(verdict.drift) << " ("
        << printable(start[verdict.drift_body].name)
        << "); largest tilt: " << rounded_text(verdict.tilt, 3) << "° ("
        << printable(start[verdict.tilt_body].name) << ")\n";
    // Depth that bodies may add to their overlap in a scene that stands, as a share of its height.
    constexpr double kSunkShare = 1e-3;
    if (const double sunk = sinking(rows); verdict.stands && sunk > kSunkShare * height) {
        out << "After step " << simulation.steps()
            << " the scene has not fallen, but sinks: bodies overlap deeper by "
            << millimetres(sunk) << " than after the first step";
    } else {
        out << "After step " << simulation.steps() << " the scene "
            << (verdict.stands ? "stands" : "has fallen");
    }
    out << " (fallen: a body turned by more than " << rounded_text(kFallenTilt, 0)
        << "°, or moved by more than " << rounded_text(100.0 * kFallenDrift, 0)
        << " % of the scene's height).\n";
}

}  // namespace touchstone::reports
