#include "methods/base/boxes/box_tree.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Makes boxes of many sizes in the unit cube; the same with every standard library.
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

Pairs by_trees(const BoxTree& tree_a, const std::vector<BoundingBox>& a, const BoxTree& tree_b,
               const std::vector<BoundingBox>& b, double margin) {
    const std::vector<ElementPair> found =
        overlapping_elements(tree_a, refit(tree_a, a), tree_b, refit(tree_b, b), margin);
    CHECK(std::ranges::is_sorted(
        found, {}, [](const ElementPair& pair) { return std::pair(pair.a, pair.b); }));
    Pairs pairs;
    for (const ElementPair& pair : found) {
        pairs.insert({pair.a, pair.b});
    }
    CHECK(pairs.size() == found.size());  // no pair twice
    return pairs;
}

}  // namespace

TEST_CASE("trees find the pairs that brute force finds", "[box_tree]") {
    const auto [count_a, count_b] =
        GENERATE(std::pair(0, 5), std::pair(5, 0), std::pair(1, 1), std::pair(1, 40),
                 std::pair(37, 2), std::pair(200, 150));
    const double margin = GENERATE(0.0, 1e-12, 0.03, 2.0);
    const int leaf_size = GENERATE(1, 4, kPairLeaf);
    CAPTURE(count_a, count_b, margin, leaf_size);
    std::mt19937 random(7);
    const std::vector<BoundingBox> a = random_boxes(count_a, random);
    const std::vector<BoundingBox> b = random_boxes(count_b, random);
    const Pairs pairs = by_trees(BoxTree(a, leaf_size), a, BoxTree(b, kPairLeaf), b, margin);
    CHECK(pairs == brute_force(a, b, margin));
    if (margin == 2.0) {
        CHECK(std::ssize(pairs) == count_a * count_b);
    }
}

TEST_CASE("a tree finds the pairs of elements that have moved since it was built", "[box_tree]") {
    std::mt19937 random(11);
    const std::vector<BoundingBox> built = random_boxes(100, random);
    const std::vector<BoundingBox> moved = random_boxes(100, random);
    const std::vector<BoundingBox> other = random_boxes(80, random);
    const BoxTree tree(built, kPairLeaf);
    const BoxTree other_tree(other, kPairLeaf);
    const Pairs pairs = by_trees(tree, moved, other_tree, other, 0.0);
    CHECK(pairs == brute_force(moved, other, 0.0));
    CHECK(pairs != brute_force(built, other, 0.0));
}

TEST_CASE("boxes that only touch are a pair", "[box_tree]") {
    const std::vector<BoundingBox> a{{Vec3::Zero(), Vec3::Ones()}};
    const double gap = GENERATE(-1e-12, 0.0, 1e-12);
    const Vec3 corner(1.0, 1.0, 1.0 + gap);
    const std::vector<BoundingBox> b{{corner, corner + Vec3::Ones()}};
    CHECK(by_trees(BoxTree(a, 1), a, BoxTree(b, 1), b, 0.0).size() == (gap <= 0.0 ? 1u : 0u));
}

TEST_CASE("refit gives each node the bounds of the elements below it", "[box_tree]") {
    const int leaf_size = GENERATE(1, 4, 33, 100);
    std::mt19937 random(3);
    const std::vector<BoundingBox> boxes = random_boxes(33, random);
    const BoxTree tree(boxes, leaf_size);
    const TreeBoxes refitted = refit(tree, boxes);
    REQUIRE(refitted.nodes.size() == tree.nodes().size());
    REQUIRE(refitted.places.size() == boxes.size());
    for (int i = 0; i < std::ssize(tree.nodes()); ++i) {
        const BoxTree::Node& node = tree.nodes()[i];
        BoundingBox expected;
        for (int place = node.first; place < node.first + node.count; ++place) {
            extend(expected, boxes[tree.elements()[place]]);
            CHECK(refitted.places[place].lower == boxes[tree.elements()[place]].lower);
        }
        CHECK(refitted.nodes[i].lower == expected.lower);
        CHECK(refitted.nodes[i].upper == expected.upper);
    }
}

TEST_CASE("a tree's nodes share the elements out among their children", "[box_tree]") {
    const int leaf_size = GENERATE(1, 4, 33, 100);
    std::mt19937 random(3);
    const BoxTree tree(random_boxes(33, random), leaf_size);
    CHECK(tree.nodes()[0].first == 0);
    CHECK(tree.nodes()[0].count == 33);
    for (int i = 0; i < std::ssize(tree.nodes()); ++i) {
        const BoxTree::Node& node = tree.nodes()[i];
        CHECK(node.is_leaf() == (node.count <= leaf_size));
        if (!node.is_leaf()) {
            const BoxTree::Node& left = tree.nodes()[i + 1];
            const BoxTree::Node& right = tree.nodes()[node.right];
            CHECK(left.first == node.first);
            CHECK(right.first == left.first + left.count);
            CHECK(left.count + right.count == node.count);
        }
    }
    std::vector<int> elements(tree.elements().begin(), tree.elements().end());
    std::ranges::sort(elements);
    for (int i = 0; i < 33; ++i) {
        CHECK(elements[i] == i);
    }
}

TEST_CASE("a tree visits the places near a box, each once, from the first that is wanted",
          "[box_tree]") {
    const int count = GENERATE(0, 1, 4, 5, 300);
    const int leaf_size = GENERATE(1, 4);
    const int first = GENERATE(0, 3, 150);
    std::mt19937 random(11);
    const std::vector<BoundingBox> boxes = random_boxes(count, random);
    const BoxTree tree(boxes, leaf_size);
    const TreeBoxes tree_boxes = refit(tree, boxes);
    for (const double low : {-1.0, 0.2, 0.55, 2.0}) {
        const BoundingBox box{Vec3::Constant(low), Vec3::Constant(low + 0.3)};
        std::vector<int> found;
        visit_overlapping(tree, tree_boxes, box, first, [&](int p) { found.push_back(p); });
        std::vector<int> expected;
        for (int place = first; place < count; ++place) {
            if (overlap(boxes[tree.elements()[place]], box)) {
                expected.push_back(place);
            }
        }
        CHECK(found == expected);
    }
}

TEST_CASE("a tree of many elements is the same on one thread and on two", "[box_tree]") {
    const int count = GENERATE(32'768, 70'001);
    const int leaf_size = GENERATE(1, 3, 4);
    std::mt19937 random(12);
    const std::vector<BoundingBox> boxes = random_boxes(count, random);
    const auto tree_on = [&](int threads) {
        return Arena(threads).execute([&] { return BoxTree(boxes, leaf_size); });
    };
    const BoxTree one = tree_on(1);
    const BoxTree two = tree_on(2);
    CHECK(std::ranges::equal(one.elements(), two.elements()));
    CHECK(std::ranges::equal(one.nodes(), two.nodes(), [](const auto& a, const auto& b) {
        return a.first == b.first && a.count == b.count && a.right == b.right;
    }));
    // Each node but the root is the child of one, and the children share its elements.
    std::vector<int> parents(one.nodes().size(), 0);
    bool is_split = true;
    for (int i = 0; i < std::ssize(one.nodes()); ++i) {
        const BoxTree::Node& node = one.nodes()[i];
        if (node.is_leaf()) {
            is_split = is_split && node.count >= 1 && node.count <= leaf_size;
            continue;
        }
        const BoxTree::Node& left = one.nodes()[i + 1];
        const BoxTree::Node& right = one.nodes()[node.right];
        is_split = is_split && left.first == node.first && right.first == left.first + left.count &&
                   left.count + right.count == node.count;
        ++parents[i + 1];
        ++parents[node.right];
    }
    CHECK(is_split);
    CHECK(std::ranges::count(parents, 1) == std::ssize(parents) - 1);
    const TreeBoxes fitted = Arena(2).execute([&] { return refit(two, boxes); });
    BoundingBox all;
    for (const BoundingBox& box : boxes) {
        extend(all, box);
    }
    CHECK(fitted.nodes[0].lower == all.lower);
    CHECK(fitted.nodes[0].upper == all.upper);
}

TEST_CASE("elements at one place do not upset a tree", "[box_tree]") {
    const std::vector<BoundingBox> boxes(20, BoundingBox{Vec3::Zero(), Vec3::Ones()});
    const BoxTree tree(boxes, kPairLeaf);
    CHECK(by_trees(tree, boxes, tree, boxes, 0.0).size() == 400);
}

TEST_CASE("a box of nothing overlaps nothing", "[box_tree]") {
    const BoundingBox everything{Vec3::Constant(-1e300), Vec3::Constant(1e300)};
    CHECK_FALSE(overlap(BoundingBox{}, everything));
    CHECK_FALSE(overlap(everything, bounds_of({})));
    BoundingBox box;
    extend(box, {Vec3::Zero(), Vec3::Ones()});
    CHECK(box.lower == Vec3::Zero());
    CHECK(box.upper == Vec3::Ones());
}
