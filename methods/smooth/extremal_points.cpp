#include "methods/smooth/extremal_points.h"

#include <algorithm>

namespace touchstone {
namespace {

/// Returns true when the point lies inside another part of its own union.
bool is_hidden(const std::vector<PlacedSolid>& parts, int own, const Vec3& point) {
    constexpr double kInside = 1e-9;  // share of the size
    for (int i = 0; i < std::ssize(parts); ++i) {
        if (i != own && smooth_level(parts[i].solid->primitive, to_solid(parts[i], point)) <
                            -kInside * parts[i].solid->size) {
            return true;
        }
    }
    return false;
}

}  // namespace

SmoothBody make_smooth_body(const SmoothShape& shape) {
    SmoothBody body;
    body.solids.reserve(shape.parts.size());
    body.body_from_solid.reserve(shape.parts.size());
    for (const SmoothPart& part : shape.parts) {
        body.solids.push_back(make_smooth_solid(part.primitive));
        body.body_from_solid.push_back(part.shape_from_part);
    }
    return body;
}

std::vector<PlacedSolid> placed_solids(const SmoothBody& body, const Pose& frame_from_body) {
    std::vector<PlacedSolid> placed;
    placed.reserve(body.solids.size());
    for (std::size_t i = 0; i < body.solids.size(); ++i) {
        const Pose pose = frame_from_body * body.body_from_solid[i];
        placed.push_back({&body.solids[i], pose.rotation.toRotationMatrix(), pose.translation});
    }
    return placed;
}

ExtremalAnswer extremal_points(const SmoothBody& a, const Pose& frame_from_a, const SmoothBody& b,
                               const Pose& frame_from_b, const ExtremalOptions& options) {
    const std::vector<PlacedSolid> parts_a = placed_solids(a, frame_from_a);
    const std::vector<PlacedSolid> parts_b = placed_solids(b, frame_from_b);
    ExtremalAnswer answer;
    for (int i = 0; i < std::ssize(parts_a); ++i) {
        for (int j = 0; j < std::ssize(parts_b); ++j) {
            const bool convex =
                is_convex(parts_a[i].solid->primitive) && is_convex(parts_b[j].solid->primitive);
            ExtremalAnswer own = convex ? convex_pair(parts_a[i], parts_b[j], options)
                                        : curved_pairs(parts_a[i], parts_b[j], options);
            answer.iterations += own.iterations;
            if (!own.why_not.empty() && answer.why_not.empty()) {
                answer.why_not = own.why_not;
            }
            for (ExtremalPair& pair : own.pairs) {
                pair.solid_a = i;
                pair.solid_b = j;
                const SmoothContact& contact = pair.contacts[0];
                if (!is_hidden(parts_a, i, contact.point_a) &&
                    !is_hidden(parts_b, j, contact.point_b)) {
                    answer.pairs.push_back(std::move(pair));
                }
            }
        }
    }
    std::ranges::stable_sort(answer.pairs, {},
                             [](const ExtremalPair& pair) { return pair.contacts[0].separation; });
    return answer;
}

}  // namespace touchstone
