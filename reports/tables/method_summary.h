#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/report.h"

// A report in one line per method.

namespace touchstone::reports {

/// A mean, and over how many cases: those in which there was something to measure.
struct CaseMean {
    std::optional<double> value;
    int cases = 0;
};

/// One method over all rows of a report. A row that asks for what a method does not do is in none
/// of the numbers but `unanswered`; one in which a method failed is not right either.
struct MethodSummary {
    std::string generator_id;
    std::string title;
    CaseMean coverage;  ///< over the cases that expect a normal, in 0…1
    CaseMean quality;   ///< over the cases with contacts, in 0…1
    CaseMean excess;    ///< over the cases whose fewest contacts are known
    int right = 0;      ///< cases in which nothing is wrong, see is_right
    int judged = 0;     ///< cases of which that can be told
    int unanswered = 0;
};

/// Whether every expected normal is found and no contact has a wrong one; of a checked row whether
/// it passes. Nothing where nothing says what is right, or a method does not do what is asked.
std::optional<bool> is_right(const StudyRow& row);

/// Best first: by right cases, coverage, quality, and excess; equals in the order of the rows.
std::vector<MethodSummary> summarize(const Report& report);

/// Whether the mean is full, and over every case that can be judged: of the few cases with contacts
/// it says little.
bool is_full(const CaseMean& mean, const MethodSummary& summary);

/// The heads of its table: method, coverage, quality, excess, right cases.
std::vector<std::string> summary_heads();

/// The cells below them: "Growth", "52", "53 (10)", "8.1", "2 of 10".
std::vector<std::string> summary_cells(const MethodSummary& summary);

/// What the columns show, in a line.
std::string summary_note();

}  // namespace touchstone::reports
