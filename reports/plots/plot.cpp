#include "reports/plots/plot.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/process/child_process.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr int kPanelWidth = 380;  // [px]
constexpr int kPlotHeight = 330;
constexpr int kWidePanel = 820;  // width of a single panel [px]
constexpr int kTallPanel = 440;
constexpr int kTitleHeight = 34;
constexpr int kLegendRow = 20;
constexpr int kMostColumns = 3;
constexpr double kPlotTimeLimit = 60.0;  // [s]

// Colours that remain distinct for the colour-blind; dashes and marks distinguish the curves
// without any colour.
constexpr std::array<const char*, 10> kColours{"#000000", "#d55e00", "#0072b2", "#009e73",
                                               "#cc79a7", "#7a5195", "#56b4e9", "#8c6d00",
                                               "#555555", "#a6002a"};
constexpr std::array<const char*, 10> kDashes{
    "1",      "(12,4)",        "(4,3)", "(14,4,3,4)",     "(2,3)",
    "(20,5)", "(8,3,2,3,2,3)", "(6,6)", "(16,3,3,3,3,3)", "(1,2)"};
constexpr std::array<int, 10> kMarks{7, 4, 9, 6, 5, 8, 11, 12, 1, 2};
constexpr int kMarksPerCurve = 9;

/// Quotes text for gnuplot, which takes single-quoted text literally. A doubled quote inside is not
/// safe: at the start of a text gnuplot 5.4 reads the two as an empty text, and the rest as
/// commands.
std::string gnuplot_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : printable(text)) {
        result += c == '\'' ? "’" : std::string(1, c);
    }
    return result + "'";
}

std::string block_name(std::size_t panel, std::size_t series) {
    return "$d" + std::to_string(panel) + "_" + std::to_string(series);
}

void write_data(std::ostream& out, const Plot& plot) {
    for (std::size_t p = 0; p < plot.panels.size(); ++p) {
        const std::vector<PlotSeries>& series = plot.panels[p].series;
        for (std::size_t s = 0; s < series.size(); ++s) {
            out << block_name(p, s) << " << EOD\n";
            for (const auto& [x, y] : series[s].points) {
                out << exact_text(x) << ' ' << exact_text(y) << '\n';
            }
            out << "EOD\n";
        }
    }
}

std::string line_style(std::size_t series) {
    const std::size_t i = series % kColours.size();
    return "lw 1.6 lc rgb '" + std::string(kColours[i]) + "' dt " + kDashes[i];
}

/// Lines must not have it: gnuplot says so of each, with the whole command around it.
std::string mark_style(std::size_t series) {
    return line_style(series) + " pt " + std::to_string(kMarks[series % kMarks.size()]) + " ps 0.6";
}

/// Writes a panel. Marks are on a few points of each curve, at other places than those of its
/// neighbours.
void write_panel(std::ostream& out, const Plot& plot, std::size_t index) {
    const PlotPanel& panel = plot.panels[index];
    if (plot.panels.size() > 1) {
        out << "set title " << gnuplot_quoted(panel.title) << "\n";
    }
    std::string curves;
    std::string marks;
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
        const std::size_t points = panel.series[s].points.size();
        if (points == 0) {
            continue;
        }
        const std::size_t interval = std::max<std::size_t>(1, points / kMarksPerCurve);
        const std::size_t first = std::min(points - 1, s * interval / 8);
        curves += (curves.empty() ? "plot " : ", ") + block_name(index, s) +
                  " using 1:2 with lines " + line_style(s) + " notitle";
        marks += ", " + block_name(index, s) + " using 1:2 every " + std::to_string(interval) +
                 "::" + std::to_string(first) + " with points " + mark_style(s) + " notitle";
    }
    // A panel without data still has axes, for which gnuplot needs a range.
    const char* const range = plot.y_range ? "" : plot.logarithmic ? "[0:1][1:10] " : "[0:1][0:1] ";
    out << (curves.empty() ? "plot " + std::string(range) + "NaN notitle" : curves + marks) << "\n";
}

/// Returns the longest list of series: panels that lack some draw the others alike.
const std::vector<PlotSeries>& legend_of(const Plot& plot) {
    return std::ranges::max_element(plot.panels, {},
                                    [](const PlotPanel& panel) { return panel.series.size(); })
        ->series;
}

struct Layout {
    int columns = 1;
    int rows = 1;
    int legend_columns = 1;
    int legend_rows = 1;
    int width = 0;   ///< width [px]
    int height = 0;  ///< height [px]
    int legend_height() const { return kLegendRow * legend_rows + 14; }
};

Layout layout_of(const Plot& plot) {
    const int panels = static_cast<int>(plot.panels.size());
    Layout layout;
    layout.columns = std::min(panels, kMostColumns);
    layout.rows = (panels + layout.columns - 1) / layout.columns;
    layout.width = panels == 1 ? kWidePanel : layout.columns * kPanelWidth;
    const int entries = std::max(1, static_cast<int>(legend_of(plot).size()));
    layout.legend_columns = std::min(entries, 4);
    layout.legend_rows = (entries + layout.legend_columns - 1) / layout.legend_columns;
    layout.height = kTitleHeight + layout.legend_height() +
                    (panels == 1 ? kTallPanel : layout.rows * kPlotHeight);
    return layout;
}

/// Writes the legend below all panels by drawing commands, so that it hides no curve and appears
/// once.
void write_legend(std::ostream& out, const Plot& plot, const Layout& layout) {
    const std::vector<PlotSeries>& series = legend_of(plot);
    const double cell = static_cast<double>(layout.width) / layout.legend_columns;
    const double cell_width = std::min(cell, 200.0);
    const double left = (layout.width - cell_width * layout.legend_columns) / 2.0;
    out << "set origin 0,0\nset size 1,1\nset lmargin 0\nset rmargin 0\nset tmargin 0\n"
           "set bmargin 0\nunset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\n"
           "unset grid\nunset logscale\nset xrange [0:"
        << layout.width << "]\nset yrange [0:" << layout.height << "]\n";
    std::string curves;
    for (std::size_t s = 0; s < series.size(); ++s) {
        const int column = static_cast<int>(s) % layout.legend_columns;
        const int row = static_cast<int>(s) / layout.legend_columns;
        const double x = left + cell_width * column + 10.0;
        const double y = layout.legend_height() - 4.0 - kLegendRow * (row + 0.5);
        const std::string height = exact_text(y);
        out << "$k" << s << " << EOD\n"
            << exact_text(x) << ' ' << height << "\n"
            << exact_text(x + 50.0) << ' ' << height << "\nEOD\n$m" << s << " << EOD\n"
            << exact_text(x + 25.0) << ' ' << height << "\nEOD\n";
        out << "set label " << s + 1 << ' ' << gnuplot_quoted(series[s].title) << " at "
            << exact_text(x + 58.0) << ',' << height << " left noenhanced\n";
        curves += (curves.empty() ? "plot $k" : ", $k") + std::to_string(s) +
                  " using 1:2 with lines " + line_style(s) + " notitle, $m" + std::to_string(s) +
                  " using 1:2 with points " + mark_style(s) + " notitle";
    }
    out << (curves.empty() ? "plot NaN notitle" : curves) << "\n";
}

std::string range_text(const std::pair<double, double>& range) {
    return "[" + exact_text(range.first) + ":" + exact_text(range.second) + "]";
}

void write_axes(std::ostream& out, const Plot& plot) {
    out << "set border 3\nset tics nomirror out scale 0.5\nset grid ytics lc rgb '#cccccc' dt 1\n"
        << "set xlabel " << gnuplot_quoted(plot.x_label) << "\nset ylabel "
        << gnuplot_quoted(plot.y_label) << "\n";
    out << "set xrange " << (plot.x_range ? range_text(*plot.x_range) : "[0:*]") << "\n";
    if (plot.logarithmic) {
        out << "set logscale y\n";
    }
    if (plot.y_range) {
        out << "set yrange " << range_text(*plot.y_range) << "\n";
    }
}

}  // namespace

std::string gnuplot_script(const Plot& plot) {
    const Layout layout = layout_of(plot);
    std::ostringstream out;
    out << "set terminal svg noenhanced size " << layout.width << "," << layout.height
        << " font 'sans-serif,12' background rgb 'white'\n"
        // By its name, as gnuplot hands on what it writes to a mere pipe line by line.
        << "set output '/dev/stdout'\n";
    write_data(out, plot);
    out << "set multiplot title " << gnuplot_quoted(plot.title) << " noenhanced\n";
    write_axes(out, plot);
    const double bottom = static_cast<double>(layout.legend_height()) / layout.height;
    const double top = 1.0 - static_cast<double>(kTitleHeight) / layout.height;
    const double panel_height = (top - bottom) / layout.rows;
    for (std::size_t p = 0; p < plot.panels.size(); ++p) {
        const int column = static_cast<int>(p) % layout.columns;
        const int row = static_cast<int>(p) / layout.columns;
        out << "set origin " << exact_text(static_cast<double>(column) / layout.columns) << ","
            << exact_text(top - panel_height * (row + 1)) << "\nset size "
            << exact_text(1.0 / layout.columns) << "," << exact_text(panel_height) << "\n";
        write_panel(out, plot, p);
    }
    write_legend(out, plot, layout);
    out << "unset multiplot\n";
    return out.str();
}

std::optional<std::filesystem::path> find_gnuplot() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path program = std::filesystem::path(folder) / "gnuplot";
        std::error_code error;
        if (std::filesystem::is_regular_file(program, error) &&
            ::access(program.c_str(), X_OK) == 0) {
            return program;
        }
    }
    return std::nullopt;
}

std::string draw_svg(const std::filesystem::path& gnuplot, const Plot& plot) {
    return draw_script(gnuplot, plot.title, gnuplot_script(plot));
}

std::string draw_script(const std::filesystem::path& gnuplot, const std::string& title,
                        const std::string& script) {
    ChildCommand command;
    command.program = gnuplot;
    // Without the user's own start file; by its name, as gnuplot reads a mere pipe byte by byte.
    command.arguments = {"-d", "/dev/stdin"};
    command.time_limit = kPlotTimeLimit;
    const ChildResult result = run_child_process(command, script);
    if (result.end != ChildEnd::Exited || result.code != 0 ||
        result.output.find("</svg>") == std::string::npos) {
        throw Error(gnuplot.string() + " did not draw '" + title +
                    "': " + printable(result.errors));
    }
    return result.output;
}

}  // namespace touchstone::reports
