#pragma once

#include <iosfwd>

#include "reports/tables/columns.h"
#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// Writes one line per row under a line of column ids. RFC 4180 with line feeds.
void write_csv(std::ostream& out, const Report& report);

/// Writes one line per contact.
void write_csv(std::ostream& out, const ContactList& list);

}  // namespace touchstone::reports
