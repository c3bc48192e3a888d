#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/quality/impact_judge.h"
#include "testcases/cells/track.h"
#include "testcases/cells/watch.h"
#include "testcases/impacts/asked_methods.h"
#include "testcases/impacts/queries/query_blocks.h"

namespace touchstone {

/// A query with a wrong answer.
struct WrongImpact {
    std::int64_t number = 0;  ///< number in its set, from 0, both kinds counted
    ImpactVerdictKind verdict = ImpactVerdictKind::Missed;

    bool operator==(const WrongImpact&) const = default;
};
/// Largest number of wrong answers that a row lists.
inline constexpr int kMostWrongImpacts = 20;
/// Number of kinds of proof, and of kinds of query.
inline constexpr int kImpactProofs = 5;
inline constexpr int kImpactKinds = 2;

/// The results of one method on one kind of queries of one set.
struct ImpactStudyRow {
    std::string set;
    ImpactKind kind = ImpactKind::VertexFace;
    std::string method;
    double separation = 0.0;  ///< separation at which it was asked and judged [m]; 0 where it minds
                              ///< none
    ImpactFigures figures;
    LogHistogram seconds;  ///< processor time of a query [s]
    LogHistogram work;     ///< boxes, intervals or steps of a query
    std::int64_t capped = 0;
    double worst_accuracy = 0.0;                       ///< largest accuracy reached in a query [m]
    std::array<std::int64_t, kImpactProofs> proofs{};  ///< number of answers with each kind of
                                                       ///< proof
    std::vector<WrongImpact> wrong;       ///< the first kMostWrongImpacts late and missed ones
    std::vector<WrongImpact> false_hits;  ///< the first kMostWrongImpacts false positives
};

/// The answers of one method to one block of a set of queries: a cell of the track "impacts".
struct ImpactCell : Cell {
    std::array<ImpactStudyRow, kImpactKinds> rows;  ///< results by kind; those without queries stay
                                                    ///< empty
    std::int64_t queries = 0;
    std::int64_t contradicted = 0;  ///< queries whose source states what exact arithmetic denies
};

/// Adds the answers of the method to another block of the set: in any order the same bits, but for
/// the outcome, which stays.
void add_block(ImpactCell& cell, const ImpactCell& block);

/// Returns the track, with the figures of a row by its kind; the histograms are kept as they are.
const Track<ImpactCell>& impact_track();

/// The conditions under which the queries of a cell are asked.
struct ImpactAsking {
    ImpactSettings settings;  ///< settings of all queries, but for the δ that a query brings along
    int timing_rounds = 3;  ///< number of rounds, of which the fastest counts; 0: nothing is timed
};

/// Returns everything that decides what a cell holds.
CellKey impact_cell_key(const QuerySet& set, const AskedMethod& method, const ImpactAsking& asking,
                        const QueryBlock& block = {});

/// Returns a cell without queries.
ImpactCell empty_impact_cell(const QuerySet& set, const AskedMethod& method,
                             const ImpactAsking& asking);

/// Asks one query of the block after the other, and finds the truth of each; memory grows neither
/// with their number nor with their files. The same arguments give the same cell, but for the
/// times. Returns nothing when told to stop on the way. When a method of others gives no answer,
/// the cell has the outcome and the reason, and its rows are empty. Throws what the set throws.
std::optional<ImpactCell> ask_impact_cell(QueryCursor& queries, const QueryBlock& block,
                                          const AskedMethod& method, const ImpactAsking& asking,
                                          const CellWatch& watch);

/// An answer and the time it took.
struct TimedImpact {
    Impact impact;            ///< answer of the method
    double seconds = kUnset;  ///< processor time of the thread; unset when not timed
};

/// Asks once, then again for the time, the least of some rounds, each long enough for the clock.
/// Methods of others are not timed, since they work elsewhere.
TimedImpact ask_impact(const AskedMethod& method, const ImpactQuery& query,
                       const ImpactSettings& settings, int timing_rounds);

/// Returns the settings for a query of a set and a method: with the query's δ, and without a
/// separation that the method does not mind.
ImpactSettings settings_for(const ImpactSettings& settings, const AskedMethod& method,
                            const StatedQuery& query);

}  // namespace touchstone
