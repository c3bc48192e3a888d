#include "generators/outcome.h"
#include "methods/base/error.h"
#include "python/bindings/bindings.h"
#include "python/bindings/errors.h"
#include "python/bindings/long_call.h"
#include "reports/provenance/version.h"

namespace touchstone::python {
namespace {

/// Adds a class of exceptions to the module. `bases`: one class or a tuple of them.
py::object add_exception(py::module_& module, const char* name, py::handle bases,
                         const char* meaning) {
    const std::string full_name = std::string("touchstone.") + name;
    auto type = py::reinterpret_steal<py::object>(
        PyErr_NewExceptionWithDoc(full_name.c_str(), meaning, bases.ptr(), nullptr));
    if (!type) {
        throw py::error_already_set();
    }
    module.add_object(name, type);
    return type;
}

/// The classes, for as long as the process lives: as long as an exception may have to be told.
ErrorTypes* classes = nullptr;

void raise(const py::object& type, const std::exception& error) {
    PyErr_SetString(type.ptr(), error.what());
}

/// Translates an exception into Python's, the most special type first.
void translate(std::exception_ptr pointer) {
    const ErrorTypes& types = error_types();
    try {
        std::rethrow_exception(std::move(pointer));
    } catch (const GeneratorFault& fault) {
        const bool unsupported = fault.outcome == Outcome::Unsupported;
        raise(unsupported ? types.unsupported : types.generator_fault, fault);
    } catch (const UnknownName& error) {
        raise(types.unknown_name, error);
    } catch (const UsageError& error) {
        raise(types.usage_error, error);
    } catch (const FileError& error) {
        raise(types.file_error, error);
    } catch (const MeshError& error) {
        raise(types.mesh_error, error);
    } catch (const Error& error) {
        raise(types.error, error);
    }
}

/// Refuses memory for an object that Python made by __new__ alone, and whose __init__ has never
/// run: pybind11 would leave the object as it is, and use it.
void* refuse_memory(std::size_t) {
    throw py::type_error("this object was made by __new__ alone; call its class instead");
}

/// Objects of the module are not pickled or copied by Python's own means.
py::object refuse_copy(const py::object&) {
    throw py::type_error("objects of touchstone cannot be pickled or copied");
}

/// Makes an object of a class that pybind11 knows, and refuses its base and what derives from that
/// alone: of these pybind11 throws through Python, which ends the process.
PyObject* make_known(PyTypeObject* type, PyObject* /*arguments*/, PyObject* /*keywords*/) {
    if (py::detail::all_type_info(type).empty()) {
        PyErr_Format(PyExc_TypeError, "%s: no constructor defined", type->tp_name);
        return nullptr;
    }
    return py::detail::make_new_instance(type);
}

/// Makes all classes of the module, and their common base, raise TypeError for such objects.
void refuse_uninitialised(const py::module_& module) {
    PyObject* const base = py::detail::get_internals().instance_base;
    reinterpret_cast<PyTypeObject*>(base)->tp_new = &make_known;
    PyTypeObject* const metaclass = py::detail::get_internals().default_metaclass;
    for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
        if (PyObject_TypeCheck(value.ptr(), metaclass)) {
            auto* const type = reinterpret_cast<PyTypeObject*>(value.ptr());
            py::detail::get_type_info(type)->operator_new = &refuse_memory;
            // Python's own way would make an object of pybind11's base, which ends the process.
            py::setattr(value, "__reduce__", py::cpp_function(&refuse_copy, py::is_method(value)));
        }
    }
}

}  // namespace

const ErrorTypes& error_types() { return *classes; }

void bind_errors(py::module_& module) {
    const auto add = [&](const char* name, py::handle bases, const char* meaning) {
        return add_exception(module, name, bases, meaning);
    };
    const py::handle value_error = PyExc_ValueError;
    const py::object error = add("Error", PyExc_Exception, "What Touchstone cannot do, and why.");
    const py::object usage_error = add("UsageError", py::make_tuple(error, value_error),
                                       "Wrong use: contradictions, values that cannot be set.");
    const py::object fault =
        add("GeneratorFault", error, "A generator gave no answer, or one that is no answer.");
    classes = new ErrorTypes{
        .error = error,
        .mesh_error = add("MeshError", error, "A mesh that is not what it has to be."),
        .file_error = add("FileError", error, "A file that cannot be read, written or understood."),
        .usage_error = usage_error,
        .unknown_name = add("UnknownName", usage_error,
                            "An id that no table knows; the message lists the known ones."),
        .generator_fault = fault,
        .unsupported = add("Unsupported", fault,
                           "A generator cannot represent a body. Raise it in a function of your "
                           "own: its row in a report then says so."),
    };
    py::register_exception_translator(&translate);
}

}  // namespace touchstone::python

PYBIND11_MODULE(_core, module) {
    namespace python = touchstone::python;
    namespace py = pybind11;
    module.doc() = "The compiled part of the package touchstone; import that instead.";
    python::bind_errors(module);
    python::bind_settings(module);
    python::bind_tables(module);
    python::bind_smooth(module);
    python::bind_extremal(module);
    python::bind_scene(module);
    python::bind_contacts(module);
    python::bind_judgement(module);
    python::bind_report(module);
    python::bind_simulation(module);
    python::bind_recording(module);
    python::bind_audit(module);
    python::bind_check(module);
    python::bind_impacts(module);
    python::bind_drawings(module);
    python::bind_python_generator(module);
    module.attr("__version__") = touchstone::reports::program_version();
    module.attr("__commit__") = touchstone::reports::program_commit();
    py::module_::import("atexit").attr("register")(py::cpp_function(&python::end_long_calls));
    python::refuse_uninitialised(module);
    // What people see is the package.
    for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
        if (PyType_Check(value.ptr()) != 0) {
            value.attr("__module__") = "touchstone";
        }
    }
}
