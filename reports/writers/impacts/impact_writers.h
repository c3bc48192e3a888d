#pragma once

#include <iosfwd>

#include "reports/tables/impacts/impact_report.h"

namespace touchstone::reports {

/// Writes the columns of impact_columns, one line a row. RFC 4180 with line feeds.
void write_csv(std::ostream& out, const ImpactReport& report);

/// Writes schema touchstone-impacts-1: version, commit, settings, and the rows by column ids, each
/// with its first queries that were missed or answered late.
void write_json(std::ostream& out, const ImpactReport& report);

/// Writes a table for each set and kind of query, with the columns that people compare.
void write_markdown(std::ostream& out, const ImpactReport& report);

}  // namespace touchstone::reports
