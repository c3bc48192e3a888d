#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/cells/watch.h"

namespace touchstone::reports {

enum class PictureChoice {
    None,
    Wrong,  ///< of rows with wrong normals
    All
};
/// "none", "wrong" or "all"; throws UsageError for anything else.
PictureChoice find_picture_choice(std::string_view id);

/// What a picture is to show, as the viewer's command line takes it.
struct PictureRequest {
    int row = -1;              ///< of the report
    std::string case_name;     ///< id or path; of a recording its path
    std::string generator_id;  ///< empty: a recording, of which the first step is shown
    std::string profile;
    int query = 1;
    std::vector<std::string> assignments;  ///< settings, as `--set` takes them
};

struct Picture {
    int row = -1;              ///< of the report
    std::string png;           ///< the file's bytes; empty: there is none
    std::string why_not;       ///< one line; empty: there is a picture
    std::string command = {};  ///< shows it in the viewer; empty: none is told
    std::string file = {};     ///< beside the page, that holds it; empty: it stands in the page
};

/// The program that draws: $TOUCHSTONE_VIEWER, else `touchstone-viewer` beside this program. It
/// need not exist.
std::filesystem::path viewer_program();

/// One child process per picture, at most two at a time. A viewer that is missing, fails or takes
/// too long costs its picture and nothing else: never throws for it. In the order of the requests;
/// when the watcher stops it, the rest say so.
std::vector<Picture> take_pictures(const std::vector<PictureRequest>& requests,
                                   const Watcher& watcher);

}  // namespace touchstone::reports
