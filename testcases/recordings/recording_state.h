#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testcases/recordings/elastic_tables.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/recording_table.h"

// The parts of an open recording. Private to the recording.

namespace touchstone {

/// Value of the attribute `schema`, the format of the file and its version.
inline constexpr const char* kRecordingSchema = "touchstone-recording-1";

/// Name of the attribute with the id of the solver, for example "events"; missing where the
/// settings choose it.
inline constexpr const char* kSolverAttribute = "solver";

/// Name of the attribute that is kOpen from the start of a writer to its orderly end, and kDone
/// otherwise.
inline constexpr const char* kState = "state";
inline constexpr const char* kOpen = "open";  ///< value while a writer has the file
inline constexpr const char* kDone = "done";  ///< value of a file in good order

/// The tables that a recording of the barrier solver has beside the others.
struct BarrierTables {
    Hdf5Table steps;        ///< table of kBarrierTable
    Hdf5Table bodies;       ///< table of kAffineTable
    Hdf5Table stiffnesses;  ///< table of kStiffnessTable
};

/// The tables that a recording with bounded steps has beside the others.
struct BoundTables {
    Hdf5Table steps;  ///< table of kBoundTable
    Hdf5Table stops;  ///< table of kStopTable
};

/// The tables of a recording. The row of `steps` is the last one of a step to be written.
struct RecordingTables {
    Hdf5Table steps;                       ///< table of kStepTable
    Hdf5Table bodies;                      ///< table of kBodyTable
    Hdf5Table contacts;                    ///< table of kContactTable
    Hdf5Table sweeps;                      ///< table of kSweepTable
    std::optional<BarrierTables> barrier;  ///< tables of the barrier solver; nothing: another
                                           ///< solver
    std::optional<BoundTables> bound;  ///< tables of bounded steps; nothing: steps are not bounded
    std::optional<Hdf5Table> witnesses;  ///< table of kWitnessTable; nothing: pairs are not counted
    std::optional<ElasticTables> elastic;  ///< tables of elastic bodies; nothing: there are none
};

/// The parts of a recording open for reading.
struct Recording::State {
    Hdf5File file;                          ///< file of the recording
    RecordingHeader header;                 ///< data before the first step
    RecordingTables tables;                 ///< tables of the file
    std::vector<StepRow> steps;             ///< rows of `steps`, of the finished steps
    std::vector<BarrierRow> barrier_steps;  ///< rows of the barrier solver in the same steps;
                                            ///< empty: another solver
    std::vector<BoundRow> bound_steps;  ///< rows of bounds in the same steps; empty: steps are not
                                        ///< bounded
    std::vector<WitnessRow> witness_steps;  ///< rows of remembered pairs in the same steps; empty:
                                            ///< they are not counted
    std::vector<ElasticStepRow> elastic_steps;  ///< deformations in the same steps; empty: no
                                                ///< elastic bodies

    /// Opens a recording. `written`: header that was written to it, whose case stands for its own
    /// where the text came back as it was; null: not known. Throws FileError.
    State(const std::filesystem::path& path, bool writable,
          const RecordingHeader* written = nullptr);

    /// Returns the scene of the header.
    const TestCase& test_case() const { return *header.parsed; }
};

/// Parses the scene of a header. `name`: the file's, for messages. Throws what parse_scene throws.
std::shared_ptr<const TestCase> parse_header_scene(const RecordingHeader& header,
                                                   const std::filesystem::path& name);

/// The rows [begin, end) of a table that belong to one step.
struct RowRange {
    std::int64_t begin = 0;  ///< number of the first row
    std::int64_t end = 0;    ///< number after that of the last row
};
/// Returns the rows of a step's contacts. `index`: of the step's row.
RowRange contact_rows(const std::vector<StepRow>& steps, int index);
/// Returns the rows of a step's stiffnesses.
RowRange stiffness_rows(const std::vector<BarrierRow>& steps, int index);
/// Returns the rows of the pairs of bodies that ended motions in a step.
RowRange stop_rows(const std::vector<BoundRow>& steps, int index);
/// Returns the rows of a step's sweeps.
RowRange sweep_rows(const std::vector<StepRow>& steps, int index);

/// Returns the options, one per line, as "OWNER.OPTION=VALUE", which `--set` takes.
std::string settings_text(const std::vector<Assignment>& settings);

}  // namespace touchstone
