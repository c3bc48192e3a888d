#include "testcases/impacts/step_queries.h"

#include <algorithm>
#include <fstream>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone {
namespace {

/// The upper of two unit cubes falls so far in one step, from a gap of 1/8.
void record_fall(const std::filesystem::path& folder, double fall) {
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const std::vector<RecordedBody> bodies{{&cube, true}, {&cube, false}, {&cube, true}};
    const Pose far{Quat::Identity(), Vec3(0.0, -1.0, 0.0)};
    const Pose start{Quat::Identity(), Vec3(0.25, 1.125, 0.25)};
    const Pose end{Quat::Identity(), Vec3(0.25, 1.125 - fall, 0.25)};
    StepQueryWriter writer(folder, bodies);
    const std::vector<Pose> poses_before{Pose{}, start, far};
    const std::vector<Pose> poses_after{Pose{}, end, far};
    writer.write(poses_before, poses_after);
    writer.finish();
    CHECK(writer.count(ImpactKind::VertexFace) > 0);
    CHECK(writer.count(ImpactKind::EdgeEdge) > 0);
}

TEST_CASE("recorded queries are read back and judged", "[queries]") {
    const testing::TemporaryFolder folder;
    const auto [fall, is_hit] = GENERATE(table<double, bool>({{0.25, true}, {0.1, false}}));
    record_fall(folder.path(), fall);
    ImpactStudyRequest request;
    request.sets = {query_set_of_path(folder.path())};
    request.methods = {asked_method(find_impact_method("exact_contact"))};
    request.timing_rounds = 0;
    const ImpactStudyResult result = run_impact_study(request);
    std::int64_t hits = 0;
    for (const ImpactStudyRow& row : result.rows) {
        CHECK(row.figures.missed == 0);
        CHECK(row.figures.false_positives == 0);
        hits += row.figures.hits;
    }
    // The fixed cubes touch each other, and are no pair.
    CHECK((hits > 0) == is_hit);
    CHECK(result.contradicted == 0);
}

TEST_CASE("recorded queries have the coordinates of the simulation, bit for bit", "[queries]") {
    const testing::TemporaryFolder folder;
    record_fall(folder.path(), 0.1 + 0.2);
    QueryReader reader(folder.path() / "vertex-face" / "queries.csv");
    StatedQuery stated;
    double lowest = 1.0;
    while (reader.next(stated)) {
        CHECK_FALSE(stated.hit.has_value());
        for (const Vec3& point : stated.query.end) {
            lowest = point.y() > 0.0 && point.y() < 0.5 ? std::min(lowest, point.y()) : lowest;
        }
    }
    CHECK(lowest == (1.125 - (0.1 + 0.2)) - 0.5);
}

TEST_CASE("queries cannot be recorded into what is no folder", "[queries]") {
    const testing::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    CHECK_THROWS_AS(StepQueryWriter(folder.path() / "file", {}), FileError);
}

}  // namespace
}  // namespace touchstone
