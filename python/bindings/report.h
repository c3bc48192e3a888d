#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>

#include "reports/tables/report.h"
#include "testcases/study/study.h"

namespace touchstone::python {

/// A report, and the request that it answers.
struct AnsweredReport : reports::Report {
    StudyRequest request;
};

/// Makes a request for these cases, generators and settings, as Python names them.
StudyRequest make_request_of(const pybind11::object& cases, const pybind11::object& generators,
                             const pybind11::object& settings,
                             const std::optional<std::string>& pose);

/// Returns the place of a row for an index as Python counts, from the end when negative. Throws
/// IndexError.
int row_place(int index, int count);

}  // namespace touchstone::python
