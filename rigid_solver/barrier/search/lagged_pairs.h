#pragma once

#include <algorithm>
#include <span>
#include <tuple>

#include "methods/barrier/barrier_pairs.h"

// Lagged friction by features, for both searches: its entries are sorted by bodies, as those of
// NearList are, and the pairs of each by their features, as near_pairs returns them.

namespace touchstone {

/// Calls `visit(entry, i)` for each pair i of two bodies that has the same features as `pair`.
template <typename Lagged, typename Visit>
void visit_lagged(std::span<const Lagged> friction, int a, int b, const BarrierPair& pair,
                  const Visit& visit) {
    const auto bodies_of = [](const Lagged& entry) { return std::tuple(entry.a, entry.b); };
    const auto features_of = [](const BarrierPair& each) { return std::tie(each.a, each.b); };
    const auto entry = std::ranges::lower_bound(friction, std::tuple(a, b), {}, bodies_of);
    if (entry == friction.end() || entry->a != a || entry->b != b) {
        return;
    }
    const auto same = std::ranges::equal_range(entry->pairs, features_of(pair), {}, features_of);
    for (auto each = same.begin(); each != same.end(); ++each) {
        visit(*entry, each - entry->pairs.begin());
    }
}

}  // namespace touchstone
