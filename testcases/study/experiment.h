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
#include "testcases/motion/motion_summary.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

// The paper's experiments on the Pillar. Erleben [2018], §8.1 and §8.5 to §8.7. Each is a table of
// runs that are independent of each other.

namespace touchstone {

/// One way in which an experiment changes the Pillar. With all defaults, nothing is changed.
struct Variant {
    std::string id;                   ///< stable name in files: "0.01", "refined"
    std::string title;                ///< name in tables and plots: "0.01 m"
    double shift = 0.0;               ///< largest shift of each free body along x and along z [m]
    bool refined = false;             ///< true: bodies are filled with many small tetrahedra
    std::optional<double> time_step;  ///< time step instead of the case's [s]
};

/// A table of runs of the Pillar, for each variant with each generator.
struct Experiment {
    std::string id;       ///< stable name in files and on the command line: "time-step"
    std::string title;    ///< name in tables and plots
    std::string section;  ///< place in the paper that describes it
    std::string varied;  ///< quantity in which the variants differ, for tables: "Time step"; empty:
                         ///< none
    std::vector<Variant> variants;
    std::vector<std::string> generators;  ///< ids of the generators that the paper shows
    int queries = 0;        ///< queries of each run: the last one is judged, all are counted; see
                            ///< query_scene
    bool counted = false;   ///< true: its tables and plots show the counts of all queries
    std::string note = {};  ///< differences from the paper, in words; empty: none
};

/// Returns the experiments: "perturbation", "refinement", "time-step" and "counts".
std::span<const Experiment> all_experiments();
/// Returns the experiment with this id. Throws UnknownName, listing the known ids.
const Experiment& find_experiment(std::string_view id);

/// One run with everything that decides it: the same run gives the same result on any day.
struct ExperimentRun {
    std::string experiment;
    Variant variant;
    std::string generator;
    StudySettings settings;
    int queries = 0;
    std::uint64_t seed = 0;  ///< seed of the shifts; without effect when there are none
};

/// Returns a name for messages, different for any two runs of one study:
/// "perturbation-published-opposing-0.01".
std::string run_name(const ExperimentRun& run);

/// Returns everything that decides the result.
CellKey cell_key(const ExperimentRun& run);

/// The result of a run: a cell of the track "experiment".
struct ExperimentResult : Cell {
    int tets = 0;             ///< number of tetrahedra of all bodies, as the generator sees them
    std::vector<int> counts;  ///< number of contacts of each query
    int correct = 0;          ///< number of the last query's contacts with a right normal
    std::array<int, kCountedAngles.size()> correct_at{};  ///< contacts that are right at each of
                                                          ///< kCountedAngles
    std::optional<double> excess;
    std::optional<double> area_coverage;  ///< P, the coverage by area
    std::vector<double> alignments;       ///< Q of each of the last query's contacts, rising
    double drift = 0.0;                   ///< drift after the last step, see MotionVerdict [m]
    double tilt = 0.0;                    ///< tilt after the last step [degrees]
    bool stands = true;                   ///< true: no body has fallen after the last step

    /// Returns the number of contacts of the last query.
    int contacts() const { return counts.empty() ? 0 : counts.back(); }
    /// Returns the share of these contacts that are right at an angle of so many degrees, one of
    /// kCountedAngles; nothing without contacts.
    std::optional<double> share_at(double degrees) const;
    /// Returns the mean Q; nothing when no contact has a Q.
    std::optional<double> mean_alignment() const;
};

/// Makes the Pillar as the variant changes it, with its reference.
TestCase make_variant_case(const Variant& variant, std::uint64_t seed, BodyOrder order);

/// Returns the track of the experiments.
const Track<ExperimentResult>& experiment_track();

/// Runs a simulation and judges its last query. Returns nothing when told to stop on the way.
/// Throws what making the scene and its steps throw, preceded by the run's name.
std::optional<ExperimentResult> run_experiment(const ExperimentRun& run, const CellWatch& watch);

/// The loop that does the runs of a study. Its functions are called from any thread, one at a time.
struct ExperimentLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path> folder;   ///< folder of finished runs; nothing: none are
                                                   ///< kept
    int jobs = 0;                                  ///< runs at a time; 0: one per core
    std::function<void(const std::string&)> note;  ///< takes one line about a file that cannot be
                                                   ///< used
    CellSharing sharing = {};
    Watcher watcher;
};

/// Returns one result per run, in their order; nothing for a run that was stopped. A finished run
/// whose file says that the same program made it with the same settings is not done again. The
/// results and the files are the same for any number of jobs. Throws what run_experiment throws for
/// the first run in order that failed, after the others; their files stay.
std::vector<std::optional<ExperimentResult>> complete_runs(const std::vector<ExperimentRun>& runs,
                                                           const ExperimentLoop& loop);

}  // namespace touchstone
