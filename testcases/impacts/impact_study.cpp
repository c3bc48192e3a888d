#include "testcases/impacts/impact_study.h"

#include <algorithm>

#include "testcases/cells/run_cells.h"

namespace touchstone {
namespace {

/// Set by set, and method by method within.
std::vector<CellRequest<ImpactCell>> make_cell_requests(const ImpactStudyRequest& request,
                                                        const ImpactAsking& asking) {
    std::vector<CellRequest<ImpactCell>> requests;
    for (const QuerySet& set : request.sets) {
        for (const AskedMethod& method : request.methods) {
            requests.push_back({.key = impact_cell_key(set, method, asking),
                                .lane = static_cast<int>(requests.size()),
                                .ask =
                                    [&set, &method, &asking](const StopRequest& stop) {
                                        return ask_impact_cell(set, method, asking, stop);
                                    },
                                // A program may be mended in between: it is asked anew.
                                .is_whole =
                                    [&method](const ImpactCell& cell) {
                                        return cell.answered() && !method.other;
                                    }});
        }
    }
    return requests;
}

/// The finished cells of one set: its rows kind by kind, method by method.
void add_set(std::span<const std::optional<ImpactCell>> cells, ImpactStudyResult& result) {
    std::int64_t queries = 0;
    std::int64_t contradicted = 0;
    for (const std::optional<ImpactCell>& cell : cells) {
        if (cell) {
            ++result.cells;
            queries = std::max(queries, cell->queries);
            contradicted = std::max(contradicted, cell->contradicted);
            if (!cell->answered()) {
                result.no_answers.push_back(cell->rows[0].set + ", " + cell->rows[0].method + ": " +
                                            cell->reason);
            }
        }
        result.stopped = result.stopped || !cell;
    }
    result.queries += queries;
    result.contradicted += contradicted;
    for (int kind = 0; kind < kImpactKinds; ++kind) {
        for (const std::optional<ImpactCell>& cell : cells) {
            if (cell && cell->rows[kind].figures.queries > 0) {
                result.rows.push_back(cell->rows[kind]);
            }
        }
    }
}

}  // namespace

ImpactStudyResult run_impact_study(const ImpactStudyRequest& request, const ImpactLoop& loop) {
    validate(request.settings);
    std::optional<CellStore> store;
    if (loop.folder) {
        store.emplace(*loop.folder, loop.origin, loop.note, loop.sharing);
    }
    const ImpactAsking asking{request.settings, request.timing_rounds};
    // Another cell at work would show in the times.
    const int threads = request.timing_rounds > 0 ? 1 : loop.threads;
    const std::vector<std::optional<ImpactCell>> cells =
        run_cells(impact_track(), make_cell_requests(request, asking), store ? &*store : nullptr,
                  {.count = threads}, loop.watcher);
    ImpactStudyResult result;
    const std::size_t methods = request.methods.size();
    for (std::size_t set = 0; set < request.sets.size(); ++set) {
        add_set(std::span(cells).subspan(set * methods, methods), result);
    }
    return result;
}

}  // namespace touchstone
