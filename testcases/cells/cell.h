#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/outcome.h"

// Every measurement here is a table, with methods in one direction and cases in the other, and in
// each cell the outcome of asking that method about that case. The question depends on the track:
// the contacts of a scene, its motion over many steps, the first impacts of a set of moving
// elements.

namespace touchstone {

/// The program that made a cell. Other programs may come to other results.
struct RunOrigin {
    std::string version;
    std::string commit;

    bool operator==(const RunOrigin&) const = default;
};

/// Everything that decides the content of a cell, apart from the program.
struct CellKey {
    std::string track;                  ///< id of the kind of question, see Track
    std::string method;                 ///< id of the method
    std::string case_name;              ///< id or path of the case
    std::vector<std::string> settings;  ///< settings that have an effect: "solver.friction=0.5"
    /// Further conditions by name: the digest of the scene, the number of steps, the version of an
    /// engine.
    std::vector<std::pair<std::string, std::string>> conditions;
};

/// Durations. They differ from run to run, and are therefore kept apart from everything else.
struct CellTimes {
    int pairs = 0;                  ///< pairs of bodies in one query
    std::optional<double> seconds;  ///< time of the fastest query, or of the whole work [s];
                                    ///< nothing: not measured
    int repetitions = 0;            ///< number of queries of which that is the fastest
};

/// The part of a cell that all tracks share. The cell of a track derives from it, and adds its own
/// figures and details.
struct Cell {
    Outcome outcome = Outcome::Answered;
    std::string reason;      ///< reason for any outcome but Answered, in words
    bool repeatable = true;  ///< true: the same in every bit when asked again, or not asked again
    std::string digest;      ///< digest of the answer bit for bit; empty: not taken
    CellTimes times;

    /// Returns true when the method gave an answer that can be judged.
    bool answered() const { return outcome == Outcome::Answered; }
};

}  // namespace touchstone
