#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace touchstone::reports {

/// One curve. Its place among the series decides how it is drawn, by dashes and marks as well as
/// by colour.
struct PlotSeries {
    std::string title;
    std::vector<std::pair<double, double>> points;  ///< x, y, finite
};

/// One pair of axes.
struct PlotPanel {
    std::string title;
    std::vector<PlotSeries> series;
};

/// Panels side by side, with the same axes and one legend below all of them.
struct Plot {
    std::string title;
    std::string x_label;                               ///< with its unit
    std::string y_label;                               ///< with its unit
    std::optional<std::pair<double, double>> x_range;  ///< nothing: from 0 to what the data need
    std::optional<std::pair<double, double>> y_range;  ///< nothing: what the data need
    bool logarithmic = false;                          ///< y; values must be above 0
    std::vector<PlotPanel> panels;
};

/// What gnuplot is told: the drawing with its data, as SVG on standard output.
std::string gnuplot_script(const Plot& plot);

/// The first `gnuplot` on PATH; nothing without one.
std::optional<std::filesystem::path> find_gnuplot();

/// The drawing as an SVG file's text; the same plot gives the same text. Throws Error with what
/// gnuplot says when it fails.
std::string draw_svg(const std::filesystem::path& gnuplot, const Plot& plot);

}  // namespace touchstone::reports
