#pragma once

#include <iosfwd>
#include <vector>

#include "reports/tables/report.h"
#include "testcases/audit/metamorphic_audit.h"

namespace touchstone::reports {

/// The input of the writers of an audit.
struct AuditReport {
    Provenance provenance;
    std::vector<AuditedRow> rows;
    bool stopped = false;  ///< true: rows are missing
};

/// Writes a line for each case and generator, with the smallest variation of each kind that changes
/// the answer, and below it the effect of each.
void write_audit_table(std::ostream& out, const AuditReport& report);

/// Writes a line for each generator: the number of its cases in which each kind changes the answer.
void write_audit_summary(std::ostream& out, const AuditReport& report);

/// Writes schema "touchstone-audit-1".
void write_json(std::ostream& out, const AuditReport& report);

/// Writes a line for each case, generator and kind.
void write_csv(std::ostream& out, const AuditReport& report);

}  // namespace touchstone::reports
