#include "viewer/gl/arrow_mesh.h"

#include <cmath>
#include <numbers>

namespace touchstone::viewer {
namespace {

constexpr float kShaftRadius = 0.30F;
constexpr float kHeadRadius = 0.85F;
constexpr float kHeadStart = 0.62F;  // share of the length at which the head begins
constexpr int kArrowSides = 7;

/// Adds the four triangles of one side: two of the shaft, one of the head and one of its back.
void add_arrow_side(std::vector<ArrowVertex>& mesh, int side) {
    const auto corner = [](int i) {
        const double angle = 2.0 * std::numbers::pi * i / kArrowSides;
        return std::array{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    };
    const auto place = [](const std::array<float, 2>& at, float radius, float z) {
        return std::array{radius * at[0], radius * at[1], z};
    };
    const std::array<float, 2> a = corner(side);
    const std::array<float, 2> b = corner(side + 1);
    const std::array na{a[0], a[1], 0.0F};
    const std::array nb{b[0], b[1], 0.0F};
    const std::array back{0.0F, 0.0F, -1.0F};
    const auto add = [&](const std::array<float, 3>& shape, const std::array<float, 3>& normal) {
        mesh.push_back({shape, normal});
    };
    add(place(a, kShaftRadius, 0.0F), na);
    add(place(b, kShaftRadius, 0.0F), nb);
    add(place(b, kShaftRadius, kHeadStart), nb);
    add(place(a, kShaftRadius, 0.0F), na);
    add(place(b, kShaftRadius, kHeadStart), nb);
    add(place(a, kShaftRadius, kHeadStart), na);
    add(place(a, kHeadRadius, kHeadStart), na);
    add(place(b, kHeadRadius, kHeadStart), nb);
    add({0.0F, 0.0F, 1.0F}, na);
    add({0.0F, 0.0F, kHeadStart}, back);
    add(place(b, kHeadRadius, kHeadStart), back);
    add(place(a, kHeadRadius, kHeadStart), back);
}

}  // namespace

std::vector<ArrowVertex> make_arrow_mesh() {
    std::vector<ArrowVertex> mesh;
    for (int side = 0; side < kArrowSides; ++side) {
        add_arrow_side(mesh, side);
    }
    return mesh;
}

}  // namespace touchstone::viewer
