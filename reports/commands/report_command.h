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

struct ReportOptions {
    RunOptions run;
    std::vector<std::string> cases;  ///< ids, groups, scene files; none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    bool paper = false;                   ///< its values beside ours
    std::optional<std::string> format;    ///< of what is printed; nothing: by where it goes
    int jitter = 0;
    int history = 0;                 ///< queries whose contacts are counted and drawn
    std::string pictures = "wrong";  ///< none, wrong or all
    std::optional<std::string> out;  ///< folder for all formats
    SharingOptions sharing;
    std::optional<std::string> json;           ///< file
    std::optional<std::string> csv;            ///< file
    std::vector<std::string> methods;          ///< of `report ccd`: ids; none: all
    std::vector<std::string> impact_commands;  ///< of `report ccd`: programs that are methods
    ImpactSettingsOptions impact;              ///< of `report ccd`
    std::optional<std::int64_t> only;          ///< of `report ccd`: number of the one query to ask
    int impact_timings = 3;           ///< of `report ccd`: rounds of which the fastest counts
    std::optional<int> cell_queries;  ///< of `report ccd`: most queries of a cell
    ConvexReportOptions convex;       ///< of `report c5d`, which is about bodies in motion
};

}  // namespace touchstone::reports
