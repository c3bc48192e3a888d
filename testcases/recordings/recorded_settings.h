#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone {

/// Returns the settings that a recording was made with, for the built-in methods and `methods`.
/// Settings of other methods, which only programs or functions of that run knew, are left out.
/// Throws the errors of `assign`.
StudySettings recorded_settings(const RecordingHeader& header, MethodList methods = {});

}  // namespace touchstone
