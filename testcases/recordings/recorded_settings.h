#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone {

/// The settings that a recording was made with, for these methods. Those of methods that are not
/// among them, programs and functions of others, are left out. Throws what `assign` throws.
StudySettings recorded_settings(const RecordingHeader& header, MethodList methods = {});

}  // namespace touchstone
