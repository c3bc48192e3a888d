#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/cells/cell_folder.h"
#include "testcases/cells/watch.h"

namespace touchstone::reports {

/// The choice of rows to take pictures of.
enum class PictureChoice {
    None,
    Wrong,  ///< rows with wrong normals
    All
};
/// Finds a choice by id: "none", "wrong" or "all"; throws UsageError for anything else.
PictureChoice find_picture_choice(std::string_view id);

/// The contents of a picture, as options of the viewer.
struct PictureRequest {
    int row = -1;              ///< index of the row in the report
    std::string case_name;     ///< id or path; for a recording its path
    std::string generator_id;  ///< generator; empty: a recording, whose first step is shown
    std::string profile;
    int query = 1;
    std::vector<std::string> assignments;  ///< settings as `--set` takes them
    std::string recording = {};  ///< digest of the recording, all that decides the picture beside
                                 ///< the viewer; empty: the picture is not kept
    std::string shown = {};      ///< id or path of the case that the recording is of
    std::string method = {};     ///< id of the method whose contacts it holds
};

/// A picture of a row.
struct Picture {
    int row = -1;              ///< index of the row in the report
    std::string png;           ///< the file's bytes; empty: there is none
    std::string why_not;       ///< one line; empty: there is a picture
    std::string command = {};  ///< command that shows it in the viewer; empty: none
    std::string file = {};     ///< file beside the page that holds it; empty: it stands in the page
};

/// Returns the program that draws: $TOUCHSTONE_VIEWER, otherwise `touchstone-viewer` next to this
/// program or in PATH. It need not exist.
std::filesystem::path viewer_program();

/// Takes pictures by `at_a_time` viewers, each one picture after the other. A viewer that is
/// missing, fails or takes too long costs only its picture, and another is started: never throws
/// for that. The result has the order of the requests; when the watcher stops it, the remaining
/// pictures say so. `kept`: where taken pictures stay, as cells, which processes that fill one
/// folder share; null: nowhere. Throws the errors of writing there.
std::vector<Picture> take_pictures(const std::vector<PictureRequest>& requests,
                                   const Watcher& watcher, const CellFolder* kept = nullptr,
                                   int at_a_time = 2);

}  // namespace touchstone::reports
