#include "methods/continuous/motion_ends.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "methods/continuous/motion_polynomial.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

/// Makes coordinates from few values, so that boxes often end where others begin.
ImpactQuery coarse_query(std::mt19937_64& engine) {
    ImpactQuery query;
    query.kind = engine() % 2 == 0 ? ImpactKind::VertexFace : ImpactKind::EdgeEdge;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            query.start[i][k] = static_cast<double>(engine() % 9) - 4.0;
            query.end[i][k] = static_cast<double>(engine() % 9) - 4.0;
        }
    }
    return query;
}

/// The gap between the boxes around both paths on an axis; negative: they overlap by so much.
double gap_on(const ImpactQuery& query, int axis) {
    const int first_count = query.kind == ImpactKind::VertexFace ? 1 : 2;
    double low[2]{INFINITY, INFINITY};
    double high[2]{-INFINITY, -INFINITY};
    for (int i = 0; i < 4; ++i) {
        const int element = i < first_count ? 0 : 1;
        for (const double x : {query.start[i][axis], query.end[i][axis]}) {
            low[element] = std::min(low[element], x);
            high[element] = std::max(high[element], x);
        }
    }
    return std::max(low[0] - high[1], low[1] - high[0]);
}

double extent_on(const ImpactQuery& query, int axis) {
    double extent = 0.0;
    for (const auto& points : {query.start, query.end}) {
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) {
                extent = std::max(extent, points[i][axis] - points[j][axis]);
            }
        }
    }
    return extent;
}

TEST_CASE("are_apart compares the boxes around the paths on every axis", "[continuous]") {
    std::mt19937_64 engine(5);
    int apart = 0;
    for (int n = 0; n < 4000; ++n) {
        const ImpactQuery query = coarse_query(engine);
        const double gap = std::max({gap_on(query, 0), gap_on(query, 1), gap_on(query, 2)});
        const SweptBoxes boxes = make_swept_boxes(query);
        for (const double separation : {0.0, 1.0, std::nextafter(1.0, 0.0)}) {
            CHECK(are_apart(boxes, separation) == (gap > separation));
        }
        apart += gap > 0.0 ? 1 : 0;
    }
    CHECK(apart > 200);
}

TEST_CASE("make_end_vectors gives the corners of F and its extents", "[continuous]") {
    std::mt19937_64 engine(6);
    for (int n = 0; n < 500; ++n) {
        const ImpactQuery query = coarse_query(engine);
        const bool face = query.kind == ImpactKind::VertexFace;
        const MotionPolynomial motion = make_motion_polynomial(make_end_vectors(query));
        for (int k = 0; k < 3; ++k) {
            const MotionAxis& axis = motion.axes[k];
            CHECK(axis.extent == extent_on(query, k));
            for (const double t : {0.0, 1.0}) {
                const auto& x = t == 0.0 ? query.start : query.end;
                const double p = axis.a + axis.b * t;
                const double q = axis.c + axis.d * t;
                const double r = axis.e + axis.g * t;
                // (u, v) = (0, 0), (1, 0) and (0, 1).
                CHECK(p == x[0][k] - (face ? x[1][k] : x[2][k]));
                CHECK(p + q == (face ? x[0][k] - x[2][k] : x[1][k] - x[2][k]));
                CHECK(p + r == x[0][k] - x[3][k]);
            }
        }
    }
}

TEST_CASE("range_exponent brings the largest coordinate to about 1", "[continuous]") {
    ImpactQuery query;
    CHECK(!range_exponent(make_swept_boxes(query)));
    for (const int exponent : {-900, -65, -64, 0, 63, 64, 65, 900}) {
        const bool usual = exponent >= -64 && exponent <= 64;
        for (int i = 0; i < 4; ++i) {
            for (const double sign : {-1.0, 1.0}) {
                query = {};
                query.end[i][i % 3] = sign * std::ldexp(1.0, exponent);
                const std::optional<int> found = range_exponent(make_swept_boxes(query));
                CHECK(found.has_value() == !usual);
                CHECK(found.value_or(-exponent) == -exponent);
            }
        }
    }
}

}  // namespace
}  // namespace touchstone
