#include "reports/folders/plot_drawings.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/sha256.h"
#include "reports/pages/drawn_cell.h"
#include "reports/plots/plot.h"
#include "testcases/cells/run_cells.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

DrawnCell draw_plot(const fs::path& gnuplot, const std::string& title, const std::string& script) {
    DrawnCell drawn;
    try {
        drawn.image = draw_script(gnuplot, title, script);
    } catch (const Error& error) {
        drawn.outcome = Outcome::Failed;
        drawn.reason = error.what();
    }
    return drawn;
}

/// Returns the input of gnuplot for each plot, made so many at a time (0: one per core).
std::vector<std::string> make_scripts(const std::vector<StudyPlot>& plots, int threads) {
    std::vector<std::string> scripts(plots.size());
    Arena(threads).execute([&] {
        for_all(static_cast<int>(plots.size()),
                [&](int i) { scripts[i] = gnuplot_script(plots[i].plot); });
    });
    return scripts;
}

/// Returns a cell for each plot. The arguments must outlive them.
std::vector<CellRequest<DrawnCell>> make_plot_cells(const std::vector<StudyPlot>& plots,
                                                    const std::vector<std::string>& scripts,
                                                    const fs::path& gnuplot, bool kept) {
    const std::string program = kept ? drawing_program_digest(gnuplot) : "";
    std::vector<CellRequest<DrawnCell>> cells;
    cells.reserve(plots.size());
    for (std::size_t i = 0; i < plots.size(); ++i) {
        const StudyPlot& plot = plots[i];
        const std::string& script = scripts[i];
        CellRequest<DrawnCell> cell;
        cell.ask = [&plot, &script, &gnuplot](const StopRequest&) {
            return std::optional(draw_plot(gnuplot, plot.plot.title, script));
        };
        cell.kept = !program.empty();
        if (cell.kept) {
            cell.key.track = plot_track().id;
            cell.key.method = "gnuplot";
            cell.key.case_name = plot.name;
            cell.key.conditions = {{"script", hex(sha256(script))}, {"program", program}};
            cell.is_whole = [](const DrawnCell& drawn) { return drawn.answered(); };
        }
        cells.push_back(std::move(cell));
    }
    // The longest first: whoever draws it last is waited for.
    std::vector<int> order(cells.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](int i) { return scripts[i].size(); });
    for (int rank = 0; rank < std::ssize(order); ++rank) {
        cells[order[rank]].lane = rank;
    }
    return cells;
}

}  // namespace

std::vector<PagePlot> draw_plots(const std::vector<StudyPlot>& plots, int threads,
                                 const CellFolder* kept, const StopRequest& stop) {
    std::vector<PagePlot> result;
    result.reserve(plots.size());
    for (const StudyPlot& plot : plots) {
        result.push_back({plot.plot.title, {}, {}, plot.name + ".csv"});
    }
    const std::optional<fs::path> gnuplot = find_gnuplot();
    if (!gnuplot) {
        for (PagePlot& drawn : result) {
            drawn.why_not =
                "No plots: gnuplot is not installed (Debian: gnuplot-nox); their data are in the "
                "CSV files beside this page";
        }
        return result;
    }
    const std::unique_ptr<CellStore> store = open_cell_store(kept);
    const std::vector<std::string> scripts = make_scripts(plots, threads);
    std::vector<std::optional<DrawnCell>> cells =
        run_cells(plot_track(), make_plot_cells(plots, scripts, *gnuplot, store != nullptr),
                  store.get(), {.count = threads, .apart = true}, {.progress = {}, .stop = stop});
    for (std::size_t i = 0; i < plots.size(); ++i) {
        if (cells[i]) {
            result[i].svg = std::move(cells[i]->image);
            result[i].why_not = std::move(cells[i]->reason);
        } else {
            result[i].why_not = "stopped by Ctrl-C";
        }
    }
    return result;
}

}  // namespace touchstone::reports
