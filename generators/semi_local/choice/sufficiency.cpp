#include "generators/semi_local/choice/sufficiency.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace touchstone::semi_local {
namespace {

/// Amount by which a ray may leave its half space: the sine of 2°.
constexpr double kRaySlack = 0.034899496702500969;

void add_once(std::vector<NormalSet>& sets, NormalSet set) {
    if (std::ranges::find(sets, set) == sets.end()) {
        sets.push_back(set);
    }
}

/// Finds, for each ray of the solid, the normals that have it on the side `sign`, without repeats.
void find_masks(const LocalSolid& solid, std::span<const Vec3> normals, double sign,
                std::vector<NormalSet>& masks) {
    masks.clear();
    const auto probe = [&](const Vec3& ray) {
        NormalSet mask = 0;
        for (int i = 0; i < std::ssize(normals); ++i) {
            mask |= sign * normals[i].dot(ray) >= -kRaySlack ? NormalSet{1} << i : 0;
        }
        add_once(masks, mask);
    };
    for (const Vec3& ray : all_rays()) {
        if (solid.contains(ray)) {
            probe(ray);
        }
    }
    if (masks.empty()) {
        probe(solid.middle());  // the solid is so thin that it fits between the rays
    }
}

}  // namespace

void SufficiencyTest::set(const LocalSolid& a, const LocalSolid& b, const Mat3& b_from_a,
                          std::span<const Vec3> normals) {
    assert(std::ssize(normals) <= kMaxNormals);
    count_ = static_cast<int>(normals.size());
    find_masks(a, normals, -1.0, masks_a_);
    std::array<Vec3, kMaxNormals> in_b;
    std::ranges::transform(normals, in_b.begin(),
                           [&](const Vec3& normal) { return Vec3(b_from_a * normal); });
    find_masks(b, std::span<const Vec3>(in_b).first(count_), 1.0, masks_b_);
    clauses_.clear();
    for (const NormalSet mask_a : masks_a_) {
        for (const NormalSet mask_b : masks_b_) {
            add_once(clauses_, mask_a & mask_b);
        }
    }
}

bool SufficiencyTest::is_sufficient(NormalSet normals) const {
    return std::ranges::all_of(clauses_, [&](NormalSet clause) { return (clause & normals) != 0; });
}

/// Returns true when no normal can be omitted. More normals never make a sufficient set
/// insufficient, so it is enough to omit one at a time.
bool SufficiencyTest::is_minimal(NormalSet set, NormalSet required) const {
    for (int i = 0; i < count_; ++i) {
        const NormalSet normal = NormalSet{1} << i;
        if ((set & ~required & normal) != 0 && is_sufficient(set & ~normal)) {
            return false;
        }
    }
    return true;
}

void SufficiencyTest::find_options(NormalSet required, std::vector<NormalSet>& options) const {
    options.clear();
    if (is_sufficient(required)) {
        options.push_back(required);
        return;
    }
    const NormalSet all = (NormalSet{1} << count_) - 1;
    for (NormalSet set = 0; set <= all; ++set) {
        if ((set & required) == required && is_sufficient(set) && is_minimal(set, required)) {
            options.push_back(set);
        }
    }
    if (options.empty()) {
        options.push_back(all);
    }
}

}  // namespace touchstone::semi_local
