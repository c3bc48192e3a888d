#include "methods/base/boxes/box_sweep.h"

#include <algorithm>
#include <random>
#include <vector>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Boxes that move: the same with every standard library.
class MovingBoxes {
 public:
    MovingBoxes(int count, unsigned seed) : random_(seed) {
        for (int i = 0; i < count; ++i) {
            const Vec3 lower = 10.0 * point();
            boxes_.push_back({{lower, lower + point()}, random_() % 5 == 0});
        }
    }

    void move(double step) {
        for (BodyBox& box : boxes_) {
            const Vec3 way = step * (point() - Vec3::Constant(0.5));
            box.bounds = {box.bounds.lower + way, box.bounds.upper + way};
        }
    }

    std::vector<BodyBox>& boxes() { return boxes_; }

 private:
    Vec3 point() {
        const auto share = [&] { return static_cast<double>(random_() >> 4) * 0x1p-28; };
        const double x = share();
        const double y = share();
        return {x, y, share()};
    }

    std::mt19937 random_;
    std::vector<BodyBox> boxes_;
};

bool are_same(const std::vector<ElementPair>& a, const std::vector<ElementPair>& b) {
    return std::ranges::equal(
        a, b, [](const ElementPair& x, const ElementPair& y) { return x.a == y.a && x.b == y.b; });
}

}  // namespace

TEST_CASE("kept pairs of boxes are those of a sweep, however far boxes move", "[boxes]") {
    const double step = GENERATE(0.0, 1e-6, 1e-3, 0.1);
    MovingBoxes moving(60, 3);
    KeptBodyPairs kept;
    int times_kept = 0;
    for (int query = 0; query < 100; ++query) {
        const double margin = 0.02 + 1e-12 * query;
        REQUIRE(are_same(kept.overlapping(moving.boxes(), margin),
                         overlapping_bodies(moving.boxes(), margin)));
        times_kept += kept.were_kept() ? 1 : 0;
        moving.move(step);
    }
    if (step <= 1e-6) {
        CHECK(times_kept == 99);
    }
    if (step >= 0.1) {
        CHECK(times_kept == 0);
    }
}

TEST_CASE("kept pairs are found anew when boxes or the margin are others", "[boxes]") {
    MovingBoxes moving(30, 5);
    KeptBodyPairs kept;
    kept.overlapping(moving.boxes(), 0.0);
    moving.boxes().front().fixed = !moving.boxes().front().fixed;
    CHECK(are_same(kept.overlapping(moving.boxes(), 0.0), overlapping_bodies(moving.boxes(), 0.0)));
    CHECK_FALSE(kept.were_kept());
    CHECK(are_same(kept.overlapping(moving.boxes(), 1.0), overlapping_bodies(moving.boxes(), 1.0)));
    CHECK_FALSE(kept.were_kept());
    moving.boxes().pop_back();
    CHECK(are_same(kept.overlapping(moving.boxes(), 1.0), overlapping_bodies(moving.boxes(), 1.0)));
    CHECK_FALSE(kept.were_kept());
    CHECK(kept.overlapping({}, 1.0).empty());
}

TEST_CASE("pairs are kept again once a fast box rests", "[boxes]") {
    MovingBoxes moving(60, 7);
    for (BodyBox& box : moving.boxes()) {
        box.fixed = false;
    }
    KeptBodyPairs kept;
    const auto are_right = [&] {
        return are_same(kept.overlapping(moving.boxes(), 0.02),
                        overlapping_bodies(moving.boxes(), 0.02));
    };
    for (int query = 0; query < 400; ++query) {
        BoundingBox& fast = moving.boxes().front().bounds;
        const Vec3 way(0.0, query % 2 == 0 ? 1.0 : -1.0, 0.0);
        fast = {fast.lower + way, fast.upper + way};
        REQUIRE(are_right());
        REQUIRE_FALSE(kept.were_kept());
    }
    int pause = 0;
    while (!kept.were_kept() && pause < 1000) {
        REQUIRE(are_right());
        ++pause;
    }
    CHECK(pause <= 66);
}

TEST_CASE("a box with room to move keeps its pairs beside a wide ground", "[boxes]") {
    std::vector<BodyBox> boxes{{{Vec3(-100.0, -1.0, -100.0), Vec3(100.0, 0.0, 100.0)}, true},
                               {{Vec3(0.0, 0.0, 0.0), Vec3(1.0, 1.0, 1.0)}, false}};
    KeptBodyPairs kept;
    kept.overlapping(boxes, 0.0);
    for (BodyBox& box : boxes) {
        box.bounds = inflated(box.bounds, 0.019);
    }
    CHECK(are_same(kept.overlapping(boxes, 0.0), overlapping_bodies(boxes, 0.0)));
    CHECK(kept.were_kept());
    CHECK(kept.overlapping({}, 0.0).empty());
    CHECK_FALSE(kept.were_kept());
    boxes[0].bounds = inflated(boxes[0].bounds, 0.1);
    CHECK(are_same(kept.overlapping(boxes, 0.0), overlapping_bodies(boxes, 0.0)));
    CHECK_FALSE(kept.were_kept());
}
