#include "reports/folders/report_pictures.h"

#include <stdlib.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "methods/base/sha256.h"
#include "reports/shell/output_file.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/text/shell_word.h"
#include "testcases/league/league_recording.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostInPage = 1'500'000;                   // of pictures [bytes]
constexpr std::size_t kLargestRecording = std::size_t{1} << 32;  // of one step [bytes]
constexpr const char* kRecordings = "recordings";
constexpr const char* kPictures = "pictures";

/// A folder for what is needed until the pictures are taken.
class ScratchFolder {
 public:
    ScratchFolder() {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "touchstone-XXXXXX").string();
        if (!error && ::mkdtemp(name.data()) != nullptr) {
            path_ = name;
        }
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            fs::remove_all(path_, ignored);
        }
    }

    /// Empty: the system gives none.
    const fs::path& path() const { return path_; }

 private:
    fs::path path_;
};

bool is_wanted(const StudyRow& row, PictureChoice choice) {
    return row.answered() && choice != PictureChoice::None &&
           (choice == PictureChoice::All || row_errors(row).normals > 0);
}

bool is_built_in(const std::string& generator_id) {
    return std::ranges::find(all_generators(), generator_id, &Generator::id) !=
           all_generators().end();
}

/// "012-spikes-growth": unlike any other of the report, and harmless in every file system.
std::string file_stem(const StudyRow& row, int index) {
    constexpr std::size_t kLongest = 60;
    std::string text = row.case_id + "-" + row.generator_id;
    for (char& c : text) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '_' || c == '-';
        c = is_plain ? c : '_';
    }
    const std::string number = std::to_string(index + 1);
    return std::string(3 - std::min<std::size_t>(3, number.size()), '0') + number + "-" +
           text.substr(0, kLongest);
}

/// One row that is to have a picture.
struct Wanted {
    PictureRequest request;
    std::string command;  ///< shows it in the viewer
    std::string stem;     ///< of its files
};

std::string view_command(const std::vector<std::string>& rest) {
    std::vector<std::string> words{"touchstone", "view"};
    words.insert(words.end(), rest.begin(), rest.end());
    return command_line(words);
}

/// As the viewer would ask again, which it can of the methods it knows.
Wanted asking(const ReportFolder& folder, const StudyRow& row, const std::string& case_name) {
    Wanted wanted;
    wanted.request = {-1,        case_name,         row.generator_id, folder.profile,
                      row.query, folder.assignments};
    std::vector<std::string> words{case_name, "--generator", row.generator_id};
    if (row.profile != Profile::Corrected) {
        words.insert(words.end(), {"--profile", folder.profile});
    }
    for (const std::string& assignment : folder.assignments) {
        words.insert(words.end(), {"--set", assignment});
    }
    if (row.query > 1) {
        words.insert(words.end(), {"--step", std::to_string(row.query)});
    }
    wanted.command = view_command(words);
    return wanted;
}

/// True when elastic bodies have moved before the row's query. The viewer then asks again, since a
/// recording of contacts alone does not hold how bodies are deformed.
bool is_deformed(const StudyRow& row, const std::string& case_name, const StudyRequest& request) {
    if (row.query <= 1) {
        return false;
    }
    const TestCase& test_case = request.stock->load(case_name, request.settings.body_order);
    return std::ranges::any_of(test_case.bodies, [](const BodySetup& body) {
        return body.elastic.has_value() && !body.fixed;
    });
}

/// Records rows. Rows of one case follow each other, so that one case at a time is kept ready.
class RowRecorder {
 public:
    RowRecorder(const StudyRequest& request, const Report& report)
        : request_(request), origin_{report.provenance.version, report.provenance.commit} {}

    /// True when the contacts of the row are in the file now.
    bool record(const fs::path& file, const StudyRow& row, const std::string& case_name) {
        try {
            if (!ready_ || ready_->header.case_name != case_name) {
                ready_.reset();
                ready_ = make_recorded_case(case_name, request_.settings, origin_, request_.stock);
            }
            write_contacts_recording(file, *ready_, row, row.generator_id);
            return true;
        } catch (const Error&) {
            return false;  // the picture says what becomes of it
        }
    }

 private:
    const StudyRequest& request_;
    RunOrigin origin_;
    std::optional<RecordedCase> ready_;
};

std::vector<Wanted> find_wanted(const ReportFolder& folder, const StudyRequest& request,
                                const Report& report, const fs::path& scratch,
                                const StopRequest& stop) {
    const PictureChoice choice = find_picture_choice(folder.pictures);
    std::vector<Wanted> result;
    RowRecorder recorder(request, report);
    for (int i = 0; i < std::ssize(report.rows) && !(stop && stop()); ++i) {
        const StudyRow& row = report.rows[i];
        if (!is_wanted(row, choice)) {
            continue;
        }
        // Rows stand in the order of the request: cases, and generators within.
        const std::string& case_name = request.cases[i / request.generators.size()];
        Wanted wanted = asking(folder, row, case_name);
        wanted.stem = file_stem(row, i);
        const bool stays =
            folder.keeps_recordings || !is_built_in(row.generator_id) || request.pose.has_value();
        const std::string name = wanted.stem + ".h5";
        const fs::path file = stays ? folder.path / kRecordings / name : scratch / name;
        const bool can_hold = stays || (!scratch.empty() && !is_deformed(row, case_name, request));
        if (can_hold && recorder.record(file, row, case_name)) {
            wanted.request = {-1, file.string(), "", folder.profile, 1, {}};
            if (folder.kept != nullptr && is_built_in(row.generator_id)) {
                wanted.request.recording = hex(sha256(read_text_file(file, kLargestRecording)));
                wanted.request.shown = case_name;
                wanted.request.method = row.generator_id;
            }
            if (stays) {
                if (folder.names_files) {
                    tell_written(file);
                }
                wanted.command =
                    view_command({std::string(kRecordings) + "/" + name, "--step", "1"});
            }
        }
        wanted.request.row = i;
        result.push_back(std::move(wanted));
    }
    return result;
}

/// Puts the pictures for which the page has no room beside it.
void put_beside_page(std::vector<Picture>& pictures, const std::vector<Wanted>& wanted,
                     const ReportFolder& folder) {
    std::size_t in_page = 0;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        Picture& picture = pictures[i];
        in_page += picture.png.size();
        if (picture.png.empty() || in_page <= kMostInPage) {
            continue;
        }
        picture.file = std::string(kPictures) + "/" + wanted[i].stem + ".png";
        write_part(folder.path / picture.file, [&](std::ostream& out) { out << picture.png; });
    }
    if (in_page > kMostInPage && folder.names_files) {
        std::cerr << "touchstone: wrote " << printable((folder.path / kPictures).string()) << '\n';
    }
}

}  // namespace

void add_report_pictures(PageExtras& extras, const ReportFolder& folder,
                         const StudyRequest& request, const Report& report,
                         const Watcher& watcher) {
    const PictureChoice choice = find_picture_choice(folder.pictures);
    const bool is_any = std::ranges::any_of(
        report.rows, [&](const StudyRow& row) { return is_wanted(row, choice); });
    if (!is_any) {
        extras.no_pictures = choice == PictureChoice::None ? "not asked for" : "";
        return;
    }
    if (!fs::exists(viewer_program())) {
        extras.no_pictures =
            "there is no touchstone-viewer, neither beside this program nor in PATH; build it with "
            "-DTOUCHSTONE_VIEWER=ON";
        return;
    }
    const ScratchFolder scratch;
    const std::vector<Wanted> wanted =
        find_wanted(folder, request, report, scratch.path(), watcher.stop);
    std::vector<PictureRequest> requests;
    requests.reserve(wanted.size());
    for (const Wanted& each : wanted) {
        requests.push_back(each.request);
    }
    extras.pictures = take_pictures(requests, watcher, folder.kept, request.threads == 1 ? 1 : 2);
    for (std::size_t i = 0; i < extras.pictures.size(); ++i) {
        extras.pictures[i].command = wanted[i].command;
    }
    put_beside_page(extras.pictures, wanted, folder);
}

}  // namespace touchstone::reports
