#include "reports/tables/step_table.h"

#include <algorithm>
#include <functional>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/text/number_text.h"
#include "reports/text/terminal_table.h"
#include "testcases/motion/motion_summary.h"
#include "testcases/query/silent_pairs.h"

namespace touchstone::reports {
namespace {

constexpr double kMilli = 1e3;

struct StepColumn {
    const char* csv;      ///< in CSV, with its unit
    const char* heading;  ///< in the table that people read; empty: not shown there
    int width;
    int leaves;  ///< place in the order in which columns are left out of narrow tables; 0: never
    bool is_time;
    bool is_of_bound;  ///< shown to people only of simulations whose steps are bounded
    std::function<std::string(const ListedStep&)> exact;
    std::function<std::string(const ListedStep&)> rounded;
};

std::string exact_or_empty(const std::optional<double>& value) {
    return value ? exact_text(*value) : "";
}

std::string scientific(double value) {
    std::ostringstream out;
    out << std::scientific << std::setprecision(2) << value;
    return out.str();
}

std::string milli_text(const std::optional<double>& value) {
    return value ? rounded_text(kMilli * *value, 4) : "-";
}

std::optional<double> first_stop(const ListedStep& row) {
    return row.stops.empty() ? std::nullopt : std::optional(row.stops.front().share);
}

const std::vector<StepColumn>& step_columns() {
    static const std::vector<StepColumn> columns{
        {"step", "step", 6, 0, false, false,
         [](const ListedStep& r) { return std::to_string(r.step); },
         [](const ListedStep& r) { return std::to_string(r.step); }},
        {"time_s", "time s", 8, 0, false, false,
         [](const ListedStep& r) { return exact_text(r.time); },
         [](const ListedStep& r) { return rounded_text(r.time, 3); }},
        {"contacts", "contacts", 9, 0, false, false,
         [](const ListedStep& r) { return std::to_string(r.contacts); },
         [](const ListedStep& r) { return std::to_string(r.contacts); }},
        {"silent_pairs", "silent", 8, 10, false, false,
         [](const ListedStep& r) { return std::to_string(r.silent); },
         [](const ListedStep& r) { return std::to_string(r.silent); }},
        {"min_penetration_m", "min mm", 9, 2, false, false,
         [](const ListedStep& r) { return exact_or_empty(r.min_penetration); },
         [](const ListedStep& r) { return milli_text(r.min_penetration); }},
        {"mean_penetration_m", "mean mm", 9, 7, false, false,
         [](const ListedStep& r) { return exact_or_empty(r.mean_penetration); },
         [](const ListedStep& r) { return milli_text(r.mean_penetration); }},
        {"max_penetration_m", "max mm", 9, 0, false, false,
         [](const ListedStep& r) { return exact_or_empty(r.max_penetration); },
         [](const ListedStep& r) { return milli_text(r.max_penetration); }},
        {"kinetic_energy_J", "kinetic J", 11, 6, false, false,
         [](const ListedStep& r) { return exact_text(r.kinetic_energy); },
         [](const ListedStep& r) { return scientific(r.kinetic_energy); }},
        {"potential_energy_J", "potential J", 13, 9, false, false,
         [](const ListedStep& r) { return exact_text(r.potential_energy); },
         [](const ListedStep& r) { return rounded_text(r.potential_energy, 2); }},
        {"residual_Ns", "residual", 10, 8, false, false,
         [](const ListedStep& r) { return exact_or_empty(r.residual); },
         [](const ListedStep& r) { return r.residual ? scientific(*r.residual) : "-"; }},
        {"error_Ns", "error", 10, 5, false, false,
         [](const ListedStep& r) { return exact_text(r.error); },
         [](const ListedStep& r) { return scientific(r.error); }},
        {"sweeps",
         "",
         0,
         0,
         false,
         false,
         [](const ListedStep& r) { return std::to_string(r.sweeps); },
         {}},
        {"divergences", "diverg.", 8, 1, false, false,
         [](const ListedStep& r) { return std::to_string(r.divergences); },
         [](const ListedStep& r) { return std::to_string(r.divergences); }},
        {"stops", "stops", 7, 0, false, true,
         [](const ListedStep& r) { return std::to_string(r.stops.size()); },
         [](const ListedStep& r) { return std::to_string(r.stops.size()); }},
        {"first_stop", "first at", 10, 5, false, true,
         [](const ListedStep& r) { return exact_or_empty(first_stop(r)); },
         [](const ListedStep& r) {
             return first_stop(r) ? rounded_text(*first_stop(r), 3) : std::string("-");
         }},
        {"stop_contacts", "added", 7, 5, false, true,
         [](const ListedStep& r) { return std::to_string(r.stop_contacts); },
         [](const ListedStep& r) { return std::to_string(r.stop_contacts); }},
        {"elastic_strain",
         "",
         0,
         0,
         false,
         false,
         [](const ListedStep& r) { return r.deformation ? exact_text(r.deformation->strain) : ""; },
         {}},
        {"least_volume_share",
         "",
         0,
         0,
         false,
         false,
         [](const ListedStep& r) {
             return r.deformation ? exact_text(r.deformation->least_share) : "";
         },
         {}},
        {"inverted_tets",
         "",
         0,
         0,
         false,
         false,
         [](const ListedStep& r) {
             return r.deformation ? std::to_string(r.deformation->inverted) : "";
         },
         {}},
        {"detection_s", "find ms", 9, 3, true, false,
         [](const ListedStep& r) { return exact_text(r.times.detection); },
         [](const ListedStep& r) { return rounded_text(kMilli * r.times.detection, 2); }},
        {"solve_s", "solve ms", 9, 4, true, false,
         [](const ListedStep& r) { return exact_text(r.times.solve); },
         [](const ListedStep& r) { return rounded_text(kMilli * r.times.solve, 2); }},
        {"bound_s", "bound ms", 9, 4, true, true,
         [](const ListedStep& r) { return exact_text(r.times.bound); },
         [](const ListedStep& r) { return rounded_text(kMilli * r.times.bound, 2); }},
    };
    return columns;
}

bool is_shown(const StepColumn& column, bool bounded) {
    return column.width > 0 && (bounded || !column.is_of_bound);
}

bool is_listed(const StepColumn& column, int left_out, bool bounded) {
    return is_shown(column, bounded) && (column.leaves == 0 || column.leaves > left_out);
}

/// Returns how many columns must be left out so that the others fit, as far as any may be.
int columns_left_out(int width, bool bounded) {
    int needed = 0;
    int most = 0;
    for (const StepColumn& column : step_columns()) {
        needed += is_shown(column, bounded) ? column.width : 0;
        most = std::max(most, column.leaves);
    }
    for (int left_out = 0; left_out < most; ++left_out) {
        if (needed <= width) {
            return left_out;
        }
        for (const StepColumn& column : step_columns()) {
            needed -= column.leaves == left_out + 1 && is_shown(column, bounded) ? column.width : 0;
        }
    }
    return most;
}

}  // namespace

ListedStep list_step(const StepRecord& record, const StudyScene& scene) {
    ListedStep row;
    row.step = record.step;
    row.time = record.time;
    row.contacts = static_cast<int>(record.contacts.size());
    row.silent =
        count_silent_pairs(scene, record.query_poses, record.contacts, record.barrier.has_value());
    if (const std::optional<Penetration> depth = penetration(record.contacts)) {
        row.min_penetration = depth->min;
        row.mean_penetration = depth->mean;
        row.max_penetration = depth->max;
    }
    row.kinetic_energy = record.energy.kinetic;
    row.potential_energy = record.energy.potential;
    if (!record.solve.residuals.empty()) {
        row.residual = record.solve.residuals.back();
    }
    row.error = record.solve.error;
    row.sweeps = static_cast<int>(record.solve.residuals.size());
    row.divergences = record.solve.divergences;
    row.all_sweeps = record.solve.stop == StopReason::AllSweeps;
    row.passing = record.solve.passing;
    row.late_contacts = record.late_contacts;
    row.stops = record.stops;
    row.stop_contacts = record.stop_contacts;
    row.deformation = record.deformation;
    row.times = record.times;
    row.remembered = record.remembered;
    return row;
}

void write_step_heading(std::ostream& out, int width, bool bounded) {
    const int left_out = columns_left_out(width, bounded);
    std::string names;
    std::ostringstream heads;
    for (const StepColumn& column : step_columns()) {
        if (is_listed(column, left_out, bounded)) {
            heads << std::setw(column.width) << column.heading;
        } else if (is_shown(column, bounded)) {
            append_item(names, column.heading);
        }
    }
    if (!names.empty()) {
        write_wrapped(out, "no room for: " + names, 2, {.width = width});
    }
    out << heads.str() << '\n';
}

void write_step_line(std::ostream& out, const ListedStep& row, int width, bool bounded) {
    const int left_out = columns_left_out(width, bounded);
    for (const StepColumn& column : step_columns()) {
        if (is_listed(column, left_out, bounded)) {
            out << std::setw(column.width) << column.rounded(row);
        }
    }
    out << '\n';
}

void write_steps_csv(std::ostream& out, const std::vector<std::string>& comments,
                     const std::vector<ListedStep>& rows, bool with_times) {
    for (const std::string& comment : comments) {
        out << "# " << printable(comment) << '\n';
    }
    const auto write_line = [&](const auto& text_of) {
        const char* separator = "";
        for (const StepColumn& column : step_columns()) {
            if (with_times || !column.is_time) {
                out << separator << text_of(column);
                separator = ",";
            }
        }
        out << '\n';
    };
    write_line([](const StepColumn& column) { return std::string(column.csv); });
    for (const ListedStep& row : rows) {
        write_line([&](const StepColumn& column) { return column.exact(row); });
    }
}

}  // namespace touchstone::reports
