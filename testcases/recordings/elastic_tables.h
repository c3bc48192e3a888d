#pragma once

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

// The layouts of the three tables that are written once and of the two that grow.
extern const TableLayout kElasticRestTable;
extern const TableLayout kElasticTetTable;
extern const TableLayout kElasticOriginTable;
extern const TableLayout kElasticVertexTable;
extern const TableLayout kElasticStepTable;

/// The tables that grow.
struct ElasticTables {
    Hdf5Table vertices;  ///< one column per row of `elastic_rest`
    Hdf5Table steps;
};

/// Returns the number of vertices of all bodies.
int vertex_count(const ElasticRest& rest);

/// Makes the five tables; of `packed` and `step_chunk`, the steps to a chunk, see
/// Hdf5Table::create.
void create_elastic_tables(const Hdf5File& file, const ElasticRest& rest, std::int64_t step_chunk,
                           bool packed);

/// Reads the tables that are written once. Throws FileError, naming the part, for anything but tets
/// of positive volume of bodies that the scene has.
ElasticRest read_elastic_rest(const Hdf5File& file, int body_count);

/// Opens the tables that grow.
ElasticTables open_elastic_tables(const Hdf5File& file, const ElasticRest& rest);

/// Returns true when the step holds the vertices of these bodies.
bool holds_vertices(const StepRecord& record, const ElasticRest& rest);

/// Puts the vertices of a step, in the order of bodies, and how far they are deformed into rows.
void add_elastic_rows(const StepRecord& record, StepRows& rows);
/// Puts such rows into a step of a motion by the barrier.
void add_elastic(const StepRows& rows, const ElasticRest& rest, StepRecord& record);

/// Returns the fault of such rows; empty: they have none.
std::string elastic_fault(const StepRows& rows);

}  // namespace touchstone
