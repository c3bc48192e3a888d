#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "testcases/settings/study_settings.h"

namespace touchstone::python {

/// What Python calls Settings.
struct Settings {
    StudySettings study;
};

/// Settings, a profile's name, or nothing for None. Throws UnknownName.
std::optional<Settings> read_settings(const pybind11::object& given);

/// These, or the profile `corrected`; with those of generators that were added since.
StudySettings complete_settings(const std::optional<Settings>& settings);

}  // namespace touchstone::python
