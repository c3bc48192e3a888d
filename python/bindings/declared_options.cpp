#include "python/bindings/declared_options.h"

#include <pybind11/stl.h>

#include "generators/external/declared_options.h"
#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "python/bindings/bindings.h"

namespace touchstone::python {
namespace {

[[noreturn]] void refuse_declared(const std::string& id, const std::string& what) {
    throw UsageError("option '" + id + "' " + what);
}

double read_declared_number(const std::string& id, const py::handle& value) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse_declared(id, "needs a number");
    }
    return number;
}

std::vector<std::string> read_words(const std::string& id, const py::handle& values) {
    std::vector<std::string> words;
    for (const py::handle& value : values) {
        if (!py::isinstance<py::str>(value)) {
            refuse_declared(id, "has values that are no words");
        }
        words.push_back(value.cast<std::string>());
    }
    if (words.empty()) {
        refuse_declared(id, "has no values");
    }
    return words;
}

bool is_list(const py::handle& value) {
    return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

void set_standard(DeclaredOption& option, const py::handle& value) {
    if (py::isinstance<py::bool_>(value)) {
        option.words = {"on", "off"};
        option.standard = value.cast<bool>() ? "on" : "off";
    } else if (py::isinstance<py::str>(value)) {
        option.standard = value.cast<std::string>();
    } else {
        option.standard = shortest(read_declared_number(option.id, value));
    }
}

/// Reads a dict with what is known of one option.
void read_details(DeclaredOption& option, const py::dict& details) {
    for (const auto& [key, value] : details) {
        const std::string name = py::str(key).cast<std::string>();
        if (name == "default") {
            set_standard(option, value);
        } else if (name == "values" && is_list(value)) {
            option.words = read_words(option.id, value);
        } else if (name == "minimum") {
            option.low = read_declared_number(option.id, value);
        } else if (name == "maximum") {
            option.high = read_declared_number(option.id, value);
        } else if (name == "unit") {
            option.is_length = py::str(value).cast<std::string>() == "m";
        } else if (name == "meaning") {
            option.meaning = py::str(value).cast<std::string>();
        } else {
            refuse_declared(option.id, "cannot have '" + name +
                                           "'; known: default, values (a list of words), minimum, "
                                           "maximum, unit, meaning");
        }
    }
    if (option.standard.empty()) {
        option.standard = option.words.empty() ? "" : option.words.front();
    }
    option.is_length = option.is_length && option.words.empty();
}

}  // namespace

std::vector<DeclaredOption> read_declared_options(const py::dict& options) {
    std::vector<DeclaredOption> declared;
    for (const auto& [key, value] : options) {
        DeclaredOption& option = declared.emplace_back();
        option.id = py::str(key).cast<std::string>();
        if (py::isinstance<py::dict>(value)) {
            read_details(option, py::reinterpret_borrow<py::dict>(value));
        } else if (is_list(value)) {
            option.words = read_words(option.id, value);
            option.standard = option.words.front();
        } else {
            set_standard(option, value);
        }
    }
    return declared;
}

py::dict declared_dict(const MethodSettings& settings, const MethodOptions& options,
                       const std::vector<DeclaredOption>& declared) {
    py::dict values;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const py::str id(declared[i].id);
        std::visit([&](const auto& value) { values[id] = value; },
                   declared_value(declared[i], options.list[i].read(settings)));
    }
    return values;
}

}  // namespace touchstone::python
