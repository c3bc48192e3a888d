#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generators/method_list.h"
#include "reports/tables/step_table.h"
#include "testcases/impacts/queries/step_queries.h"
#include "testcases/query/long_steps.h"
#include "testcases/recordings/recording.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// A new recording.
struct NewRecording {
    std::filesystem::path file;
    bool replaces = false;  ///< true: a recording that is there already
};

/// One case on its way through `simulate`, and where its steps go.
struct SimulationRun {
    std::string case_name;  ///< id or path
    std::string generator;  ///< id
    StudySettings settings;
    TestCase test_case;
    /// What scenes of the case share.
    std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>();
    std::vector<ListedStep> rows;              ///< every step that is finished
    std::optional<StepRecord> last;            ///< the step to go on from; nothing: from the start
    std::optional<LongStep> long_step;         ///< the first one that was told
    std::optional<NewRecording> asked;         ///< recording that is to be begun; nothing: none
    std::optional<RecordingWriter> recording;  ///< nothing: not recorded
    std::optional<StepQueryWriter> queries;    ///< of contact times; nothing: not written
};

/// Reads the case of a request, with its variants when `with_variants`, and makes the folder of its
/// recording, if it has one. Throws the errors of reading a scene, UsageError for one that cannot
/// be recorded, and FileError, naming what can be done, for a place that cannot be written to.
SimulationRun begin_run(const StudyRequest& request, bool with_variants,
                        const std::optional<NewRecording>& recording);

/// Begins the recording that was asked for, if any, of a motion with these elastic bodies. Throws
/// FileError.
void begin_recording(SimulationRun& run, ElasticRest elastic = {});

/// Reads case, generator, settings and steps from a recording, which is gone on with. Throws the
/// errors of reading it, and UsageError for one by a solver that does not go on with any.
SimulationRun resume_run(const std::filesystem::path& file, const MethodList& methods);

/// Returns what writes, of each step of a scene, which elements come near each other, as queries of
/// contact times, to a folder. Throws FileError.
StepQueryWriter make_query_writer(const std::string& folder, const StudyScene& scene);

}  // namespace touchstone::reports
