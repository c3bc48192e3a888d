#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "methods/quality/impact_judge.h"
#include "testcases/queries/query_sets.h"

namespace touchstone {

/// What is asked: each method each query of each set.
struct ImpactStudyRequest {
    std::vector<QuerySet> sets;
    std::vector<ImpactMethod> methods;
    ImpactSettings settings;  ///< of all queries, but for the δ that a query brings along
    int timing_rounds = 3;    ///< the fastest counts; 0: nothing is timed
};

/// A query that was answered wrong.
struct WrongImpact {
    std::int64_t number = 0;  ///< in its set, from 0, both kinds counted
    ImpactVerdictKind verdict = ImpactVerdictKind::Missed;
};
inline constexpr int kMostWrongImpacts = 20;
inline constexpr int kImpactProofs = 5;

/// One method on one kind of queries of one set.
struct ImpactStudyRow {
    std::string set;
    ImpactKind kind = ImpactKind::VertexFace;
    std::string method;
    double separation =
        0.0;  ///< at which it was asked and judged: 0 where it does not mind any [m]
    ImpactFigures figures;
    LogHistogram seconds;  ///< processor time of a query [s]
    LogHistogram work;     ///< boxes, intervals or steps
    std::int64_t capped = 0;
    double worst_accuracy = 0.0;                       ///< largest reached [m]
    std::array<std::int64_t, kImpactProofs> proofs{};  ///< how many answers rest on each
    std::vector<WrongImpact> wrong;  ///< the first kMostWrongImpacts late and missed ones
};

struct ImpactStudyResult {
    std::vector<ImpactStudyRow> rows;  ///< by set, kind and method, as asked
    std::int64_t queries = 0;
    std::int64_t contradicted = 0;  ///< queries whose source states what exact arithmetic denies
    bool stopped = false;
};

struct ImpactProgress {
    std::string_view set;
    int set_index = 0;
    std::int64_t queries = 0;  ///< of the set so far
};
/// Returns false to stop: the rows then hold what was asked until then.
using ImpactWatcher = std::function<bool(const ImpactProgress& progress)>;

/// Asks in one thread, one query after the other; its memory grows with neither their number nor
/// their files. The same request gives the same result, but for the times. Throws UsageError for
/// settings out of range, and what the sets throw.
ImpactStudyResult run_impact_study(const ImpactStudyRequest& request,
                                   const ImpactWatcher& watcher = {});

struct TimedImpact {
    Impact impact;
    double seconds = kUnset;  ///< processor time of the thread; unset when not timed
};

/// Asks once, then again for the time: the fastest of some rounds, each long enough for the clock.
TimedImpact ask_impact(const ImpactMethod& method, const ImpactQuery& query,
                       const ImpactSettings& settings, int timing_rounds);

/// The settings for a query of a set and a method: with the query's δ, and without a separation
/// that the method does not mind.
ImpactSettings settings_for(const ImpactSettings& settings, const ImpactMethod& method,
                            const StatedQuery& query);

}  // namespace touchstone
