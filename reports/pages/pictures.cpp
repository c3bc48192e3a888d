#include "reports/pages/pictures.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/process/child_process.h"
#include "methods/base/process/line_child.h"
#include "reports/pages/drawn_cell.h"
#include "testcases/cells/run_cells.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "touchstone-viewer";
constexpr const char* kSize = "640x480";
constexpr double kPictureTimeLimit = 60.0;         // limit for one picture [s]
constexpr std::size_t kLargest = 4 * 1024 * 1024;  // largest PNG file [bytes]
constexpr std::string_view kPngStart = "\x89PNG\r\n\x1a\n";

/// Describes the failure on one line.
std::string failure_text(const ChildResult& result) {
    switch (result.end) {
        case ChildEnd::TimedOut:
            return "the viewer took longer than a minute";
        case ChildEnd::OutputTooLong:
            return "the viewer wrote more than a picture";
        case ChildEnd::Signaled:
            return "the viewer was ended by signal " + std::to_string(result.code);
        case ChildEnd::Exited:
        case ChildEnd::Unknown:
            break;
    }
    if (result.code != 0) {
        std::string text = printable(result.errors.substr(0, 300));
        text.erase(text.find_last_not_of(' ') + 1);
        return text.empty() ? "the viewer ended with status " + std::to_string(result.code) : text;
    }
    return result.output.starts_with(kPngStart) ? "" : "what the viewer wrote is no PNG file";
}

DrawnCell take_picture(const fs::path& program, const PictureRequest& request) {
    ChildCommand command;
    command.program = program;
    // The picture arrives through the pipe, so there is no file to remove.
    command.arguments = {"--screenshot", "/dev/stdout", "--size", kSize};
    if (request.generator_id.empty()) {
        command.arguments.insert(command.arguments.end(), {"--step", "1"});
    } else {
        command.arguments.insert(command.arguments.end(), {"--profile", request.profile,
                                                           "--generator", request.generator_id});
    }
    if (request.query > 1) {
        // Step k of the viewer finds the contacts of query k; step 0 shows query 1.
        command.arguments.insert(command.arguments.end(),
                                 {"--step", std::to_string(request.query)});
    }
    for (const std::string& assignment : request.assignments) {
        command.arguments.insert(command.arguments.end(), {"--set", assignment});
    }
    command.arguments.insert(command.arguments.end(), {"--", request.case_name});
    command.time_limit = kPictureTimeLimit;
    command.max_output = kLargest;
    DrawnCell picture;
    try {
        ChildResult result = run_child_process(command, "");
        picture.reason = failure_text(result);
        if (picture.reason.empty()) {
            picture.image = std::move(result.output);
        }
    } catch (const Error& error) {
        picture.reason = printable(error.what());
    }
    picture.outcome = picture.image.empty() ? Outcome::Failed : Outcome::Answered;
    return picture;
}

CellKey make_key(const PictureRequest& request, const std::string& viewer) {
    CellKey key;
    key.track = picture_track().id;
    key.method = request.method;
    key.case_name = request.shown;
    key.conditions = {
        {"recording", request.recording}, {"viewer", viewer}, {"size", std::string(kSize)}};
    return key;
}

std::vector<CellRequest<DrawnCell>> make_cells(const std::vector<PictureRequest>& requests,
                                               const fs::path& program, bool kept) {
    const std::string viewer = kept ? drawing_program_digest(program) : "";
    std::vector<CellRequest<DrawnCell>> cells;
    for (const PictureRequest& request : requests) {
        CellRequest<DrawnCell> cell;
        cell.lane = static_cast<int>(cells.size());
        cell.ask = [&request, program](const StopRequest&) {
            return std::optional(take_picture(program, request));
        };
        cell.kept = kept && !request.recording.empty() && !viewer.empty();
        if (cell.kept) {
            cell.key = make_key(request, viewer);
            cell.is_whole = [](const DrawnCell& picture) { return picture.answered(); };
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

}  // namespace

PictureChoice find_picture_choice(std::string_view id) {
    if (id == "none") {
        return PictureChoice::None;
    }
    if (id == "wrong") {
        return PictureChoice::Wrong;
    }
    if (id == "all") {
        return PictureChoice::All;
    }
    throw UsageError("pictures must be none, wrong or all (--pictures), found '" + std::string(id) +
                     "'");
}

std::filesystem::path viewer_program() {
    if (const char* const program = std::getenv("TOUCHSTONE_VIEWER"); program != nullptr) {
        return program;
    }
    std::error_code error;
    fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / kProgram;
    if (fs::exists(beside, error)) {
        return beside;
    }
    try {
        return find_program(kProgram);  // program of a module that Python has loaded
    } catch (const FileError&) {
        return beside;
    }
}

std::vector<Picture> take_pictures(const std::vector<PictureRequest>& requests,
                                   const Watcher& watcher, const CellFolder* kept, int at_a_time) {
    std::vector<Picture> pictures;
    const fs::path program = viewer_program();
    if (::access(program.c_str(), X_OK) != 0) {
        for (const PictureRequest& request : requests) {
            pictures.push_back({request.row, "", "there is no touchstone-viewer"});
        }
        return pictures;
    }
    const std::unique_ptr<CellStore> store = open_cell_store(kept);
    const std::vector<std::optional<DrawnCell>> cells =
        run_cells(picture_track(), make_cells(requests, program, store != nullptr), store.get(),
                  {.count = at_a_time, .apart = true}, watcher);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (cells[i]) {
            pictures.push_back({requests[i].row, cells[i]->image, cells[i]->reason});
        } else {
            pictures.push_back({requests[i].row, "", "stopped by Ctrl-C"});
        }
    }
    return pictures;
}

}  // namespace touchstone::reports
