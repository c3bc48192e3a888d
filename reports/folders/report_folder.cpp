#include "reports/folders/report_folder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "reports/folders/plot_drawings.h"
#include "reports/folders/report_pictures.h"
#include "reports/pages/html_writer.h"
#include "reports/pages/pictures.h"
#include "reports/shell/output_file.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/latex_writer.h"
#include "reports/writers/markdown_writer.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDrawn =
    500'000;  // of drawings in the page [bytes]; more stand beside it

struct TableFile {
    const char* name;
    void (*write)(std::ostream&, const Report&);
};
constexpr std::array<TableFile, 5> kTables{{
    {"report.md", &write_markdown},
    {"report.csv", [](std::ostream& out, const Report& report) { write_csv(out, report); }},
    {"report.json", [](std::ostream& out, const Report& report) { write_json(out, report); }},
    {"report.tex", &write_latex},
    {"wrong_contacts.csv", &write_wrong_contacts_csv},
}};

void write_file(const ReportFolder& folder, const std::string& name,
                const std::function<void(std::ostream&)>& write) {
    const fs::path file = folder.path / name;
    if (folder.names_files) {
        write_output(file, write);
    } else {
        write_part(file, write);
    }
}

/// Returns the number of plots to draw at a time, 0 for one per core. Each has a program of its
/// own.
int drawing_threads(const ReportFolder& folder, const StudyRequest& request) {
    return request.threads == 0 ? 0
                                : std::min(request.threads + folder.waiting,
                                           std::max(request.threads, available_threads()));
}

/// Writes the data of each drawing beside the page, and the drawings that it does not hold.
void write_plots(const ReportFolder& folder, const std::vector<StudyPlot>& plots,
                 std::vector<PagePlot>& drawings) {
    std::size_t in_page = 0;
    for (std::size_t i = 0; i < plots.size(); ++i) {
        PagePlot& drawn = drawings[i];
        write_file(folder, drawn.csv_name,
                   [&](std::ostream& out) { write_plot_csv(out, plots[i]); });
        in_page += drawn.svg.size();
        if (in_page > kMostDrawn) {
            in_page -= drawn.svg.size();
            drawn.file = plots[i].name + ".svg";
            write_file(folder, drawn.file, [&](std::ostream& out) { out << drawn.svg; });
        }
    }
}

}  // namespace

std::vector<fs::path> report_tables_in(const fs::path& folder) {
    std::vector<fs::path> files;
    files.reserve(kTables.size());
    for (const TableFile& table : kTables) {
        files.push_back(folder / table.name);
    }
    return files;
}

void write_report_folder(const ReportFolder& folder, const StudyRequest& request,
                         const Report& report, const Watcher& watcher) {
    find_picture_choice(folder.pictures);  // before anything is written
    PageExtras extras;
    extras.command = folder.command;
    for (const TableFile& table : kTables) {
        write_file(folder, table.name, [&](std::ostream& out) { table.write(out, report); });
        extras.data_files.emplace_back(table.name);
    }
    if (report.stopped) {
        extras.no_pictures = "the run was stopped";
    } else {
        const std::vector<StudyPlot> plots = make_report_plots(report, folder.histories);
        extras.plots =
            draw_plots(plots, drawing_threads(folder, request), folder.kept, watcher.stop);
        write_plots(folder, plots, extras.plots);
        add_report_pictures(extras, folder, request, report, watcher);
    }
    write_file(folder, "report.html", [&](std::ostream& out) { write_html(out, report, extras); });
}

}  // namespace touchstone::reports
