#pragma once

#include <filesystem>
#include <vector>

#include "reports/pages/pictures.h"
#include "reports/tables/league_report.h"
#include "testcases/cells/watch.h"

namespace touchstone::reports {

/// The choice of faulty cells to take pictures of.
struct LeaguePictureChoice {
    /// Wrong: fundamental cases with a wrong contact. All: every faulty cell.
    PictureChoice which = PictureChoice::Wrong;
    std::filesystem::path folder;  ///< folder of the recordings
};

/// The pictures of a league.
struct LeaguePictures {
    std::vector<Picture> taken;  ///< pictures; `row` is the index of the cell
    int left_out = 0;            ///< number of faulty cells that were not chosen
    std::string why_none;        ///< reason, one line; empty: there
                                 ///< are pictures, or none was chosen
};

/// Takes the pictures with the viewer, as for a report.
LeaguePictures take_league_pictures(const LeagueReport& report, const LeaguePictureChoice& choice,
                                    const Watcher& watcher);

}  // namespace touchstone::reports
