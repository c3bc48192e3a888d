#include "reports/pages/league_pictures.h"

namespace touchstone::reports {
namespace {

bool is_chosen(const LeagueCase& league_case, const LeagueCell& cell, PictureChoice which) {
    switch (which) {
        case PictureChoice::None:
            return false;
        case PictureChoice::Wrong:
            return league_case.group == "fundamental" && cell.offender_count > 0;
        case PictureChoice::All:
            return true;
    }
    return false;
}

PictureRequest make_request(const LeagueReport& report, const LeagueRow& row,
                            const LeagueCase& league_case, const std::filesystem::path& folder) {
    PictureRequest request;
    if (row.kind == RowKind::Method) {
        request.case_name = league_case.name;
        request.generator_id = row.id;
        request.profile = profile_id(report.provenance.profile);
        request.assignments = report.assignments;
    } else {
        request.case_name = (folder / recording_name(row, league_case)).string();
    }
    return request;
}

}  // namespace

LeaguePictures take_league_pictures(const LeagueReport& report, const LeaguePictureChoice& choice,
                                    const Watcher& watcher) {
    const LeagueResult& result = report.result;
    LeaguePictures pictures;
    std::vector<PictureRequest> wanted;
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        for (int c = 0; c < std::ssize(result.cases); ++c) {
            const std::optional<LeagueCell>& cell = result.cell(r, c);
            if (!cell || !cell->has_faults()) {
                continue;
            }
            if (!is_chosen(result.cases[c], *cell, choice.which)) {
                ++pictures.left_out;
                continue;
            }
            wanted.push_back(make_request(report, result.rows[r], result.cases[c], choice.folder));
            wanted.back().row = static_cast<int>(r * result.cases.size() + c);
        }
    }
    if (choice.which == PictureChoice::None) {
        pictures.why_none = "not asked for";
    } else if (!wanted.empty() && !std::filesystem::exists(viewer_program())) {
        pictures.why_none =
            "there is no touchstone-viewer, neither beside this program nor in PATH; build it with "
            "-DTOUCHSTONE_VIEWER=ON";
    } else {
        pictures.taken = take_pictures(wanted, watcher);
    }
    return pictures;
}

}  // namespace touchstone::reports
