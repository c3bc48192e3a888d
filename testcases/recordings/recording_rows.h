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

/// The types of a row's members: numbers of 64 and 32 bits, and two enumerations.
enum class CellType { Real, Int32, Int64, FeatureKind, StopKind };

/// A member of a row, as memory and file have it.
struct RowMember {
    const char* name;     ///< name in the file
    CellType type;        ///< type of one number
    int count;            ///< length of an array when > 1, otherwise 1
    std::size_t offset;   ///< offset in the row in memory [bytes]
    const char* meaning;  ///< meaning on one line, with unit and frame
};

/// The layout of a table: its name, the type of its rows and their meaning.
struct TableLayout {
    const char* name;                          ///< name of the data set
    std::size_t row_size;                      ///< size of a row in memory [bytes]
    std::span<const RowMember> cells;          ///< members of a row
    const char* meaning;                       ///< meaning of a row on one line
    const char* column = "body of the scene";  ///< meaning of a column, for tables with several
                                               ///< rows per record
};

// The rows of the tables. The layouts in recording_rows.cpp give the unit and frame of each member,
// which files repeat. Without padding rows are the same in memory and in the file, so that the
// library need not convert them, for which it would clear 2 MB each time.

/// A row of kStepTable. `step` is the last member: it reads as 0 in a row that was not written to
/// its end.
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

/// A row of kBodyTable: one body in a step.
struct BodyRow {
    std::array<double, 3> position{};
    std::array<double, 4> rotation{};
    std::array<double, 3> center_of_mass{};
    std::array<double, 3> linear_velocity{};
    std::array<double, 3> angular_velocity{};
    std::array<double, 3> query_position{};
    std::array<double, 4> query_rotation{};
};

/// A row of kContactTable: one contact in a step.
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

/// A row of kSweepTable: one sweep of the solver over all contacts in a step.
struct SweepRow {
    double residual = 0.0;
    double r_scale = 0.0;
};

/// A row of kAffineTable: one body in a step of the barrier solver.
struct AffineRow {
    std::array<double, 12> placement{};
    std::array<double, 12> velocity{};
};

/// A row of kStiffnessTable: two bodies near each other in a step of the barrier solver.
struct StiffnessRow {
    double stiffness = 0.0;
    double start = 0.0;
    std::int32_t body_a = 0;
    std::int32_t body_b = 0;
};

/// A row of kBarrierTable: one step of the barrier solver.
struct BarrierRow {
    std::int64_t stiffness_end = 0;
};

/// A row of kBoundTable: one step whose motions are bounded.
struct BoundRow {
    double bound_time = 0.0;
    std::int64_t stop_contacts = 0;
    std::int64_t stop_end = 0;
};

/// A row of kStopTable: two bodies whose motion ended where they met.
struct StopRow {
    double share = 0.0;
    std::int32_t body_a = 0;
    std::int32_t body_b = 0;
};

/// A row of kWitnessTable: one step from collision to collision.
struct WitnessRow {
    std::int64_t hits = 0;
    std::int64_t misses = 0;
};

// Sizes without padding.
static_assert(sizeof(WitnessRow) == 2 * 8);
static_assert(sizeof(BoundRow) == 3 * 8);
static_assert(sizeof(StopRow) == 8 + 2 * 4);
static_assert(sizeof(AffineRow) == 24 * 8);
static_assert(sizeof(StiffnessRow) == 2 * 8 + 2 * 4);
static_assert(sizeof(BarrierRow) == 8);
static_assert(sizeof(StepRow) == 9 * 8 + 2 * 4);
static_assert(sizeof(BodyRow) == 23 * 8);
static_assert(sizeof(ContactRow) == 11 * 8 + 12 * 4);
static_assert(sizeof(SweepRow) == 2 * 8);

// The layouts of the four tables of every recording, of the three more of the barrier solver, of
// the two more of bounded steps, and of the one of remembered pairs.
extern const TableLayout kStepTable;
extern const TableLayout kBodyTable;
extern const TableLayout kContactTable;
extern const TableLayout kSweepTable;
extern const TableLayout kAffineTable;
extern const TableLayout kStiffnessTable;
extern const TableLayout kBarrierTable;
extern const TableLayout kBoundTable;
extern const TableLayout kStopTable;
extern const TableLayout kWitnessTable;

/// A step as rows of the tables.
struct StepRows {
    StepRow step;                           ///< row of the step itself
    std::vector<BodyRow> bodies;            ///< rows of bodies, by body
    std::vector<ContactRow> contacts;       ///< rows of contacts
    std::vector<SweepRow> sweeps;           ///< rows of sweeps, in order
    std::vector<AffineRow> affine;          ///< bodies of the barrier solver; empty: another solver
    std::vector<StiffnessRow> stiffnesses;  ///< rows of bodies near each other, of the barrier
                                            ///< solver
    BoundRow bound;                         ///< row of the bound on motions
    std::vector<StopRow> stops;             ///< rows of motions that ended at another body
    WitnessRow witnesses;                   ///< row of how often remembered pairs were right
    std::vector<ElasticVertexRow> vertices;  ///< vertices of elastic bodies; empty: there are none
    std::vector<ElasticAccelerationRow> accelerations;  ///< accelerations of the same vertices;
                                                        ///< empty: none are needed
    ElasticStepRow deformation;  ///< row of the largest deformation of elastic bodies
};

/// Converts a step to rows. `contact_end`, `sweep_end` and `stop_end` count from the start of this
/// step. Throws Error unless the record has one query pose per body, one impulse per contact and
/// one R scale per sweep.
StepRows to_rows(const StepRecord& record);
/// Converts rows to a step.
StepRecord to_record(const StepRows& rows);

}  // namespace touchstone
