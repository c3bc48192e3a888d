#include "generators/smooth/smooth_contacts.h"

#include <algorithm>

#include "generators/outcome.h"
#include "generators/semi_local/semi_local.h"
#include "methods/base/option_makers.h"
#include "methods/smooth/polyhedron_pair.h"

namespace touchstone::smooth {
namespace {

constexpr Word<Polyhedra> kPolyhedra[]{{"cannot", Polyhedra::Cannot},
                                       {"semi_local", Polyhedra::SemiLocal}};

/// A mesh lies inside its surface by less than this share of its size at every level.
constexpr double kMeshShare = 0.3;

[[noreturn]] void refuse_pair(const std::string& why) {
    throw GeneratorFault(Outcome::Unsupported, "exact contacts: " + why);
}

/// A frame at A's place with the world's axes: coordinates are small wherever the scene is.
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

/// `polyhedron` is A of the answer.
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
    if (a.shape->smooth && b.shape->smooth) {
        const bool exchanged = comes_first(b, a);
        std::vector<ContactPoint> contacts =
            exchanged ? smooth_pair(b, a, settings) : smooth_pair(a, b, settings);
        for (ContactPoint& contact : contacts) {
            contact.normal = exchanged ? Vec3(-contact.normal) : contact.normal;
        }
        return contacts;
    }
    if (b.shape->smooth) {
        return polyhedron_contacts(a, b, settings);
    }
    if (a.shape->smooth) {
        std::vector<ContactPoint> contacts = polyhedron_contacts(b, a, settings);
        for (ContactPoint& contact : contacts) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
        }
        return contacts;
    }
    if (settings.polyhedra == Polyhedra::SemiLocal) {
        return semi_local::generate(a, b, {query.time_step, {}});
    }
    refuse_pair("neither body has an exact curved shape");
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
    return settings.as<Settings>().reach + kMeshShare * (sizes.largest + sizes.second_largest);
}

double slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return reach(settings, sizes);
}

}  // namespace touchstone::smooth
