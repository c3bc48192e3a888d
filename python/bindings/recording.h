#pragma once

#include <filesystem>
#include <memory>
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
    std::shared_ptr<const ElasticRest> elastic;  ///< elastic bodies without strain; not null
};

FinishedStep make_finished_step(StepRecord record, std::vector<std::string> body_names,
                                std::string generator, std::shared_ptr<const ElasticRest> elastic);

/// The corners of each body's tets, (n, 4); none for a rigid one.
py::list tets_by_body(const ElasticRest& elastic, int body_count);

/// A recording that is written step by step. The HDF5 library is for one thread at a time, and
/// Python's threads may each have such a file: every call here waits for the others'.
class StepFile {
 public:
    /// Begins a recording of `scene`, of a motion with the elastic bodies `moving`, or, when that
    /// is null, of contacts alone. Throws FileError; unless `replace`, when the file exists.
    StepFile(const std::filesystem::path& path, const Scene& scene, const std::string& generator,
             bool replace, const ElasticRest* moving = nullptr);
    StepFile(const StepFile&) = delete;
    StepFile& operator=(const StepFile&) = delete;
    ~StepFile();

    void write(const StepRecord& record);

 private:
    std::optional<RecordingWriter> writer_;
};

}  // namespace touchstone::python
