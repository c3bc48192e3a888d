#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace touchstone::reports {

/// A curve. Its index among the series determines its look, by dashes and marks as well as by
/// colour.
struct PlotSeries {
    std::string title;
    std::vector<std::pair<double, double>> points;  ///< pairs of x and y, finite
};

/// A pair of axes.
struct PlotPanel {
    std::string title;
    std::vector<PlotSeries> series;
};

/// A drawing of panels side by side, with the same axes and one legend below all of them.
struct Plot {
    std::string title;
    std::string x_label;                               ///< label including the unit
    std::string y_label;                               ///< label including the unit
    std::optional<std::pair<double, double>> x_range;  ///< range of x; nothing: from 0 to the end
                                                       ///< of the data
    std::optional<std::pair<double, double>> y_range;  ///< range of y; nothing: as the data require
    bool logarithmic = false;                          ///< true: logarithmic in y;
                                                       ///< values must be above 0
    std::vector<PlotPanel> panels;
};

/// Returns the input of gnuplot: the drawing with its data, as SVG on standard output.
std::string gnuplot_script(const Plot& plot);

/// Finds the first `gnuplot` on PATH; nothing without one.
std::optional<std::filesystem::path> find_gnuplot();

/// Returns the drawing as the text of an SVG file; the same plot gives the same text. Throws Error
/// with gnuplot's message when it fails.
std::string draw_svg(const std::filesystem::path& gnuplot, const Plot& plot);

/// The same of a plot of this title whose script is there already.
std::string draw_script(const std::filesystem::path& gnuplot, const std::string& title,
                        const std::string& script);

}  // namespace touchstone::reports
