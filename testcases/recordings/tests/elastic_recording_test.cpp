#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/recordings/elastic_tables.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/tests/sample_recording.h"

using namespace touchstone;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

constexpr int kVertices = kElasticVertices;

void check_same_elastic(const StepRecord& a, const StepRecord& b) {
    check_same(a, b);
    REQUIRE(a.barrier.has_value());
    REQUIRE(a.barrier->elastic.size() == 2);
    CHECK(a.barrier->elastic[0].places.empty());
    CHECK(a.barrier->elastic[1].places == b.barrier->elastic[1].places);
    CHECK(a.barrier->elastic[1].velocities == b.barrier->elastic[1].velocities);
    CHECK(a.barrier->elastic[1].accelerations == b.barrier->elastic[1].accelerations);
    REQUIRE(a.deformation.has_value());
    CHECK(a.deformation->strain == b.deformation->strain);
    CHECK(a.deformation->least_share == b.deformation->least_share);
    CHECK(a.deformation->inverted == b.deformation->inverted);
    REQUIRE(a.barrier->stiffnesses.size() == 2);
    CHECK(a.barrier->stiffnesses[1].b == 1);
}

/// A recording of four steps of elastic bodies, of which parts are damaged.
struct ElasticRun {
    TemporaryFolder folder;
    fs::path path = folder.path() / "run.h5";

    ElasticRun() {
        RecordingWriter writer =
            RecordingWriter::create(path, make_elastic_header(), IfExists::Refuse);
        for (int step = 1; step <= 4; ++step) {
            writer.write(make_elastic_step(step));
        }
    }

    template <typename Row>
    void change(const TableLayout& layout, int columns,
                const std::function<void(std::vector<Row>&)>& edit) const {
        const Hdf5File file = Hdf5File::open(path, true);
        Hdf5Table table = Hdf5Table::open(file, layout, columns);
        std::vector<Row> rows(std::max(columns, 1) * table.records());
        table.read(file, 0, table.records(), rows.data());
        edit(rows);
        table.write(file, 0, table.records(), rows.data());
    }

    void resize(const char* name, std::array<hsize_t, 2> size) const {
        const Hdf5File file = Hdf5File::open(path, true);
        const Hdf5Id set(H5Dopen2(file.id(), name, H5P_DEFAULT), &H5Dclose);
        REQUIRE(H5Dset_extent(set.get(), size.data()) >= 0);
    }

    void remove(const char* name) const {
        const Hdf5File file = Hdf5File::open(path, true);
        REQUIRE(H5Ldelete(file.id(), name, H5P_DEFAULT) >= 0);
    }

    void read_all() const {
        const Recording recording(path);
        for (int step = 1; step <= recording.steps(); ++step) {
            recording.read_step(step);
        }
    }

    void check_refused(const std::string& part) const {
        CHECK_THROWS_WITH(read_all(), Contains(path.string()) && Contains(part));
        CHECK_THROWS_AS(read_all(), FileError);
    }
};

}  // namespace

TEST_CASE("a recording gives back the vertices of elastic bodies bit for bit", "[recording]") {
    const ElasticRun run;
    const fs::path copy = run.folder.path() / "copy.h5";
    REQUIRE(write_packed_copy(Recording(run.path), 4, copy, [](int) { return true; }));
    for (const fs::path& path : {run.path, copy}) {
        RecordingWriter writer = RecordingWriter::append(path);
        writer.write(make_elastic_step(5));
    }
    for (const fs::path& path : {run.path, copy}) {
        const Recording recording(path);
        const RecordingHeader header = make_elastic_header();
        REQUIRE(recording.header().elastic.bodies.size() == 2);
        CHECK(recording.header().elastic.bodies[1].vertices == header.elastic.bodies[1].vertices);
        CHECK(recording.header().elastic.bodies[1].tets == header.elastic.bodies[1].tets);
        CHECK(recording.header().elastic.origin == header.elastic.origin);
        CHECK(recording.header().elastic.accelerates);
        CHECK(recording.largest_strain() == 0.1 * 5);
        REQUIRE(recording.steps() == 5);
        for (int step = 1; step <= 5; ++step) {
            check_same_elastic(recording.read_step(step), make_elastic_step(step));
        }
    }
}

TEST_CASE("a step without the vertices of the recording's elastic bodies is not recorded",
          "[recording]") {
    const TemporaryFolder folder;
    RecordingWriter writer =
        RecordingWriter::create(folder.path() / "run.h5", make_elastic_header(), IfExists::Refuse);
    StepRecord record = make_elastic_step(1);
    SECTION("none") { record.barrier->elastic.clear(); }
    SECTION("one short") { record.barrier->elastic[1].places.pop_back(); }
    SECTION("an acceleration short") { record.barrier->elastic[1].accelerations.pop_back(); }
    SECTION("deformed by nobody knows how much") { record.deformation.reset(); }
    CHECK_THROWS_WITH(writer.write(record), Contains("vertices of the recording's elastic"));
    record = make_elastic_step(1);
    record.barrier->elastic[1].places[3].z() = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(writer.write(record), Contains("vertex 3 of its elastic bodies"));
    CHECK(writer.steps() == 0);
}

TEST_CASE("damaged tables of elastic bodies are refused by name", "[recording]") {
    const ElasticRun run;
    const double infinity = std::numeric_limits<double>::infinity();
    SECTION("a vertex that is not finite") {
        run.change<ElasticVertexRow>(
            kElasticVertexTable, kVertices,
            [&](std::vector<ElasticVertexRow>& rows) { rows[kVertices + 2].place[1] = infinity; });
        run.check_refused("step 2: vertex 2");
    }
    SECTION("an acceleration that is not finite") {
        run.change<ElasticAccelerationRow>(kElasticAccelerationTable, kVertices,
                                           [&](std::vector<ElasticAccelerationRow>& rows) {
                                               rows[kVertices + 2].acceleration[1] = infinity;
                                           });
        run.check_refused("step 2: the acceleration of vertex 2");
    }
    SECTION("accelerations cut off by a kill") {
        run.resize("elastic_accelerations", {3, kVertices});
        CHECK(Recording(run.path).steps() == 3);
        run.read_all();
    }
    SECTION("without accelerations, as other rules of integration have it") {
        run.remove("elastic_accelerations");
        CHECK_FALSE(Recording(run.path).header().elastic.accelerates);
        CHECK(Recording(run.path).read_step(2).barrier->elastic[1].accelerations.empty());
    }
    SECTION("a strain that is none") {
        run.change<ElasticStepRow>(kElasticStepTable, 0, [&](std::vector<ElasticStepRow>& rows) {
            rows[2].strain = infinity - infinity;
        });
        run.check_refused("step 3: the deformation");
        CHECK(Recording(run.path).largest_strain() == 0.1 * 4);
    }
    SECTION("a rest vertex of a body that is not there") {
        run.change<ElasticRestRow>(kElasticRestTable, 0,
                                   [](std::vector<ElasticRestRow>& rows) { rows.back().body = 2; });
        run.check_refused("'elastic_rest': row 7");
    }
    SECTION("a tet of vertices that are not there") {
        run.change<ElasticTetRow>(kElasticTetTable, 0, [](std::vector<ElasticTetRow>& rows) {
            rows[3].vertices[2] = 1 << 30;
        });
        run.check_refused("'elastic_tets': row 3");
    }
    SECTION("a vertex so far away that its strain is no number") {
        run.change<ElasticVertexRow>(
            kElasticVertexTable, kVertices,
            [&](std::vector<ElasticVertexRow>& rows) { rows[kVertices + 2].place[1] = 1e200; });
        run.check_refused("step 2: vertex 2");
    }
    SECTION("a tet that begins nowhere") {
        run.change<ElasticTetRow>(kElasticTetTable, 0, [](std::vector<ElasticTetRow>& rows) {
            rows[3].vertices[0] = -1;
        });
        run.check_refused("'elastic_tets': row 3");
    }
    SECTION("a tet inside out at rest") {
        run.change<ElasticTetRow>(kElasticTetTable, 0, [](std::vector<ElasticTetRow>& rows) {
            std::swap(rows[0].vertices[0], rows[0].vertices[1]);
        });
        run.check_refused("'elastic_tets': body 1");
    }
    SECTION("more tets than the file can hold") {
        run.resize("elastic_tets", {hsize_t{1} << 60, 0});
        run.check_refused("'elastic_tets': claims");
    }
    SECTION("another number of vertices") {
        run.resize("elastic_rest", {kVertices - 1, 0});
        run.check_refused("'elastic_tets': row");
    }
    SECTION("no point to count from") {
        run.resize("elastic_origin", {0, 0});
        run.check_refused("'elastic_origin'");
    }
    SECTION("vertices of another scene") {
        run.remove("elastic_vertices");
        {
            const Hdf5File file = Hdf5File::open(run.path, true);
            Hdf5Table::create(file, kElasticVertexTable, 5, 8);
        }
        run.check_refused("one column per row of `elastic_rest`");
    }
    SECTION("a table missing") {
        run.remove("elastic_tets");
        run.check_refused("'elastic_tets'");
    }
    SECTION("without the motion of the bodies") {
        run.remove("barrier_steps");
        run.check_refused("'barrier_steps' is missing");
    }
    SECTION("vertices cut off by a kill") {
        run.resize("elastic_vertices", {3, kVertices});
        CHECK(Recording(run.path).steps() == 3);
        run.read_all();
    }
    SECTION("neither vertices nor what goes with them: a recording of poses") {
        run.remove("elastic_vertices");
        run.check_refused("stiffness 1");  // between a body and itself
    }
}
