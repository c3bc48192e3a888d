#include "methods/continuous/exact_impact.h"

#include <cmath>
#include <random>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

ImpactQuery vertex_face(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
    return {ImpactKind::VertexFace, start, end};
}

ImpactQuery edge_edge(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
    return {ImpactKind::EdgeEdge, start, end};
}

ImpactQuery scaled(ImpactQuery query, double factor) {
    for (int i = 0; i < 4; ++i) {
        query.start[i] *= factor;
        query.end[i] *= factor;
    }
    return query;
}

/// Makes a unit step from above onto the middle of a triangle at rest.
ImpactQuery falling_vertex(double from, double to) {
    const std::array<Vec3, 3> face{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    return vertex_face({Vec3(0.25, 0.25, from), face[0], face[1], face[2]},
                       {Vec3(0.25, 0.25, to), face[0], face[1], face[2]});
}

/// Returns the answer of both formulations, which must agree.
ExactImpact exact(const ImpactQuery& query, double separation = 0.0, double t_max = 1.0) {
    const ExactImpact impact = find_exact_impact(query, separation, t_max);
    const ExactImpact other = find_exact_impact_by_axes(query, separation, t_max);
    REQUIRE(impact.hit == other.hit);
    if (impact.hit) {
        REQUIRE(impact == other);
        REQUIRE(impact.low <= impact.high);
        REQUIRE(impact.high <= std::nextafter(impact.low, 2.0));
    }
    return impact;
}

void check_time(const ExactImpact& impact, double time) {
    REQUIRE(impact.hit);
    CHECK(std::nextafter(impact.low, -1.0) <= time);
    CHECK(std::nextafter(impact.high, 2.0) >= time);
}

TEST_CASE("find_exact_impact gives the time of a falling vertex", "[continuous]") {
    CHECK(exact(falling_vertex(0.5, -0.5)) == ExactImpact{true, 0.5, 0.5});
    CHECK(exact(falling_vertex(0.5, 0.0)) == ExactImpact{true, 1.0, 1.0});
    CHECK(exact(falling_vertex(0.0, 0.5)) == ExactImpact{true, 0.0, 0.0});
    CHECK(!exact(falling_vertex(0.5, std::nextafter(0.0, 1.0))).hit);
    check_time(exact(falling_vertex(1.0, -2.0)), 1.0 / 3.0);
}

TEST_CASE("find_exact_impact stops at t_max", "[continuous]") {
    const ImpactQuery query = falling_vertex(0.5, -0.5);
    CHECK(exact(query, 0.0, 0.5).hit);
    CHECK(!exact(query, 0.0, std::nextafter(0.5, 0.0)).hit);
}

// Wang et al. [2021], Appendix B: the face turns over while it passes the vertex.
TEST_CASE("find_exact_impact finds the touch of the hourglass", "[continuous]") {
    const ImpactQuery query =
        vertex_face({Vec3(0.1, 0.1, 0.1), Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)},
                    {Vec3(0.1, 0.1, 0.1), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 0, 0)});
    // 1 - t = 0.1 apart from the rounding of 0.1, which is 2^-57.3.
    const ExactImpact impact = exact(query);
    REQUIRE(impact.hit);
    CHECK(impact.low == Approx(0.9).epsilon(1e-15));
}

// Wang et al. [2021], Appendix C.
TEST_CASE("find_exact_impact knows two roots of the cubic without a touch", "[continuous]") {
    CHECK(!exact(vertex_face({Vec3(1, 1, 0), Vec3(0, 0, 5), Vec3(2, 0, 2), Vec3(0, 1, 0)},
                             {Vec3(1, 1, 0), Vec3(0, 0, -1), Vec3(0, 0, -2), Vec3(0, 7, 0)}))
               .hit);
}

// Wang et al. [2021], Appendix C: (0.57 - 0.5) / (0.57 - 0.28).
TEST_CASE("find_exact_impact finds the first touch of a motion in one plane", "[continuous]") {
    const ExactImpact impact =
        exact(vertex_face({Vec3(1, 0.5, 1), Vec3(0, 0.57, 1), Vec3(1, 0.57, 1), Vec3(1, 1.57, 1)},
                          {Vec3(1, 0.5, 1), Vec3(0, 0.28, 1), Vec3(1, 0.28, 1), Vec3(1, 1.28, 1)}));
    REQUIRE(impact.hit);
    CHECK(impact.low == Approx(7.0 / 29.0).epsilon(1e-14));  // decimals are rounded
}

TEST_CASE("find_exact_impact knows crossing edges from passing ones", "[continuous]") {
    const auto falling = [](double shift) {
        return edge_edge(
            {Vec3(-1 + shift, 0, 1), Vec3(1 + shift, 0, 1), Vec3(0, -1, 0), Vec3(0, 1, 0)},
            {Vec3(-1 + shift, 0, -3), Vec3(1 + shift, 0, -3), Vec3(0, -1, 0), Vec3(0, 1, 0)});
    };
    CHECK(exact(falling(0.0)) == ExactImpact{true, 0.25, 0.25});
    CHECK(exact(falling(1.0)) == ExactImpact{true, 0.25, 0.25});   // an end touches
    CHECK(exact(falling(-1.0)) == ExactImpact{true, 0.25, 0.25});  // the other end
    CHECK(!exact(falling(std::nextafter(1.0, 2.0))).hit);
}

TEST_CASE("find_exact_impact tells a touch on a line from a gap on it", "[continuous]") {
    const auto collinear = [](double first, double last) {
        return edge_edge({Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(first, first, first), Vec3(9, 9, 9)},
                         {Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(last, last, last), Vec3(9, 9, 9)});
    };
    CHECK(!exact(collinear(2.0, 1.5)).hit);
    CHECK(exact(collinear(2.0, 0.0)) == ExactImpact{true, 0.5, 0.5});
    CHECK(exact(collinear(1.0, 3.0)) == ExactImpact{true, 0.0, 0.0});
}

TEST_CASE("find_exact_impact takes elements without extent for what they are", "[continuous]") {
    const std::array<Vec3, 4> points{Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)};
    std::array<Vec3, 4> later = points;
    later[0] = Vec3(0, 0, -1);
    CHECK(exact(vertex_face(points, later)) == ExactImpact{true, 0.5, 0.5});
    later[0] = Vec3(0, 1e-300, -1);
    CHECK(!exact(vertex_face(points, later)).hit);
    const ImpactQuery nothing;
    CHECK(exact(nothing) == ExactImpact{true, 0.0, 0.0});
}

TEST_CASE("find_exact_impact measures the separation in the maximum norm", "[continuous]") {
    CHECK(exact(falling_vertex(1.0, 0.0), 0.25) == ExactImpact{true, 0.75, 0.75});
    CHECK(!exact(falling_vertex(1.0, 0.5), std::nextafter(0.5, 0.0)).hit);
    CHECK(exact(falling_vertex(1.0, 0.5), 0.5) == ExactImpact{true, 1.0, 1.0});
    // Beyond a corner, diagonally: √3/2 away, but half a unit on each axis.
    const std::array<Vec3, 4> start{Vec3(-1, -1, -1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    std::array<Vec3, 4> end = start;
    end[0] = Vec3(0, 0, 0);
    CHECK(exact(vertex_face(start, end), 0.5) == ExactImpact{true, 0.5, 0.5});
}

TEST_CASE("touches_at_start asks the first moment alone", "[continuous]") {
    CHECK(touches_at_start(falling_vertex(0.0, 1.0)));
    CHECK(!touches_at_start(falling_vertex(std::nextafter(0.0, 1.0), 0.0)));
    CHECK(touches_at_start(falling_vertex(0.5, 1.0), 0.5));
    CHECK(!touches_at_start(falling_vertex(0.5, 0.0), std::nextafter(0.5, 0.0)));
}

/// Makes coordinates from few values, so that points often meet, are coplanar and stand still.
ImpactQuery awkward_query(std::mt19937_64& engine) {
    const int flat_axis = static_cast<int>(engine() % 6);
    const bool still = engine() % 4 == 0;
    ImpactQuery query;
    query.kind = engine() % 2 == 0 ? ImpactKind::VertexFace : ImpactKind::EdgeEdge;
    const auto coordinate = [&] { return static_cast<double>(static_cast<int>(engine() % 9) - 4); };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            query.start[i][k] = k == flat_axis ? 0.0 : coordinate();
            query.end[i][k] = k == flat_axis ? 0.0 : coordinate();
        }
        if (still && i > 1) {
            query.end[i] = query.start[i];
        }
    }
    return query;
}

ImpactQuery turned(const ImpactQuery& query) {
    ImpactQuery other = query;
    const std::array<int, 4> order = query.kind == ImpactKind::VertexFace
                                         ? std::array<int, 4>{0, 2, 3, 1}
                                         : std::array<int, 4>{3, 2, 0, 1};
    for (int i = 0; i < 4; ++i) {
        other.start[i] = query.start[order[i]];
        other.end[i] = query.end[order[i]];
    }
    return other;
}

TEST_CASE("find_exact_impact agrees with separating axes on awkward queries", "[continuous]") {
    std::mt19937_64 engine(1);
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        CAPTURE(i);
        const ImpactQuery query = awkward_query(engine);
        const ExactImpact impact = exact(query);
        hits += impact.hit ? 1 : 0;
        CHECK(touches_at_start(query) == (impact.hit && impact.low == 0.0 && impact.high == 0.0));
        if (i % 8 == 0) {
            const ExactImpact near = exact(query, 0.375);
            CHECK((!impact.hit || (near.hit && near.low <= impact.low)));
            CHECK(touches_at_start(query, 0.375) == (near.hit && near.high == 0.0));
        }
    }
    CHECK(hits > 50);
    CHECK(hits < 350);
}

TEST_CASE("find_exact_impact does not mind scale, order or direction of time", "[continuous]") {
    std::mt19937_64 engine(2);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const ImpactQuery query = awkward_query(engine);
        const ExactImpact impact = find_exact_impact(query);
        const auto same = [&](const ImpactQuery& changed) {
            const ExactImpact other = find_exact_impact(changed);
            return other.hit == impact.hit && (!impact.hit || other == impact);
        };
        CHECK(same(turned(query)));
        CHECK(same(scaled(query, 0x1p-900)));
        CHECK(same(scaled(query, -0x1p900)));
        CHECK(find_exact_impact({query.kind, query.end, query.start}).hit == impact.hit);
    }
}

}  // namespace
}  // namespace touchstone
