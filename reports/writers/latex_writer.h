#pragma once

#include <iosfwd>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// The tables of the Markdown report as a LaTeX document of plain `tabular`s with rules in the
/// manner of booktabs, to be compiled as it is by pdfLaTeX or taken apart. Without the package
/// booktabs it falls back on \hline.
void write_latex(std::ostream& out, const Report& report);

}  // namespace touchstone::reports
