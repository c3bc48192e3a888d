#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/base/error.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording_faults.h"
#include "testcases/recordings/recording_state.h"

namespace touchstone {
namespace {

std::string step_place(const Hdf5File& file, std::int64_t step) {
    return file.path().string() + ": step " + std::to_string(step) + ": ";
}

constexpr const char* kDamaged = "; the file is damaged: record the run again";

std::vector<Assignment> parse_settings(const Hdf5File& file, const std::string& text) {
    std::vector<Assignment> settings;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        const std::size_t dot = line.find('.');
        const std::size_t equals = line.find('=');
        if (dot == std::string::npos || equals == std::string::npos || dot > equals) {
            throw FileError(file.path().string() + ": settings: '" + line +
                            "' is not OWNER.OPTION=VALUE" + kDamaged);
        }
        settings.push_back(
            {line.substr(0, dot), line.substr(dot + 1, equals - dot - 1), line.substr(equals + 1)});
        begin = end + 1;
    }
    return settings;
}

RecordingHeader read_header(const Hdf5File& file) {
    const std::string schema = read_attribute(file, "schema");
    if (schema != kRecordingSchema) {
        throw FileError(file.path().string() + ": attribute 'schema': expected '" +
                        kRecordingSchema + "', found '" + schema +
                        "'; a newer program may read it");
    }
    RecordingHeader header;
    header.version = read_attribute(file, "version");
    header.commit = read_attribute(file, "commit");
    header.case_name = read_attribute(file, "case");
    header.generator = read_attribute(file, "generator");
    if (has_attribute(file, kSolverAttribute)) {
        header.solver = read_attribute(file, kSolverAttribute);
    }
    header.settings = parse_settings(file, read_text(file, "settings"));
    header.scene = read_text(file, "scene");
    return header;
}

/// Reads rows [begin, end) of a table, in no more memory than the file is long.
template <typename Row>
std::vector<Row> read_rows(const Hdf5File& file, const Hdf5Table& table, std::int64_t begin,
                           std::int64_t count, std::int64_t rows_per_record = 1) {
    std::vector<Row> rows(count * rows_per_record);
    table.read(file, begin, count, rows.data());
    return rows;
}

std::vector<StepRow> read_steps(const Hdf5File& file, const Hdf5Table& table) {
    // When a program is killed, rows may be counted whose chunk is not in the file yet, but never
    // more than one chunk of them.
    if (table.records() > most_records(file, table) + table.chunk_records()) {
        throw FileError(file.path().string() + ": data set 'steps': claims " +
                        std::to_string(table.records()) + " rows, more than the file can hold" +
                        kDamaged);
    }
    std::vector<StepRow> steps(table.records());
    if (!table.try_read(file, 0, table.records(), steps.data())) {
        // The chunk of the last row may be named in the index and not be in the file yet.
        steps.pop_back();
        table.read(file, 0, std::ssize(steps), steps.data());
    }
    while (!steps.empty() && steps.back().step == 0) {
        steps.pop_back();
    }
    return steps;
}

void check_steps(const Hdf5File& file, const std::vector<StepRow>& steps) {
    const auto refuse = [&](std::int64_t step, const std::string& fault) {
        throw FileError(step_place(file, step) + fault + kDamaged);
    };
    StepRow last;
    last.time = -std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < std::ssize(steps); ++i) {
        const StepRow& row = steps[i];
        if (row.step != i + 1) {
            refuse(i + 1, "data set 'steps' has step " + std::to_string(row.step) + " there");
        }
        if (!std::isfinite(row.time) || row.time <= last.time) {
            refuse(i + 1, "its time is not finite or not after the step before");
        }
        if (row.contact_end < last.contact_end || row.sweep_end < last.sweep_end) {
            refuse(i + 1, "its contacts or sweeps end before they begin");
        }
        last = row;
    }
}

/// Returns the number of steps that all tables contain.
std::int64_t finished_steps(const Hdf5File& file, const RecordingTables& tables,
                            const std::vector<StepRow>& steps) {
    const std::int64_t contacts =
        std::min(tables.contacts.records(), most_records(file, tables.contacts));
    const std::int64_t sweeps =
        std::min(tables.sweeps.records(), most_records(file, tables.sweeps));
    std::int64_t count =
        std::min({std::ssize(steps), tables.bodies.records(), most_records(file, tables.bodies)});
    while (count > 0 &&
           (steps[count - 1].contact_end > contacts || steps[count - 1].sweep_end > sweeps)) {
        --count;
    }
    return count;
}

BarrierTables open_barrier_tables(const Hdf5File& file, int body_count) {
    return {Hdf5Table::open(file, kBarrierTable, 0),
            Hdf5Table::open(file, kAffineTable, body_count),
            Hdf5Table::open(file, kStiffnessTable, 0)};
}

/// Returns at most `count` rows of `steps`, up to the first whose items are not all in the file.
/// `end`: member that holds the end of a row's items; `what`: name of the items, for messages.
template <typename Row>
std::vector<Row> read_ends(const Hdf5File& file, const Hdf5Table& steps, std::int64_t count,
                           const Hdf5Table& items, std::int64_t Row::*end, const char* what) {
    const std::int64_t most = std::min(items.records(), most_records(file, items));
    count = std::min({count, steps.records(), most_records(file, steps)});
    std::vector<Row> rows = read_rows<Row>(file, steps, 0, count);
    std::int64_t last = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        if (rows[i].*end > most) {
            rows.resize(i);  // the program was killed here
            break;
        }
        if (rows[i].*end < last) {
            throw FileError(step_place(file, i + 1) + "its " + what + " end before they begin" +
                            kDamaged);
        }
        last = rows[i].*end;
    }
    return rows;
}

std::vector<BarrierRow> read_barrier_steps(const Hdf5File& file, const BarrierTables& tables,
                                           std::int64_t steps) {
    const std::int64_t bodies =
        std::min(tables.bodies.records(), most_records(file, tables.bodies));
    return read_ends(file, tables.steps, std::min(steps, bodies), tables.stiffnesses,
                     &BarrierRow::stiffness_end, "stiffnesses");
}

/// Returns at most `count` rows of `witness_steps`, as many as are in the file.
std::vector<WitnessRow> read_witness_steps(const Hdf5File& file, const Hdf5Table& steps,
                                           std::int64_t count) {
    return read_rows<WitnessRow>(file, steps, 0,
                                 std::min({count, steps.records(), most_records(file, steps)}));
}

/// Returns at most `count` rows of `elastic_steps`, up to the first whose vertices are not in the
/// file.
std::vector<ElasticStepRow> read_elastic_steps(const Hdf5File& file, const ElasticTables& tables,
                                               std::int64_t count) {
    std::vector<const Hdf5Table*> all{&tables.vertices, &tables.steps};
    if (tables.accelerations) {
        all.push_back(&*tables.accelerations);
    }
    for (const Hdf5Table* const table : all) {
        count = std::min({count, table->records(), most_records(file, *table)});
    }
    return read_rows<ElasticStepRow>(file, tables.steps, 0, count);
}

RowRange range(std::int64_t begin, std::int64_t end) { return {begin, end}; }

}  // namespace

std::shared_ptr<const TestCase> parse_header_scene(const RecordingHeader& header,
                                                   const std::filesystem::path& name) {
    return std::make_shared<const TestCase>(parse_scene(header.scene, name.string() + ", scene"));
}

RowRange contact_rows(const std::vector<StepRow>& steps, int index) {
    return range(index == 0 ? 0 : steps[index - 1].contact_end, steps[index].contact_end);
}

RowRange stiffness_rows(const std::vector<BarrierRow>& steps, int index) {
    return range(index == 0 ? 0 : steps[index - 1].stiffness_end, steps[index].stiffness_end);
}

RowRange stop_rows(const std::vector<BoundRow>& steps, int index) {
    return range(index == 0 ? 0 : steps[index - 1].stop_end, steps[index].stop_end);
}

RowRange sweep_rows(const std::vector<StepRow>& steps, int index) {
    return range(index == 0 ? 0 : steps[index - 1].sweep_end, steps[index].sweep_end);
}

Recording::State::State(const std::filesystem::path& path, bool writable,
                        const RecordingHeader* written)
    : file(Hdf5File::open(path, writable)), header(read_header(file)) {
    header.parsed = written != nullptr && written->parsed && written->scene == header.scene
                        ? written->parsed
                        : parse_header_scene(header, path);
    const int body_count = static_cast<int>(test_case().bodies.size());
    tables.steps = Hdf5Table::open(file, kStepTable, 0);
    tables.bodies = Hdf5Table::open(file, kBodyTable, body_count);
    tables.contacts = Hdf5Table::open(file, kContactTable, 0);
    tables.sweeps = Hdf5Table::open(file, kSweepTable, 0);
    steps = read_steps(file, tables.steps);
    check_steps(file, steps);
    std::int64_t finished = finished_steps(file, tables, steps);
    if (has_set(file, kBarrierTable.name)) {
        header.holds_barrier = true;
        tables.barrier = open_barrier_tables(file, body_count);
        barrier_steps = read_barrier_steps(file, *tables.barrier, finished);
        finished = std::ssize(barrier_steps);
    }
    if (has_set(file, kBoundTable.name)) {
        header.holds_bound = true;
        tables.bound = BoundTables{Hdf5Table::open(file, kBoundTable, 0),
                                   Hdf5Table::open(file, kStopTable, 0)};
        bound_steps = read_ends(file, tables.bound->steps, finished, tables.bound->stops,
                                &BoundRow::stop_end, "stops");
        finished = std::ssize(bound_steps);
    }
    if (has_set(file, kWitnessTable.name)) {
        header.holds_witnesses = true;
        tables.witnesses = Hdf5Table::open(file, kWitnessTable, 0);
        witness_steps = read_witness_steps(file, *tables.witnesses, finished);
        finished = std::ssize(witness_steps);
    }
    if (has_set(file, kElasticVertexTable.name)) {
        if (!tables.barrier) {
            throw FileError(path.string() + ": data set '" + kBarrierTable.name +
                            "' is missing beside '" + kElasticVertexTable.name + "'" + kDamaged);
        }
        header.elastic = read_elastic_rest(file, body_count);
        tables.elastic = open_elastic_tables(file, header.elastic);
        elastic_steps = read_elastic_steps(file, *tables.elastic, finished);
        finished = std::ssize(elastic_steps);
    }
    steps.resize(finished);
}

std::string recorded_generator(const std::filesystem::path& path) {
    return read_header(Hdf5File::open(path, false)).generator;
}

bool is_recording_path(std::string_view name) {
    return name.ends_with(".h5") || name.ends_with(".hdf5");
}

Recording::Recording(const std::filesystem::path& path, const RecordingHeader* known)
    : state_(std::make_unique<State>(path, false, known)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

const std::filesystem::path& Recording::path() const { return state_->file.path(); }
const RecordingHeader& Recording::header() const { return state_->header; }
const TestCase& Recording::test_case() const { return state_->test_case(); }
int Recording::steps() const { return static_cast<int>(state_->steps.size()); }

double Recording::largest_strain() const {
    double largest = 0.0;
    for (const ElasticStepRow& row : state_->elastic_steps) {
        largest = std::max(largest, std::isfinite(row.strain) ? row.strain : 0.0);
    }
    return largest;
}

std::vector<int> Recording::stop_steps() const {
    std::vector<int> steps;
    for (int i = 0; i < std::ssize(state_->bound_steps); ++i) {
        const RowRange stops = stop_rows(state_->bound_steps, i);
        if (stops.end > stops.begin) {
            steps.push_back(i + 1);
        }
    }
    return steps;
}

StepRecord Recording::read_step(int step) const {
    const Hdf5File& file = state_->file;
    if (step < 1 || step > steps()) {
        throw FileError(file.path().string() + ": there is no step " + std::to_string(step) +
                        "; it holds steps 1 to " + std::to_string(steps()));
    }
    const int index = step - 1;
    const RecordingTables& tables = state_->tables;
    const RowRange contacts = contact_rows(state_->steps, index);
    const RowRange sweeps = sweep_rows(state_->steps, index);
    StepRows rows;
    rows.step = state_->steps[index];
    rows.bodies = read_rows<BodyRow>(file, tables.bodies, index, 1, std::ssize(test_case().bodies));
    rows.contacts =
        read_rows<ContactRow>(file, tables.contacts, contacts.begin, contacts.end - contacts.begin);
    rows.sweeps = read_rows<SweepRow>(file, tables.sweeps, sweeps.begin, sweeps.end - sweeps.begin);
    if (tables.barrier) {
        const RowRange stiffnesses = stiffness_rows(state_->barrier_steps, index);
        rows.affine = read_rows<AffineRow>(file, tables.barrier->bodies, index, 1,
                                           std::ssize(test_case().bodies));
        rows.stiffnesses =
            read_rows<StiffnessRow>(file, tables.barrier->stiffnesses, stiffnesses.begin,
                                    stiffnesses.end - stiffnesses.begin);
    }
    if (tables.bound) {
        const RowRange stops = stop_rows(state_->bound_steps, index);
        rows.bound = state_->bound_steps[index];
        rows.stops =
            read_rows<StopRow>(file, tables.bound->stops, stops.begin, stops.end - stops.begin);
    }
    if (tables.witnesses) {
        rows.witnesses = state_->witness_steps[index];
    }
    if (tables.elastic) {
        read_elastic(file, *tables.elastic, index, header().elastic, rows);
        rows.deformation = state_->elastic_steps[index];
    }
    if (const std::string fault = find_fault(rows); !fault.empty()) {
        throw FileError(step_place(file, step) + fault + kDamaged);
    }
    StepRecord record = to_record(rows);
    if (tables.witnesses) {
        record.witnesses = {rows.witnesses.hits, rows.witnesses.misses};
    }
    if (tables.elastic) {
        add_elastic(rows, header().elastic, record);
    }
    return record;
}

}  // namespace touchstone
