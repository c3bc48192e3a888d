#pragma once

#include <array>
#include <cstdint>

// The rows of the tables that a motion of elastic bodies has. Private to the recording. Without
// padding, as all rows.

namespace touchstone {

// The rows of the tables that hold elastic bodies. The layouts in elastic_tables.cpp give the unit
// and frame of each member, which files repeat. Without padding rows are the same in memory and in
// the file.

/// A row of kElasticRestTable: one vertex of an elastic body without strain.
struct ElasticRestRow {
    std::array<double, 3> rest{};
    std::int64_t body = 0;
};

/// A row of kElasticTetTable: the corners of one tet.
struct ElasticTetRow {
    std::array<std::int32_t, 4> vertices{};
};

/// A row of kElasticAccelerationTable: the acceleration of one vertex at the end of a step.
struct ElasticAccelerationRow {
    std::array<double, 3> acceleration{};
};

/// The row of kElasticOriginTable: the world position that positions of vertices count from.
struct ElasticOriginRow {
    std::array<double, 3> origin{};
};

/// A row of kElasticVertexTable: the position and velocity of one vertex in a step.
struct ElasticVertexRow {
    std::array<double, 3> place{};
    std::array<double, 3> velocity{};
};

/// A row of kElasticStepTable: the largest deformation in a step.
struct ElasticStepRow {
    double strain = 0.0;
    double least_share = 1.0;
    std::int64_t inverted = 0;
};

// Sizes without padding.
static_assert(sizeof(ElasticRestRow) == 3 * 8 + 8);
static_assert(sizeof(ElasticTetRow) == 4 * 4);
static_assert(sizeof(ElasticOriginRow) == 3 * 8);
static_assert(sizeof(ElasticVertexRow) == 6 * 8);
static_assert(sizeof(ElasticAccelerationRow) == 3 * 8);
static_assert(sizeof(ElasticStepRow) == 3 * 8);

}  // namespace touchstone
