#pragma once

#include <functional>
#include <memory>
#include <string>

#include "generators/generator.h"
#include "generators/outcome.h"

// Methods as programs of their own, in any language: queries and answers are JSON objects, one per
// line, on standard input and output. docs/use/external_generators.md describes the protocol.

namespace touchstone {

/// The command that starts such a program, and its limits.
struct ExternalCommand {
    std::string command;     ///< command line, split into words by
                             ///< split_command; no shell is involved
    double time_limit = 10;  ///< limit for each reply [s]
    /// Receives the time that the program reports for its own query, if it does [s]; called from
    /// any thread, one call at a time.
    std::function<void(double seconds)> note_seconds = {};
};

/// Starts the program, requests its name, and makes an entry for the table of generators with an id
/// derived from that name. A program that answers nonsense still gets its entry: each of its
/// queries ends in the fault. Throws UsageError and FileError when there is no such program.
Generator make_external_generator(const ExternalCommand& command);

}  // namespace touchstone
