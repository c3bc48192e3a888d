#include "testcases/league/league.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "testcases/cells/run_cells.h"
#include "testcases/league/league_recording.h"
#include "testcases/league/league_tracks.h"
#include "testcases/query/study_scene.h"
#include "testcases/recordings/recording.h"
#include "testcases/study/scene_digest.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Throws for a case that is not sound; what some method cannot do with it shows in its cell.
LeagueCase make_case(const std::string& name, const StudySettings& settings,
                     const std::shared_ptr<SceneStock>& stock, std::vector<std::string>& warnings) {
    // Any method that is given bodies as they are.
    const std::array plain{
        std::ranges::find(all_generators(), ShapeKind::Tets, &Generator::shape)->id};
    const StudyScene scene = make_study_scene(name, settings, std::nullopt, plain, stock);
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

/// Returns everything that decides a cell of the row and the case.
CellKey make_key(const LeagueRequest& request, const LeagueRow& row,
                 const LeagueCase& league_case) {
    CellKey key;
    key.method = row.id;
    key.case_name = league_case.name;
    key.settings = settings_of_method(request.settings, row.id);
    key.conditions = {{"case_digest", league_case.digest},
                      {"kind", row_kind_id(row.kind)},
                      {"program", row.program},
                      {"form", row.form},
                      {"defaults", row.defaults ? "yes" : "no"},
                      {"command", row.shown_command},
                      {"engine_version", row.version},
                      {"engine_settings", row.settings},
                      {"precision", row.precision},
                      {"claims", row.claims},
                      {"source", row.source},
                      {"not_installed", row.not_installed}};
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
          last_groups_(request.rows.size(), "none") {
        if (loop.folder) {
            store_.emplace(*loop.folder, loop.origin, loop.note, loop.sharing);
        }
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

    /// Runs the rows in parallel, and for each its cells and then its trials.
    void run() {
        const std::vector<CellRequest<LeagueCell>> cells = cell_requests();
        const std::vector<CellRequest<MotionTrial>> trials = trial_requests();
        CellStore* const store = store_ ? &*store_ : nullptr;
        std::vector<CellTask> tasks;
        append_tasks<LeagueCell>(league_track(), cells, store, result_.cells, tasks);
        append_tasks<MotionTrial>(motion_track(), trials, store, result_.trials, tasks);
        const auto end_row = [this](int row) {
            if (contestants_[row]) {
                contestants_[row]->stop();
            }
        };
        Watch watch(loop_.watcher, static_cast<int>(tasks.size()));
        // Apart: a second thread would not help a program that answers one query at a time.
        share_tasks(tasks, store, {.count = loop_.threads, .apart = true, .lane_end = end_row},
                    watch);
    }

 private:
    /// Returns an estimate of the work of a row's cells, for the order of asking alone. Programs
    /// come first: they take long to start, and nobody knows how long to answer.
    double estimate_work(int row) const {
        constexpr double kProgram = 100.0;
        const LeagueRow& asked = request_.rows[row];
        return asked.kind == RowKind::Method ? find_generator(asked.id).work : kProgram;
    }

    std::vector<CellRequest<LeagueCell>> cell_requests() {
        std::vector<CellRequest<LeagueCell>> requests;
        for (int row = 0; row < std::ssize(request_.rows); ++row) {
            for (const LeagueCase& league_case : result_.cases) {
                CellRequest<LeagueCell> cell;
                cell.key = make_key(request_, request_.rows[row], league_case);
                cell.key.track = league_track().id;
                cell.lane = row;
                cell.work = estimate_work(row);
                cell.ask = [this, row, &league_case](const StopRequest&) {
                    return std::optional(ask(row, league_case));
                };
                cell.is_whole = [this, row, &league_case](const LeagueCell& kept) {
                    const LeagueRow& league_row = request_.rows[row];
                    return !wants_recording(league_row, kept) ||
                           has_recording(league_row, league_case);
                };
                requests.push_back(std::move(cell));
            }
        }
        return requests;
    }

    std::vector<CellRequest<MotionTrial>> trial_requests() {
        std::vector<CellRequest<MotionTrial>> requests;
        for (int row = 0; row < std::ssize(request_.rows); ++row) {
            for (const int stepped : stepped_) {
                const LeagueCase& league_case = result_.cases[stepped];
                CellRequest<MotionTrial> trial;
                trial.key = make_key(request_, request_.rows[row], league_case);
                trial.key.track = motion_track().id;
                trial.key.conditions.emplace_back("steps", std::to_string(request_.steps));
                trial.lane = row;
                trial.work = estimate_work(row);
                trial.ask = [this, row, &league_case](const CellWatch& watch) {
                    return move(row, league_case, watch);
                };
                requests.push_back(std::move(trial));
            }
        }
        return requests;
    }

    /// Asks for one cell. A program is started anew for each group of cases, and for each case that
    /// moves. Doing so for each case would be purer, but starting Node takes longer than all it is
    /// asked. Whether answers depend on earlier questions is shown by the second process, which has
    /// all groups before this one behind it.
    LeagueCell ask(int index, const LeagueCase& league_case) {
        const LeagueRow& row = request_.rows[index];
        if (!contestants_[index]) {
            return not_installed<LeagueCell>(row);
        }
        const bool fresh = league_case.moves || league_case.group != last_groups_[index];
        last_groups_[index] = league_case.group;
        const AskedCell asked =
            ask_cell(*contestants_[index],
                     {.case_name = league_case.name, .fresh = fresh, .stock = request_.stock},
                     settings_[index]);
        if (loop_.folder && wants_recording(row, asked.cell)) {
            record(row, league_case, asked.row);
        }
        return asked.cell;
    }

    std::optional<MotionTrial> move(int index, const LeagueCase& league_case,
                                    const CellWatch& watch) {
        if (!contestants_[index]) {
            return not_installed<MotionTrial>(request_.rows[index]);
        }
        return run_trial(*contestants_[index], league_case.name, settings_[index], request_.stock,
                         request_.steps, watch);
    }

    template <class CellType>
    static CellType not_installed(const LeagueRow& row) {
        CellType cell;
        cell.outcome = Outcome::NotInstalled;
        cell.reason = row.not_installed;
        return cell;
    }

    /// Returns true when the cell is to be recorded. A method is shown by the viewer itself.
    static bool wants_recording(const LeagueRow& row, const LeagueCell& cell) {
        return row.kind != RowKind::Method && cell.has_faults();
    }

    bool has_recording(const LeagueRow& row, const LeagueCase& league_case) const {
        return fs::exists(*loop_.folder / recording_name(row, league_case));
    }

    void record(const LeagueRow& row, const LeagueCase& league_case, const StudyRow& judged) {
        const std::lock_guard lock(mutex_);
        write_patiently(*loop_.folder / recording_name(row, league_case), row, league_case, judged);
    }

    /// Returns the case ready to be recorded, made for the first of its recordings.
    const RecordedCase& recorded(const std::string& case_name) {
        const auto found = recorded_.find(case_name);
        return found != recorded_.end()
                   ? found->second
                   : recorded_
                         .emplace(case_name, make_recorded_case(case_name, request_.settings,
                                                                loop_.origin, request_.stock))
                         .first->second;
    }

    /// Writes the recording, trying again while it is locked: a process that another thread is
    /// starting holds everything that is open here until it runs its own program, and with it the
    /// lock on a recording that is closed here and opened again.
    void write_patiently(const fs::path& file, const LeagueRow& row, const LeagueCase& league_case,
                         const StudyRow& judged) {
        constexpr int kMostTries = 100;
        const RecordedCase& ready = recorded(league_case.name);
        for (int tries = 1;; ++tries) {
            try {
                write_contacts_recording(file, ready, judged, row.id);
                return;
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
    std::optional<CellStore> store_;
    std::vector<std::string> last_groups_;  ///< per row: of the case that was asked last
    std::vector<StudySettings> settings_;   ///< per row
    std::vector<std::unique_ptr<Contestant>> contestants_;
    std::mutex mutex_;                              ///< HDF5 wants one thread; guards recorded_
    std::map<std::string, RecordedCase> recorded_;  ///< cases that are ready, by name
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
    CellKey key;
    key.track = "contacts";
    key.method = row.id;
    key.case_name = league_case.name;
    key.conditions = {{"case_digest", league_case.digest}};
    return fs::path("recordings") / (cell_name(key) + ".h5");
}

LeagueResult run_league(const LeagueRequest& request, const LeagueLoop& loop) {
    LeagueResult result;
    result.rows = request.rows;
    result.steps = request.steps;
    for (const std::string& name : request.cases) {
        result.cases.push_back(make_case(name, request.settings, request.stock, result.warnings));
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
