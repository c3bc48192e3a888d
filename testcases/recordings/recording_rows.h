#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "testcases/query/simulation.h"

// The rows of a recording's tables, and a step as rows. Private to the recording.

namespace touchstone {

enum class CellType { Real, Int32, Int64, FeatureKind, StopKind };

/// One member of a row.
struct RowMember {
    const char* name;
    CellType type;
    int count;  ///< an array of so many when > 1
    std::size_t offset;
    const char* meaning;  ///< one line, with the unit
};

/// One table: name, rows and what they mean.
struct TableLayout {
    const char* name;
    std::size_t row_size;  ///< in memory [bytes]
    std::span<const RowMember> cells;
    const char* meaning;  ///< one line
};

// Without padding the rows lie in memory as in the file, and the library need not convert them:
// for that it clears 2 MB each time.

/// `step` is the last member: what a kill cuts off within a row reads as 0 there.
struct StepRow {
    double time = 0.0;
    double kinetic = 0.0;
    double potential = 0.0;
    double detection_time = 0.0;
    double solve_time = 0.0;
    double error = 0.0;
    std::int64_t contact_end = 0;
    std::int64_t sweep_end = 0;
    std::int64_t divergences = 0;
    std::int32_t stop = 0;
    std::int32_t step = 0;
};

struct BodyRow {
    std::array<double, 3> position{};
    std::array<double, 4> rotation{};
    std::array<double, 3> center_of_mass{};
    std::array<double, 3> linear_velocity{};
    std::array<double, 3> angular_velocity{};
    std::array<double, 3> query_position{};
    std::array<double, 4> query_rotation{};
};

struct ContactRow {
    std::array<double, 3> position{};
    std::array<double, 3> normal{};
    double separation = 0.0;
    double normal_impulse = 0.0;
    double tangent_impulse = 0.0;
    double binormal_impulse = 0.0;
    double torsion_impulse = 0.0;
    std::int32_t body_a = 0;
    std::int32_t body_b = 0;
    std::int32_t feature_a = 0;
    std::int32_t feature_b = 0;
    std::array<std::int32_t, 4> vertices_a{};
    std::array<std::int32_t, 4> vertices_b{};
};

struct SweepRow {
    double residual = 0.0;
    double r_scale = 0.0;
};

static_assert(sizeof(StepRow) == 9 * 8 + 2 * 4);
static_assert(sizeof(BodyRow) == 23 * 8);
static_assert(sizeof(ContactRow) == 11 * 8 + 12 * 4);
static_assert(sizeof(SweepRow) == 2 * 8);

extern const TableLayout kStepTable;
extern const TableLayout kBodyTable;
extern const TableLayout kContactTable;
extern const TableLayout kSweepTable;

/// A step as the rows that hold it.
struct StepRows {
    StepRow step;
    std::vector<BodyRow> bodies;
    std::vector<ContactRow> contacts;
    std::vector<SweepRow> sweeps;
};

/// `contact_end` and `sweep_end` count this step only. Throws Error when the parts of the record do
/// not belong together.
StepRows to_rows(const StepRecord& record);
StepRecord to_record(const StepRows& rows);

/// What is wrong with the step, or an empty text: numbers that are not finite, rotations that are
/// not of unit length, bodies that the scene does not have.
std::string find_fault(const StepRows& rows);

}  // namespace touchstone
