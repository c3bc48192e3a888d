#include "testcases/impacts/impact_study.h"

#include <algorithm>
#include <mutex>

#include "testcases/cells/run_cells.h"

namespace touchstone {
namespace {

/// The answers of one method to one set. Blocks of the set are asked one after the other, and added
/// in the order in which they are done.
struct ImpactLane {
    const AskedMethod* method = nullptr;
    QueryCursor queries;
    std::vector<QueryBlock> blocks;
    ImpactCell cell;                       ///< of all blocks so far
    int done = 0;                          ///< blocks
    std::int64_t first_fault = INT64_MAX;  ///< first query of the first block without an answer
};

/// All lanes, set by set and method by method within, and what fills them. Its memory does not grow
/// with the number of queries, but for a line for each block.
class ImpactTable {
 public:
    ImpactTable(const ImpactStudyRequest& request, const StopRequest& stop)
        : request_(request), asking_{request.settings, request.timing_rounds} {
        lanes_.reserve(request.sets.size() * request.methods.size());
        for (const QuerySet& set : request.sets) {
            const std::optional<std::int64_t> count = count_queries(set, stop);
            if (!count) {
                return;
            }
            for (const AskedMethod& method : request.methods) {
                lanes_.push_back({&method, QueryCursor(set),
                                  split_queries(*count, request.queries_per_cell),
                                  empty_impact_cell(set, method, asking_)});
                append_requests(static_cast<int>(lanes_.size()) - 1, *count);
            }
        }
        is_counted_ = true;
    }

    void fill(CellStore* store, int threads, const Watcher& watcher) {
        if (!is_counted_) {
            return;
        }
        std::vector<CellTask> tasks;
        append_impact_tasks(store, tasks);
        Watch watch(watcher, static_cast<int>(tasks.size()));
        run_tasks(
            tasks,
            {.count = threads, .lane_end = [this](int lane) { lanes_[lane].queries.close(); }},
            watch);
    }

    ImpactStudyResult result() const {
        ImpactStudyResult result;
        result.stopped = !is_counted_;
        result.all_cells = static_cast<int>(requests_.size());
        const std::size_t methods = request_.methods.size();
        for (std::size_t first = 0; is_counted_ && first < lanes_.size(); first += methods) {
            add_set(std::span(lanes_).subspan(first, methods), result);
        }
        return result;
    }

 private:
    /// Appends the requests of a lane, whose set has so many queries. A program's count as more: it
    /// takes long to start, and nobody knows how long to answer.
    void append_requests(int index, std::int64_t count) {
        constexpr double kProgram = 100.0;
        ImpactLane& lane = lanes_[index];
        requests_.reserve(requests_.size() + lane.blocks.size());
        firsts_.reserve(requests_.capacity());
        for (const QueryBlock& block : lane.blocks) {
            requests_.push_back(
                {.key = impact_cell_key(lane.queries.set(), *lane.method, asking_, block),
                 .lane = index,
                 .ask =
                     [this, &lane, block](const CellWatch& watch) {
                         return ask_impact_cell(lane.queries, block, *lane.method, asking_, watch);
                     },
                 // A program may be mended in between: it is asked anew.
                 .is_whole =
                     [&lane](const ImpactCell& cell) {
                         return cell.answered() && !lane.method->other;
                     },
                 .work = (lane.method->other ? kProgram : 1.0) *
                         static_cast<double>(std::min(block.count, count - block.first))});
            firsts_.push_back(block.first);
        }
    }

    void append_impact_tasks(CellStore* store, std::vector<CellTask>& tasks) {
        if (store != nullptr) {
            std::vector<std::string> names;
            names.reserve(requests_.size());
            for (const CellRequest<ImpactCell>& request : requests_) {
                names.push_back(cell_name(request.key));
            }
            store->announce(impact_track().id, names);
        }
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            if (store != nullptr && !store->is_in_part(requests_[i].key)) {
                add(i, store->find(impact_track(), requests_[i].key));
                continue;
            }
            tasks.push_back({.lane = requests_[i].lane,
                             .fill =
                                 [this, store, i](const CellWatch& watch) {
                                     std::optional<ImpactCell> cell;
                                     const Filled filled = fill_cell(impact_track(), requests_[i],
                                                                     store, cell, watch);
                                     add(i, cell);
                                     return filled;
                                 },
                             .work = requests_[i].work});
        }
    }

    void add(std::size_t index, const std::optional<ImpactCell>& block) {
        if (!block) {
            return;
        }
        const std::lock_guard lock(mutex_);
        ImpactLane& lane = lanes_[requests_[index].lane];
        ++lane.done;
        if (block->answered()) {
            add_block(lane.cell, *block);
        } else if (firsts_[index] < lane.first_fault) {
            lane.first_fault = firsts_[index];
            lane.cell.outcome = block->outcome;
            lane.cell.reason = block->reason;
        }
    }

    /// Adds the rows of one set, kind by kind and in each method by method.
    static void add_set(std::span<const ImpactLane> lanes, ImpactStudyResult& result) {
        std::int64_t queries = 0;
        std::int64_t contradicted = 0;
        std::vector<const ImpactLane*> answered;
        for (const ImpactLane& lane : lanes) {
            result.cells += lane.done;
            if (lane.done < std::ssize(lane.blocks)) {
                result.stopped = true;
            } else if (!lane.cell.answered()) {
                result.no_answers.push_back(lane.cell.rows[0].set + ", " +
                                            lane.cell.rows[0].method + ": " + lane.cell.reason);
            } else {
                queries = std::max(queries, lane.cell.queries);
                contradicted = std::max(contradicted, lane.cell.contradicted);
                answered.push_back(&lane);
            }
        }
        result.queries += queries;
        result.contradicted += contradicted;
        for (int kind = 0; kind < kImpactKinds; ++kind) {
            for (const ImpactLane* lane : answered) {
                if (lane->cell.rows[kind].figures.queries > 0) {
                    result.rows.push_back(lane->cell.rows[kind]);
                }
            }
        }
    }

    const ImpactStudyRequest& request_;
    ImpactAsking asking_;
    bool is_counted_ = false;  ///< false: told to stop while the queries were counted
    std::vector<ImpactLane> lanes_;
    std::vector<CellRequest<ImpactCell>> requests_;  ///< lane by lane, block by block
    std::vector<std::int64_t> firsts_;               ///< first query of each request
    std::mutex mutex_;                               ///< of what lanes have so far
};

}  // namespace

ImpactStudyResult run_impact_study(const ImpactStudyRequest& request, const ImpactLoop& loop) {
    validate(request.settings);
    std::optional<CellStore> store;
    if (loop.folder) {
        store.emplace(*loop.folder, loop.origin, loop.note, loop.sharing);
    }
    ImpactTable table(request, loop.watcher.stop);
    // Another cell at work would show in the times.
    const int threads = request.timing_rounds > 0 ? 1 : loop.threads;
    table.fill(store ? &*store : nullptr, threads, loop.watcher);
    return table.result();
}

}  // namespace touchstone
