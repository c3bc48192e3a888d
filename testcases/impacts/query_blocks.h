#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testcases/cells/watch.h"
#include "testcases/impacts/query_sets.h"

// A set of millions of queries is asked block by block: blocks are cells, which any number of
// processes share, and what they give adds up to what the whole set gives.

namespace touchstone {

/// Queries of a set that follow each other.
struct QueryBlock {
    std::int64_t first = 0;          ///< number in the set, from 0
    std::int64_t count = INT64_MAX;  ///< at most; a set may end before
    bool is_whole = true;            ///< all queries of the set
};

/// Counts the queries of a set; of files it counts lines. Nothing when told to stop on the way.
/// Throws what the set throws.
std::optional<std::int64_t> count_queries(const QuerySet& set, const StopRequest& stop);

/// Blocks of `most` queries, the last of what is left; one for all where they are no more.
std::vector<QueryBlock> split_queries(std::int64_t count, std::int64_t most);

/// The queries of one part of several, counted from 1: as many as those of any other, or one more.
QueryBlock query_part(std::int64_t count, int part, int parts);

/// A place in a set, from which it is read on: nothing is read twice by blocks in their order.
class QueryCursor {
 public:
    /// The set must outlive it.
    explicit QueryCursor(const QuerySet& set) : set_(&set) {}

    const QuerySet& set() const { return *set_; }
    void go_to(std::int64_t number);  ///< the next query is that of this number, from 0
    bool next(StatedQuery& query);    ///< false at the end
    void close();                     ///< lets go of files

 private:
    const QuerySet* set_;
    QueryStream stream_;
    std::int64_t place_ = 0;  ///< number of the query that comes next
};

}  // namespace touchstone
