#pragma once

#include <iosfwd>

#include "reports/report.h"

namespace touchstone {

/// One self-contained page: no scripts, nothing loaded from elsewhere. A list of sections in the
/// .cpp says what it shows.
void write_html(std::ostream& out, const Report& report);

}  // namespace touchstone
