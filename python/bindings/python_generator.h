#pragma once

#include <string_view>

#include "generators/method_list.h"

namespace touchstone::python {

/// Returns the methods of this Python session: the built-in ones and the functions that were added.
/// Guarded by Python's lock; calls that take long keep a copy.
MethodList& session_methods();

/// Returns true for a generator that was added from Python. Throws UnknownName.
bool is_python_generator(std::string_view id);

}  // namespace touchstone::python
