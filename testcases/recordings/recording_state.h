#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testcases/recordings/recording.h"
#include "testcases/recordings/recording_table.h"

// What an open recording consists of. Private to the recording.

namespace touchstone {

inline constexpr const char* kRecordingSchema = "touchstone-recording-1";

/// Attribute `state`: "open" from a writer's begin to its orderly end, else "done".
inline constexpr const char* kState = "state";
inline constexpr const char* kOpen = "open";
inline constexpr const char* kDone = "done";

/// The four tables. Of a step, the row of `steps` is written last.
struct RecordingTables {
    Hdf5Table steps;
    Hdf5Table bodies;
    Hdf5Table contacts;
    Hdf5Table sweeps;
};

struct Recording::State {
    Hdf5File file;
    RecordingHeader header;
    TestCase test_case;
    RecordingTables tables;
    std::vector<StepRow> steps;  ///< the finished ones

    State(const std::filesystem::path& path, bool writable);
};

/// Rows [begin, end) of a table that belong to row i of `steps`, given the ends of each.
struct RowRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
RowRange contact_rows(const std::vector<StepRow>& steps, int index);
RowRange sweep_rows(const std::vector<StepRow>& steps, int index);

/// One option to a line, "OWNER.OPTION=VALUE", as `--set` takes them.
std::string settings_text(const std::vector<Assignment>& settings);

}  // namespace touchstone
