#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "testcases/cells/cell_store.h"
#include "testcases/cells/watch.h"

// The one loop that fills tables. Every table of results is a choice of cells, and a view of them.

namespace touchstone {

/// The outcome of trying to fill a cell.
enum class Filled {
    Yes,
    Stopped,    ///< the watcher asked to stop on the way
    Elsewhere,  ///< another process is making the cell; it is to be tried again later
    Left,       ///< another process has made the cell; who writes the tables reads it
    Skipped     ///< nothing is to be done now
};

/// The group of lanes that share nothing.
inline constexpr int kNoGroup = -1;

/// One cell to fill, of any track.
struct CellTask {
    int lane = 0;  ///< tasks of one lane share something, and run in their order
    std::function<Filled(const CellWatch& watch)> fill;  ///< fills the cell, or says why not
    int group = kNoGroup;  ///< lanes of one group share what takes long to prepare
    double work = 0.0;     ///< estimate of the time that it takes, in a unit of the table's own
};

/// The threads that tasks may use.
struct CellThreads {
    int count = 0;  ///< lanes at a time; 0: one per core; 1: on the caller's own thread
    /// True: a cell keeps to its lane's thread, so that waiting in it never begins another cell.
    bool apart = false;
    std::function<void(int lane)> lane_end = {};  ///< called when a lane is done, by its thread
    /// Called once, by any thread, when all that is left is being made by other processes. Must not
    /// throw.
    std::function<void()> at_rest = {};
};

/// Returns the number of threads of a process that may use `threads` (0: one per core) while
/// `waiting` others of its machine do nothing but wait for it: theirs as well, up to one per core.
int threads_while_others_wait(int threads, int waiting);

/// Runs all tasks, lanes in parallel, those with most work first: groups by their sum, and the
/// lanes in each; of equal ones those with lower numbers. What is long then does not begin last,
/// when others have nothing left to do. Throws, after all others, what the first task in their
/// order threw: which one fails first in time is chance, and the message must not be. A lane ends
/// with the task that threw. A lane in which another process is at work comes last, after lanes of
/// a group in which one is; the cells that process makes are waited for.
void run_tasks(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch);

/// Runs all tasks, and runs them again when this process then has the turn to write the tables: now
/// they read what others made, on the threads of those that wait as well. Where this process has
/// the turn, or there is none, they run once.
void share_tasks(std::span<const CellTask> tasks, CellStore* store, const CellThreads& threads,
                 Watch& watch);

/// The question of one cell.
template <class CellType>
struct CellRequest {
    CellKey key;
    int lane = 0;
    /// Returns the cell; nothing when told to stop on the way.
    std::function<std::optional<CellType>(const CellWatch& watch)> ask;
    bool kept = true;  ///< false: neither looked up nor kept
    /// Returns true when a kept cell can be used; null: every one can.
    std::function<bool(const CellType&)> is_whole = {};
    int group = kNoGroup;  ///< see CellTask
    double work = 0.0;     ///< see CellTask
};

/// Gives up a claim at the end of its life.
class HeldClaim {
 public:
    HeldClaim(CellStore* store, const CellKey& key) : store_(store), key_(key) {}
    HeldClaim(const HeldClaim&) = delete;
    HeldClaim& operator=(const HeldClaim&) = delete;
    ~HeldClaim() {
        if (store_ != nullptr) {
            store_->release(key_);
        }
    }

 private:
    CellStore* store_;
    const CellKey& key_;
};

/// Fills one cell, from the store or by asking.
template <class CellType>
Filled fill_cell(const Track<CellType>& track, const CellRequest<CellType>& request,
                 CellStore* store, std::optional<CellType>& cell, const CellWatch& watch) {
    const auto find = [&] {
        cell = store->find(track, request.key);
        return cell && (!request.is_whole || request.is_whole(*cell));
    };
    if (store != nullptr && store->is_left_to_writer(request.key)) {
        return Filled::Left;
    }
    if (store != nullptr && find()) {
        return Filled::Yes;
    }
    if (store != nullptr && !store->claim(request.key)) {
        cell.reset();
        return Filled::Elsewhere;
    }
    const HeldClaim held(store, request.key);
    // Made by another before this claim:
    if (store != nullptr && store->is_left_to_writer(request.key)) {
        return Filled::Left;
    }
    if (store != nullptr && find()) {
        return Filled::Yes;
    }
    const auto start = std::chrono::steady_clock::now();
    cell = request.ask(watch);
    if (cell && store != nullptr) {
        store->keep(track, request.key, *cell);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        store->add_time(request.key, taken.count());
    }
    return cell ? Filled::Yes : Filled::Stopped;
}

/// Appends the tasks that fill `cells`, request by request, from the store or by asking. All
/// arguments must outlive the tasks; `cells` must have their size. Without a store nothing is kept.
/// A cell of another part gets no task: it is read if it is there.
template <class CellType>
void append_tasks(const Track<CellType>& track, std::span<const CellRequest<CellType>> requests,
                  CellStore* store, std::span<std::optional<CellType>> cells,
                  std::vector<CellTask>& tasks) {
    if (store != nullptr) {
        std::vector<std::string> names;
        for (const CellRequest<CellType>& request : requests) {
            if (request.kept) {
                names.push_back(cell_name(request.key));
            }
        }
        store->announce(track.id, names);
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (store != nullptr && store->has_parts() && !requests[i].kept) {
            continue;  // what is not kept is made by the process that writes the tables
        }
        if (store != nullptr && !store->is_in_part(requests[i].key)) {
            cells[i] = store->find(track, requests[i].key);
            continue;
        }
        tasks.push_back(
            {requests[i].lane,
             [&track, request = &requests[i], store, cell = &cells[i]](const CellWatch& watch) {
                 // What is not kept is made by the process that writes the tables, too.
                 if (*cell || (store != nullptr && !request->kept && store->leaves_reading())) {
                     return Filled::Skipped;
                 }
                 return fill_cell(track, *request, request->kept ? store : nullptr, *cell, watch);
             },
             requests[i].group, requests[i].work});
    }
}

/// Returns one cell per request, in their order; nothing for those that were stopped, and, unless
/// this process is to write the tables, for those that others have made. The same requests give the
/// same cells, apart from their times, for any number of threads and of interruptions.
template <class CellType>
std::vector<std::optional<CellType>> run_cells(const Track<CellType>& track,
                                               const std::vector<CellRequest<CellType>>& requests,
                                               CellStore* store, const CellThreads& threads,
                                               const Watcher& watcher) {
    std::vector<std::optional<CellType>> cells(requests.size());
    std::vector<CellTask> tasks;
    append_tasks<CellType>(track, requests, store, cells, tasks);
    Watch watch(watcher, static_cast<int>(tasks.size()));
    share_tasks(tasks, store, threads, watch);
    return cells;
}

}  // namespace touchstone
