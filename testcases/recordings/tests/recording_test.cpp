#include "testcases/recordings/recording.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/tests/sample_recording.h"

using namespace touchstone;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_steps(RecordingWriter& writer, int last) {
    for (int step = writer.steps() + 1; step <= last; ++step) {
        writer.write(make_sample_step(step));
    }
}

void make_recording(const fs::path& path, int steps) {
    RecordingWriter writer = RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
    write_steps(writer, steps);
}

void check_holds(const fs::path& path, int steps) {
    const Recording recording(path);
    REQUIRE(recording.steps() == steps);
    for (int step = 1; step <= steps; ++step) {
        check_same(recording.read_step(step), make_sample_step(step));
    }
}

int count_files(const fs::path& folder) {
    return static_cast<int>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Runs `work` in a child process that ends without any cleaning up. Returns the status that
/// waitpid gives.
template <typename Work>
int run_in_child(const Work& work) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            work();
        } catch (...) {
            ::_exit(99);
        }
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

}  // namespace

TEST_CASE("a compressed copy holds the same steps in less room", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const fs::path copy = folder.path() / "copy.h5";
    make_recording(path, 130);  // more than a chunk of steps
    CHECK(write_packed_copy(Recording(path), 130, copy, [](int) { return true; }));
    check_holds(copy, 130);
    CHECK(2 * fs::file_size(copy) < fs::file_size(path));
    SECTION("and can be gone on with, plain again") {
        RecordingWriter writer = RecordingWriter::append(copy);
        CHECK(writer.steps() == 130);
        writer.write(make_sample_step(131));
        CHECK(writer.steps() == 131);
    }
    SECTION("or nothing is left when it is stopped") {
        const fs::path other = folder.path() / "other.h5";
        CHECK_FALSE(
            write_packed_copy(Recording(path), 130, other, [](int step) { return step < 3; }));
        CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
    }
}

TEST_CASE("a recording gives back header and steps bit for bit", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    make_recording(path, 130);  // more than a chunk of steps
    check_holds(path, 130);
    const Recording recording(path);
    const RecordingHeader header = make_sample_header();
    CHECK(recording.header().version == header.version);
    CHECK(recording.header().commit == header.commit);
    CHECK(recording.header().case_name == header.case_name);
    CHECK(recording.header().scene == header.scene);
    CHECK(recording.header().generator == header.generator);
    REQUIRE(recording.header().settings.size() == header.settings.size());
    StudySettings settings = make_study_settings(Profile::Published);
    for (std::size_t i = 0; i < header.settings.size(); ++i) {
        const Assignment& setting = recording.header().settings[i];
        CHECK(setting.owner == header.settings[i].owner);
        CHECK(setting.option == header.settings[i].option);
        CHECK(setting.value == header.settings[i].value);
        assign(settings, setting);  // throws for one that cannot be set
    }
    CHECK(write_scene(recording.test_case()) == header.scene);
    CHECK(count_files(folder.path()) == 1);
    CHECK_THROWS_WITH(recording.read_step(0), Contains("holds steps 1 to 130"));
    CHECK_THROWS_AS(recording.read_step(131), FileError);
}

TEST_CASE("a recording of bounded steps gives back what ended motions", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const auto bounded_step = [](int step) {
        StepRecord record = make_sample_step(step);
        record.times.bound = 1e-4 * step;
        record.stop_contacts = step == 1 ? 0 : 2;
        record.witnesses = {10 * step, step % 2};
        for (int i = 0; i < step % 3; ++i) {
            record.stops.push_back({0, 1, 0.5 + 0.1 * i});
        }
        return record;
    };
    RecordingHeader header = make_sample_header();
    header.holds_bound = true;
    header.holds_witnesses = true;
    header.solver = "events";
    {
        RecordingWriter writer = RecordingWriter::create(path, header, IfExists::Refuse);
        for (int step = 1; step <= 5; ++step) {
            writer.write(bounded_step(step));
        }
        StepRecord wrong = bounded_step(6);
        wrong.stops = {{0, 1, 1.5}};
        CHECK_THROWS_WITH(writer.write(wrong), Contains("stop 0"));
        wrong.stops = {{1, 1, 0.5}};
        CHECK_THROWS_WITH(writer.write(wrong), Contains("two bodies"));
        wrong.stops.clear();
        wrong.witnesses = {-1, 0};
        CHECK_THROWS_WITH(writer.write(wrong), Contains("remembered pairs"));
    }
    RecordingWriter::append(path).write(bounded_step(6));
    const fs::path copy = folder.path() / "copy.h5";
    CHECK(write_packed_copy(Recording(path), 6, copy, [](int) { return true; }));
    for (const fs::path& file : {path, copy}) {
        const Recording recording(file);
        CHECK(recording.header().holds_bound);
        CHECK(recording.header().solver == "events");
        REQUIRE(recording.steps() == 6);
        CHECK(recording.stop_steps() == std::vector<int>{1, 2, 4, 5});
        for (int step = 1; step <= 6; ++step) {
            const StepRecord expected = bounded_step(step);
            const StepRecord found = recording.read_step(step);
            check_same(found, expected);
            CHECK(found.times.bound == expected.times.bound);
            CHECK(found.stop_contacts == expected.stop_contacts);
            REQUIRE(found.witnesses);
            CHECK(found.witnesses->hits == 10 * step);
            CHECK(found.witnesses->misses == step % 2);
            REQUIRE(found.stops.size() == expected.stops.size());
            for (std::size_t i = 0; i < found.stops.size(); ++i) {
                CHECK(found.stops[i].body_b == 1);
                CHECK(found.stops[i].share == expected.stops[i].share);
            }
        }
    }
}

TEST_CASE("a recording without the tables of bounded steps is read as ever", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    make_recording(path, 3);
    const Recording recording(path);
    CHECK_FALSE(recording.header().holds_bound);
    CHECK_FALSE(recording.header().holds_witnesses);
    CHECK_FALSE(recording.read_step(3).witnesses);
    CHECK(recording.header().solver.empty());
    CHECK(recording.stop_steps().empty());
    CHECK(recording.read_step(3).stops.empty());
    CHECK(recording.read_step(3).times.bound == 0.0);
}

TEST_CASE("a step of many contacts and sweeps comes back", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    {
        RecordingWriter writer =
            RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
        writer.write(make_sample_step(1, 5000, 9000));
        writer.write(make_sample_step(2, 0, 0));
        writer.write(make_sample_step(3, 1, 1));
    }
    const Recording recording(path);
    check_same(recording.read_step(1), make_sample_step(1, 5000, 9000));
    check_same(recording.read_step(2), make_sample_step(2, 0, 0));
    check_same(recording.read_step(3), make_sample_step(3, 1, 1));
}

TEST_CASE("a recording without steps can be read and gone on from", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    make_recording(path, 0);
    check_holds(path, 0);
    {
        RecordingWriter writer = RecordingWriter::append(path);
        write_steps(writer, 2);
    }
    check_holds(path, 2);
}

TEST_CASE("a run in pieces leaves the same recording as one at a stretch", "[recording]") {
    const TemporaryFolder folder;
    const fs::path whole = folder.path() / "whole.h5";
    const fs::path pieces = folder.path() / "pieces.h5";
    make_recording(whole, 80);
    make_recording(pieces, 17);
    for (const int last : {18, 66, 80}) {
        RecordingWriter writer = RecordingWriter::append(pieces);
        write_steps(writer, last);
    }
    check_holds(pieces, 80);
    check_holds(whole, 80);
}

TEST_CASE("the same run gives the same bytes", "[recording]") {
    const TemporaryFolder folder;
    make_recording(folder.path() / "a.h5", 20);
    // By default HDF5 records the second in which a table was made.
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    make_recording(folder.path() / "b.h5", 20);
    CHECK(read_bytes(folder.path() / "a.h5") == read_bytes(folder.path() / "b.h5"));
}

TEST_CASE("create leaves what is there, or replaces it as a whole", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    std::ofstream(path) << "precious";
    CHECK_THROWS_WITH(RecordingWriter::create(path, make_sample_header(), IfExists::Refuse),
                      Contains("run.h5") && Contains("exists already"));
    RecordingHeader bad = make_sample_header();
    bad.scene = "{}";
    CHECK_THROWS_AS(RecordingWriter::create(path, bad, IfExists::Replace), FileError);
    CHECK(read_bytes(path) == "precious");

    const fs::path link = folder.path() / "link.h5";
    fs::create_symlink("run.h5", link);
    RecordingWriter::create(link, make_sample_header(), IfExists::Replace)
        .write(make_sample_step(1));
    CHECK(fs::is_symlink(link));
    check_holds(path, 1);
    CHECK(count_files(folder.path()) == 2);

    CHECK_THROWS_AS(RecordingWriter::create(folder.path() / "no" / "run.h5", make_sample_header(),
                                            IfExists::Refuse),
                    FileError);
    CHECK_THROWS_WITH(RecordingWriter::create("/dev/null", make_sample_header(), IfExists::Replace),
                      Contains("no regular file"));
}

TEST_CASE("the writer refuses a step that could not be read", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    RecordingWriter writer = RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
    write_steps(writer, 2);
    CHECK_THROWS_WITH(writer.write(make_sample_step(4)), Contains("must be step 3"));
    StepRecord record = make_sample_step(3);
    SECTION("NaN velocity") { record.bodies[1].linear_velocity.x() = kUnset; }
    SECTION("a body too few") {
        record.bodies.pop_back();
        record.query_poses.pop_back();
    }
    SECTION("a contact of a body that is not there") { record.contacts[0].body_b = 2; }
    SECTION("a rotation that is none") { record.query_poses[1].rotation.w() += 0.1; }
    SECTION("an impulse missing") { record.impulses.pop_back(); }
    SECTION("time that stands still") { record.time = 0.02; }
    CHECK_THROWS_AS(writer.write(record), Error);
    writer.write(make_sample_step(3));  // the refused step has spoilt nothing
    check_holds(path, 3);
}

TEST_CASE("after a kill the recording holds every step that was written", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const int steps = GENERATE(1, 2, 64, 65, 100);
    const int status = run_in_child([&] {
        RecordingWriter writer =
            RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
        write_steps(writer, steps);
        ::raise(SIGKILL);
    });
    REQUIRE(WIFSIGNALED(status));
    check_holds(path, steps);
    {
        RecordingWriter writer = RecordingWriter::append(path);
        write_steps(writer, steps + 3);
    }
    check_holds(path, steps + 3);
}

TEST_CASE("a kill at any moment leaves a recording that can be gone on from", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    make_recording(path, 0);
    int finished = 0;
    for (int round = 0; round < 40; ++round) {
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            try {
                RecordingWriter writer = RecordingWriter::append(path);
                for (int step = writer.steps() + 1;; ++step) {
                    writer.write(make_sample_step(step));
                    if (::write(pipe[1], &step, sizeof step) != sizeof step) {
                        ::_exit(98);
                    }
                }
            } catch (...) {
                ::_exit(99);
            }
        }
        ::close(pipe[1]);
        int step = 0;
        REQUIRE(::read(pipe[0], &step, sizeof step) == sizeof step);  // the child is writing
        finished = step;
        ::usleep(371 * round);
        ::kill(child, SIGKILL);
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status));
        while (::read(pipe[0], &step, sizeof step) == sizeof step) {
            finished = step;
        }
        ::close(pipe[0]);
        const Recording recording(path);
        CHECK(recording.steps() >= finished);
        CHECK(recording.steps() <= finished + 1);
        finished = recording.steps();
    }
    CHECK(finished >= 40);
    check_holds(path, finished);
}

TEST_CASE("a full disk stops the writer and spoils nothing", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    const int status = run_in_child([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{2 << 20, 2 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        RecordingWriter writer =
            RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
        try {
            write_steps(writer, 100000);
        } catch (const FileError& error) {
            const std::string message = error.what();
            const std::string safe =
                "the " + std::to_string(writer.steps()) + " steps before it are safe";
            const bool clear = message.find(path.string()) != std::string::npos &&
                               message.find("File too large") != std::string::npos &&
                               message.find(safe) != std::string::npos;
            std::ofstream(folder.path() / "steps") << writer.steps();
            ::_exit(clear ? 7 : 8);
        }
    });
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 7);
    const int steps = std::stoi(read_bytes(folder.path() / "steps"));
    CHECK(steps > 100);
    check_holds(path, steps);
    {
        RecordingWriter writer = RecordingWriter::append(path);
        write_steps(writer, steps + 2);
    }
    check_holds(path, steps + 2);
}

TEST_CASE("a recording that is being written is not written twice", "[recording]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "run.h5";
    SECTION("by this program") {
        const RecordingWriter writer =
            RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
        CHECK_THROWS_AS(RecordingWriter::append(path), FileError);
    }
    SECTION("by another") {
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            RecordingWriter writer =
                RecordingWriter::create(path, make_sample_header(), IfExists::Refuse);
            write_steps(writer, 2);
            ::close(pipe[1]);
            ::pause();
        }
        ::close(pipe[1]);
        char none = 0;
        CHECK(::read(pipe[0], &none, 1) == 0);  // the child has closed its end of the pipe
        CHECK_THROWS_WITH(RecordingWriter::append(path), Contains("unable to lock file"));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(pipe[0]);
        check_holds(path, 2);
    }
}
