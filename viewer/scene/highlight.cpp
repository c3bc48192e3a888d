#include "viewer/scene/highlight.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "generators/generator.h"
#include "viewer/model/to_floats.h"
#include "viewer/scene/contact_ellipse.h"

namespace touchstone::viewer {
namespace {

/// The vertices that a feature's numbers mean: of the body's shape, or, for contacts that a method
/// finds of an elastic body as it moves it, of its surface as it is drawn.
std::vector<Vec3> named_vertices(const CollisionShape& shape, const SceneGeometry& geometry,
                                 const Moment& moment, int body) {
    std::vector<Vec3> deformed;
    for (const GeometryVertex& vertex : geometry.vertices) {
        if (static_cast<int>(vertex.body) == body && vertex.strain >= 0.0F) {
            deformed.emplace_back(vertex.position[0], vertex.position[1], vertex.position[2]);
        }
    }
    const auto method = std::ranges::find(all_generators(), moment.generator, &Generator::id);
    const bool is_own = method != all_generators().end() && method->moves != nullptr;
    return is_own && !deformed.empty() ? deformed : shape.mesh.vertices;
}

/// Returns true for a method of exact shapes, whose features are names for places on a curve: the
/// nearest vertices of a mesh that it does not look at.
bool names_places(const std::string& generator) {
    const auto method = std::ranges::find(all_generators(), generator, &Generator::id);
    return method != all_generators().end() && method->needs_exact_shape != nullptr;
}

/// Adds all edges of the element. A vertex becomes a small cross.
void add_feature(Highlight& highlight, std::span<const Vec3> vertices, const Feature& feature,
                 int body, double radius) {
    const auto add = [&](const Vec3& start, const Vec3& end) {
        highlight.lines.push_back(
            {to_floats(start), to_floats(end), static_cast<std::uint32_t>(body)});
    };
    const int corners = static_cast<int>(feature.type) + 1;
    for (int i = 0; i < corners; ++i) {
        if (feature.vertices[i] < 0 || feature.vertices[i] >= std::ssize(vertices)) {
            return;  // another mesh: the recording was made with a different one
        }
    }
    if (feature.type == FeatureType::Vertex) {
        const Vec3& center = vertices[feature.vertices[0]];
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 arm = 2.0 * radius * Vec3::Unit(axis);
            add(center - arm, center + arm);
        }
        return;
    }
    for (int i = 0; i < corners; ++i) {
        for (int j = i + 1; j < corners; ++j) {
            add(vertices[feature.vertices[i]], vertices[feature.vertices[j]]);
        }
    }
}

}  // namespace

Highlight highlight_contact(const SceneView& view, const BodyShapes& shapes,
                            const SceneGeometry& geometry, const Moment& moment, int contact) {
    Highlight highlight;
    const ContactPoint& point = moment.contacts[contact];
    for (const auto& [body, feature] :
         {std::pair(point.body_a, point.feature_a), std::pair(point.body_b, point.feature_b)}) {
        if (shapes.of(body).smooth && names_places(moment.generator)) {
            continue;
        }
        add_feature(highlight, named_vertices(shapes.of(body), geometry, moment, body), feature,
                    body, view.glyph_radius);
    }
    const auto drawn = std::ranges::find(view.contact_indices, contact);
    if (drawn != view.contact_indices.end()) {
        const Glyph& glyph = view.contacts[drawn - view.contact_indices.begin()];
        highlight.points.push_back(glyph);
        const Vec3 place(glyph.position[0], glyph.position[1], glyph.position[2]);
        const std::vector<Vec3> corners = contact_ellipse(point, shapes, moment.world_from_shape);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            highlight.lines.push_back({to_floats(place + corners[i]),
                                       to_floats(place + corners[(i + 1) % corners.size()]),
                                       static_cast<std::uint32_t>(view.bodies.size())});
        }
    }
    return highlight;
}

}  // namespace touchstone::viewer
