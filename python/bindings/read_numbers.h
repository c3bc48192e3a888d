#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "methods/base/types.h"

namespace touchstone::python {

namespace py = pybind11;

/// Reads three numbers. Throws UsageError that begins with `name` for anything else.
Vec3 read_vector(const py::object& object, const std::string& name);

/// Reads a homogeneous matrix (4, 4), or None as the identity. Throws UsageError that begins with
/// `name` for one that does more than turn and move.
Pose read_pose(const py::object& object, const std::string& name);

}  // namespace touchstone::python
