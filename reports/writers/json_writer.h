#pragma once

#include <iosfwd>

#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// Writes schema "touchstone-report-1", see docs/formats/files.md.
void write_json(std::ostream& out, const Report& report);

/// Writes schema "touchstone-contacts-1".
void write_json(std::ostream& out, const ContactList& list);

}  // namespace touchstone::reports
