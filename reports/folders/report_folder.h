#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/plots/report_plots.h"
#include "reports/tables/report.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/watch.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// A folder that is to hold a report as Markdown, CSV, JSON and LaTeX, its wrong contacts, its
/// plots with their data, and a page with all of it and pictures.
struct ReportFolder {
    std::filesystem::path path;
    std::string command;                       ///< command that makes the page again, shown on it
    std::string pictures = "wrong";            ///< rows that get a picture, see find_picture_choice
    std::vector<CountHistory> histories = {};  ///< counts of contacts to draw
    bool keeps_recordings = false;  ///< true: a recording is kept with each picture, not only where
                                    ///< the viewer cannot ask
    bool names_files = true;  ///< true: the files are named on standard error once they are written
    std::string profile = "corrected";  ///< profile with which the viewer asks again for a picture
    std::vector<std::string> assignments = {};  ///< its settings, as `--set` takes them
    const CellFolder* kept = nullptr;           ///< folder for pictures already taken; null: none
    int waiting = 0;  ///< number of processes whose part of the machine may be used as well, as
                      ///< they wait for this folder
};

/// Returns the files of tables in the folder, for check_outputs.
std::vector<std::filesystem::path> report_tables_in(const std::filesystem::path& folder);

/// Writes all of it; a folder that is not there is made. Pictures are drawn from the contacts in
/// the report, which answers the request; `watcher` is told of them, and may end them early. Throws
/// FileError.
void write_report_folder(const ReportFolder& folder, const StudyRequest& request,
                         const Report& report, const Watcher& watcher);

}  // namespace touchstone::reports
