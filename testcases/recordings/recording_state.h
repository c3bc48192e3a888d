#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testcases/recordings/elastic_tables.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/recording_table.h"

// The parts of an open recording. Private to the recording.

namespace touchstone {

/// Name of the schema, an attribute of the file.
inline constexpr const char* kRecordingSchema = "touchstone-recording-1";

/// Attribute `solver`: id of the solver, for example "events"; missing where the settings choose
/// it.
inline constexpr const char* kSolverAttribute = "solver";

/// Attribute `state`: "open" from the start of a writer to its orderly end, otherwise "done".
inline constexpr const char* kState = "state";
inline constexpr const char* kOpen = "open";
inline constexpr const char* kDone = "done";

/// The tables that a motion by the barrier has beside the others.
struct BarrierTables {
    Hdf5Table steps;
    Hdf5Table bodies;
    Hdf5Table stiffnesses;
};

/// The tables that a motion with bounded steps has beside the others.
struct BoundTables {
    Hdf5Table steps;
    Hdf5Table stops;
};

/// The four tables. The row of `steps` is the last one written of a step.
struct RecordingTables {
    Hdf5Table steps;
    Hdf5Table bodies;
    Hdf5Table contacts;
    Hdf5Table sweeps;
    std::optional<BarrierTables> barrier;
    std::optional<BoundTables> bound;
    std::optional<ElasticTables> elastic;
};

/// The parts of a recording open for reading.
struct Recording::State {
    Hdf5File file;
    RecordingHeader header;
    TestCase test_case;
    RecordingTables tables;
    std::vector<StepRow> steps;             ///< rows of the finished steps
    std::vector<BarrierRow> barrier_steps;  ///< of the same steps; empty: no motion by the barrier
    std::vector<BoundRow> bound_steps;      ///< of the same steps; empty: no bounded ones
    std::vector<ElasticStepRow> elastic_steps;  ///< of the same steps; empty: no elastic bodies

    State(const std::filesystem::path& path, bool writable);
};

/// Rows [begin, end) of a table that belong to row i of `steps`, whose rows hold the ends.
struct RowRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
/// Returns the rows of a step's contacts.
RowRange contact_rows(const std::vector<StepRow>& steps, int index);
/// Returns the rows of a step's stiffnesses.
RowRange stiffness_rows(const std::vector<BarrierRow>& steps, int index);
/// Returns the rows of what ended motions in a step.
RowRange stop_rows(const std::vector<BoundRow>& steps, int index);
/// Returns the rows of a step's sweeps.
RowRange sweep_rows(const std::vector<StepRow>& steps, int index);

/// Writes the options one per line, "OWNER.OPTION=VALUE", as `--set` takes them.
std::string settings_text(const std::vector<Assignment>& settings);

}  // namespace touchstone
