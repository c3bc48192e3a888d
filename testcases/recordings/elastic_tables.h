#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/recordings/elastic_rows.h"
#include "testcases/recordings/recording_rows.h"
#include "testcases/recordings/recording_table.h"

// What a recording holds of elastic bodies: their tets once, their vertices in every step. Private
// to the recording.

namespace touchstone {

// The layouts of the three tables that are written once, and of the three that grow by a row per
// step; that of accelerations is there under Newmark's rule alone.
extern const TableLayout kElasticRestTable;
extern const TableLayout kElasticTetTable;
extern const TableLayout kElasticOriginTable;
extern const TableLayout kElasticVertexTable;
extern const TableLayout kElasticAccelerationTable;
extern const TableLayout kElasticStepTable;

/// The tables of elastic bodies that grow by a row per step.
struct ElasticTables {
    Hdf5Table vertices;  ///< positions and velocities, one column per row of `elastic_rest`
    Hdf5Table steps;     ///< largest deformations
    std::optional<Hdf5Table> accelerations = {};  ///< accelerations, one column per row of
                                                  ///< `elastic_rest`; nothing: none are needed
};

/// Returns the number of vertices of all elastic bodies.
int vertex_count(const ElasticRest& rest);

/// Creates the tables in a file, and fills the three that are written once. `step_chunk`:
/// steps to a chunk of the others; `packed`: as in Hdf5Table::create.
void create_elastic_tables(const Hdf5File& file, const ElasticRest& rest, std::int64_t step_chunk,
                           bool packed);

/// Reads the tables that are written once. Throws FileError, naming the part, for anything but tets
/// of positive volume of bodies in a scene of `body_count` bodies.
ElasticRest read_elastic_rest(const Hdf5File& file, int body_count);

/// Opens the tables that grow by a row per step.
ElasticTables open_elastic_tables(const Hdf5File& file, const ElasticRest& rest);

/// Returns the number of bytes that one more step of these tables takes.
std::uint64_t elastic_room(const ElasticTables& tables);
/// Writes the rows of a step to these tables. `index`: its number, from 0.
void write_elastic(const Hdf5File& file, ElasticTables& tables, std::int64_t index,
                   const StepRows& rows);
/// Reads the vertices of a step into its rows. `index`: its number, from 0.
void read_elastic(const Hdf5File& file, const ElasticTables& tables, std::int64_t index,
                  const ElasticRest& rest, StepRows& rows);

/// Returns true when a step holds the vertices of these bodies.
bool holds_vertices(const StepRecord& record, const ElasticRest& rest);

/// Adds the vertices of a step, in the order of bodies, and its deformation to its rows.
void add_elastic_rows(const StepRecord& record, StepRows& rows);
/// Adds the vertices and the deformation of rows to a step of the barrier solver.
void add_elastic(const StepRows& rows, const ElasticRest& rest, StepRecord& record);

/// Returns the fault of the vertices and the deformation in rows; empty: they have none.
std::string elastic_fault(const StepRows& rows);

}  // namespace touchstone
