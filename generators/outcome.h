#pragma once

#include <string>
#include <string_view>

#include "methods/base/error.h"

namespace touchstone {

/// The outcome of asking a method.
enum class Outcome {
    Answered,     ///< the answer can be judged: contacts, or none
    Unsupported,  ///< a body cannot be given in the method's form, or the method declines it: no
                  ///< fault
    Failed,       ///< the method gave no answer, or none that can be judged
    NotInstalled
};
/// Number of outcomes.
inline constexpr int kOutcomes = 4;
/// Returns the name of an outcome in files: "judged", "unsupported", …
const char* outcome_id(Outcome outcome);
/// Returns the outcome with this name. Throws UnknownName.
Outcome find_outcome(std::string_view id);

/// Thrown for a method that gives no answer to a query, with the reason as message: Unsupported by
/// built-in methods as well, Failed only by programs and functions of others.
struct GeneratorFault : Error {
    GeneratorFault(Outcome of, const std::string& message) : Error(message), outcome(of) {}

    Outcome outcome;  ///< Unsupported or Failed
};

}  // namespace touchstone
