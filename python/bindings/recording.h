#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "python/bindings/contacts.h"
#include "python/bindings/scene.h"
#include "testcases/recordings/recording.h"

namespace touchstone::python {

/// A finished step, and the names of its bodies.
struct FinishedStep {
    StepRecord record;
    Contacts contacts;
};

FinishedStep make_finished_step(StepRecord record, std::vector<std::string> body_names,
                                std::string generator);

/// A recording that is written step by step. The HDF5 library is for one thread at a time, and
/// Python's threads may each have such a file: every call here waits for the others'.
class StepFile {
 public:
    /// Begins a recording of `scene`. Throws FileError; unless `replace`, when the file exists.
    StepFile(const std::filesystem::path& path, const Scene& scene, const std::string& generator,
             bool replace);
    StepFile(const StepFile&) = delete;
    StepFile& operator=(const StepFile&) = delete;
    ~StepFile();

    void write(const StepRecord& record);

 private:
    std::optional<RecordingWriter> writer_;
};

}  // namespace touchstone::python
