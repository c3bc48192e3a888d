#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"
#include "testcases/recordings/elastic_rows.h"

// The rows of a recording's tables, and steps as rows. Private to the recording.

namespace touchstone {

/// The types of a member.
enum class CellType { Real, Int32, Int64, FeatureKind, StopKind };

/// A member of a row.
struct RowMember {
    const char* name;
    CellType type;
    int count;  ///< length of an array when > 1
    std::size_t offset;
    const char* meaning;  ///< meaning on one line, with the unit
};

/// A table: its name, the type of its rows and their meaning.
struct TableLayout {
    const char* name;
    std::size_t row_size;  ///< size of a row in memory [bytes]
    std::span<const RowMember> cells;
    const char* meaning;                       ///< meaning on one line
    const char* column = "body of the scene";  ///< what has a column of its own, if there are any
};

// Without padding the rows have the same layout in memory as in the file, and the library need not
// convert them, for which it would clear 2 MB each time.

/// The row of a step. `step` is the last member: where a kill cuts off a row it reads as 0.
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

/// The row of a body in a step.
struct BodyRow {
    std::array<double, 3> position{};
    std::array<double, 4> rotation{};
    std::array<double, 3> center_of_mass{};
    std::array<double, 3> linear_velocity{};
    std::array<double, 3> angular_velocity{};
    std::array<double, 3> query_position{};
    std::array<double, 4> query_rotation{};
};

/// The row of a contact in a step.
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

/// The row of a sweep in a step.
struct SweepRow {
    double residual = 0.0;
    double r_scale = 0.0;
};

/// The row of a body in a step of a motion by the barrier.
struct AffineRow {
    std::array<double, 12> placement{};
    std::array<double, 12> velocity{};
};

/// The row of two bodies near each other in such a step.
struct StiffnessRow {
    double stiffness = 0.0;
    double start = 0.0;
    std::int32_t body_a = 0;
    std::int32_t body_b = 0;
};

/// The row of such a step.
struct BarrierRow {
    std::int64_t stiffness_end = 0;
};

/// The row of a step whose motions are bounded.
struct BoundRow {
    double bound_time = 0.0;
    std::int64_t stop_contacts = 0;
    std::int64_t stop_end = 0;
};

/// The row of a motion that ended at another body.
struct StopRow {
    double share = 0.0;
    std::int32_t body_a = 0;
    std::int32_t body_b = 0;
};

// Sizes without padding.
static_assert(sizeof(BoundRow) == 3 * 8);
static_assert(sizeof(StopRow) == 8 + 2 * 4);
static_assert(sizeof(AffineRow) == 24 * 8);
static_assert(sizeof(StiffnessRow) == 2 * 8 + 2 * 4);
static_assert(sizeof(BarrierRow) == 8);
static_assert(sizeof(StepRow) == 9 * 8 + 2 * 4);
static_assert(sizeof(BodyRow) == 23 * 8);
static_assert(sizeof(ContactRow) == 11 * 8 + 12 * 4);
static_assert(sizeof(SweepRow) == 2 * 8);

// The layouts of the four tables, of the three that a motion by the barrier has beside them, and of
// the two that a motion with bounded steps has.
extern const TableLayout kStepTable;
extern const TableLayout kBodyTable;
extern const TableLayout kContactTable;
extern const TableLayout kSweepTable;
extern const TableLayout kAffineTable;
extern const TableLayout kStiffnessTable;
extern const TableLayout kBarrierTable;
extern const TableLayout kBoundTable;
extern const TableLayout kStopTable;

/// A step as rows.
struct StepRows {
    StepRow step;
    std::vector<BodyRow> bodies;
    std::vector<ContactRow> contacts;
    std::vector<SweepRow> sweeps;
    std::vector<AffineRow> affine;  ///< empty: not a motion by the barrier
    std::vector<StiffnessRow> stiffnesses;
    BoundRow bound;
    std::vector<StopRow> stops;
    std::vector<ElasticVertexRow> vertices;  ///< empty: no elastic bodies
    ElasticStepRow deformation;
};

/// Converts a step to rows. `contact_end`, `sweep_end` and `stop_end` count this step only. Throws
/// Error when the parts of the record do not belong together.
StepRows to_rows(const StepRecord& record);
/// Converts rows to a step.
StepRecord to_record(const StepRows& rows);

}  // namespace touchstone
