#include "testcases/league/league.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "methods/base/atomic_file.h"
#include "methods/base/error.h"
#include "methods/base/sha256.h"
#include "methods/base/text_file.h"
#include "testcases/files/scene_file.h"
#include "testcases/league/league_recording.h"
#include "testcases/league/league_store.h"
#include "testcases/query/study_scene.h"
#include "testcases/recordings/recording.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKeptBytes = std::size_t{64} << 20;  // of a kept file

template <typename Item>
void append_bytes(std::string& bytes, const std::vector<Item>& items) {
    bytes.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item));
}

/// Of the scene's text, and of what no text holds: the meshes that it reads.
std::string scene_digest(const StudyScene& scene) {
    std::string bytes = write_scene(scene.test_case);
    const auto add_meshes = [&](const StudyScene& one) {
        for (const SurfaceMesh& surface : one.surfaces) {
            append_bytes(bytes, surface.vertices);
            append_bytes(bytes, surface.triangles);
        }
        for (const auto& [rule, shapes] : one.shapes) {
            for (const CollisionShape& shape : shapes.shapes) {
                append_bytes(bytes, shape.mesh.vertices);
                append_bytes(bytes, shape.mesh.tets);
            }
        }
    };
    add_meshes(scene);
    for (const StudyScene& variant : scene.variants) {
        add_meshes(variant);
    }
    return hex(sha256(bytes));
}

/// Throws for a case that is not sound; what some method cannot do with it shows in its cell.
LeagueCase make_case(const std::string& name, const StudySettings& settings,
                     std::vector<std::string>& warnings) {
    // Any method that is given bodies as they are.
    const std::array plain{
        std::ranges::find(all_generators(), ShapeKind::Tets, &Generator::shape)->id};
    const StudyScene scene = make_study_scene(name, settings, std::nullopt, plain);
    for (const std::string& line : mesh_warnings(scene.test_case)) {
        if (std::ranges::find(warnings, line) == warnings.end()) {
            warnings.push_back(line);
        }
    }
    LeagueCase result;
    result.name = name;
    result.title = scene.test_case.title.empty() ? scene.test_case.id : scene.test_case.title;
    if (!is_scene_path(name)) {
        result.group = find_test_case(name.substr(0, name.find(':'))).group;
    }
    result.moves = is_stepped(name);
    result.digest = scene_digest(scene);
    return result;
}

LeagueKey make_key(const LeagueRequest& request, const LeagueLoop& loop, const LeagueRow& row,
                   const LeagueCase& league_case) {
    LeagueKey key;
    key.origin = loop.origin;
    key.row = row;
    key.case_name = league_case.name;
    key.case_digest = league_case.digest;
    std::vector<SettingsSection> sections;
    for (SettingsSection& section : setting_sections(request.settings)) {
        if (section.owner == "study" || section.owner == "solver" || section.owner == row.id) {
            sections.push_back(std::move(section));
        }
    }
    key.settings = assignments(sections);
    return key;
}

/// The league under way.
class League {
 public:
    League(const LeagueRequest& request, const LeagueLoop& loop, LeagueResult& result)
        : request_(request),
          loop_(loop),
          result_(result),
          stepped_(result.stepped_cases()),
          watch_(loop.watcher, static_cast<int>(result.cells.size() + result.trials.size())) {
        for (const LeagueRow& row : request.rows) {
            if (!row.not_installed.empty()) {
                contestants_.push_back(nullptr);
                settings_.push_back(request.settings);
                continue;
            }
            contestants_.push_back(std::make_unique<Contestant>(row, request.time_limit));
            settings_.push_back(settings_for(*contestants_.back(), row, request.settings));
        }
    }

    /// Rows in parallel; of each, its cells and then its trials.
    void run() {
        const int rows = static_cast<int>(request_.rows.size());
        std::vector<std::exception_ptr> errors(rows);
        std::atomic<int> next = 0;
        const auto work = [&] {
            for (int i = next++; i < rows; i = next++) {
                try {
                    // A second thread would not help a program that answers one query at a time.
                    tbb::task_arena alone(1);
                    alone.execute([&] { run_row(i); });
                } catch (...) {
                    errors[i] = std::current_exception();
                }
                if (contestants_[i]) {
                    contestants_[i]->stop();
                }
            }
        };
        const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        const int threads = std::min(rows, loop_.threads == 0 ? cores : loop_.threads);
        std::vector<std::jthread> workers;
        for (int i = 0; i < threads; ++i) {
            workers.emplace_back(work);
        }
        workers.clear();
        // Which row fails first is chance; the message must not be.
        for (const std::exception_ptr& error : errors) {
            if (error) {
                std::rethrow_exception(error);
            }
        }
    }

 private:
    /// A program is begun anew for each group of cases, and for each case that moves. For each case
    /// would be purer, but starting Node takes longer than all it is asked. That answers do not
    /// hang on earlier questions is seen by the second process, which has all the groups behind it.
    void run_row(int row) {
        std::string last_group = "none";
        for (int i = 0; i < std::ssize(result_.cases); ++i) {
            if (!watch_.stopped()) {
                const LeagueCase& league_case = result_.cases[i];
                result_.cells[row * result_.cases.size() + i] = cell(row, league_case, last_group);
                watch_.add_done();
            }
        }
        for (int i = 0; i < std::ssize(stepped_); ++i) {
            std::optional<MotionTrial>& place = result_.trials[row * stepped_.size() + i];
            if (!watch_.stopped()) {
                place = trial(row, result_.cases[stepped_[i]]);
                if (place) {
                    watch_.add_done();
                }
            }
        }
    }

    /// `last_group`: of the case that was asked last; becomes this one's if it is asked.
    LeagueCell cell(int index, const LeagueCase& league_case, std::string& last_group) {
        const LeagueRow& row = request_.rows[index];
        if (!contestants_[index]) {
            LeagueCell cell;
            cell.reason = row.not_installed;
            return cell;
        }
        const LeagueKey key = make_key(request_, loop_, row, league_case);
        std::optional<LeagueCell> kept = find_kept<LeagueCell>("cells", key, &parse_cell);
        if (kept && (!wants_recording(row, *kept) || has_recording(row, league_case))) {
            return *std::move(kept);
        }
        const bool fresh = league_case.moves || league_case.group != last_group;
        last_group = league_case.group;
        const AskedCell asked =
            ask_cell(*contestants_[index], {.case_name = league_case.name, .fresh = fresh},
                     settings_[index]);
        if (loop_.folder) {
            if (wants_recording(row, asked.cell)) {
                record(row, league_case, asked.row);
            }
            keep("cells", key, write_cell(key, asked.cell));
        }
        return asked.cell;
    }

    std::optional<MotionTrial> trial(int index, const LeagueCase& league_case) {
        const LeagueRow& row = request_.rows[index];
        if (!contestants_[index]) {
            MotionTrial trial;
            trial.reason = row.not_installed;
            return trial;
        }
        LeagueKey key = make_key(request_, loop_, row, league_case);
        key.steps = request_.steps;
        if (std::optional<MotionTrial> kept = find_kept<MotionTrial>("trials", key, &parse_trial)) {
            return kept;
        }
        const std::optional<MotionTrial> trial =
            run_trial(*contestants_[index], league_case.name, settings_[index], request_.steps,
                      [this] { return watch_.stopped(); });
        if (trial && loop_.folder) {
            keep("trials", key, write_trial(key, *trial));
        }
        return trial;
    }

    fs::path kept_file(const char* kind, const LeagueKey& key) const {
        return *loop_.folder / kind / (league_key_name(key) + ".json");
    }

    void keep(const char* kind, const LeagueKey& key, const std::string& text) const {
        const fs::path file = kept_file(kind, key);
        std::error_code error;
        fs::create_directories(file.parent_path(), error);
        if (error) {
            throw FileError(file.parent_path().string() + ": cannot be made: " + error.message());
        }
        write_file_atomically(file, text);
    }

    template <typename Kept, typename Parse>
    std::optional<Kept> find_kept(const char* kind, const LeagueKey& key, const Parse& parse) {
        if (!loop_.folder || !fs::exists(kept_file(kind, key))) {
            return std::nullopt;
        }
        const fs::path file = kept_file(kind, key);
        try {
            return parse(read_text_file(file, kMostKeptBytes), file.string(), key);
        } catch (const FileError& error) {
            const std::lock_guard lock(mutex_);
            if (loop_.note) {
                loop_.note(std::string(error.what()) + "; this is asked anew");
            }
            return std::nullopt;
        }
    }

    /// A method is shown by the viewer itself.
    static bool wants_recording(const LeagueRow& row, const LeagueCell& cell) {
        return row.kind != RowKind::Method && cell.has_faults();
    }

    bool has_recording(const LeagueRow& row, const LeagueCase& league_case) const {
        return fs::exists(*loop_.folder / recording_name(row, league_case)) ||
               fs::exists(no_recording(row, league_case));
    }

    /// A mark that none can be made, so that it is not tried again.
    fs::path no_recording(const LeagueRow& row, const LeagueCase& league_case) const {
        return fs::path(*loop_.folder / recording_name(row, league_case))
            .replace_extension(".none");
    }

    void record(const LeagueRow& row, const LeagueCase& league_case, const StudyRow& judged) {
        const std::lock_guard lock(mutex_);  // HDF5 wants one thread
        const fs::path file = *loop_.folder / recording_name(row, league_case);
        if (!write_patiently(file, row, league_case, judged)) {
            fs::create_directories(file.parent_path());
            write_file_atomically(no_recording(row, league_case), "");
        }
    }

    /// A process that another thread is starting has, until it runs its own program, all that is
    /// open here, and with it the lock on a recording that is closed here and opened again.
    bool write_patiently(const fs::path& file, const LeagueRow& row, const LeagueCase& league_case,
                         const StudyRow& judged) const {
        constexpr int kMostTries = 100;
        for (int tries = 1;; ++tries) {
            try {
                return write_contacts_recording(file, loop_.origin, judged, league_case.name,
                                                row.id, request_.settings);
            } catch (const FileError&) {
                if (tries == kMostTries) {
                    throw;
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
        }
    }

    const LeagueRequest& request_;
    const LeagueLoop& loop_;
    LeagueResult& result_;
    std::vector<int> stepped_;
    Watch watch_;
    std::vector<StudySettings> settings_;  ///< per row
    std::vector<std::unique_ptr<Contestant>> contestants_;
    std::mutex mutex_;
};

}  // namespace

std::vector<std::string> league_cases() {
    std::vector<std::string> names{std::string(kFundamentalCasesGroup)};
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.stepped) {
            names.push_back(entry.id);
        }
    }
    names.emplace_back(kFieldCasesGroup);
    return names;
}

bool is_stepped(const std::string& case_name) {
    const TestCaseEntry* const entry = find_standard_case(case_name);
    return entry != nullptr && entry->stepped;
}

const std::optional<LeagueCell>& LeagueResult::cell(int row, int case_index) const {
    return cells[row * cases.size() + case_index];
}

std::vector<int> LeagueResult::stepped_cases() const {
    std::vector<int> indices;
    for (int i = 0; i < std::ssize(cases); ++i) {
        if (cases[i].moves && steps > 0) {
            indices.push_back(i);
        }
    }
    return indices;
}

const std::optional<MotionTrial>& LeagueResult::trial(int row, int stepped_index) const {
    return trials[row * stepped_cases().size() + stepped_index];
}

fs::path recording_name(const LeagueRow& row, const LeagueCase& league_case) {
    LeagueKey key;
    key.row = row;
    key.case_name = league_case.name;
    key.case_digest = league_case.digest;
    return fs::path("recordings") / (league_key_name(key) + ".h5");
}

LeagueResult run_league(const LeagueRequest& request, const LeagueLoop& loop) {
    LeagueResult result;
    result.rows = request.rows;
    result.steps = request.steps;
    for (const std::string& name : request.cases) {
        result.cases.push_back(make_case(name, request.settings, result.warnings));
    }
    result.cells.resize(request.rows.size() * request.cases.size());
    result.trials.resize(request.rows.size() * result.stepped_cases().size());
    League(request, loop, result).run();
    const auto is_missing = [](const auto& item) { return !item; };
    result.stopped = std::ranges::any_of(result.cells, is_missing) ||
                     std::ranges::any_of(result.trials, is_missing);
    return result;
}

}  // namespace touchstone
