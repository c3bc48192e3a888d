#pragma once

#include <string_view>

#include "generators/method_list.h"

namespace touchstone::python {

/// The methods of this Python session: the built-in ones and the functions that were added. Guarded
/// by Python's lock; what takes its time keeps a copy.
MethodList& session_methods();

/// True for a generator that was added from Python. Throws UnknownName.
bool is_python_generator(std::string_view id);

}  // namespace touchstone::python
