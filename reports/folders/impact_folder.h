#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/tables/impacts/impact_report.h"

namespace touchstone::reports {

/// Writes what `touchstone report ccd --out` writes: report.md, report.csv, report.json, and the
/// page report.html, which tells the command and draws what is wrong. Throws FileError for what
/// cannot be written, before anything is, and what the sets throw.
void write_impact_folder(const std::filesystem::path& folder, const ImpactReport& report,
                         const std::vector<QuerySet>& sets, const std::string& command);

}  // namespace touchstone::reports
