#include "reports/pages/pictures.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "methods/base/base64.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
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

/// Returns the line that asks the viewer for a picture, see its answer_pictures. A path may hold
/// bytes that a text in JSON cannot.
std::string question_for(const PictureRequest& request) {
    std::vector<std::string> words;
    if (request.generator_id.empty()) {
        words = {"--step", "1"};
    } else {
        words = {"--profile", request.profile, "--generator", request.generator_id};
    }
    if (request.query > 1) {
        // Step k of the viewer finds the contacts of query k; step 0 shows query 1.
        words.insert(words.end(), {"--step", std::to_string(request.query)});
    }
    for (const std::string& assignment : request.assignments) {
        words.insert(words.end(), {"--set", assignment});
    }
    words.insert(words.end(), {"--", request.case_name});
    for (std::string& word : words) {
        word = base64(word);
    }
    return nlohmann::json(words).dump();
}

/// Returns the picture of the viewer's answer, or why there is none.
DrawnCell read_answer(const std::string& line) {
    const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
    const auto text = [&](const char* key) {
        const bool has = answer.is_object() && answer.contains(key) && answer[key].is_string();
        return has ? answer[key].get<std::string>() : "";
    };
    DrawnCell picture;
    picture.image = decode_base64(text("png")).value_or("");
    if (!picture.image.starts_with(kPngStart) || picture.image.size() > kLargest) {
        const std::string error = text("error");
        picture.image.clear();
        picture.reason = error.empty() ? "what the viewer answers is no PNG file" : error;
    }
    return picture;
}

/// The viewers at work. Each takes one picture after the other, as opening OpenGL takes longer than
/// most pictures.
class Viewers {
 public:
    explicit Viewers(fs::path program) : program_(std::move(program)) {}

    DrawnCell take_picture(const PictureRequest& request) {
        DrawnCell picture;
        try {
            std::unique_ptr<LineChild> viewer = idle();
            picture = read_answer(viewer->ask(question_for(request), kPictureTimeLimit));
            picture.reason = printable(picture.reason);
            const std::lock_guard lock(mutex_);
            idle_.push_back(std::move(viewer));
        } catch (const ChildFault& fault) {
            picture.reason = printable(fault.what());
        } catch (const Error& error) {
            picture.reason = printable(error.what());
        }
        picture.outcome = picture.image.empty() ? Outcome::Failed : Outcome::Answered;
        return picture;
    }

 private:
    std::unique_ptr<LineChild> idle() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<LineChild> viewer = std::move(idle_.back());
                idle_.pop_back();
                return viewer;
            }
        }
        return std::make_unique<LineChild>(
            program_, std::vector<std::string>{"--answer-pictures", "--size", kSize});
    }

    fs::path program_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<LineChild>> idle_;
};

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
                                               const fs::path& program, bool kept,
                                               Viewers& viewers) {
    const std::string viewer = kept ? drawing_program_digest(program) : "";
    std::vector<CellRequest<DrawnCell>> cells;
    for (const PictureRequest& request : requests) {
        CellRequest<DrawnCell> cell;
        cell.lane = static_cast<int>(cells.size());
        cell.ask = [&request, &viewers](const StopRequest&) {
            return std::optional(viewers.take_picture(request));
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
    Viewers viewers(program);
    const std::vector<std::optional<DrawnCell>> cells =
        run_cells(picture_track(), make_cells(requests, program, store != nullptr, viewers),
                  store.get(), {.count = at_a_time, .apart = true}, watcher);
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
