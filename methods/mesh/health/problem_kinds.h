#pragma once

#include <string_view>

#include "methods/mesh/health/inspection.h"

namespace touchstone {

/// The properties that all problems of one kind have in common.
struct ProblemKind {
    std::string_view id;
    Severity severity = Severity::Error;
    const char* element_kind = "";
    const char* meaning = "";  ///< when an element has it
    const char* remedy = "";
};

/// Finds a kind; the id must be one of docs/formats/meshes.md.
const ProblemKind& find_problem_kind(std::string_view id);

}  // namespace touchstone
