#pragma once

#include <functional>
#include <string>

#include "generators/continuous/impact_method.h"
#include "generators/external/external_generator.h"

// Methods of contact times that are programs of their own: protocol "touchstone-impact-1",
// described in docs/use/external_generators.md.

namespace touchstone {

/// A method of contact times that need not be one of the table.
struct ExternalImpactMethod {
    std::string id;                 ///< made of the name that the program gives itself
    std::string title;              ///< its name and version
    bool conservative = false;      ///< true: conservative, as the program says of itself
    bool takes_separation = false;  ///< true: respects the separation, as the program says of
                                    ///< itself
    /// Asks the program, from any thread, one query at a time. Throws GeneratorFault when there is
    /// no answer, or one that makes no sense.
    std::function<Impact(const ImpactQuery& query, const ImpactSettings& settings)> find;
};

/// Starts the program and asks its name. A program that cannot be understood still gets its row:
/// each of its queries ends in the fault. Throws UsageError and FileError when there is no such
/// program.
ExternalImpactMethod make_external_impact_method(const ExternalCommand& command);

}  // namespace touchstone
