#pragma once

#include <filesystem>
#include <vector>

#include "reports/pages/pictures.h"
#include "reports/tables/league_report.h"
#include "testcases/cells/watch.h"

namespace touchstone::reports {

/// Of which faulty cells pictures are taken.
struct LeaguePictureChoice {
    /// Wrong: of the fundamental cases, where a contact is wrong. All: of every faulty cell.
    PictureChoice which = PictureChoice::Wrong;
    std::filesystem::path folder;  ///< with the recordings
};

struct LeaguePictures {
    std::vector<Picture> taken;  ///< `row` is the index of the cell
    int left_out = 0;            ///< faulty cells that were not chosen
    std::string why_none;        ///< one line; empty: there are some, or none was to be taken
};

/// By the viewer, as those of a report.
LeaguePictures take_league_pictures(const LeagueReport& report, const LeaguePictureChoice& choice,
                                    const Watcher& watcher);

}  // namespace touchstone::reports
