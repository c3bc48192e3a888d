#include "testcases/impacts/queries/step_queries.h"

#include <algorithm>
#include <fstream>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone {
namespace {

/// A unit cube that stands at the origin, one that goes from one place to another in one step, and
/// one that stands below the first and touches it.
void record_step(const std::filesystem::path& folder, const Vec3& start, const Vec3& end) {
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const std::vector<RecordedBody> bodies{{&cube, true}, {&cube, false}, {&cube, true}};
    const Pose below{Quat::Identity(), Vec3(0.0, -1.0, 0.0)};
    StepQueryWriter writer(folder, bodies);
    const std::vector<Pose> before{Pose{}, {Quat::Identity(), start}, below};
    const std::vector<Pose> after{Pose{}, {Quat::Identity(), end}, below};
    writer.write(before, after);
    writer.finish();
    CHECK(writer.count(ImpactKind::VertexFace) > 0);
    CHECK(writer.count(ImpactKind::EdgeEdge) > 0);
}

TEST_CASE("recorded queries are read back and judged", "[queries]") {
    const testing::TemporaryFolder folder;
    const bool is_hit = GENERATE(true, false);
    if (is_hit) {  // falls onto it
        record_step(folder.path(), Vec3(0.25, 1.125, 0.25), Vec3(0.25, 0.875, 0.25));
    } else {  // passes by its edge, an eighth away
        record_step(folder.path(), Vec3(1.625, 0.625, 0.25), Vec3(0.625, 1.625, 0.25));
    }
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
    record_step(folder.path(), Vec3(0.25, 1.125, 0.25), Vec3(0.25, 1.125 - (0.1 + 0.2), 0.25));
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
