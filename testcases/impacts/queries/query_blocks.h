#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testcases/cells/watch.h"
#include "testcases/impacts/queries/query_sets.h"

// A set of millions of queries is asked block by block: blocks are cells, which any number of
// processes share, and what they give adds up to what the whole set gives.

namespace touchstone {

/// Consecutive queries of a set.
struct QueryBlock {
    std::int64_t first = 0;          ///< number of its first query in the set, from 0
    std::int64_t count = INT64_MAX;  ///< largest number of queries; a set may end before
    bool is_whole = true;            ///< true: all queries of the set
};

/// Counts the queries of a set; of files it counts lines. Nothing when told to stop on the way.
/// Throws what the set throws.
std::optional<std::int64_t> count_queries(const QuerySet& set, const StopRequest& stop);

/// Returns blocks of `most` queries, the last with what is left; a single block where there are no
/// more than `most`.
std::vector<QueryBlock> split_queries(std::int64_t count, std::int64_t most);

/// Returns the queries of one of `parts` parts, counted from 1: as many as those of any other, or
/// one more.
QueryBlock query_part(std::int64_t count, int part, int parts);

/// A place in a set, from which it is read on: nothing is read twice by blocks in their order.
class QueryCursor {
 public:
    /// Starts at the first query. The set must outlive it.
    explicit QueryCursor(const QuerySet& set) : set_(&set) {}

    /// Returns the set that it reads.
    const QuerySet& set() const { return *set_; }
    /// Makes the query of this number, from 0, the next one.
    void go_to(std::int64_t number);
    /// Reads the next query; returns false at the end.
    bool next(StatedQuery& query);
    /// Closes the files it reads.
    void close();

 private:
    const QuerySet* set_;
    QueryStream stream_;
    std::int64_t place_ = 0;  ///< number of the query that comes next
};

}  // namespace touchstone
