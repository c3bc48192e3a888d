#include "testcases/recordings/elastic_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::array kRestCells{
    RowMember{"rest", CellType::Real, 3, offsetof(ElasticRestRow, rest),
              "without strain, in the frame of its body's shape [m]"},
    RowMember{"body", CellType::Int64, 1, offsetof(ElasticRestRow, body),
              "index in the scene's bodies"},
};

constexpr std::array kTetCells{
    RowMember{"vertices", CellType::Int32, 4, offsetof(ElasticTetRow, vertices),
              "rows of `elastic_rest`, all of one body; seen from the last one the others turn "
              "counter-clockwise"},
};

constexpr std::array kOriginCells{
    RowMember{"origin", CellType::Real, 3, offsetof(ElasticOriginRow, origin),
              "that places count from, world frame [m]"},
};

constexpr std::array kVertexCells{
    RowMember{"place", CellType::Real, 3, offsetof(ElasticVertexRow, place),
              "at the end of the step, from `elastic_origin`, along the world's axes [m]"},
    RowMember{"velocity", CellType::Real, 3, offsetof(ElasticVertexRow, velocity),
              "at the end of the step, world frame [m/s]"},
};

constexpr std::array kAccelerationCells{
    RowMember{"acceleration", CellType::Real, 3, offsetof(ElasticAccelerationRow, acceleration),
              "at the end of the step, world frame [m/s^2]"},
};

constexpr std::array kElasticStepCells{
    RowMember{"strain", CellType::Real, 1, offsetof(ElasticStepRow, strain),
              "largest |F^T F - 1|/2 of a tet"},
    RowMember{"least_share", CellType::Real, 1, offsetof(ElasticStepRow, least_share),
              "smallest volume of a tet over that at rest, det F"},
    RowMember{"inverted", CellType::Int64, 1, offsetof(ElasticStepRow, inverted),
              "tets with det F <= 0"},
};

constexpr std::int64_t kRestChunk = 1024;  ///< rows to a chunk of all tables but that of vertices

bool are_finite(const std::array<double, 3>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

/// Returns true for numbers whose squares are finite, too, so that strains are.
bool are_of_use(const std::array<double, 3>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= 1e100; });
}

std::array<double, 3> numbers_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Vec3 vector_of(const std::array<double, 3>& numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

template <typename Row>
void write_once(const Hdf5File& file, const TableLayout& layout, const std::vector<Row>& rows,
                bool packed) {
    Hdf5Table table = Hdf5Table::create(file, layout, 0, kRestChunk, packed);
    table.write(file, 0, std::ssize(rows), rows.data());
}

[[noreturn]] void refuse_set(const Hdf5File& file, const TableLayout& layout,
                             const std::string& fault) {
    throw FileError(file.path().string() + ": data set '" + layout.name + "': " + fault +
                    "; the file is damaged: record the run again");
}

template <typename Row>
std::vector<Row> read_once(const Hdf5File& file, const TableLayout& layout) {
    const Hdf5Table table = Hdf5Table::open(file, layout, 0);
    const std::int64_t most =
        std::min<std::int64_t>(most_records(file, table), std::numeric_limits<std::int32_t>::max());
    if (table.records() > most) {
        refuse_set(
            file, layout,
            "claims " + std::to_string(table.records()) + " rows, more than the file can hold");
    }
    std::vector<Row> rows(table.records());
    table.read(file, 0, table.records(), rows.data());
    return rows;
}

}  // namespace

const TableLayout kElasticRestTable{"elastic_rest", sizeof(ElasticRestRow), kRestCells,
                                    "one row per vertex of the elastic bodies' tets, body by body"};
const TableLayout kElasticTetTable{"elastic_tets", sizeof(ElasticTetRow), kTetCells,
                                   "one row per tet of the elastic bodies, body by body"};
const TableLayout kElasticOriginTable{"elastic_origin", sizeof(ElasticOriginRow), kOriginCells,
                                      "one row: the point that `elastic_vertices` count from"};
const TableLayout kElasticVertexTable{"elastic_vertices", sizeof(ElasticVertexRow), kVertexCells,
                                      "one row per step, one column per row of `elastic_rest`",
                                      "row of `elastic_rest`"};
const TableLayout kElasticAccelerationTable{
    "elastic_accelerations", sizeof(ElasticAccelerationRow), kAccelerationCells,
    "one row per step, one column per row of `elastic_rest`: what Newmark's rule goes on from",
    "row of `elastic_rest`"};
const TableLayout kElasticStepTable{"elastic_steps", sizeof(ElasticStepRow), kElasticStepCells,
                                    "one row per step: the worst of all tets"};

int vertex_count(const ElasticRest& rest) {
    std::size_t count = 0;
    for (const TetMesh& body : rest.bodies) {
        count += body.vertices.size();
    }
    return static_cast<int>(count);
}

void create_elastic_tables(const Hdf5File& file, const ElasticRest& rest, std::int64_t step_chunk,
                           bool packed) {
    std::vector<ElasticRestRow> vertices;
    std::vector<ElasticTetRow> tets;
    for (int i = 0; i < std::ssize(rest.bodies); ++i) {
        const TetMesh& body = rest.bodies[i];
        const auto first = static_cast<std::int32_t>(vertices.size());
        vertices.reserve(vertices.size() + body.vertices.size());
        for (const Vec3& vertex : body.vertices) {
            vertices.push_back({numbers_of(vertex), i});
        }
        tets.reserve(tets.size() + body.tets.size());
        for (const Tet& tet : body.tets) {
            tets.push_back({{first + tet[0], first + tet[1], first + tet[2], first + tet[3]}});
        }
    }
    write_once(file, kElasticRestTable, vertices, packed);
    write_once(file, kElasticTetTable, tets, packed);
    write_once(file, kElasticOriginTable, std::vector{ElasticOriginRow{numbers_of(rest.origin)}},
               packed);
    Hdf5Table::create(file, kElasticVertexTable, static_cast<int>(vertices.size()), step_chunk,
                      packed);
    Hdf5Table::create(file, kElasticStepTable, 0, kRestChunk, packed);
    if (rest.accelerates) {
        Hdf5Table::create(file, kElasticAccelerationTable, static_cast<int>(vertices.size()),
                          step_chunk, packed);
    }
}

ElasticRest read_elastic_rest(const Hdf5File& file, int body_count) {
    ElasticRest rest;
    rest.bodies.resize(body_count);
    rest.accelerates = has_set(file, kElasticAccelerationTable.name);
    const auto origins = read_once<ElasticOriginRow>(file, kElasticOriginTable);
    if (origins.size() != 1 || !are_finite(origins[0].origin)) {
        refuse_set(file, kElasticOriginTable, "it is not one finite point");
    }
    rest.origin = vector_of(origins[0].origin);
    const auto vertices = read_once<ElasticRestRow>(file, kElasticRestTable);
    std::vector<int> firsts(body_count, 0);  // row of the first vertex, by body
    std::int64_t last = 0;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const ElasticRestRow& row = vertices[v];
        if (row.body < last || row.body >= body_count || !are_finite(row.rest)) {
            refuse_set(file, kElasticRestTable,
                       "row " + std::to_string(v) + " is no vertex of the scene's next body");
        }
        last = row.body;
        TetMesh& body = rest.bodies[row.body];
        firsts[row.body] = body.vertices.empty() ? static_cast<int>(v) : firsts[row.body];
        body.vertices.push_back(vector_of(row.rest));
    }
    const auto tets = read_once<ElasticTetRow>(file, kElasticTetTable);
    for (std::size_t t = 0; t < tets.size(); ++t) {
        for (const std::int32_t corner : tets[t].vertices) {
            if (corner < 0 || corner >= std::ssize(vertices)) {
                refuse_set(file, kElasticTetTable, "row " + std::to_string(t) + " is no tet");
            }
        }
        const std::int64_t body = vertices[tets[t].vertices[0]].body;
        Tet& tet = rest.bodies[body].tets.emplace_back();
        for (int k = 0; k < 4; ++k) {
            tet[k] = tets[t].vertices[k] - firsts[body];
        }
    }
    for (int i = 0; i < body_count; ++i) {
        try {
            if (!rest.bodies[i].vertices.empty()) {
                validate(rest.bodies[i]);
            }
        } catch (const MeshError& error) {
            refuse_set(file, kElasticTetTable, "body " + std::to_string(i) + ": " + error.what());
        }
    }
    return rest;
}

ElasticTables open_elastic_tables(const Hdf5File& file, const ElasticRest& rest) {
    ElasticTables tables{Hdf5Table::open(file, kElasticVertexTable, vertex_count(rest)),
                         Hdf5Table::open(file, kElasticStepTable, 0)};
    if (rest.accelerates) {
        tables.accelerations = Hdf5Table::open(file, kElasticAccelerationTable, vertex_count(rest));
    }
    return tables;
}

std::uint64_t elastic_room(const ElasticTables& tables) {
    return tables.vertices.room_for(1) + tables.steps.room_for(1) +
           (tables.accelerations ? tables.accelerations->room_for(1) : 0);
}

void write_elastic(const Hdf5File& file, ElasticTables& tables, std::int64_t index,
                   const StepRows& rows) {
    tables.vertices.write(file, index, 1, rows.vertices.data());
    if (tables.accelerations) {
        tables.accelerations->write(file, index, 1, rows.accelerations.data());
    }
    tables.steps.write(file, index, 1, &rows.deformation);
}

void read_elastic(const Hdf5File& file, const ElasticTables& tables, std::int64_t index,
                  const ElasticRest& rest, StepRows& rows) {
    rows.vertices.resize(vertex_count(rest));
    tables.vertices.read(file, index, 1, rows.vertices.data());
    if (tables.accelerations) {
        rows.accelerations.resize(rows.vertices.size());
        tables.accelerations->read(file, index, 1, rows.accelerations.data());
    }
}

bool holds_vertices(const StepRecord& record, const ElasticRest& rest) {
    if (!record.barrier || !record.deformation ||
        record.barrier->elastic.size() != rest.bodies.size()) {
        return false;
    }
    for (std::size_t i = 0; i < rest.bodies.size(); ++i) {
        const ElasticMemory& body = record.barrier->elastic[i];
        if (body.places.size() != rest.bodies[i].vertices.size() ||
            body.velocities.size() != body.places.size() ||
            (rest.accelerates && body.accelerations.size() != body.places.size())) {
            return false;
        }
    }
    return true;
}

void add_elastic_rows(const StepRecord& record, StepRows& rows) {
    for (const ElasticMemory& body : record.barrier->elastic) {
        rows.vertices.reserve(rows.vertices.size() + body.places.size());
        for (std::size_t v = 0; v < body.places.size(); ++v) {
            rows.vertices.push_back({numbers_of(body.places[v]), numbers_of(body.velocities[v])});
        }
        for (const Vec3& acceleration : body.accelerations) {
            rows.accelerations.push_back({numbers_of(acceleration)});
        }
    }
    const Deformation& worst = *record.deformation;
    rows.deformation = {worst.strain, worst.least_share, worst.inverted};
}

void add_elastic(const StepRows& rows, const ElasticRest& rest, StepRecord& record) {
    std::size_t next = 0;
    record.barrier->elastic.resize(rest.bodies.size());
    for (std::size_t i = 0; i < rest.bodies.size(); ++i) {
        ElasticMemory& body = record.barrier->elastic[i];
        body.places.reserve(rest.bodies[i].vertices.size());
        body.velocities.reserve(rest.bodies[i].vertices.size());
        for (std::size_t v = 0; v < rest.bodies[i].vertices.size(); ++v, ++next) {
            body.places.push_back(vector_of(rows.vertices[next].place));
            body.velocities.push_back(vector_of(rows.vertices[next].velocity));
            if (rest.accelerates) {
                body.accelerations.push_back(vector_of(rows.accelerations[next].acceleration));
            }
        }
    }
    record.deformation = {rows.deformation.strain, rows.deformation.least_share,
                          static_cast<int>(rows.deformation.inverted)};
}

std::string elastic_fault(const StepRows& rows) {
    for (std::size_t v = 0; v < rows.vertices.size(); ++v) {
        if (!are_of_use(rows.vertices[v].place) || !are_of_use(rows.vertices[v].velocity)) {
            return "vertex " + std::to_string(v) +
                   " of its elastic bodies has a number that is not "
                   "finite, or beyond 1e100";
        }
    }
    for (std::size_t v = 0; v < rows.accelerations.size(); ++v) {
        if (!are_of_use(rows.accelerations[v].acceleration)) {
            return "the acceleration of vertex " + std::to_string(v) +
                   " of its elastic bodies is not finite, or beyond 1e100";
        }
    }
    const ElasticStepRow& worst = rows.deformation;
    const bool is_sound = std::isfinite(worst.strain) && worst.strain >= 0.0 &&
                          std::isfinite(worst.least_share) && worst.inverted >= 0 &&
                          worst.inverted <= std::numeric_limits<int>::max();
    return is_sound ? std::string() : "the deformation of its elastic bodies is none";
}

}  // namespace touchstone
