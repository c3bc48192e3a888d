#pragma once

#include <array>
#include <cstdint>

// The rows of the tables that a motion of elastic bodies has. Private to the recording. Without
// padding, as all rows.

namespace touchstone {

/// The row of an elastic body's vertex at rest.
struct ElasticRestRow {
    std::array<double, 3> rest{};
    std::int64_t body = 0;
};

/// The row of a tet.
struct ElasticTetRow {
    std::array<std::int32_t, 4> vertices{};
};

/// The row of the point that places count from.
struct ElasticOriginRow {
    std::array<double, 3> origin{};
};

/// The row of a vertex in a step.
struct ElasticVertexRow {
    std::array<double, 3> place{};
    std::array<double, 3> velocity{};
};

/// The row of a step.
struct ElasticStepRow {
    double strain = 0.0;
    double least_share = 1.0;
    std::int64_t inverted = 0;
};

static_assert(sizeof(ElasticRestRow) == 3 * 8 + 8);
static_assert(sizeof(ElasticTetRow) == 4 * 4);
static_assert(sizeof(ElasticOriginRow) == 3 * 8);
static_assert(sizeof(ElasticVertexRow) == 6 * 8);
static_assert(sizeof(ElasticStepRow) == 3 * 8);

}  // namespace touchstone
