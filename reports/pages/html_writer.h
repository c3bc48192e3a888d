#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/pages/pictures.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// A drawing, or the reason why there is none.
struct PagePlot {
    std::string title;
    std::string svg;        ///< a whole SVG file as draw_svg makes it; empty: there is none
    std::string why_not;    ///< one line
    std::string csv_name;   ///< name of the file beside the page that holds its data
    std::string file = {};  ///< file beside the page that holds the drawing; empty: it stands in
                            ///< the page
};

/// Optional parts of the page besides the report.
struct PageExtras {
    std::string command;                       ///< the command line that makes the page again
    std::vector<std::string> data_files = {};  ///< beside the page, with what it shows
    std::vector<PagePlot> plots;
    std::vector<Picture> pictures;
    std::string no_pictures;  ///< reason why there is none at all, one line
};

/// Writes one page: a line per method, tables, plots, errors of each wrong contact, pictures,
/// settings. It loads nothing but pictures for which it has no room, from beside it and only when
/// they are looked at; a small script sorts and filters its tables, which are there without it too.
/// A list of sections in the .cpp says what it shows.
void write_html(std::ostream& out, const Report& report, const PageExtras& extras = {});

}  // namespace touchstone::reports
