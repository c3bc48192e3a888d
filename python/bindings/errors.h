#pragma once

#include <pybind11/pybind11.h>

namespace touchstone::python {

/// Python's classes for the types of methods/base/error.h.
struct ErrorTypes {
    pybind11::object error;
    pybind11::object mesh_error;
    pybind11::object file_error;
    pybind11::object usage_error;
    pybind11::object unknown_name;
    pybind11::object generator_fault;
    pybind11::object unsupported;
};
/// Returns the classes of the module that is loaded.
const ErrorTypes& error_types();

}  // namespace touchstone::python
