#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "testcases/cells/cell_store.h"
#include "testcases/cells/watch.h"

// The one loop that fills tables. Every table of results is a choice of cells, and a view of them.

namespace touchstone {

/// One cell to fill, of whatever track.
struct CellTask {
    int lane =
        0;  ///< tasks of one lane share something, and run one after the other in their order
    /// Fills the cell; false when told to stop on the way.
    std::function<bool(const StopRequest& stop)> fill;
};

/// How tasks share the machine.
struct CellThreads {
    int count = 0;  ///< lanes at a time; 0: one per core; 1: on the caller's own thread
    /// False: a cell may use threads that have no lane of their own. True: each keeps to its own,
    /// as where a thread that waits within a cell must not begin another one.
    bool apart = false;
    std::function<void(int lane)> lane_end = {};  ///< called when a lane is done, by its thread
};

/// Runs all tasks, lanes in parallel, those with lower numbers first. Throws, after all others,
/// what the first task in their order threw: which one fails first in time is chance, and the
/// message must not be. A lane ends with the task that threw.
void run_tasks(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch);

/// What is asked in one cell.
template <class CellType>
struct CellRequest {
    CellKey key;
    int lane = 0;
    /// Nothing when told to stop on the way.
    std::function<std::optional<CellType>(const StopRequest& stop)> ask;
    bool kept = true;  ///< false: neither looked up nor kept
    /// Whether a kept cell is of use; null: always.
    std::function<bool(const CellType&)> is_whole = {};
};

/// The tasks that fill `cells`, request by request, from the store or by asking. All arguments must
/// outlive them; `cells` must have their size. Null store: nothing is kept.
template <class CellType>
void append_tasks(const Track<CellType>& track, std::span<const CellRequest<CellType>> requests,
                  const CellStore* store, std::span<std::optional<CellType>> cells,
                  std::vector<CellTask>& tasks) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        tasks.push_back({requests[i].lane, [&track, request = &requests[i], store,
                                            cell = &cells[i]](const StopRequest& stop) {
                             const bool keeps = store != nullptr && request->kept;
                             if (keeps) {
                                 *cell = store->find(track, request->key);
                                 if (*cell && (!request->is_whole || request->is_whole(**cell))) {
                                     return true;
                                 }
                             }
                             *cell = request->ask(stop);
                             if (*cell && keeps) {
                                 store->keep(track, request->key, **cell);
                             }
                             return cell->has_value();
                         }});
    }
}

/// One cell per request, in their order; nothing for those that were stopped. The same requests
/// give the same cells, but for their times, for any number of threads and of interruptions.
template <class CellType>
std::vector<std::optional<CellType>> run_cells(const Track<CellType>& track,
                                               const std::vector<CellRequest<CellType>>& requests,
                                               const CellStore* store, const CellThreads& threads,
                                               const Watcher& watcher) {
    std::vector<std::optional<CellType>> cells(requests.size());
    std::vector<CellTask> tasks;
    append_tasks<CellType>(track, requests, store, cells, tasks);
    Watch watch(watcher, static_cast<int>(tasks.size()));
    run_tasks(tasks, threads, watch);
    return cells;
}

}  // namespace touchstone
