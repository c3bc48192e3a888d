#pragma once

#include <iosfwd>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// Writes the tables of the Markdown report as a LaTeX document of plain `tabular`s with rules in
/// the style of booktabs, which pdfLaTeX compiles unchanged. Without the package booktabs it falls
/// back to \hline.
void write_latex(std::ostream& out, const Report& report);

}  // namespace touchstone::reports
