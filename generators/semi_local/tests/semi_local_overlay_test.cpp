#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "generators/semi_local/overlay/loop_simplification.h"
#include "generators/semi_local/overlay/polygon_overlay.h"
#include "generators/semi_local/overlay/strip_cut.h"
#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::semi_local;
using touchstone::testing::Draws;

namespace {

using Outline = std::vector<OutlineEdge>;
using Ring = std::vector<Vec2>;

constexpr double kSnap = 1e-6;

void append_ring(Outline& outline, const Ring& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
        outline.push_back({ring[i], ring[(i + 1) % ring.size()]});
    }
}

Ring regular(int sides, double radius, const Vec2& center, double angle) {
    Ring ring;
    for (int i = 0; i < sides; ++i) {
        const double t = angle + 2.0 * std::numbers::pi * i / sides;
        ring.push_back(center + radius * Vec2(std::cos(t), std::sin(t)));
    }
    return ring;
}

Outline outline_of(const Ring& ring) {
    Outline outline;
    append_ring(outline, ring);
    return outline;
}

double area_of(const Loops& loops) {
    double area = 0.0;
    for (const IndexRange& loop : loops.loops) {
        area += signed_area(part_of(loops.vertices, loop));
    }
    return area;
}

double common_area(const Outline& a, const Outline& b, double snap = kSnap) {
    PolygonOverlay overlay;
    const std::array<std::span<const OutlineEdge>, 2> both{a, b};
    overlay.run(both, snap);
    return area_of(overlay.loops);
}

/// Of a convex ring with the left side of a line from p to q. Independent of the overlay.
Ring clipped(const Ring& ring, const Vec2& p, const Vec2& q) {
    Ring result;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2& from = ring[i];
        const Vec2& to = ring[(i + 1) % ring.size()];
        const double side_from = cross(q - p, from - p);
        const double side_to = cross(q - p, to - p);
        if (side_from >= 0.0) {
            result.push_back(from);
        }
        if ((side_from > 0.0 && side_to < 0.0) || (side_from < 0.0 && side_to > 0.0)) {
            result.push_back(from + side_from / (side_from - side_to) * (to - from));
        }
    }
    return result;
}

double area_of(const Ring& ring) { return ring.size() < 3 ? 0.0 : enclosed_area(outline_of(ring)); }

double triangle_overlap(Ring a, Ring b) {
    const double sign_a = area_of(a) < 0.0 ? -1.0 : 1.0;
    const double sign_b = area_of(b) < 0.0 ? -1.0 : 1.0;
    if (sign_a < 0.0) {
        std::swap(a[1], a[2]);
    }
    if (sign_b < 0.0) {
        std::swap(b[1], b[2]);
    }
    for (int i = 0; i < 3 && !a.empty(); ++i) {
        a = clipped(a, b[i], b[(i + 1) % 3]);
    }
    return sign_a * sign_b * area_of(a);
}

/// The area of what two outlines have in common, as a sum over signed triangles from one point.
double triangle_sum(const Outline& a, const Outline& b) {
    const Vec2 apex(-7.3, -5.1);
    double sum = 0.0;
    for (const OutlineEdge& e : a) {
        for (const OutlineEdge& f : b) {
            sum += triangle_overlap({apex, e.start, e.end}, {apex, f.start, f.end});
        }
    }
    return sum;
}

/// A star-shaped ring, counter-clockwise, around a hole in half of all cases.
Outline random_outline(Draws& source) {
    Ring ring;
    const int sides = 3 + source.below(8);
    for (int i = 0; i < sides; ++i) {
        const double t = 2.0 * std::numbers::pi * (i + source.uniform(0.0, 0.7)) / sides;
        const double radius = source.uniform(0.6, 1.2);
        ring.push_back({radius * std::cos(t), radius * std::sin(t)});
    }
    Outline outline = outline_of(ring);
    if (sides > 4 && source.below(2) == 0) {
        Ring hole = regular(3 + source.below(4), 0.25, {0.0, 0.0}, source.uniform(0.0, 1.0));
        std::reverse(hole.begin(), hole.end());
        append_ring(outline, hole);
    }
    return outline;
}

std::vector<LoopVertex> loop_of(const Ring& ring, double owner_length) {
    std::vector<LoopVertex> loop;
    for (const Vec2& point : ring) {
        loop.push_back({point, owner_length, 1u, false, 0.0});
    }
    return loop;
}

}  // namespace

TEST_CASE("two squares have their common square in common", "[semi_local][overlay]") {
    const Outline a = outline_of({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    const Outline b = outline_of({{1, 1}, {3, 1}, {3, 3}, {1, 3}});
    PolygonOverlay overlay;
    const std::array<std::span<const OutlineEdge>, 2> both{a, b};
    overlay.run(both, kSnap);
    REQUIRE(overlay.loops.loops.size() == 1);
    CHECK(overlay.loops.vertices.size() == 4);
    CHECK(area_of(overlay.loops) == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("identical outlines are their own overlap, vertex by vertex", "[semi_local][overlay]") {
    const int sides = GENERATE(3, 4, 64);
    const Outline a = outline_of(regular(sides, 1.0, {3.0, 1.0}, 0.1));
    PolygonOverlay overlay;
    const std::array<std::span<const OutlineEdge>, 2> both{a, a};
    overlay.run(both, kSnap);
    REQUIRE(overlay.loops.loops.size() == 1);
    CHECK(std::ssize(overlay.loops.vertices) == sides);
    CHECK(area_of(overlay.loops) == Approx(enclosed_area(a)).epsilon(1e-12));
}

TEST_CASE("outlines side by side have nothing in common", "[semi_local][overlay]") {
    const Outline a = outline_of({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    for (const Vec2& shift : {Vec2(2.0, 0.0), Vec2(2.0, 1.0), Vec2(2.0, 2.0), Vec2(5.0, 0.0)}) {
        Outline b = a;
        for (OutlineEdge& edge : b) {
            edge.start += shift;
            edge.end += shift;
        }
        CHECK(common_area(a, b) == 0.0);
    }
}

TEST_CASE("a third outline cuts the overlap of two", "[semi_local][overlay]") {
    const Outline a = outline_of({{0, 0}, {4, 0}, {4, 4}, {0, 4}});
    const Outline strip = outline_of({{-9, 1}, {9, 1}, {9, 2}, {-9, 2}});
    PolygonOverlay overlay;
    const std::array<std::span<const OutlineEdge>, 3> all{a, a, strip};
    overlay.run(all, kSnap);
    CHECK(overlay.loops.vertices.size() == 4);
    CHECK(area_of(overlay.loops) == Approx(4.0).epsilon(1e-12));
}

TEST_CASE("the area of an overlay is that of clipped triangles", "[semi_local][overlay]") {
    Draws source(17);
    for (int n = 0; n < 3000; ++n) {
        const Outline a = random_outline(source);
        Outline b = n % 2 == 0 ? random_outline(source) : a;
        // Half of them nearly on top of each other, by every size of misfit.
        const double misfit = n % 2 == 0 ? 1.0 : std::pow(10.0, source.uniform(-12.0, -1.0));
        const Vec2 shift(source.uniform(-misfit, misfit), source.uniform(-misfit, misfit));
        for (OutlineEdge& edge : b) {
            edge.start += shift;
            edge.end += shift;
        }
        CAPTURE(n, misfit);
        // Points may move by the snap, along a perimeter of at most some 20.
        CHECK(common_area(a, b) == Approx(triangle_sum(a, b)).margin(60.0 * kSnap));
    }
}

TEST_CASE(
    "a strip between two outlines that run along each other is cut, a thin part of one is not",
    "[semi_local][overlay]") {
    const double misfit = 0.01;
    const Ring frame{{0.0, -1.0}, {3.0, -1.0}, {3.0, 1.0}, {0.0, 1.0}};
    // Both share the columns at the ends; between them one is above the other.
    const Ring below{{0.0, -1.0},   {3.0, -1.0},   {3.0, 1.0}, {2.0, 1.0},
                     {2.0, misfit}, {1.0, misfit}, {1.0, 1.0}, {0.0, 1.0}};
    const Ring above{{0.0, 1.0}, {0.0, -1.0}, {1.0, -1.0}, {1.0, 0.0},
                     {2.0, 0.0}, {2.0, -1.0}, {3.0, -1.0}, {3.0, 1.0}};
    const Ring dumbbell{{0.0, -1.0},   {1.0, -1.0},   {1.0, 0.0}, {2.0, 0.0},
                        {2.0, -1.0},   {3.0, -1.0},   {3.0, 1.0}, {2.0, 1.0},
                        {2.0, misfit}, {1.0, misfit}, {1.0, 1.0}, {0.0, 1.0}};
    StripCut scratch;
    const auto overlay_of = [&](const Ring& a, const Ring& b, double widest) {
        PolygonOverlay overlay;
        const Outline outline_a = outline_of(a);
        const Outline outline_b = outline_of(b);
        const std::array<std::span<const OutlineEdge>, 2> both{outline_a, outline_b};
        overlay.run(both, kSnap);
        cut_strips(overlay.loops, widest, scratch);
        return overlay.loops;
    };
    const Loops parted = overlay_of(below, above, 2.0 * misfit);
    REQUIRE(parted.loops.size() == 2);
    for (const IndexRange& loop : parted.loops) {
        CHECK(signed_area(part_of(parted.vertices, loop)) == Approx(2.0).margin(1e-12));
    }
    const Loops other_order = overlay_of(above, below, 2.0 * misfit);
    CHECK(other_order.loops.size() == 2);
    CHECK(area_of(other_order) == Approx(4.0).margin(1e-12));
    const Loops kept = overlay_of(below, above, 0.5 * misfit);
    CHECK(kept.loops.size() == 1);
    CHECK(area_of(kept) == Approx(4.0 + misfit).margin(1e-12));
    const Loops thin_part = overlay_of(dumbbell, frame, 2.0 * misfit);
    CHECK(thin_part.loops.size() == 1);
    CHECK(area_of(thin_part) == Approx(4.0 + misfit).margin(1e-12));
}

TEST_CASE("a strip lies between the nearest of the edges that run along each other",
          "[semi_local][overlay]") {
    // Bars of 1 m between two plates each, one 1 cm above the other.
    const auto add_bar = [](Loops& loops, double base, std::uint32_t below, std::uint32_t above) {
        const Ring ring{{0.0, -0.002}, {1.0, -0.002}, {1.0, 0.0},   {2.0, 0.0},
                        {2.0, -0.002}, {3.0, -0.002}, {3.0, 0.012}, {2.0, 0.012},
                        {2.0, 0.01},   {1.0, 0.01},   {1.0, 0.012}, {0.0, 0.012}};
        loops.loops.push_back(
            {static_cast<int>(loops.vertices.size()), static_cast<int>(ring.size())});
        for (std::size_t i = 0; i < ring.size(); ++i) {
            LoopVertex& vertex = loops.vertices.emplace_back();
            vertex.point = ring[i] + Vec2(0.0, base);
            vertex.owner_length = 1.0;
            vertex.owners = i == 2 ? below : i == 8 ? above : 3u;
        }
    };
    const double plate = 0.014;
    const double bar = 0.01;
    const double widest = 0.05;  // more than from the first bar to the far side of the other
    StripCut scratch;
    const bool upper_first = GENERATE(false, true);
    const auto cut = [&](std::uint32_t above) {
        Loops loops;
        if (upper_first) {
            add_bar(loops, 0.02, 2u, 2u);
        }
        add_bar(loops, 0.0, 1u, above);
        if (!upper_first) {
            add_bar(loops, 0.02, 2u, 2u);
        }
        cut_strips(loops, widest, scratch);
        return loops;
    };
    const Loops parted = cut(2u);
    REQUIRE(parted.loops.size() == 3);
    std::vector<double> areas;
    areas.reserve(parted.loops.size());
    for (const IndexRange& loop : parted.loops) {
        areas.push_back(signed_area(part_of(parted.vertices, loop)));
    }
    std::sort(areas.begin(), areas.end());
    CHECK(areas[0] == Approx(plate).margin(1e-12));
    CHECK(areas[1] == Approx(plate).margin(1e-12));
    CHECK(areas[2] == Approx(2.0 * plate + bar).margin(1e-12));
    // A bar of the first body alone ends before the edges of the second, and stays as well.
    const Loops whole = cut(1u);
    CHECK(whole.loops.size() == 2);
    CHECK(area_of(whole) == Approx(2.0 * (2.0 * plate + bar)).margin(1e-12));
}

TEST_CASE("simplification drops what lies on a line and nothing else", "[semi_local][overlay]") {
    std::vector<LoopVertex> loop =
        loop_of({{0, 0}, {1, 1e-7}, {2, 0}, {2, 2}, {0, 2}, {0, 0.5}}, 2.0);
    simplify_loop(loop, {.reach = 0.01, .flat = 1e-5, .angle = 0.017});
    REQUIRE(loop.size() == 4);
    CHECK(loop[0].point == Vec2(0, 0));
    CHECK(loop[3].point == Vec2(0, 2));
}

TEST_CASE("a stub becomes one corner, a fine polygon stays fine", "[semi_local][overlay]") {
    // A corner cut off over 1 mm, seen on edges of 2 m.
    std::vector<LoopVertex> cut = loop_of({{0, 0}, {1.999, 0}, {2, 0.001}, {2, 2}, {0, 2}}, 2.0);
    simplify_loop(cut, {.reach = 0.01, .flat = 1e-5, .angle = 0.017});
    CHECK(cut.size() == 4);
    // Edges just as short that are whole edges of the input.
    const Ring fine = regular(64, 0.1, {0.0, 0.0}, 0.0);
    std::vector<LoopVertex> ring = loop_of(fine, (fine[1] - fine[0]).norm());
    simplify_loop(ring, {.reach = 0.01, .flat = 1e-7, .angle = 0.017});
    CHECK(ring.size() == 64);
}

TEST_CASE("a protected corner is never lost", "[semi_local][overlay]") {
    std::vector<LoopVertex> loop = loop_of({{0, 0}, {1.999, 0}, {2, 0.001}, {2, 2}, {0, 2}}, 2.0);
    loop[2].is_protected = true;
    simplify_loop(loop, {.reach = 0.01, .flat = 1e-5, .angle = 0.017});
    REQUIRE(loop.size() == 4);
    CHECK(std::ranges::count(loop, Vec2(2, 0.001), &LoopVertex::point) == 1);
}

TEST_CASE("a whisker goes", "[semi_local][overlay]") {
    std::vector<LoopVertex> loop =
        loop_of({{0, 0}, {2, 0}, {2, 1}, {2.5, 1.001}, {2, 1.002}, {2, 2}, {0, 2}}, 2.0);
    simplify_loop(loop, {.reach = 0.01, .flat = 1e-5, .angle = 0.017});
    CHECK(loop.size() == 4);
    CHECK(signed_area(loop) == Approx(4.0).margin(0.01));
}
