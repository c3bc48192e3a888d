#include "generators/semi_local/reported_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "generators/semi_local/turning_plane.h"
#include "methods/base/same_bits.h"

namespace touchstone::semi_local {
namespace {

using Output = Workspace::Output;

/// Returns true where a normal turns with either body by what counts, so that a contact that
/// touches there tells its plane; spin about it changes none.
bool tips(const PairFrame& frame, const Vec3& normal) {
    const double fastest =
        std::max(normal.cross(frame.spin_a).norm(), normal.cross(frame.spin_b).norm());
    return frame.time_step * fastest > kLeastPlaneTurn;
}

bool repeat_each_other(const Output& x, const Output& y, const PairTolerances& tolerances) {
    // Corners of regions are exact: two that are near each other are distinct.
    const double reach = x.is_region && y.is_region ? tolerances.snap : tolerances.envelope;
    return x.normal.dot(y.normal) >= tolerances.cos_same_normal &&
           (x.position - y.position).norm() <= reach;
}

/// Returns a feature by mesh vertices: the corner's, those of the edge's ends, or those of the
/// facet's largest triangle.
Feature mesh_feature(const FacetModel& model, const FacetFeature& feature) {
    Feature result;
    const auto take = [&](FeatureType type, auto vertices) {
        result.type = type;
        std::ranges::sort(vertices);
        std::ranges::copy(vertices, result.vertices.begin());
    };
    switch (feature.type) {
        case FacetFeatureType::Corner:
            take(FeatureType::Vertex, std::array{model.corners[feature.index].vertex});
            break;
        case FacetFeatureType::Edge: {
            const FacetEdge& edge = model.edges[feature.index];
            take(FeatureType::Edge,
                 std::array{model.corners[edge.start].vertex, model.corners[edge.end].vertex});
            break;
        }
        case FacetFeatureType::Facet:
            take(FeatureType::Face, model.facets[feature.index].triangle);
            break;
    }
    return result;
}

/// Returns the plane between the features of a contact in the world.
std::optional<TurningPlane> plane_of(const PairFrame& frame, const Pose& world_from_a,
                                     const Output& output) {
    std::optional<TurningPlane> plane = turning_plane(frame, output.bearing);
    if (!plane && output.is_region) {
        plane = turning_plane(
            frame, features_at_corner(frame, {output.feature_a.index, output.feature_b.index},
                                      output.position));
    }
    if (plane) {
        for (Vec3& along : plane->along) {
            along = world_from_a.rotation * along;
        }
        plane->point_a = world_from_a * plane->point_a;
        plane->point_b = world_from_a * plane->point_b;
    }
    return plane;
}

}  // namespace

[[gnu::flatten]] void mark_repeats(const PairTolerances& tolerances, Workspace& workspace) {
    const std::vector<Output>& outputs = workspace.outputs;
    const int count = static_cast<int>(outputs.size());
    std::vector<int>& by_x = workspace.by_x;
    by_x.resize(count);
    std::iota(by_x.begin(), by_x.end(), 0);
    std::sort(by_x.begin(), by_x.end(), [&](int i, int j) {
        const double x = outputs[i].position.x();
        const double y = outputs[j].position.x();
        return x != y ? x < y : i < j;
    });
    workspace.dropped.assign(count, false);
    for (int m = 0; m < count; ++m) {
        const int i = by_x[m];
        const double reach = outputs[i].position.x() + tolerances.envelope;
        for (int n = m + 1; n < count && outputs[by_x[n]].position.x() <= reach; ++n) {
            const int j = by_x[n];
            if (workspace.dropped[i] || workspace.dropped[j] ||
                !repeat_each_other(outputs[i], outputs[j], tolerances)) {
                continue;
            }
            const double gain = outputs[i].separation - outputs[j].separation;
            const bool tied = std::abs(gain) <= tolerances.equal;
            const bool i_stays =
                tied ? (outputs[i].is_region != outputs[j].is_region ? outputs[i].is_region : i < j)
                     : gain < 0.0;
            workspace.dropped[i_stays ? j : i] = true;
        }
    }
}

[[gnu::flatten]] void append_outputs(const Collider& a, const PairFrame& frame, bool exchanged,
                                     bool with_planes, const Workspace& workspace,
                                     std::vector<ContactPoint>& contacts) {
    const Mat3 world_from_a = a.world_from_body.rotation.toRotationMatrix();
    const int kept = static_cast<int>(std::ranges::count(workspace.dropped, false));
    if (contacts.empty()) {
        contacts.reserve(kept);
    }
    const Output* last = nullptr;  // corners of a region share their features and normal
    Vec3 normal = Vec3::Zero();
    Feature feature_a;
    Feature feature_b;
    for (std::size_t i = 0; i < workspace.outputs.size(); ++i) {
        if (workspace.dropped[i]) {
            continue;
        }
        const Output& output = workspace.outputs[i];
        if (last == nullptr || !same_bits(output.normal, last->normal)) {
            normal = (world_from_a * output.normal).normalized();
        }
        if (last == nullptr || output.feature_a != last->feature_a) {
            feature_a = mesh_feature(*frame.a, output.feature_a);
        }
        if (last == nullptr || output.feature_b != last->feature_b) {
            feature_b = mesh_feature(*frame.b, output.feature_b);
        }
        last = &output;
        ContactPoint& contact = contacts.emplace_back();
        contact.position = world_from_a * output.position + a.world_from_body.translation;
        contact.normal = normal;
        contact.separation = output.separation;
        contact.feature_a = feature_a;
        contact.feature_b = feature_b;
        if (with_planes &&
            (output.separation > frame.tolerances.equal || tips(frame, output.normal))) {
            contact.plane = plane_of(frame, a.world_from_body, output);
        }
        if (exchanged) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
        }
        if (exchanged && contact.plane) {
            std::swap(contact.plane->point_a, contact.plane->point_b);
            for (bool& with_b : contact.plane->turns_with_b) {
                with_b = !with_b;
            }
        }
    }
}

}  // namespace touchstone::semi_local
