#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testcases/cells/cell_store.h"
#include "testcases/impacts/impact_cell.h"

namespace touchstone {

/// What is asked: each method each query of each set.
struct ImpactStudyRequest {
    std::vector<QuerySet> sets;
    std::vector<AskedMethod> methods;
    ImpactSettings settings;  ///< of all queries, but for the δ that a query brings along
    int timing_rounds = 3;    ///< the fastest counts; 0: nothing is timed
    std::int64_t queries_per_cell = 100'000;  ///< larger sets are split; shows in no result
};

struct ImpactStudyResult {
    std::vector<ImpactStudyRow> rows;  ///< by set, kind and method, as asked
    std::int64_t queries = 0;          ///< of all sets
    std::int64_t contradicted = 0;     ///< queries whose source states what exact arithmetic denies
    std::vector<std::string> no_answers;  ///< set, method and reason, for people
    int cells = 0;                        ///< finished: one method on one block of a set each
    int all_cells = 0;                    ///< those that were asked for
    bool stopped = false;                 ///< methods have no rows of sets they have not finished
};

/// How the cells of a study are filled. What it tells and asks its caller comes from any thread,
/// from one at a time.
struct ImpactLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path>
        folder;       ///< where finished cells are kept; nothing: nowhere
    int threads = 1;  ///< cells at a time; 0: one per core. Timed cells: always one
    std::function<void(const std::string&)> note;  ///< one line about a file that is of no use
    CellSharing sharing = {};
    Watcher watcher;
};

/// A cell that an earlier run of the same program kept in the same folder is not asked again. The
/// same request gives the same result, but for the times, for any number of threads and of
/// interruptions. Throws UsageError for settings out of range, and what the sets throw.
ImpactStudyResult run_impact_study(const ImpactStudyRequest& request, const ImpactLoop& loop = {});

}  // namespace touchstone
