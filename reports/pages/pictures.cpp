#include "reports/pages/pictures.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/process/child_process.h"
#include "methods/base/process/line_child.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "touchstone-viewer";
constexpr const char* kSize = "640x480";
constexpr double kPictureTimeLimit = 60.0;         // for one picture [s]
constexpr std::size_t kLargest = 4 * 1024 * 1024;  // of a PNG file [bytes]
constexpr std::size_t kAtATime = 2;
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

Picture take_picture(const fs::path& program, const PictureRequest& request) {
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
    Picture picture;
    picture.row = request.row;
    try {
        ChildResult result = run_child_process(command, "");
        picture.why_not = failure_text(result);
        if (picture.why_not.empty()) {
            picture.png = std::move(result.output);
        }
    } catch (const Error& error) {
        picture.why_not = printable(error.what());
    }
    return picture;
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
    const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / kProgram;
    if (fs::exists(beside, error)) {
        return beside;
    }
    try {
        return find_program(kProgram);  // of a module that Python has loaded
    } catch (const FileError&) {
        return beside;
    }
}

std::vector<Picture> take_pictures(const std::vector<PictureRequest>& requests,
                                   const Watcher& watcher) {
    const fs::path program = viewer_program();
    const bool is_there = ::access(program.c_str(), X_OK) == 0;
    std::vector<Picture> pictures(requests.size());
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;  // protects the progress
    int done = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < requests.size(); i = next++) {
            if (!is_there) {
                pictures[i] = {requests[i].row, "", "there is no touchstone-viewer"};
            } else if (watcher.stop && watcher.stop()) {
                pictures[i] = {requests[i].row, "", "stopped by Ctrl-C"};
            } else {
                pictures[i] = take_picture(program, requests[i]);
            }
            const std::lock_guard lock(mutex);
            ++done;
            if (is_there && watcher.progress) {
                watcher.progress(done, static_cast<int>(requests.size()));
            }
        }
    };
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < std::min(kAtATime, requests.size()); ++i) {
        workers.emplace_back(work);
    }
    workers.clear();
    return pictures;
}

}  // namespace touchstone::reports
