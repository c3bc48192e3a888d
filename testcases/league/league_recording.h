#pragma once

#include <filesystem>

#include "testcases/cells/cell.h"
#include "testcases/study/study.h"

namespace touchstone {

/// Writes the contacts of a row as a recording of one step in which nothing moves, so that the
/// viewer shows them without the program that found them (docs/formats/recordings.md). Replaces the
/// file, which takes little room on disk. `generator_id`: name of the generator in the recording.
/// Only one thread at a time may call it, as it uses HDF5. Throws FileError.
void write_contacts_recording(const std::filesystem::path& file, const RunOrigin& origin,
                              const StudyRow& row, const std::string& case_name,
                              const std::string& generator_id, const StudySettings& settings);

}  // namespace touchstone
