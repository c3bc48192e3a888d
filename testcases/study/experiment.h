#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/quality/judge.h"
#include "testcases/cells/cell_store.h"
#include "testcases/cells/track.h"
#include "testcases/cells/watch.h"
#include "testcases/query/motion_summary.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

// The paper's experiments on the Pillar. Erleben [2018], §8.1 and §8.5 to §8.7. Each is a table of
// runs that know nothing of each other.

namespace touchstone {

/// One way in which an experiment changes the Pillar. All at their defaults: not at all.
struct Variant {
    std::string id;        ///< stable, used in files: "0.01", "refined"
    std::string title;     ///< for tables and plots: "0.01 m"
    double shift = 0.0;    ///< at most so far goes each free body along x and along z [m]
    bool refined = false;  ///< bodies are filled with many small tetrahedra
    std::optional<double> time_step;  ///< instead of the case's [s]
};

struct Experiment {
    std::string id;       ///< stable, used in files and on the command line: "time-step"
    std::string title;    ///< for tables and plots
    std::string section;  ///< where the paper describes it
    std::string varied;   ///< what the variants differ in, for tables: "Time step"; empty: nothing
    std::vector<Variant> variants;
    std::vector<std::string> generators;  ///< ids of those the paper shows
    int queries = 0;  ///< of each run: the last one is judged, all are counted; see query_scene
    bool counted = false;   ///< its tables and plots show the counts of all queries
    std::string note = {};  ///< what differs from the paper, for people; empty: nothing
};

/// "perturbation", "refinement", "time-step" and "counts".
std::span<const Experiment> all_experiments();
const Experiment& find_experiment(std::string_view id);  ///< or UnknownName, listing the known ids

/// One run, complete: the same run gives the same result on any day.
struct ExperimentRun {
    std::string experiment;
    Variant variant;
    std::string generator;
    StudySettings settings;
    int queries = 0;
    std::uint64_t seed = 0;  ///< of the shifts; no matter without any
};

/// For messages, and different for any two runs of one study:
/// "perturbation-published-opposing-0.01".
std::string run_name(const ExperimentRun& run);

/// All that decides the result.
CellKey cell_key(const ExperimentRun& run);

/// What came of a run: a cell of the track "experiment".
struct ExperimentResult : Cell {
    int tets = 0;             ///< of all bodies, as the generator sees them
    std::vector<int> counts;  ///< contacts of each query
    int correct = 0;          ///< of the last query's contacts, by their normals
    std::array<int, kCountedAngles.size()> correct_at{};  ///< right at each of kCountedAngles
    std::optional<double> excess;
    std::optional<double> area_coverage;  ///< P
    std::vector<double> alignments;       ///< Q of each of these contacts, rising
    double drift = 0.0;                   ///< after the last step, see MotionVerdict [m]
    double tilt = 0.0;                    ///< the same [degrees]
    bool stands = true;                   ///< the same

    int contacts() const { return counts.empty() ? 0 : counts.back(); }  ///< of the last query
    /// Of these contacts those right at so many degrees, one of kCountedAngles; nothing without
    /// contacts.
    std::optional<double> share_at(double degrees) const;
    std::optional<double> mean_alignment() const;  ///< nothing when no contact has a Q
};

/// The Pillar as the variant wants it, with what is right there.
TestCase make_variant_case(const Variant& variant, std::uint64_t seed, BodyOrder order);

const Track<ExperimentResult>& experiment_track();

/// Nothing when `stop` said so on the way. Throws what making the scene and its steps throw, the
/// run's name in front.
std::optional<ExperimentResult> run_experiment(const ExperimentRun& run, const StopRequest& stop);

/// How the runs of a study are done. What it tells and asks its caller comes from any thread, from
/// one at a time.
struct ExperimentLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path>
        folder;    ///< where finished runs are kept; nothing: nowhere
    int jobs = 0;  ///< runs at a time; 0: one per core
    std::function<void(const std::string&)> note;  ///< one line about a file that is of no use
    CellSharing sharing = {};
    Watcher watcher;
};

/// One result per run, in their order; nothing for a run that was stopped. A finished run whose
/// file says that the same program made it with the same settings is not done again. The results
/// and the files are the same for any number of jobs. Throws what run_experiment throws for the
/// first run in order that failed, after the others; their files stay.
std::vector<std::optional<ExperimentResult>> complete_runs(const std::vector<ExperimentRun>& runs,
                                                           const ExperimentLoop& loop);

}  // namespace touchstone
