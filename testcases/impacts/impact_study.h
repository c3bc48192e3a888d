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

/// The request of a study: every method about every query of every set.
struct ImpactStudyRequest {
    std::vector<QuerySet> sets;
    std::vector<AskedMethod> methods;
    ImpactSettings settings;  ///< settings of all queries, but for the δ that a query brings along
    int timing_rounds = 3;  ///< number of rounds, of which the fastest counts; 0: nothing is timed
    std::int64_t queries_per_cell = 100'000;  ///< largest number of queries in a cell; larger sets
                                              ///< are split, without effect on any result
};

/// The results of a study of contact times.
struct ImpactStudyResult {
    std::vector<ImpactStudyRow> rows;  ///< results by set, kind and method, in the order asked
    std::int64_t queries = 0;          ///< number of queries of all sets
    std::int64_t contradicted = 0;     ///< queries whose source states what exact arithmetic denies
    std::vector<std::string> no_answers;  ///< set, method and reason of each missing answer, in
                                          ///< words
    int cells = 0;         ///< finished cells, each of one method on one block of a set
    int all_cells = 0;     ///< cells that were asked for
    bool stopped = false;  ///< true: methods have no rows for sets that they have not finished
};

/// The loop that fills the cells of a study. Its functions are called from any thread, one at a
/// time.
struct ImpactLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path> folder;  ///< folder of finished cells; nothing: none are
                                                  ///< kept
    int threads = 1;  ///< cells at a time; 0: one per core. Timed cells are always one at a time
    std::function<void(const std::string&)> note;  ///< takes one line about a file that is of no
                                                   ///< use
    CellSharing sharing = {};
    Watcher watcher;
};

/// Runs a study. A cell that an earlier run of the same program kept in the same folder is not
/// asked again. The same request gives the same result, but for the times, for any number of
/// threads and of interruptions. Throws UsageError for settings out of range, and what the sets
/// throw.
ImpactStudyResult run_impact_study(const ImpactStudyRequest& request, const ImpactLoop& loop = {});

}  // namespace touchstone
