#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"

namespace touchstone::reports {

/// A step of a simulation in the numbers that are listed.
struct ListedStep {
    int step = 0;
    double time = 0.0;  ///< [s]
    int contacts = 0;
    int silent = 0;                          ///< pairs of bodies that overlapped without a contact
    std::optional<double> min_penetration;   ///< [m]; nothing without contacts
    std::optional<double> mean_penetration;  ///< [m]
    std::optional<double> max_penetration;   ///< [m]
    double kinetic_energy = 0.0;             ///< [J]
    double potential_energy = 0.0;           ///< [J]
    std::optional<double> residual;          ///< residual of the last sweep [N s]
    double error = 0.0;                      ///< error of the solve [N s]
    int sweeps = 0;
    int divergences = 0;
    bool all_sweeps = false;  ///< true: the solver made all sweeps it may, and met no tolerance
    int passing = 0;  ///< contacts ahead whose features pass beside each other at a motion found
    int late_contacts = 0;                   ///< contacts found only after an impact of the step
    std::vector<StepStop> stops;             ///< motions that ended at another body
    int stop_contacts = 0;                   ///< contacts added where the generator had none
    std::optional<Deformation> deformation;  ///< the worst of elastic bodies; nothing without any
    StageTimes times;
    MemoryCounts remembered;  ///< how much finding the contacts was spared
};
/// Returns the numbers of a step. `scene`: the moving scene, for numbers that the contacts do not
/// give.
ListedStep list_step(const StepRecord& record, const StudyScene& scene);

/// Writes the table for people: a heading, then a line per step. Lines are no longer than `width`
/// [characters], as far as the number, the time and the contacts of a step allow: the columns that
/// are needed least are left out, and the heading names them. `bounded`: with what the step bound
/// did.
void write_step_heading(std::ostream& out, int width, bool bounded = false);
/// Writes a line of that table.
void write_step_line(std::ostream& out, const ListedStep& row, int width, bool bounded = false);

/// Writes the same rows as CSV, 17 digits; stage times only on request, for they differ from run to
/// run.
void write_steps_csv(std::ostream& out, const std::vector<std::string>& comments,
                     const std::vector<ListedStep>& rows, bool with_times);

}  // namespace touchstone::reports
