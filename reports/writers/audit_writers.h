#pragma once

#include <iosfwd>
#include <vector>

#include "reports/tables/report.h"
#include "testcases/audit/metamorphic_audit.h"

namespace touchstone::reports {

/// What the writers of an audit are given.
struct AuditReport {
    Provenance provenance;
    std::vector<AuditedRow> rows;
    bool stopped = false;  ///< rows are missing
};

/// A line per case and generator, with the smallest retelling of each kind that changes the answer,
/// and below it what each of them does.
void write_audit_table(std::ostream& out, const AuditReport& report);

/// A line per generator: in how many of its cases each kind changes the answer.
void write_audit_summary(std::ostream& out, const AuditReport& report);

/// Schema "touchstone-audit-1".
void write_json(std::ostream& out, const AuditReport& report);

/// A line per case, generator and kind.
void write_csv(std::ostream& out, const AuditReport& report);

}  // namespace touchstone::reports
