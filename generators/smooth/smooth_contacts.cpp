#include "generators/smooth/smooth_contacts.h"

#include <algorithm>

#include "generators/outcome.h"
#include "generators/semi_local/semi_local.h"
#include "methods/base/options/option_makers.h"
#include "methods/smooth/polyhedron_pair.h"
#include "methods/smooth/tessellate.h"

namespace touchstone::smooth {
namespace {

constexpr Word<Polyhedra> kPolyhedra[]{{"cannot", Polyhedra::Cannot},
                                       {"semi_local", Polyhedra::SemiLocal}};

[[noreturn]] void refuse_pair(const std::string& why) {
    throw GeneratorFault(Outcome::Unsupported, "exact contacts: " + why);
}

/// Returns a frame at A's place with the world's axes: coordinates are small wherever the scene is.
Pose near_pose(const Collider& body, const Vec3& origin) {
    return {body.world_from_body.rotation, body.world_from_body.translation - origin};
}

void append_contacts(const ExtremalPair& pair, const Pose& world_from_frame,
                     std::vector<ContactPoint>& contacts) {
    const Mat3 rotation = world_from_frame.rotation.toRotationMatrix();
    for (const SmoothContact& found : pair.contacts) {
        ContactPoint contact;
        contact.position =
            rotation * (0.5 * (found.point_a + found.point_b)) + world_from_frame.translation;
        contact.normal = (rotation * found.normal).normalized();
        contact.separation = found.separation;
        contacts.push_back(contact);
    }
}

std::vector<ContactPoint> smooth_pair(const Collider& a, const Collider& b,
                                      const Settings& settings) {
    const Vec3 origin = a.world_from_body.translation;
    const ExtremalAnswer answer = extremal_points(
        make_smooth_body(*a.shape->smooth), near_pose(a, origin),
        make_smooth_body(*b.shape->smooth), near_pose(b, origin), {settings.published});
    if (answer.pairs.empty() && !answer.why_not.empty() && !settings.published) {
        refuse_pair(answer.why_not);
    }
    std::vector<ContactPoint> contacts;
    for (const ExtremalPair& pair : answer.pairs) {
        if (pair.contacts[0].separation <= settings.reach) {
            append_contacts(pair, {Quat::Identity(), origin}, contacts);
        }
    }
    return contacts;
}

Feature mesh_feature_of(const FacetModel& model, const FacetFeature& feature) {
    Feature result;
    if (feature.type == FacetFeatureType::Corner) {
        result.type = FeatureType::Vertex;
        result.vertices[0] = model.corners[feature.index].vertex;
    } else if (feature.type == FacetFeatureType::Edge) {
        const FacetEdge& edge = model.edges[feature.index];
        result.type = FeatureType::Edge;
        const int start = model.corners[edge.start].vertex;
        const int end = model.corners[edge.end].vertex;
        result.vertices[0] = std::min(start, end);
        result.vertices[1] = std::max(start, end);
    } else {
        const Triangle& triangle = model.facets[feature.index].triangle;
        result.type = FeatureType::Face;
        std::copy(triangle.begin(), triangle.end(), result.vertices.begin());
        std::sort(result.vertices.begin(), result.vertices.begin() + 3);
    }
    return result;
}

/// Returns the contacts of a polyhedron, which is A of the answer, with a smooth body.
std::vector<ContactPoint> polyhedron_contacts(const Collider& polyhedron, const Collider& curved,
                                              const Settings& settings) {
    const Pose& world_from_frame = polyhedron.world_from_body;
    const Pose frame_from_world{
        world_from_frame.rotation.conjugate(),
        world_from_frame.rotation.conjugate() * Vec3(-world_from_frame.translation)};
    Pose placed = frame_from_world * curved.world_from_body;
    placed.translation = frame_from_world.rotation *
                         Vec3(curved.world_from_body.translation - world_from_frame.translation);
    const SmoothBody body = make_smooth_body(*curved.shape->smooth);
    std::vector<ContactPoint> contacts;
    for (const PlacedSolid& solid : placed_solids(body, placed)) {
        const PolyhedronAnswer answer =
            polyhedron_pair(*polyhedron.shape->facets, solid, settings.reach);
        if (!answer.why_not.empty()) {
            refuse_pair(answer.why_not);
        }
        for (const PolyhedronContact& found : answer.contacts) {
            const std::size_t first = contacts.size();
            append_contacts(found.pair, world_from_frame, contacts);
            const Feature feature = mesh_feature_of(*polyhedron.shape->facets, found.feature);
            for (std::size_t i = first; i < contacts.size(); ++i) {
                contacts[i].feature_a = feature;
            }
        }
    }
    return contacts;
}

/// Returns the vertex of the body's mesh that is nearest to a point, as a name for a place on a
/// curve.
Feature nearest_vertex(const Collider& body, const Vec3& point) {
    const auto nearest = std::ranges::min_element(
        body.vertices, {}, [&](const Vec3& vertex) { return (vertex - point).squaredNorm(); });
    Feature feature;
    feature.vertices[0] = static_cast<int>(nearest - body.vertices.begin());
    return feature;
}

void name_nearest_vertices(const Collider& a, const Collider& b, ContactPoint& contact) {
    const Vec3 half_way = 0.5 * contact.separation * contact.normal;
    if (a.shape->smooth) {
        contact.feature_a = nearest_vertex(a, contact.position - half_way);
    }
    if (b.shape->smooth) {
        contact.feature_b = nearest_vertex(b, contact.position + half_way);
    }
}

}  // namespace

MethodOptions options() {
    return make_method_options<Settings>(
        {length_option("reach", &Settings::reach, {0.0, 1e3, "number in [0, 1000] [m]"},
                       "contacts with a wider gap are left out"),
         word_option("published", &Settings::published, kOffOn,
                     "undamped Newton steps from the centre line alone, as Baraff [1990] has them"),
         word_option("polyhedra", &Settings::polyhedra, kPolyhedra,
                     "what becomes of pairs of polyhedra: not answered, or left to semi_local")},
        {});
}

std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query) {
    const auto& settings = query.settings.as<Settings>();
    if (!a.shape->smooth && !b.shape->smooth) {
        if (settings.polyhedra == Polyhedra::SemiLocal) {
            return semi_local::generate(a, b, {query.time_step, {}});
        }
        refuse_pair("neither body has an exact curved shape");
    }
    const bool both = a.shape->smooth && b.shape->smooth;
    // Of two curved bodies the first in canonical order, else the polyhedron.
    const bool exchanged = both ? comes_first(b, a) : a.shape->smooth.has_value();
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    std::vector<ContactPoint> contacts =
        both ? smooth_pair(first, second, settings) : polyhedron_contacts(first, second, settings);
    for (ContactPoint& contact : contacts) {
        if (exchanged) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
        }
        name_nearest_vertices(a, b, contact);
    }
    return contacts;
}

bool needs_exact_shape(const MethodSettings& settings) {
    return settings.as<Settings>().polyhedra == Polyhedra::Cannot;
}

ShapeRule shape_rule(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

double reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return settings.as<Settings>().reach + kMostShortfall * (sizes.largest + sizes.second_largest);
}

double slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return reach(settings, sizes);
}

}  // namespace touchstone::smooth
