#pragma once

#include <array>
#include <span>
#include <vector>

namespace touchstone {

/// Finds for each element the first one with the same vertices in any order, of those that take
/// part; itself when there is none before.
template <std::size_t N>
std::vector<int> find_first_duplicate(std::span<const std::array<int, N>> elements,
                                      const std::vector<bool>& takes_part);

extern template std::vector<int> find_first_duplicate(std::span<const std::array<int, 3>>,
                                                      const std::vector<bool>&);
extern template std::vector<int> find_first_duplicate(std::span<const std::array<int, 4>>,
                                                      const std::vector<bool>&);

}  // namespace touchstone
