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
    std::string command;                       ///< what makes the page again, as it says itself
    std::string pictures = "wrong";            ///< rows that get one, see find_picture_choice
    std::vector<CountHistory> histories = {};  ///< to be drawn
    bool keeps_recordings = false;      ///< of each picture; else where the viewer cannot ask
    bool names_files = true;            ///< on standard error, once they are written
    std::string profile = "corrected";  ///< with which the viewer asks for a picture again,
    std::vector<std::string> assignments = {};  ///< and the settings, as `--set` takes them
    const CellFolder* kept = nullptr;  ///< where pictures stay once they are taken; null: nowhere
};

/// The tables in the folder; for check_outputs.
std::vector<std::filesystem::path> report_tables_in(const std::filesystem::path& folder);

/// Writes all of it; a folder that is not there is made. Pictures are drawn from the contacts in
/// the report, which answers the request; `watcher` is told of them, and may end them early. Throws
/// FileError.
void write_report_folder(const ReportFolder& folder, const StudyRequest& request,
                         const Report& report, const Watcher& watcher);

}  // namespace touchstone::reports
