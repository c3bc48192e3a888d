#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Finds for each vertex the first one with exactly the same coordinates: itself when there is none
/// before.
std::vector<int> find_first_equal(std::span<const Vec3> vertices);

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
