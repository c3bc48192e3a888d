#pragma once

#include <string>
#include <string_view>

#include "methods/base/error.h"

namespace touchstone {

/// What came of asking a method.
enum class Outcome {
    Answered,     ///< with contacts that can be judged, or none
    Unsupported,  ///< a body cannot be had in the method's form, or it says so: no fault
    Failed,       ///< no answer, or none that could be judged
    NotInstalled
};
inline constexpr int kOutcomes = 4;
const char* outcome_id(Outcome outcome);    ///< in files: "judged", "unsupported", ...
Outcome find_outcome(std::string_view id);  ///< or UnknownName

/// A method that gave no answer to a query: the message says why. Thrown by the `generate` of
/// methods that are programs or functions of others, which the built-in ones never do.
struct GeneratorFault : Error {
    GeneratorFault(Outcome of, const std::string& message) : Error(message), outcome(of) {}

    Outcome outcome;  ///< Unsupported or Failed
};

}  // namespace touchstone
