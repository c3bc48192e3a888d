#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "testcases/settings/study_settings.h"

namespace touchstone::python {

/// The class `Settings` of the Python module.
struct Settings {
    StudySettings study;
};

/// Reads Settings or the name of a profile; nothing for None. Throws UnknownName.
std::optional<Settings> read_settings(const pybind11::object& given);

/// Returns these settings, or those of the profile `corrected`, with the settings of generators
/// that were added since.
StudySettings complete_settings(const std::optional<Settings>& settings);

}  // namespace touchstone::python
