#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/outcome.h"

// Whatever is measured here is a table: methods in one direction, cases in the other, and in each
// cell what came of asking that method about that case. Which question that is depends on the
// track: the contacts of a scene, its motion over many steps, the first impacts of a set of moving
// elements.

namespace touchstone {

/// The program that makes cells. Other programs may come to other results.
struct RunOrigin {
    std::string version;
    std::string commit;

    bool operator==(const RunOrigin&) const = default;
};

/// All that decides what comes out of a cell, but for the program.
struct CellKey {
    std::string track;                  ///< id of the kind of question, see Track
    std::string method;                 ///< id
    std::string case_name;              ///< id or path
    std::vector<std::string> settings;  ///< those that have a say: "solver.friction=0.5"
    /// Further conditions by name: the digest of the scene, the number of steps, the version of an
    /// engine.
    std::vector<std::pair<std::string, std::string>> conditions;
};

/// Durations. They differ from run to run, and so are kept apart from all else.
struct CellTimes {
    int pairs = 0;                  ///< pairs of bodies in one query
    std::optional<double> seconds;  ///< of the fastest query, or of all there was to do [s];
                                    ///< nothing: not measured
    int repetitions = 0;            ///< queries of which that is the fastest
};

/// The part of a cell that all tracks share. The cell of a track derives from it, and adds its own
/// figures and details.
struct Cell {
    Outcome outcome = Outcome::Answered;
    std::string reason;      ///< for people, of any other outcome than Answered
    bool repeatable = true;  ///< every bit was the same when asked again; true if not asked again
    std::string digest;      ///< of the answer bit for bit; empty: not taken
    CellTimes times;

    bool answered() const { return outcome == Outcome::Answered; }
};

}  // namespace touchstone
