// The convention of an engine's contact times, by queries whose answer is known.

#include <string>
#include <vector>

#include "generators/external/external_impact.h"
#include "methods/testing/catch.h"
#include "testcases/engines/tests/built_engines.h"

#ifdef TOUCHSTONE_HAS_FCL_IMPACTS

namespace touchstone {
namespace {

// FCL's interval Newton method ends at intervals of that length, and answers their middle.
constexpr double kTimeSlack = 1e-6;

ImpactQuery query_of(ImpactKind kind, const std::vector<Vec3>& start,
                     const std::vector<Vec3>& end) {
    ImpactQuery query;
    query.kind = kind;
    for (int i = 0; i < 4; ++i) {
        query.start[i] = start[i];
        query.end[i] = end[i];
    }
    return query;
}

/// A vertex from 0.5 above to 1.5 below a face that rises by 0.5 meanwhile: it meets it at 0.2.
ImpactQuery falling_vertex(double x, double y) {
    return query_of(ImpactKind::VertexFace, {{x, y, 0.5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                    {{x, y, -1.5}, {0, 0, 0.5}, {1, 0, 0.5}, {0, 1, 0.5}});
}

/// An edge along y from 1 above to 3 below one along x, which stands: they meet at 0.25.
ImpactQuery falling_edge(double x) {
    return query_of(ImpactKind::EdgeEdge, {{0, 0, 0}, {1, 0, 0}, {x, -1, 1}, {x, 1, 1}},
                    {{0, 0, 0}, {1, 0, 0}, {x, -1, -3}, {x, 1, -3}});
}

ImpactQuery upside_down(ImpactQuery query) {
    for (int i = 0; i < 4; ++i) {
        query.start[i].z() = -query.start[i].z();
        query.end[i].z() = -query.end[i].z();
    }
    return query;
}

ImpactQuery with_edges_exchanged(const ImpactQuery& query) {
    ImpactQuery exchanged = query;
    for (int i = 0; i < 4; ++i) {
        exchanged.start[i] = query.start[(i + 2) % 4];
        exchanged.end[i] = query.end[(i + 2) % 4];
    }
    return exchanged;
}

}  // namespace

TEST_CASE("FCL's contact times count from the start of the motion, in its units", "[engines]") {
    const std::string options = GENERATE("", " --closed-form");
    const ExternalImpactMethod method = make_external_impact_method(
        {TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-fcl_impacts" + options});
    CHECK_FALSE(method.conservative);
    CHECK_FALSE(method.takes_separation);
    for (const ImpactQuery& query :
         {falling_vertex(0.2, 0.3), upside_down(falling_vertex(0.2, 0.3))}) {
        const Impact impact = method.find(query, {});
        CHECK(impact.hit);
        CHECK(impact.time == Approx(0.2).margin(kTimeSlack));
    }
    for (const ImpactQuery& query : {falling_edge(0.4), upside_down(falling_edge(0.4)),
                                     with_edges_exchanged(falling_edge(0.4))}) {
        const Impact impact = method.find(query, {});
        CHECK(impact.hit);
        CHECK(impact.time == Approx(0.25).margin(kTimeSlack));
    }
    // Beside the face, beside the edge, and only after the time asked about.
    CHECK_FALSE(method.find(falling_vertex(0.7, 0.7), {}).hit);
    CHECK_FALSE(method.find(falling_edge(1.4), {}).hit);
    ImpactSettings early;
    early.t_max = 0.1;
    CHECK_FALSE(method.find(falling_vertex(0.2, 0.3), early).hit);
}

}  // namespace touchstone

#endif
