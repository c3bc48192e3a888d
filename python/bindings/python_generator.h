#pragma once

#include <string_view>

namespace touchstone::python {

/// True for a generator that was added from Python. Throws UnknownName.
bool is_python_generator(std::string_view id);

}  // namespace touchstone::python
