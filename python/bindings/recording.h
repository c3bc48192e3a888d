#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/bindings/contacts.h"
#include "python/bindings/scene.h"
#include "testcases/recordings/recording.h"

namespace touchstone::python {

/// A finished step of a simulation or recording.
struct FinishedStep {
    StepRecord record;  ///< state, contacts and measurements of the step
    Contacts contacts;  ///< contacts with names of bodies and of their generator
    std::shared_ptr<const ElasticRest> elastic;  ///< elastic bodies without strain; not null
    std::function<std::shared_ptr<const Scene>()> scene;  ///< returns the scene that moves
};

/// Makes a finished step of its record. `body_names`: by body; `generator`: name of what found the
/// contacts; `elastic`: not null; `scene`: called when the step is asked about its bodies' shapes.
FinishedStep make_finished_step(StepRecord record, std::vector<std::string> body_names,
                                std::string generator, std::shared_ptr<const ElasticRest> elastic,
                                std::function<std::shared_ptr<const Scene>()> scene);

/// Returns an array of integers of shape (tets, 4) for each body: the corners of its tets; (0, 4)
/// for a rigid one.
py::list tets_by_body(const ElasticRest& elastic, int body_count);

/// A recording that is written step by step. Only one thread at a time may use the HDF5 library,
/// and each of Python's threads may have such a file, so every call waits for those of others.
class StepFile {
 public:
    /// Begins a recording of `scene`: of a motion with the elastic bodies `moving`, or of contacts
    /// alone when that is null. Throws FileError, also when the file exists, unless `replace` is
    /// true.
    StepFile(const std::filesystem::path& path, const Scene& scene, const std::string& generator,
             bool replace, const ElasticRest* moving = nullptr);
    StepFile(const StepFile&) = delete;
    StepFile& operator=(const StepFile&) = delete;
    ~StepFile();

    /// Appends a step. Throws FileError.
    void write(const StepRecord& record);

 private:
    std::optional<RecordingWriter> writer_;
};

}  // namespace touchstone::python
