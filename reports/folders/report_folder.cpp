#include "reports/folders/report_folder.h"

#include <array>
#include <exception>
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
#include "testcases/cells/run_cells.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDrawn =
    500'000;  // of drawings in the page [bytes]; more stand beside it

struct TableFile {
    const char* name;
    void (*write)(std::ostream&, const Report&);
};
constexpr std::array<TableFile, 5> kTableFiles{{
    {"report.md", &write_markdown},
    {"report.csv", [](std::ostream& out, const Report& report) { write_csv(out, report); }},
    {"report.json", [](std::ostream& out, const Report& report) { write_json(out, report); }},
    {"report.tex", &write_latex},
    {"wrong_contacts.csv", &write_wrong_contacts_csv},
}};

/// A file of the folder.
struct FolderFile {
    std::string name;
    std::function<void(std::ostream&)> write;
};

/// Writes the files, so many at a time (0: one per core), and names those that are written in their
/// order, when others cannot be as well.
void write_files(const ReportFolder& folder, const std::vector<FolderFile>& files, int threads) {
    std::vector<char> written(files.size(), 0);
    std::exception_ptr failure;
    try {
        Arena(threads).execute([&] {
            for_all(static_cast<int>(files.size()), [&](int i) {
                write_part(folder.path / files[i].name, files[i].write);
                written[i] = 1;
            });
        });
    } catch (...) {
        failure = std::current_exception();
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (folder.names_files && written[i] != 0) {
            tell_written(folder.path / files[i].name);
        }
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

/// Returns the data of each drawing beside the page, and the drawings that it does not hold. They
/// are written from the arguments.
std::vector<FolderFile> choose_plot_files(const std::vector<StudyPlot>& plots,
                                          std::vector<PagePlot>& drawings) {
    std::vector<FolderFile> files;
    std::size_t in_page = 0;
    for (std::size_t i = 0; i < plots.size(); ++i) {
        PagePlot& drawn = drawings[i];
        files.push_back(
            {drawn.csv_name, [&plot = plots[i]](std::ostream& out) { write_plot_csv(out, plot); }});
        in_page += drawn.svg.size();
        if (in_page > kMostDrawn) {
            in_page -= drawn.svg.size();
            drawn.file = plots[i].name + ".svg";
            files.push_back({drawn.file, [&drawn](std::ostream& out) { out << drawn.svg; }});
        }
    }
    return files;
}

}  // namespace

std::vector<fs::path> report_tables_in(const fs::path& folder) {
    std::vector<fs::path> files;
    files.reserve(kTableFiles.size());
    for (const TableFile& table : kTableFiles) {
        files.push_back(folder / table.name);
    }
    return files;
}

void write_report_folder(const ReportFolder& folder, const StudyRequest& request,
                         const Report& report, const Watcher& watcher) {
    find_picture_choice(folder.pictures);  // before anything is written
    PageExtras extras;
    extras.command = folder.command;
    const int threads = threads_while_others_wait(request.threads, folder.waiting);
    std::vector<FolderFile> tables;
    for (const TableFile& table : kTableFiles) {
        tables.push_back({table.name, [&report, write = table.write](std::ostream& out) {
                              write(out, report);
                          }});
        extras.data_files.emplace_back(table.name);
    }
    write_files(folder, tables, threads);
    std::vector<StudyPlot> plots;
    if (report.stopped) {
        extras.no_pictures = "the run was stopped";
    } else {
        plots = make_report_plots(report, folder.histories);
        extras.plots = draw_plots(plots, threads, folder.kept, watcher.stop);
        write_files(folder, choose_plot_files(plots, extras.plots), threads);
        add_report_pictures(extras, folder, request, report, watcher);
    }
    // Last and alone, as it links to all the others.
    write_files(folder,
                {{"report.html", [&](std::ostream& out) { write_html(out, report, extras); }}},
                threads);
}

}  // namespace touchstone::reports
