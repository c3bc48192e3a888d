#include "reports/commands/reports.h"

#include <array>

namespace touchstone::reports {

CommandRun add_ccd_report(CLI::App& command);
CommandRun add_convex_report(CLI::App& command);

namespace {

constexpr std::array kReports{
    OtherReport{"ccd", "Judge contact-time methods on sets of queries, by exact arithmetic",
                &add_ccd_report},
    OtherReport{"c5d", "Compare casts of convex bodies on the samples of Yuan et al. [2025]",
                &add_convex_report},
};

}  // namespace

std::span<const OtherReport> other_reports() { return kReports; }

}  // namespace touchstone::reports
