#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "testcases/cells/cell.h"
#include "testcases/league/league_contestant.h"
#include "testcases/query/scene_stock.h"
#include "testcases/study/study.h"

namespace touchstone {

/// The figures that may change when a question is repeated.
struct CellFigures {
    int contacts = 0;
    std::optional<double> coverage;
    std::optional<double> quality;
    std::optional<double> excess;

    bool operator==(const CellFigures&) const = default;
};

/// A contact that differs from what the reference wants, or lies where it cannot.
struct Offender {
    int index = -1;  ///< index among the cell's contacts
    ContactPoint contact;
    Verdict verdict;
    bool outside = false;  ///< true: it lies outside the bounds of a body of its pair
};

/// One row of the league with one case, asked twice: a cell of the track "league".
struct LeagueCell : Cell {
    CellFigures figures;
    CellFigures again;  ///< figures of the second answer
    int correct = 0;
    int expected_normals = 0;
    int met_normals = 0;
    std::optional<int> min_contacts;
    Faults faults;
    Audit audit;
    int positions = 1;  ///< number of positions in the sweep; each figure is the worst of them
    int faulty_variants = 0;  ///< number of variants of the scene that come out otherwise than they
                              ///< must
    bool unknown = false;     ///< true: for some pair the truth cannot be told
    std::optional<bool> passes;  ///< true: no faults, in a case that is checked; nothing: it is
                                 ///< not, or the truth is unknown
    std::vector<std::string> bodies;  ///< names of the bodies by index, where there are offenders
    std::vector<Offender> offenders;  ///< first offenders, at the sweep's worst position
    int offender_count = 0;           ///< number of all offenders

    /// Returns true when the answer was judged.
    bool judged() const { return answered(); }
    /// Returns true when anything is not as it must be. Excess alone is no fault.
    bool has_faults() const;
    /// Returns the number of contacts beyond the fewest that span the region.
    int excess_contacts() const;
};

/// Number of offenders that a cell keeps.
inline constexpr int kKeptOffenders = 4;

/// The question to a contestant.
struct CellQuestion {
    std::string case_name;  ///< id or path of the case
    bool fresh = true;      ///< true: the first to be asked is a program just started
    bool time_it = true;    ///< true: the query is timed as well
    /// What its scenes share with those of other questions.
    std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>();
};

/// A cell, with the row that holds its contacts.
struct AskedCell {
    LeagueCell cell;
    StudyRow row;  ///< row of a judged cell
};

/// Asks twice: two processes of a program, which have been asked different things before. Compares
/// the answers bit for bit, then times the query of the second. Throws what loading the case
/// throws.
AskedCell ask_cell(Contestant& contestant, const CellQuestion& question,
                   const StudySettings& settings);

}  // namespace touchstone
