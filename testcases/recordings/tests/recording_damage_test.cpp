#include <hdf5.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <sstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/recording_table.h"
#include "testcases/recordings/tests/sample_recording.h"

using namespace touchstone;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 5;

std::string make_bytes() {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    {
        RecordingWriter writer =
            RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
        for (int step = 1; step <= kSteps; ++step) {
            writer.write(make_sample_step(step));
        }
    }
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void put_bytes(const fs::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

void read_all(const fs::path& path) {
    const Recording recording(path);
    for (int step = 1; step <= recording.steps(); ++step) {
        recording.read_step(step);
    }
}

/// Changes one table of a good recording, then reads all of it.
struct Damaged {
    TemporaryFolder folder;
    fs::path path = folder.path() / "run.h5";

    Damaged() { put_bytes(path, make_bytes()); }

    Hdf5File open() const { return Hdf5File::open(path, true); }

    template <typename Row>
    void change(const TableLayout& layout, int columns, int record,
                const std::function<void(Row*)>& edit) const {
        const Hdf5File file = open();
        Hdf5Table table = Hdf5Table::open(file, layout, columns);
        std::vector<Row> rows(std::max(columns, 1) * table.records());
        table.read(file, 0, table.records(), rows.data());
        edit(&rows[std::max(columns, 1) * record]);
        table.write(file, 0, table.records(), rows.data());
    }

    void change_step(int record, const std::function<void(StepRow*)>& edit) const {
        change<StepRow>(kStepTable, 0, record, edit);
    }

    void resize(const char* name, std::array<hsize_t, 2> size) const {
        const Hdf5File file = open();
        const Hdf5Id set(H5Dopen2(file.id(), name, H5P_DEFAULT), &H5Dclose);
        REQUIRE(H5Dset_extent(set.get(), size.data()) >= 0);
    }

    void remove(const char* name) const {
        const Hdf5File file = open();
        REQUIRE(H5Ldelete(file.id(), name, H5P_DEFAULT) >= 0);
    }

    void check_refused(const std::string& part) const {
        CHECK_THROWS_WITH(read_all(path), Contains(path.string()) && Contains(part));
        CHECK_THROWS_AS(read_all(path), FileError);
    }
};

}  // namespace

TEST_CASE("what is no recording is refused by name", "[recording]") {
    const Damaged damaged;
    SECTION("nothing there") {
        fs::remove(damaged.path);
        damaged.check_refused("No such file");
    }
    SECTION("a folder") {
        fs::remove(damaged.path);
        fs::create_directory(damaged.path);
        damaged.check_refused("no regular file");
    }
    SECTION("empty") {
        put_bytes(damaged.path, "");
        damaged.check_refused("whole HDF5 file");
    }
    SECTION("text") {
        put_bytes(damaged.path, std::string(5000, 'x'));
        damaged.check_refused("file signature not found");
    }
    SECTION("a foreign HDF5 file") {
        fs::remove(damaged.path);
        Hdf5File::create(damaged.path);
        damaged.check_refused("'schema' is missing");
    }
    SECTION("a newer recording") {
        const Hdf5File file = damaged.open();
        REQUIRE(H5Adelete(file.id(), "schema") >= 0);
        write_attribute(file, file.id(), "schema", "touchstone-recording-2");
        H5Fflush(file.id(), H5F_SCOPE_GLOBAL);
        damaged.check_refused("found 'touchstone-recording-2'");
    }
}

TEST_CASE("a recording cut off at any length is refused", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const std::string bytes = make_bytes();
    for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 7) {
        CAPTURE(length);
        put_bytes(path, std::string_view(bytes).substr(0, length));
        CHECK_THROWS_AS(read_all(path), FileError);
    }
    put_bytes(path, std::string_view(bytes).substr(0, bytes.size() - 1));
    CHECK_THROWS_WITH(read_all(path), Contains("truncated"));
    put_bytes(path, bytes + std::string(100, '\1'));  // bytes after the file do no harm
    read_all(path);
}

TEST_CASE("damaged tables are refused by name", "[recording]") {
    const Damaged damaged;
    const double infinity = std::numeric_limits<double>::infinity();
    SECTION("2^60 rows") {
        damaged.resize("steps", {hsize_t{1} << 60, 0});
        damaged.check_refused("'steps': claims");
    }
    SECTION("contacts out of range, within what the table claims") {
        damaged.resize("contacts", {hsize_t{1} << 60, 0});
        damaged.change_step(kSteps - 1, [](StepRow* row) { row->contact_end = 1LL << 50; });
        CHECK(Recording(damaged.path).steps() == kSteps - 1);
        read_all(damaged.path);
    }
    SECTION("contacts that end before they begin") {
        damaged.change_step(2, [](StepRow* row) { row->contact_end = -4; });
        damaged.check_refused("step 3");
    }
    SECTION("sweeps that end before they begin") {
        damaged.change_step(4, [](StepRow* row) { row->sweep_end = 1; });
        damaged.check_refused("step 5");
    }
    SECTION("steps out of order") {
        damaged.change_step(1, [](StepRow* row) { row->step = 1; });
        damaged.check_refused("step 2");
    }
    SECTION("a hole among the steps") {
        damaged.change_step(2, [](StepRow* row) { row->step = 0; });
        damaged.check_refused("step 3");
    }
    SECTION("time that is not finite") {
        damaged.change_step(2, [&](StepRow* row) { row->time = infinity; });
        damaged.check_refused("step 3: its time");
    }
    SECTION("a stage that took no time that is one") {
        damaged.change_step(2, [&](StepRow* row) { row->solve_time = infinity - infinity; });
        damaged.check_refused("step 3: the time that it took");
    }
    SECTION("an unknown stop reason") {
        damaged.change_step(2, [](StepRow* row) { row->stop = 77; });
        damaged.check_refused("step 3: its stop reason");
    }
    SECTION("a pose that is not finite") {
        damaged.change<BodyRow>(kBodyTable, 2, 3,
                                [&](BodyRow* row) { row[1].position[2] = infinity; });
        damaged.check_refused("step 4: body 1: its pose");
    }
    SECTION("a rotation of length 0") {
        damaged.change<BodyRow>(kBodyTable, 2, 3, [](BodyRow* row) { row[0].rotation = {}; });
        damaged.check_refused("step 4: body 0: its rotation");
    }
    SECTION("a contact with a body that is not there") {
        damaged.change<ContactRow>(kContactTable, 0, 0, [](ContactRow* row) { row->body_a = 2; });
        damaged.check_refused("step 2: contact 0: it names body 2 of 2");
    }
    SECTION("a contact with a feature that is none") {
        damaged.change<ContactRow>(kContactTable, 0, 0,
                                   [](ContactRow* row) { row->feature_b = 4; });
        damaged.check_refused("step 2: contact 0");
    }
    SECTION("a table missing") {
        damaged.remove("sweeps");
        damaged.check_refused("'sweeps' is missing");
    }
    SECTION("the scene missing") {
        damaged.remove("scene");
        damaged.check_refused("'scene' is missing");
    }
    SECTION("another scene's bodies") {
        damaged.remove("bodies");
        const Hdf5File file = damaged.open();
        Hdf5Table::create(file, kBodyTable, 3, 8);
        file.flush();
        damaged.check_refused("'bodies'");
    }
    SECTION("other columns") {
        damaged.remove("sweeps");
        TableLayout layout = kStepTable;
        layout.name = "sweeps";
        const Hdf5File file = damaged.open();
        Hdf5Table::create(file, layout, 0, 8);
        file.flush();
        damaged.check_refused("'sweeps': its rows have other columns");
    }
    SECTION("chunks too large to be read") {
        damaged.remove("sweeps");
        const Hdf5File file = damaged.open();
        Hdf5Table::create(file, kSweepTable, 0, 1 << 24);
        file.flush();
        damaged.check_refused("'sweeps': its chunks");
    }
    SECTION("a table in another file") {
        damaged.remove("sweeps");
        const Hdf5File file = damaged.open();
        REQUIRE(H5Lcreate_external("other.h5", "sweeps", file.id(), "sweeps", H5P_DEFAULT,
                                   H5P_DEFAULT) >= 0);
        file.flush();
        damaged.check_refused("'sweeps' is missing");
    }
    SECTION("a scene that is none") {
        damaged.remove("scene");
        const Hdf5File file = damaged.open();
        write_text(file, "scene", "{]");
        file.flush();
        damaged.check_refused(", scene:1");
    }
}

TEST_CASE("a recording counts the steps that all its tables hold", "[recording]") {
    const Damaged damaged;
    SECTION("a body row short") {
        damaged.resize("bodies", {kSteps - 1, 2});
        CHECK(Recording(damaged.path).steps() == kSteps - 1);
    }
    SECTION("a contact short") {
        damaged.resize("contacts", {3, 0});
        CHECK(Recording(damaged.path).steps() == 1);
    }
    SECTION("a sweep short") {
        damaged.resize("sweeps", {6, 0});
        CHECK(Recording(damaged.path).steps() == 1);
    }
    SECTION("a row of steps whose data never came") {
        damaged.resize("steps", {kSteps + 1, 0});
        CHECK(Recording(damaged.path).steps() == kSteps);
    }
    SECTION("data without their row of steps") {
        damaged.resize("contacts", {1000, 0});
        damaged.resize("bodies", {kSteps + 1, 2});
        CHECK(Recording(damaged.path).steps() == kSteps);
    }
    const int steps = Recording(damaged.path).steps();
    {
        RecordingWriter writer = RecordingWriter::append(damaged.path);
        for (int step = steps + 1; step <= kSteps + 2; ++step) {
            writer.write(make_sample_step(step));
        }
    }
    const Recording recording(damaged.path);
    REQUIRE(recording.steps() == kSteps + 2);
    for (int step = 1; step <= kSteps + 2; ++step) {
        check_same(recording.read_step(step), make_sample_step(step));
    }
}

TEST_CASE("changed bytes end in an error or in steps that hold together", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const std::string bytes = make_bytes();
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::string changed = bytes;
        // The first 16 kB hold most of the data that describe the rest.
        const std::size_t area = round % 2 == 0 ? std::size_t{16384} : bytes.size();
        const std::size_t place = random() % area;
        changed[place] = static_cast<char>(random());
        put_bytes(path, changed);
        CAPTURE(round, place);
        // It runs in a child process, because some bytes crash the HDF5 library itself.
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            const rlimit limit{std::size_t{4} << 30, std::size_t{4} << 30};
            ::setrlimit(RLIMIT_AS, &limit);
            try {
                read_all(path);
            } catch (const FileError&) {
                ::_exit(1);
            } catch (...) {
                ::_exit(2);
            }
            ::_exit(0);
        }
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) <= 1);
    }
}

TEST_CASE("no damage to the head of a recording brings down a writer", "[recording]") {
    const std::string good = make_bytes();
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    constexpr int kHead = 104;  // size of the superblock with the root's entry [bytes]
    int refused = 0;
    for (int place = 0; place < kHead; ++place) {
        for (const int value : {0x00, 0x01, 0x7f, 0xff}) {
            if (static_cast<unsigned char>(good[place]) == value) {
                continue;
            }
            std::string bytes = good;
            bytes[place] = static_cast<char>(value);
            put_bytes(path, bytes);
            const pid_t child = ::fork();
            if (child == 0) {
                try {
                    RecordingWriter writer = RecordingWriter::append(path);
                    writer.write(make_sample_step(writer.steps() + 1));
                } catch (const FileError&) {
                    ::_exit(1);
                }
                ::_exit(0);
            }
            int status = 0;
            REQUIRE(::waitpid(child, &status, 0) == child);
            CAPTURE(place, value);
            CHECK(WIFEXITED(status));
            refused += WIFEXITED(status) && WEXITSTATUS(status) == 1 ? 1 : 0;
        }
    }
    CHECK(refused > 0);
}
