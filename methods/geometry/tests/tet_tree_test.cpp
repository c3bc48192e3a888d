#include "methods/geometry/tet_tree.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Boxes of many sizes in the unit cube; the same with every standard library.
std::vector<BoundingBox> random_boxes(int count, std::mt19937& random) {
    const auto uniform = [&random](double high) {
        return high * static_cast<double>(random() >> 4) * 0x1p-28;
    };
    std::vector<BoundingBox> boxes;
    for (int i = 0; i < count; ++i) {
        const double largest = uniform(1.0) < 0.1 ? 0.5 : 0.05;
        const double x = uniform(1.0);
        const double y = uniform(1.0);
        const double z = uniform(1.0);
        const Vec3 lower(x, y, z);
        const double width = uniform(largest);
        boxes.push_back({lower, lower + Vec3(width, uniform(largest), uniform(largest))});
    }
    return boxes;
}

using Pairs = std::set<std::pair<int, int>>;

Pairs brute_force(const std::vector<BoundingBox>& a, const std::vector<BoundingBox>& b,
                  double margin) {
    Pairs pairs;
    for (int i = 0; i < std::ssize(a); ++i) {
        for (int j = 0; j < std::ssize(b); ++j) {
            if (overlap(inflated(a[i], margin), b[j])) {
                pairs.insert({i, j});
            }
        }
    }
    return pairs;
}

Pairs by_trees(const TetTree& tree_a, const std::vector<BoundingBox>& a, const TetTree& tree_b,
               const std::vector<BoundingBox>& b, double margin) {
    const std::vector<ElementPair> found =
        overlapping_elements(tree_a, tree_a.refit(a), tree_b, tree_b.refit(b), margin);
    Pairs pairs;
    for (const ElementPair& pair : found) {
        pairs.insert({pair.a, pair.b});
    }
    CHECK(pairs.size() == found.size());  // no pair twice
    return pairs;
}

}  // namespace

TEST_CASE("trees find the pairs that brute force finds", "[geometry]") {
    const auto [count_a, count_b] =
        GENERATE(std::pair(0, 5), std::pair(5, 0), std::pair(1, 1), std::pair(1, 40),
                 std::pair(37, 2), std::pair(200, 150));
    const double margin = GENERATE(0.0, 1e-12, 0.03, 2.0);
    CAPTURE(count_a, count_b, margin);
    std::mt19937 random(7);
    const std::vector<BoundingBox> a = random_boxes(count_a, random);
    const std::vector<BoundingBox> b = random_boxes(count_b, random);
    const Pairs pairs = by_trees(TetTree(a), a, TetTree(b), b, margin);
    CHECK(pairs == brute_force(a, b, margin));
    if (margin == 2.0) {
        CHECK(std::ssize(pairs) == count_a * count_b);
    }
}

TEST_CASE("a tree finds the pairs of elements that have moved since it was built", "[geometry]") {
    std::mt19937 random(11);
    const std::vector<BoundingBox> built = random_boxes(100, random);
    const std::vector<BoundingBox> moved = random_boxes(100, random);
    const std::vector<BoundingBox> other = random_boxes(80, random);
    const TetTree tree(built);
    const TetTree other_tree(other);
    const Pairs pairs = by_trees(tree, moved, other_tree, other, 0.0);
    CHECK(pairs == brute_force(moved, other, 0.0));
    CHECK(pairs != brute_force(built, other, 0.0));
}

TEST_CASE("boxes that only touch are a pair", "[geometry]") {
    const std::vector<BoundingBox> a{{Vec3::Zero(), Vec3::Ones()}};
    const double gap = GENERATE(-1e-12, 0.0, 1e-12);
    const Vec3 corner(1.0, 1.0, 1.0 + gap);
    const std::vector<BoundingBox> b{{corner, corner + Vec3::Ones()}};
    CHECK(by_trees(TetTree(a), a, TetTree(b), b, 0.0).size() == (gap <= 0.0 ? 1u : 0u));
}

TEST_CASE("refit gives each node the bounds of the elements below it", "[geometry]") {
    std::mt19937 random(3);
    const std::vector<BoundingBox> boxes = random_boxes(33, random);
    const TetTree tree(boxes);
    const std::vector<BoundingBox> nodes = tree.refit(boxes);
    REQUIRE(nodes.size() == tree.nodes().size());
    CHECK(nodes.size() == 2 * boxes.size() - 1);
    std::vector<bool> seen(boxes.size(), false);
    for (int i = 0; i < std::ssize(nodes); ++i) {
        const TetTree::Node& node = tree.nodes()[i];
        BoundingBox expected;
        if (node.left < 0) {
            REQUIRE(node.element >= 0);
            CHECK_FALSE(seen[node.element]);
            seen[node.element] = true;
            expected = boxes[node.element];
        } else {
            CHECK(node.left > i);
            CHECK(node.right > i);
            expected = nodes[node.left];
            extend(expected, nodes[node.right]);
        }
        CHECK(nodes[i].lower == expected.lower);
        CHECK(nodes[i].upper == expected.upper);
    }
    CHECK(std::ranges::all_of(seen, [](bool leaf) { return leaf; }));
}

TEST_CASE("elements at one place do not upset a tree", "[geometry]") {
    const std::vector<BoundingBox> boxes(20, BoundingBox{Vec3::Zero(), Vec3::Ones()});
    const TetTree tree(boxes);
    CHECK(by_trees(tree, boxes, tree, boxes, 0.0).size() == 400);
}

TEST_CASE("a box of nothing overlaps nothing", "[geometry]") {
    const BoundingBox everything{Vec3::Constant(-1e300), Vec3::Constant(1e300)};
    CHECK_FALSE(overlap(BoundingBox{}, everything));
    CHECK_FALSE(overlap(everything, bounds_of({})));
    BoundingBox box;
    extend(box, {Vec3::Zero(), Vec3::Ones()});
    CHECK(box.lower == Vec3::Zero());
    CHECK(box.upper == Vec3::Ones());
}
