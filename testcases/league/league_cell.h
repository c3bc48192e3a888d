#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "testcases/cells/cell.h"
#include "testcases/league/league_contestant.h"
#include "testcases/study/study.h"

namespace touchstone {

/// What the repetition of a question may change.
struct CellFigures {
    int contacts = 0;
    std::optional<double> coverage;
    std::optional<double> quality;
    std::optional<double> excess;

    bool operator==(const CellFigures&) const = default;
};

/// A contact that is not as the reference wants it, or lies where it cannot.
struct Offender {
    int index = -1;  ///< among the cell's contacts
    ContactPoint contact;
    Verdict verdict;
    bool outside = false;  ///< of the bounds of a body of its pair
};

/// One row of the league with one case: a cell of the track "league". It is asked twice.
struct LeagueCell : Cell {
    CellFigures figures;
    CellFigures again;  ///< asked a second time
    int correct = 0;
    int expected_normals = 0;
    int met_normals = 0;
    std::optional<int> min_contacts;
    Faults faults;
    Audit audit;
    int positions = 1;           ///< of a sweep; each figure is the worst of them
    int faulty_variants = 0;     ///< of the scene, that come out otherwise than they must
    bool unknown = false;        ///< of some pair the truth cannot be told
    std::optional<bool> passes;  ///< nothing: the case is none of those, or the truth is unknown
    std::vector<std::string> bodies;  ///< names by index, where there are offenders
    std::vector<Offender> offenders;  ///< the first of them, at the sweep's worst position
    int offender_count = 0;           ///< all of them

    bool judged() const { return answered(); }
    /// Whether anything is not as it must be. Excess alone is no fault.
    bool has_faults() const;
    int excess_contacts() const;  ///< beyond the fewest that span the region
};

/// How many offenders of a cell are kept.
inline constexpr int kKeptOffenders = 4;

/// What is asked of a contestant.
struct CellQuestion {
    std::string case_name;  ///< id or path
    bool fresh = true;      ///< of a program that has been asked nothing yet
    bool time_it = true;
};

/// A cell, and where its contacts are.
struct AskedCell {
    LeagueCell cell;
    StudyRow row;  ///< of a judged cell
};

/// Asks twice, two processes of a program that have been asked different things before. Compares
/// the answers bit for bit, then times the query of the second. Throws what loading the case
/// throws.
AskedCell ask_cell(Contestant& contestant, const CellQuestion& question,
                   const StudySettings& settings);

}  // namespace touchstone
