// Random prisms of grid cells, one on another. Where the region they share has its corners can be
// read off the grid.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/base/random_share.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;
using semi_local::RegionPoints;

namespace {

constexpr int kSize = 5;

struct Stack {
    Mask lower;
    Mask upper;
    int shift_x = 0;  ///< of the upper one, in cells
    int shift_z = 0;
};

Stack random_stack(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Stack stack{random_mask(random, kSize), random_mask(random, kSize), 0, 0};
    stack.shift_x = static_cast<int>(random() % (2 * kSize - 1)) - (kSize - 1);
    stack.shift_z = static_cast<int>(random() % (2 * kSize - 1)) - (kSize - 1);
    return stack;
}

bool is_shared(const Stack& stack, int x, int z) {
    const auto filled = [](const Mask& cells, int i, int k) {
        return k >= 0 && k < kSize && i >= 0 && i < kSize && cells[k][i];
    };
    return filled(stack.lower, x, z) && filled(stack.upper, x - stack.shift_x, z - stack.shift_z);
}

using Corner = std::array<int, 2>;

/// Grid points with one, three or two opposite shared cells of four.
std::set<Corner> corners_of(const Stack& stack) {
    std::set<Corner> corners;
    for (int z = 0; z <= kSize; ++z) {
        for (int x = 0; x <= kSize; ++x) {
            const bool a = is_shared(stack, x - 1, z - 1);
            const bool b = is_shared(stack, x, z - 1);
            const bool c = is_shared(stack, x - 1, z);
            const bool d = is_shared(stack, x, z);
            const int count = a + b + c + d;
            if (count == 1 || count == 3 || (count == 2 && a == d)) {
                corners.insert({x, z});
            }
        }
    }
    return corners;
}

/// Those of the corners that span all: a corner is none of these when another three, or two beside
/// it on a line, have it between them.
std::set<Corner> spanning(const std::set<Corner>& corners) {
    const auto turn = [](const Corner& a, const Corner& b, const Corner& c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    };
    std::set<Corner> hull;
    for (const Corner& a : corners) {
        for (const Corner& b : corners) {
            // A side of the hull: all others on the left of it, or on it between its ends.
            const bool is_side =
                a != b && std::ranges::all_of(corners, [&](const Corner& c) {
                    const int left = turn(a, b, c);
                    const int along = (c[0] - a[0]) * (b[0] - c[0]) + (c[1] - a[1]) * (b[1] - c[1]);
                    return left > 0 || (left == 0 && along >= 0);
                });
            if (is_side) {
                hull.insert(a);
            }
        }
    }
    return hull;
}

std::set<Corner> expected_corners(const Stack& stack, RegionPoints points) {
    const std::set<Corner> corners = corners_of(stack);
    return points == RegionPoints::Outline ? corners : spanning(corners);
}

std::vector<ContactPoint> contacts_of(const Stack& stack, const Pose& error, RegionPoints points) {
    const Placed lower{make_prism_of_cells(stack.lower, -1.0, 0.0), {}};
    const Placed upper{make_prism_of_cells(stack.upper, 0.0, 1.0),
                       error * Pose{Quat::Identity(), Vec3(stack.shift_x, 0.0, stack.shift_z)}};
    return find_between(lower, upper, {.points = points});
}

void check_stacks(int first, int count, RegionPoints points) {
    int compared = 0;
    for (int seed = first; seed < first + count; ++seed) {
        const Stack stack = random_stack(seed);
        const std::set<Corner> expected = expected_corners(stack, points);
        if (expected.empty()) {
            continue;
        }
        ++compared;
        const std::vector<ContactPoint> contacts = contacts_of(stack, {}, points);
        std::set<Corner> found;
        bool right = true;
        for (const ContactPoint& contact : contacts) {
            const Vec3& p = contact.position;
            const Corner corner{static_cast<int>(std::lround(p.x())),
                                static_cast<int>(std::lround(p.z()))};
            found.insert(corner);
            right = right && (p - Vec3(corner[0], 0.0, corner[1])).norm() < 1e-9 &&
                    (contact.normal - Vec3::UnitY()).norm() < 1e-9 &&
                    std::abs(contact.separation) < 1e-12;
        }
        CAPTURE(seed, contacts.size(), expected.size());
        CHECK(found == expected);
        CHECK(contacts.size() == expected.size());
        CHECK(right);
    }
    CHECK(compared > count / 2);
}

void check_disturbed_stacks(int first, int count, RegionPoints points) {
    int compared = 0;
    int same_count = 0;
    for (int seed = first; seed < first + count; ++seed) {
        const Stack stack = random_stack(seed);
        const std::set<Corner> expected = expected_corners(stack, points);
        if (expected.empty()) {
            continue;
        }
        std::mt19937_64 random(seed + 1'000'000);
        const auto uniform = [&] { return 2.0 * random_share(random) - 1.0; };
        const Vec3 axis = Vec3(uniform(), uniform(), uniform()).normalized();
        const Pose error{Quat(Eigen::AngleAxisd(0.1 * std::numbers::pi / 180.0, axis)),
                         1e-3 * Vec3(uniform(), uniform(), uniform())};
        const std::vector<ContactPoint> contacts = contacts_of(stack, error, points);
        ++compared;
        same_count += contacts.size() == expected.size() ? 1 : 0;
        CAPTURE(seed, expected.size());
        CHECK(count_normal(contacts, Vec3::UnitY()) == std::ssize(contacts));
        CHECK(contacts.size() >= expected.size());
        CHECK(contacts.size() <= expected.size() + 4);
    }
    CAPTURE(same_count, compared);
    CHECK(same_count >= 0.99 * compared);
}

}  // namespace

TEST_CASE("the corners of random stacks are those of the grid", "[semi_local][stacks]") {
    check_stacks(0, 400, GENERATE(RegionPoints::Support, RegionPoints::Outline));
}

TEST_CASE("small errors leave stacks their corners", "[semi_local][stacks]") {
    check_disturbed_stacks(0, 150, GENERATE(RegionPoints::Support, RegionPoints::Outline));
}

TEST_CASE("thousands of random stacks", "[.full]") {
    check_stacks(10'000, 5000, GENERATE(RegionPoints::Support, RegionPoints::Outline));
}

TEST_CASE("thousands of disturbed stacks", "[.full]") {
    check_disturbed_stacks(20'000, 2000, GENERATE(RegionPoints::Support, RegionPoints::Outline));
}
