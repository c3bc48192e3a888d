#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/report.h"

// A report as one line per method.

namespace touchstone::reports {

/// A mean over the cases in which there was something to measure.
struct CaseMean {
    std::optional<double> value;
    int cases = 0;
};

/// A method over all rows of a report. A row that asks for what the method does not do is in none
/// of the numbers but `unanswered`; a row in which it failed is not right.
struct MethodSummary {
    std::string generator_id;
    std::string title;
    CaseMean coverage;  ///< mean over the cases that expect a normal, in 0…1
    CaseMean quality;   ///< mean over the cases with contacts, in 0…1
    CaseMean excess;    ///< mean over the cases whose fewest contacts are known
    int right = 0;      ///< cases in which nothing is wrong, see is_right
    int judged = 0;     ///< cases that could be judged
    int unanswered = 0;
};

/// Returns whether every expected normal is found and no contact has a wrong one; of a checked row
/// whether it passes, which counts every fault, of places and separations too. Nothing without a
/// right answer, or where the method does not do what is asked.
std::optional<bool> is_right(const StudyRow& row);

/// Sums up the methods, best first: by right cases, coverage, quality, and excess; equal ones in
/// the order of the rows.
std::vector<MethodSummary> summarize(const Report& report);

/// Returns whether the mean is full, and over every case that can be judged: over the few cases
/// with contacts it says little.
bool is_full(const CaseMean& mean, const MethodSummary& summary);

/// Returns true when all cases that can be judged are right, false when none is; nothing between
/// the two, or without such cases.
std::optional<bool> is_right_throughout(const MethodSummary& summary);

/// Returns the heads of the table: method, coverage, quality, excess, right cases.
std::vector<std::string> summary_heads();

/// Returns the cells below them: "Growth", "52", "53 (10)", "8.1", "2 of 10".
std::vector<std::string> summary_cells(const MethodSummary& summary);

/// Returns a line that explains the columns.
std::string summary_note();

}  // namespace touchstone::reports
