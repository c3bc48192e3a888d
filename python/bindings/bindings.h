#pragma once

#include <pybind11/pybind11.h>

// The parts of the extension module touchstone._core, which the package `touchstone` shows as its
// own. Everything here holds Python's global lock unless it says otherwise.

namespace touchstone::python {

namespace py = pybind11;

/// Each adds one part to the module: its classes and functions, with their documentation.
void bind_errors(py::module_& module);
void bind_tables(py::module_& module);
void bind_settings(py::module_& module);
/// Adds exact curved shapes, which scenes show.
void bind_smooth(py::module_& module);
/// Adds their extremal points. Must follow bind_smooth, whose class it uses.
void bind_extremal(py::module_& module);
/// Each of these adds one more part.
void bind_scene(py::module_& module);
void bind_contacts(py::module_& module);
/// Adds the class `Judgement`. Must follow bind_contacts, whose class it uses.
void bind_judgement(py::module_& module);
/// Each of these adds one more part.
void bind_report(py::module_& module);
void bind_simulation(py::module_& module);
void bind_recording(py::module_& module);
void bind_audit(py::module_& module);
void bind_check(py::module_& module);
void bind_impacts(py::module_& module);
void bind_drawings(py::module_& module);
void bind_python_generator(py::module_& module);

}  // namespace touchstone::python
