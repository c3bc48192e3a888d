#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/commands/impacts/convex_command.h"
#include "reports/commands/impacts/impacts_command.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"

namespace touchstone::reports {

/// The options of the command `report`.
struct ReportOptions {
    RunOptions run;
    std::vector<std::string> cases;  ///< ids, groups or scene files; none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    bool paper = false;                   ///< true: the paper's values beside ours
    std::optional<std::string> format;  ///< format of what is printed; nothing: chosen by where it
                                        ///< goes
    int jitter = 0;
    int history = 0;                 ///< number of queries whose contacts are counted and drawn
    std::string pictures = "wrong";  ///< rows that get pictures: none, wrong or all
    std::optional<std::string> out;  ///< folder for all formats
    SharingOptions sharing;
    std::optional<std::string> json;           ///< file for JSON
    std::optional<std::string> csv;            ///< file for CSV
    std::vector<std::string> methods;          ///< ids of methods for `report ccd`; none: all
    std::vector<std::string> impact_commands;  ///< programs that are methods, for `report ccd`
    ImpactSettingsOptions impact;              ///< settings for `report ccd`
    std::optional<std::int64_t> only;          ///< number of the only query to ask in `report ccd`
    int impact_timings = 3;           ///< rounds of which the fastest counts in `report ccd`
    std::optional<int> cell_queries;  ///< largest number of queries in a cell of `report ccd`
    ConvexReportOptions convex;       ///< options of `report c5d`, on convex bodies in motion
};

}  // namespace touchstone::reports
