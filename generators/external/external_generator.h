#pragma once

#include <functional>
#include <memory>
#include <string>

#include "generators/generator.h"
#include "generators/outcome.h"

// Methods that are programs of their own, in any language: they are asked over standard input and
// output, a JSON object a line. docs/use/external_generators.md describes the protocol.

namespace touchstone {

struct ExternalCommand {
    std::string command;     ///< split into words, see split_command; no shell takes part
    double time_limit = 10;  ///< for each reply [s]
    /// Told what the program says that its own query took, if it says so [s]; from any thread, one
    /// call at a time.
    std::function<void(double seconds)> note_seconds = {};
};

/// Starts the program, asks its name, and makes a row for the table of it. Its id is made of the
/// name it gives itself. A
/// program that cannot be understood still gets its row: each of its queries ends in the fault.
/// Throws UsageError and FileError when there is no such program.
Generator make_external_generator(const ExternalCommand& command);

}  // namespace touchstone
