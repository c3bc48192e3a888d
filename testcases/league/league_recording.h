#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "testcases/cells/cell.h"
#include "testcases/query/study_scene.h"
#include "testcases/recordings/recording.h"
#include "testcases/study/study.h"

namespace touchstone {

/// What the recordings of all rows of a case have in common.
struct RecordedCase {
    StudyScene scene;        ///< the case as it stands at its first query, without variants
    RecordingHeader header;  ///< header without a generator
};
/// Makes a case ready to be recorded. Throws what loading it throws, and FileError for a case that
/// cannot be written down.
RecordedCase make_recorded_case(const std::string& case_name, const StudySettings& settings,
                                const RunOrigin& origin, std::shared_ptr<SceneStock> stock);

/// Writes the contacts of a row of the case as a recording of one step in which nothing moves, so
/// that the viewer shows them without the program that found them (docs/formats/recordings.md).
/// Replaces the file, which takes little room on disk. `generator_id`: name of the generator in the
/// recording. Only one thread at a time may call it, as it uses HDF5. Throws FileError.
void write_contacts_recording(const std::filesystem::path& file, const RecordedCase& recorded,
                              const StudyRow& row, const std::string& generator_id);

}  // namespace touchstone
