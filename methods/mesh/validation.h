#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// Throws MeshError unless all of an element's vertices are in range and different. `kind`: "tet".
void validate_indices(const std::string& kind, int element, std::span<const int> vertices,
                      int vertex_count);

/// Throws MeshError, naming the first vertex that is not finite, or too far out to compute with.
void validate_finite(std::span<const Vec3> vertices);

/// Throws MeshError, naming the first vertex that is not marked.
void validate_used(const std::vector<bool>& used);

}  // namespace touchstone
