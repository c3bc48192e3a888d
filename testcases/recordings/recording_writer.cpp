#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/file_descriptor.h"
#include "methods/base/files/temporary_file.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording_faults.h"
#include "testcases/recordings/recording_state.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

// Numbers of rows in a chunk. A chunk is rewritten with each step until it is full, so small chunks
// make steps fast; large ones make the index small.
constexpr std::int64_t kStepChunk = 64;
constexpr std::int64_t kContactChunk = 2048;
constexpr std::int64_t kSweepChunk = 4096;
constexpr std::int64_t kBodyChunk = 1 << 17;  ///< chunk of bodies, unless a step is larger [bytes]

/// A file that has a temporary name until it is complete, and is removed on destruction unless it
/// was renamed.
class NewFile {
 public:
    explicit NewFile(const fs::path& target) {
        std::error_code ignored;
        do {  // the library refuses a name that is in use on another machine
            path_ = temporary_path(folder_of_file(target), ".h5.tmp");
        } while (fs::exists(path_, ignored));
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        if (!renamed_) {
            ::unlink(path_.c_str());
        }
    }

    const fs::path& path() const { return path_; }

    void rename_to(const fs::path& target, IfExists if_exists) {
        const unsigned flags = if_exists == IfExists::Refuse ? RENAME_NOREPLACE : 0;
        int result = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), flags);
        if (result != 0 && errno == EINVAL) {  // not every file system can refuse
            result = ::rename(path_.c_str(), target.c_str());
        }
        if (result != 0) {
            throw FileError(target.string() + ": cannot be written: " + system_reason(errno));
        }
        renamed_ = true;
    }

 private:
    fs::path path_;
    bool renamed_ = false;
};

/// Returns the path of the file to be made, with links followed. Throws FileError for a file that
/// must not be replaced.
fs::path check_target(const fs::path& path, IfExists if_exists) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
        return path;
    }
    if (if_exists == IfExists::Refuse) {
        throw FileError(path.string() +
                        ": exists already; choose another name, go on from it or replace it");
    }
    if (!fs::is_regular_file(status)) {
        throw FileError(path.string() + ": cannot be replaced: it is no regular file");
    }
    const fs::path target = fs::canonical(path, error);
    return error ? path : target;
}

/// Returns the number of steps to a chunk of the table of bodies.
std::int64_t body_chunk(int body_count) {
    const auto step_size = static_cast<std::int64_t>(sizeof(BodyRow)) * body_count;
    return std::clamp<std::int64_t>(kBodyChunk / step_size, 1, kStepChunk);
}

/// Returns the number of steps to a chunk of the table of `count` vertices.
std::int64_t vertex_chunk(int count) {
    const auto size = static_cast<std::int64_t>(sizeof(ElasticVertexRow)) * count;
    return std::clamp<std::int64_t>(kBodyChunk / std::max<std::int64_t>(size, 1), 1, kStepChunk);
}

/// Writes the header, and creates all tables.
void write_header(const Hdf5File& file, const RecordingHeader& header, int body_count,
                  bool packed) {
    write_attribute(file, file.id(), "schema", kRecordingSchema);
    write_attribute(file, file.id(), "version", header.version);
    write_attribute(file, file.id(), "commit", header.commit);
    write_attribute(file, file.id(), "case", header.case_name);
    write_attribute(file, file.id(), "generator", header.generator);
    write_attribute(file, file.id(), kState, kDone);
    if (!header.solver.empty()) {
        write_attribute(file, file.id(), kSolverAttribute, header.solver);
    }
    write_text(file, "scene", header.scene);
    write_text(file, "settings", settings_text(header.settings));
    Hdf5Table::create(file, kStepTable, 0, kStepChunk, packed);
    Hdf5Table::create(file, kBodyTable, body_count, body_chunk(body_count), packed);
    Hdf5Table::create(file, kContactTable, 0, kContactChunk, packed);
    Hdf5Table::create(file, kSweepTable, 0, kSweepChunk, packed);
    if (header.holds_barrier) {
        Hdf5Table::create(file, kBarrierTable, 0, kStepChunk, packed);
        Hdf5Table::create(file, kAffineTable, body_count, body_chunk(body_count), packed);
        Hdf5Table::create(file, kStiffnessTable, 0, kContactChunk, packed);
    }
    if (!header.elastic.bodies.empty()) {
        create_elastic_tables(file, header.elastic, vertex_chunk(vertex_count(header.elastic)),
                              packed);
    }
    if (header.holds_bound) {
        Hdf5Table::create(file, kBoundTable, 0, kStepChunk, packed);
        Hdf5Table::create(file, kStopTable, 0, kContactChunk, packed);
    }
    if (header.holds_witnesses) {
        Hdf5Table::create(file, kWitnessTable, 0, kStepChunk, packed);
    }
}

/// Returns true when the last writer of a recording ended in good order. Throws FileError while it
/// still writes.
bool is_done(const fs::path& path) {
    const Hdf5File file = Hdf5File::open(path, false);
    if (file.is_open_elsewhere()) {
        throw FileError(path.string() + ": is open in this program already; close it first");
    }
    return read_attribute(file, kState) == kDone;
}

}  // namespace

std::string settings_text(const std::vector<Assignment>& settings) {
    std::string text;
    for (const Assignment& setting : settings) {
        text += setting.owner + "." + setting.option + "=" + setting.value + "\n";
    }
    return text;
}

struct RecordingWriter::State {
    Recording::State recording;
    bool failed = false;

    /// Opens a recording that ended in good order.
    explicit State(const fs::path& path, const RecordingHeader* written = nullptr)
        : recording(path, true, written) {
        if (!change_attribute(recording.file, kState, kOpen)) {
            recording.file.fail(kState, "cannot be written");
        }
    }
    ~State() {
        if (!failed) {
            change_attribute(recording.file, kState, kDone);  // on failure `append` copies the file
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
};

RecordingWriter::RecordingWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;
RecordingWriter::~RecordingWriter() = default;

void set_scene(RecordingHeader& header, const TestCase& test_case) {
    WrittenScene written = write_checked_scene(with_inline_meshes(test_case));
    header.scene = std::move(written.text);
    header.parsed = std::make_shared<const TestCase>(std::move(written.parsed));
}

RecordingWriter RecordingWriter::create_at(const fs::path& path, const fs::path& name,
                                           const RecordingHeader& given, bool packed) {
    RecordingHeader header = given;
    if (!header.parsed) {
        header.parsed = parse_header_scene(header, name);
    }
    {
        Hdf5File file = Hdf5File::create(path);
        file.set_path(name);
        write_header(file, header, static_cast<int>(header.parsed->bodies.size()), packed);
        file.flush();
    }
    RecordingWriter writer(
        std::make_unique<State>(path, &header));  // proves that the file can be read
    writer.state_->recording.file.set_path(name);
    return writer;
}

RecordingWriter RecordingWriter::create(const fs::path& path, const RecordingHeader& header,
                                        IfExists if_exists) {
    const fs::path target = check_target(path, if_exists);
    NewFile new_file(target);
    RecordingWriter writer = create_at(new_file.path(), path, header);
    new_file.rename_to(target, if_exists);
    return writer;
}

RecordingWriter RecordingWriter::append(const fs::path& path, const RecordingHeader* known) {
    if (is_done(path)) {
        auto state = std::make_unique<State>(path, known);
        if (!state->recording.tables.steps.is_packed()) {
            return RecordingWriter(std::move(state));
        }
    }
    // The last writer may have been killed while the library changed its indices: they can refer to
    // parts of the file that it counts as free, which new steps would overwrite. Compressed chunks
    // cannot grow in their place. In both cases the finished steps are copied to a new file.
    const Recording old(path, known);
    const fs::path target = check_target(path, IfExists::Replace);
    NewFile new_file(target);
    RecordingWriter writer = create_at(new_file.path(), path, old.header());
    for (int step = 1; step <= old.steps(); ++step) {
        writer.write(old.read_step(step));
    }
    new_file.rename_to(target, IfExists::Replace);
    return writer;
}

bool write_packed_copy(const Recording& recording, int steps, const fs::path& path,
                       const std::function<bool(int step)>& go_on) {
    const fs::path target = check_target(path, IfExists::Replace);
    NewFile new_file(target);
    {
        RecordingWriter writer =
            RecordingWriter::create_at(new_file.path(), path, recording.header(), true);
        for (int step = 1; step <= steps; ++step) {
            if (!go_on(step)) {
                return false;
            }
            writer.write(recording.read_step(step));
        }
    }
    new_file.rename_to(target, IfExists::Replace);
    return true;
}

int RecordingWriter::steps() const { return static_cast<int>(state_->recording.steps.size()); }

void RecordingWriter::write(const StepRecord& record) {
    const Hdf5File& file = state_->recording.file;
    RecordingTables& tables = state_->recording.tables;
    std::vector<StepRow>& steps = state_->recording.steps;
    const auto refuse = [&](const std::string& fault) {
        throw FileError(file.path().string() + ": step " + std::to_string(record.step) +
                        " cannot be recorded: " + fault + "; the " + std::to_string(steps.size()) +
                        " steps before it are safe");
    };
    if (state_->failed) {
        refuse("an earlier one failed; open the recording again to go on");
    }
    if (record.step != this->steps() + 1) {
        refuse("it must be step " + std::to_string(this->steps() + 1));
    }
    if (record.bodies.size() != state_->recording.test_case().bodies.size()) {
        refuse("it has " + std::to_string(record.bodies.size()) + " bodies, the scene " +
               std::to_string(state_->recording.test_case().bodies.size()));
    }
    if (tables.barrier &&
        !(record.barrier && record.barrier->bodies.size() == record.bodies.size())) {
        refuse("it does not hold what a motion by the barrier goes on from");
    }
    if (tables.elastic && !holds_vertices(record, state_->recording.header.elastic)) {
        refuse("it does not hold the vertices of the recording's elastic bodies");
    }
    StepRows rows = to_rows(record);
    if (tables.elastic) {
        add_elastic_rows(record, rows);
    }
    if (const std::string fault = find_fault(rows); !fault.empty()) {
        refuse(fault);
    }
    const StepRow last = steps.empty() ? StepRow{} : steps.back();
    if (!steps.empty() && record.time <= last.time) {
        refuse("its time is not after the step before");
    }
    const std::int64_t contact_count = std::ssize(rows.contacts);
    const std::int64_t sweep_count = std::ssize(rows.sweeps);
    rows.step.contact_end = last.contact_end + contact_count;
    rows.step.sweep_end = last.sweep_end + sweep_count;
    const std::int64_t stiffness_begin = state_->recording.barrier_steps.empty()
                                             ? 0
                                             : state_->recording.barrier_steps.back().stiffness_end;
    const std::int64_t stiffness_count = std::ssize(rows.stiffnesses);
    const BarrierRow barrier_row{stiffness_begin + stiffness_count};
    const std::int64_t stop_begin =
        state_->recording.bound_steps.empty() ? 0 : state_->recording.bound_steps.back().stop_end;
    const std::int64_t stop_count = std::ssize(rows.stops);
    rows.bound.stop_end = stop_begin + stop_count;
    const std::uint64_t bound_room =
        tables.bound ? tables.bound->stops.room_for(stop_count) + tables.bound->steps.room_for(1)
                     : 0;
    const std::uint64_t witness_room = tables.witnesses ? tables.witnesses->room_for(1) : 0;
    const std::uint64_t vertex_room = tables.elastic ? elastic_room(*tables.elastic) : 0;
    const std::uint64_t barrier_room =
        tables.barrier ? tables.barrier->stiffnesses.room_for(stiffness_count) +
                             tables.barrier->bodies.room_for(1) + tables.barrier->steps.room_for(1)
                       : 0;
    try {
        file.reserve(barrier_room + bound_room + witness_room + vertex_room +
                     tables.contacts.room_for(contact_count) + tables.sweeps.room_for(sweep_count) +
                     tables.bodies.room_for(1) + tables.steps.room_for(1));
        state_->failed = true;  // holds until everything is written
        tables.contacts.write(file, last.contact_end, contact_count, rows.contacts.data());
        tables.sweeps.write(file, last.sweep_end, sweep_count, rows.sweeps.data());
        tables.bodies.write(file, std::ssize(steps), 1, rows.bodies.data());
        if (tables.barrier) {
            tables.barrier->stiffnesses.write(file, stiffness_begin, stiffness_count,
                                              rows.stiffnesses.data());
            tables.barrier->bodies.write(file, std::ssize(steps), 1, rows.affine.data());
            tables.barrier->steps.write(file, std::ssize(steps), 1, &barrier_row);
        }
        if (tables.elastic) {
            write_elastic(file, *tables.elastic, std::ssize(steps), rows);
        }
        if (tables.bound) {
            tables.bound->stops.write(file, stop_begin, stop_count, rows.stops.data());
            tables.bound->steps.write(file, std::ssize(steps), 1, &rows.bound);
        }
        if (tables.witnesses) {
            tables.witnesses->write(file, std::ssize(steps), 1, &rows.witnesses);
        }
        file.flush();  // data come before the row that refers to them
        tables.steps.write(file, std::ssize(steps), 1, &rows.step);
        file.flush();
        state_->failed = false;
    } catch (const FileError& error) {
        throw FileError(std::string(error.what()) + "; step " + std::to_string(record.step) +
                        " is not recorded, the " + std::to_string(steps.size()) +
                        " steps before it are safe: make room and go on from the recording");
    }
    steps.push_back(rows.step);
    if (tables.barrier) {
        state_->recording.barrier_steps.push_back(barrier_row);
    }
    if (tables.bound) {
        state_->recording.bound_steps.push_back(rows.bound);
    }
    if (tables.witnesses) {
        state_->recording.witness_steps.push_back(rows.witnesses);
    }
    if (tables.elastic) {
        state_->recording.elastic_steps.push_back(rows.deformation);
    }
}

}  // namespace touchstone
