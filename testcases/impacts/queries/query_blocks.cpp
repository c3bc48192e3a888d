#include "testcases/impacts/queries/query_blocks.h"

#include <algorithm>

namespace touchstone {

std::optional<std::int64_t> count_queries(const QuerySet& set, const StopRequest& stop) {
    constexpr std::int64_t kBetweenLooks = 10'000;
    const QueryStream stream = set.open();
    std::int64_t count = 0;
    while (true) {
        const std::int64_t skipped = stream.skip(kBetweenLooks);
        count += skipped;
        if (skipped < kBetweenLooks) {
            return count;
        }
        if (stop && stop()) {
            return std::nullopt;
        }
    }
}

std::vector<QueryBlock> split_queries(std::int64_t count, std::int64_t most) {
    if (count <= most) {
        return {QueryBlock{}};
    }
    std::vector<QueryBlock> blocks;
    blocks.reserve(static_cast<std::size_t>((count + most - 1) / most));
    for (std::int64_t first = 0; first < count; first += most) {
        blocks.push_back({first, std::min(most, count - first), false});
    }
    return blocks;
}

QueryBlock query_part(std::int64_t count, int part, int parts) {
    const auto begin = [&](int number) {
        return count / parts * number + std::min<std::int64_t>(count % parts, number);
    };
    return {begin(part - 1), begin(part) - begin(part - 1), parts == 1};
}

void QueryCursor::go_to(std::int64_t number) {
    if (!stream_ || number < place_) {
        stream_ = set_->open();
        place_ = 0;
    }
    place_ += stream_.skip(number - place_);
}

bool QueryCursor::next(StatedQuery& query) {
    if (!stream_) {
        go_to(0);
    }
    const bool found = stream_(query);
    place_ += found ? 1 : 0;
    return found;
}

void QueryCursor::close() { stream_ = {}; }

}  // namespace touchstone
