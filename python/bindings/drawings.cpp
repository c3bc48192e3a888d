#include <pybind11/stl.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "python/bindings/bindings.h"
#include "python/bindings/judgement.h"
#include "python/bindings/report.h"
#include "reports/plots/plot.h"
#include "reports/plots/report_plots.h"

namespace touchstone::python {
namespace {

using reports::Plot;
using Drawings = std::map<std::string, std::string>;  ///< SVG texts by name

Drawings draw(const std::map<std::string, Plot>& plots) {
    const std::optional<std::filesystem::path> gnuplot = reports::find_gnuplot();
    if (!gnuplot) {
        throw Error("plots need gnuplot, which is not installed (Debian: gnuplot-nox)");
    }
    const py::gil_scoped_release release;
    Drawings drawings;
    for (const auto& [name, plot] : plots) {
        drawings[name] = reports::draw_svg(*gnuplot, plot);
    }
    return drawings;
}

Drawings draw_report(const AnsweredReport& report) {
    std::map<std::string, Plot> plots;
    for (reports::StudyPlot& plot : reports::make_report_plots(report, {})) {
        plots[plot.name] = std::move(plot.plot);
    }
    return draw(plots);
}

/// Draws Q of each contact, from the worst to the best, as in the paper's figures.
Drawings draw_judgement(const JudgedContacts& judged, const std::string& title) {
    const std::vector<double> sorted = sorted_alignments(judged.judgement);
    reports::PlotSeries series{title, {}};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        series.points.emplace_back(
            100.0 * (static_cast<double>(i) + 0.5) / static_cast<double>(sorted.size()), sorted[i]);
    }
    Plot plot;
    plot.title = "Quality of each contact";
    plot.x_label = "contacts, sorted [%]";
    plot.y_label = "Q = |n·e|";
    plot.x_range = {0.0, 100.0};
    plot.y_range = {0.0, 1.05};
    plot.panels.emplace_back().title = title;
    plot.panels.back().series.push_back(std::move(series));
    return draw({{"quality", std::move(plot)}});
}

}  // namespace

void bind_drawings(py::module_& module) {
    module.def("_draw_report", &draw_report, py::arg("report"));
    module.def("_draw_judgement", &draw_judgement, py::arg("judgement"), py::arg("title"));
}

}  // namespace touchstone::python
