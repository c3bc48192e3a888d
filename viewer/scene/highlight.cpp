#include "viewer/scene/highlight.h"

#include <algorithm>

#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

/// Adds all edges of the element. A vertex becomes a small cross.
void add_feature(Highlight& highlight, const CollisionShape& shape, const Feature& feature,
                 int body, double radius) {
    const auto add = [&](const Vec3& start, const Vec3& end) {
        highlight.lines.push_back(
            {to_floats(start), to_floats(end), static_cast<std::uint32_t>(body)});
    };
    const int corners = static_cast<int>(feature.type) + 1;
    for (int i = 0; i < corners; ++i) {
        if (feature.vertices[i] < 0 || feature.vertices[i] >= std::ssize(shape.mesh.vertices)) {
            return;  // another mesh: the recording was made with a different one
        }
    }
    if (feature.type == FeatureType::Vertex) {
        const Vec3& center = shape.mesh.vertices[feature.vertices[0]];
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 arm = 2.0 * radius * Vec3::Unit(axis);
            add(center - arm, center + arm);
        }
        return;
    }
    for (int i = 0; i < corners; ++i) {
        for (int j = i + 1; j < corners; ++j) {
            add(shape.mesh.vertices[feature.vertices[i]], shape.mesh.vertices[feature.vertices[j]]);
        }
    }
}

}  // namespace

Highlight highlight_contact(const SceneView& view, const BodyShapes& shapes, const Moment& moment,
                            int contact) {
    Highlight highlight;
    const ContactPoint& point = moment.contacts[contact];
    add_feature(highlight, shapes.of(point.body_a), point.feature_a, point.body_a,
                view.glyph_radius);
    add_feature(highlight, shapes.of(point.body_b), point.feature_b, point.body_b,
                view.glyph_radius);
    const auto drawn = std::ranges::find(view.contact_indices, contact);
    if (drawn != view.contact_indices.end()) {
        highlight.points.push_back(view.contacts[drawn - view.contact_indices.begin()]);
    }
    return highlight;
}

}  // namespace touchstone::viewer
