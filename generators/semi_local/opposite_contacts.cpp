#include "generators/semi_local/opposite_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

using Group = Workspace::OutputGroup;
using Contact = Workspace::Output;

/// Gathers the outputs of the same two features: the corners of a region, or one candidate.
void gather_groups(Workspace& workspace) {
    std::vector<Group>& groups = workspace.groups;
    const std::vector<Contact>& outputs = workspace.outputs;
    groups.clear();
    for (int i = 0; i < std::ssize(outputs); ++i) {
        const Contact& output = outputs[i];
        const bool follows = i > 0 && outputs[i - 1].feature_a == output.feature_a &&
                             outputs[i - 1].feature_b == output.feature_b &&
                             outputs[i - 1].normal == output.normal;
        if (!follows) {
            Group group;
            group.first = i;
            group.normal = output.normal;
            group.separation = std::numeric_limits<double>::infinity();
            groups.push_back(group);
        }
        Group& group = groups.back();
        ++group.count;
        group.separation = std::min(group.separation, output.separation);
        group.center += output.position;
        extend(group.box, {output.position, output.position});
    }
    for (Group& group : groups) {
        group.center /= group.count;
    }
}

/// Returns true when both lie at one place: halfway points no farther apart along the normal than
/// half of both overlaps, and boxes across it that meet.
bool share_a_place(const Group& x, const Group& y, const PairTolerances& tolerances) {
    const double overlaps = 0.5 * (std::abs(x.separation) + std::abs(y.separation));
    if (std::abs(x.normal.dot(x.center - y.center)) > overlaps + tolerances.equal) {
        return false;
    }
    return overlap(inflated(x.box, overlaps + tolerances.envelope), y.box);
}

class FarSideFinder {
 public:
    FarSideFinder(const PairFrame& frame, Workspace& workspace)
        : frame_(frame), workspace_(workspace) {}

    void run() {
        const double equal = frame_.tolerances.equal;
        const bool any_apart = std::ranges::any_of(
            workspace_.outputs, [&](const Contact& output) { return output.separation > equal; });
        const bool any_deep = std::ranges::any_of(
            workspace_.outputs, [&](const Contact& output) { return output.separation < -equal; });
        if (!any_apart && !any_deep) {
            return;
        }
        gather_groups(workspace_);
        for (const Group& group : workspace_.groups) {
            if (group.separation > equal ? is_behind(group)
                                         : group.separation < -equal && is_far_side(group)) {
                std::fill_n(workspace_.dropped.begin() + group.first, group.count, true);
            }
        }
    }

 private:
    bool is_opposite(const Group& group, const Group& other) const {
        return other.normal.dot(group.normal) < -frame_.tolerances.cos_same_normal &&
               share_a_place(group, other, frame_.tolerances);
    }

    bool is_far_side(const Group& group) const {
        return std::ranges::any_of(workspace_.groups, [&](const Group& other) {
            return other.separation > group.separation + frame_.tolerances.equal &&
                   is_opposite(group, other);
        });
    }

    /// Returns true when a body lies between the points of a group. Of groups ahead only for those
    /// with an opposite one at their place, as parallel walls have them: on the way to others a
    /// part that comes first may well be stopped, and leave the way free.
    bool is_behind(const Group& group) const {
        const bool is_ahead = group.separation > frame_.tolerances.envelope;
        if (is_ahead && std::ranges::none_of(workspace_.groups, [&](const Group& other) {
                return is_opposite(group, other);
            })) {
            return false;
        }
        double separation = 0.0;
        for (int i = group.first; i < group.first + group.count; ++i) {
            separation += workspace_.outputs[i].separation / group.count;
        }
        const Vec3 from = group.center - 0.5 * separation * group.normal;
        const Vec3 to = group.center + 0.5 * separation * group.normal;
        if (is_ahead && fills_part(from, to)) {
            return true;
        }
        const double margin = frame_.tolerances.equal;
        return passes_through(*frame_.a, from, to, margin) ||
               passes_through(*frame_.b, frame_.to_b(from), frame_.to_b(to), margin);
    }

    /// Returns true when a part of the bodies is in the gap that fills it up to an end, as walls
    /// do that touch.
    bool fills_part(const Vec3& from, const Vec3& to) const {
        return std::ranges::any_of(std::array{0.2, 0.4, 0.6, 0.8}, [&](double share) {
            const Vec3 point = from + share * (to - from);
            return contains_point(*frame_.a, point) ||
                   contains_point(*frame_.b, frame_.to_b(point));
        });
    }

    const PairFrame& frame_;
    Workspace& workspace_;
};

}  // namespace

void mark_far_sides(const PairFrame& frame, Workspace& workspace) {
    FarSideFinder(frame, workspace).run();
}

}  // namespace touchstone::semi_local
