#pragma once

#include <filesystem>

#include "testcases/cells/cell.h"
#include "testcases/study/study.h"

namespace touchstone {

/// Writes the contacts of a row as a recording of one step in which nothing moves, so that the
/// viewer shows them without the program that found them; docs/formats/recordings.md. It takes
/// little room on disk. `generator_id`: name of the generator in the recording. Replaces the file.
/// Uses HDF5, so for one thread at a time. Returns false where no recording can hold the scene:
/// bodies of tetrahedra. Throws FileError.
bool write_contacts_recording(const std::filesystem::path& file, const RunOrigin& origin,
                              const StudyRow& row, const std::string& case_name,
                              const std::string& generator_id, const StudySettings& settings);

}  // namespace touchstone
