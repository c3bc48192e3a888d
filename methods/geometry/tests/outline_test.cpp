#include "methods/geometry/outline.h"

#include <vector>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// The square [0, 4]² with the hole [1, 2]².
std::vector<OutlineEdge> square_with_hole() {
    return {{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4, 4}, {0, 4}}, {{0, 4}, {0, 0}},
            {{1, 1}, {1, 2}}, {{1, 2}, {2, 2}}, {{2, 2}, {2, 1}}, {{2, 1}, {1, 1}}};
}

}  // namespace

TEST_CASE("an outline winds around its inside, not around its holes", "[outline]") {
    const std::vector<OutlineEdge> outline = square_with_hole();
    CHECK(winding_number(outline, {3.0, 3.0}) == 1);
    CHECK(winding_number(outline, {0.5, 1.0}) == 1);  // at the height of a vertex
    CHECK(winding_number(outline, {1.5, 1.5}) == 0);
    CHECK(winding_number(outline, {-1.0, 1.0}) == 0);
    CHECK(winding_number(outline, {5.0, 4.0}) == 0);
    CHECK(winding_number(outline, {3.0, 4.5}) == 0);
}

TEST_CASE("a hole counts negative in the area, wherever the outline lies", "[outline]") {
    std::vector<OutlineEdge> outline = square_with_hole();
    CHECK(enclosed_area(outline) == 15.0);
    for (OutlineEdge& edge : outline) {
        edge.start += Vec2(1e6, -3e6);
        edge.end += Vec2(1e6, -3e6);
    }
    CHECK(enclosed_area(outline) == 15.0);
    CHECK(enclosed_area({}) == 0.0);
}

TEST_CASE("the distance to an edge ends at its ends", "[outline]") {
    const OutlineEdge edge{{1, 1}, {3, 1}};
    CHECK(distance_to(edge, {2.0, 4.0}) == 3.0);
    CHECK(distance_to(edge, {6.0, 5.0}) == 5.0);
    CHECK(distance_to(edge, {-2.0, -3.0}) == 5.0);
    CHECK(distance_to({{1, 1}, {1, 1}}, {4.0, 5.0}) == 5.0);
}
