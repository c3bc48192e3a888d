#include "generators/barrier/barrier.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "generators/barrier/opening.h"
#include "generators/outcome.h"
#include "generators/semi_local/semi_local.h"
#include "methods/barrier/barrier_function.h"
#include "methods/barrier/barrier_pairs.h"
#include "methods/base/number_text.h"

namespace touchstone::barrier {
namespace {

/// A body's surface in the frame of the body that comes first, where coordinates are small and the
/// same however the scene is placed.
struct PlacedSurface {
    BarrierSurface surface;
    std::vector<Vec3> points;
};

PlacedSurface place(const Collider& collider, const Pose& world_from_frame,
                    BarrierPrimitives primitives) {
    PlacedSurface placed;
    placed.surface =
        make_barrier_surface(collider.shape->mesh.vertices, collider.shape->triangles, primitives);
    const Mat3 frame_from_world = world_from_frame.rotation.toRotationMatrix().transpose();
    const Mat3 rotation = frame_from_world * collider.world_from_body.rotation.toRotationMatrix();
    const Vec3 offset =
        frame_from_world * (collider.world_from_body.translation - world_from_frame.translation);
    for (const Vec3& point : placed.surface.points) {
        placed.points.push_back(rotation * point + offset);
    }
    return placed;
}

/// The way in which B is opened, and how far at most, in world frame.
struct OpeningWay {
    Vec3 direction = Vec3::Constant(kUnset);
    double farthest = 0.0;  ///< [m]
};

/// Returns nothing when the semi-local method finds no contact, or normals that cancel.
std::optional<OpeningWay> opening_way(const Collider& a, const Collider& b, double time_step,
                                      double dhat) {
    const std::vector<ContactPoint> contacts = semi_local::generate(a, b, {time_step, {}});
    Vec3 sum = Vec3::Zero();
    for (const ContactPoint& contact : contacts) {
        sum += contact.normal;
    }
    constexpr double kCancelled = 1e-6;
    if (sum.norm() <= kCancelled * static_cast<double>(contacts.size())) {
        return std::nullopt;
    }
    OpeningWay way;
    way.direction = sum.normalized();
    constexpr double kSteepest =
        0.1;  // least cosine of a normal with the way that sets how far to open
    for (const ContactPoint& contact : contacts) {
        const double along = std::max(kSteepest, contact.normal.dot(way.direction));
        way.farthest = std::max(way.farthest, -contact.separation / along);
    }
    way.farthest = 2.0 * way.farthest + 4.0 * dhat;
    return way;
}

Vec3 weighted_point(std::span<const Vec3> points, const std::array<int, 3>& places,
                    const std::array<double, 3>& weights, int count) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) {
        sum += weights[i] * points[places[i]];
    }
    return sum;
}

/// Returns the contact of a pair in the frame; `opened` is how B was moved.
ContactPoint contact_of(const BarrierPair& pair, const PlacedSurface& a, const PlacedSurface& b,
                        const Vec3& opened, double dhat) {
    ContactPoint contact;
    const double distance = pair.way.norm();
    contact.normal = -pair.way / distance;
    const Vec3 on_a = weighted_point(a.points, pair.a, pair.weights_a, pair.count_a);
    const Vec3 on_b = weighted_point(b.points, pair.b, pair.weights_b, pair.count_b);
    contact.position = 0.5 * (on_a + on_b);
    contact.separation = distance - contact.normal.dot(opened);
    contact.feature_a = mesh_feature(a.surface, pair.a, pair.count_a);
    contact.feature_b = mesh_feature(b.surface, pair.b, pair.count_b);
    contact.force = pair.multiplicity * pair.factor * barrier_force(distance / dhat);
    return contact;
}

/// Contacts of pairs, one for each pair of features: pairs of edges that are mollified stand beside
/// pairs with the same closest features. In the order in which features come first.
class MergedContacts {
 public:
    void add(const ContactPoint& contact) {
        const auto [place, is_new] =
            places_.try_emplace({contact.feature_a, contact.feature_b}, contacts_.size());
        if (is_new) {
            contacts_.push_back(contact);
        } else {
            contacts_[place->second].force += contact.force;
        }
    }

    std::vector<ContactPoint> take() { return std::move(contacts_); }

 private:
    std::vector<ContactPoint> contacts_;
    std::map<std::pair<Feature, Feature>, std::size_t> places_;
};

/// Refuses a d̂ that is too large, in these words.
[[noreturn]] void refuse_dhat(double dhat, const std::string& what) {
    throw GeneratorFault(Outcome::Unsupported,
                         "barrier: dhat, " + shortest(dhat) + " m, is " + what +
                             "; give a smaller one, or a share of the size, as in "
                             "barrier.dhat=1e-3l");
}

/// Throws GeneratorFault, Unsupported, when d̂ is as large as the smaller body, whose far side would
/// then take part in each contact, as would all faces that are near each other.
void require_small_reach(double dhat, double smaller_size) {
    if (dhat >= smaller_size) {
        refuse_dhat(dhat, "as large as a body");
    }
}

/// Throws GeneratorFault, Unsupported, when d̂ is not small beside a body and the two have so many
/// features that the pairs of them, of which a good part may be within d̂, could fill the memory.
void require_few_pairs(const BarrierSurface& a, const BarrierSurface& b, double dhat,
                       double smaller_size) {
    constexpr double kSmallShare = 0.1;
    constexpr double kMostPairs = 1 << 22;
    const auto count = [](const auto& elements) { return static_cast<double>(elements.size()); };
    const double pairs = count(a.edges) * count(b.edges) + count(a.faces) * count(b.vertices) +
                         count(a.vertices) * count(b.faces);
    if (dhat > kSmallShare * smaller_size && pairs > kMostPairs) {
        refuse_dhat(dhat, "too large for bodies of so many features");
    }
}

void turn_to_world(const Pose& frame, bool exchanged, ContactPoint& contact) {
    const Mat3 rotation = frame.rotation.toRotationMatrix();
    contact.position = rotation * contact.position + frame.translation;
    contact.normal = (rotation * contact.normal).normalized();
    if (exchanged) {
        contact.normal = -contact.normal;
        std::swap(contact.feature_a, contact.feature_b);
    }
}

}  // namespace

std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query) {
    const auto& settings = query.settings.as<Settings>();
    const bool exchanged = comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    const double smaller_size = std::min(a.shape->size, b.shape->size);
    const double dhat = dhat_of(settings, smaller_size);
    const std::optional<OpeningWay> way = opening_way(first, second, query.time_step, dhat);
    if (!way) {
        return {};
    }
    require_small_reach(dhat, smaller_size);
    const Pose& frame = first.world_from_body;
    const PlacedSurface placed_first = place(first, frame, settings.primitives);
    const PlacedSurface placed_second = place(second, frame, settings.primitives);
    require_few_pairs(placed_first.surface, placed_second.surface, dhat, smaller_size);
    const Vec3 direction = frame.rotation.toRotationMatrix().transpose() * way->direction;
    const OpenedPair pair{&placed_first.surface, &placed_second.surface, placed_first.points,
                          placed_second.points};
    const std::optional<double> opening =
        find_opening(pair, direction, way->farthest, settings.y * dhat, dhat);
    if (!opening) {
        return {};
    }
    const Vec3 opened = *opening * direction;
    const BarrierCandidates candidates = candidates_on_way(pair, opened, dhat);
    MergedContacts merged;
    for (const BarrierPair& near :
         near_pairs(*pair.a, pair.points_a, *pair.b, moved_points(pair.points_b, opened),
                    candidates, dhat)) {
        merged.add(contact_of(near, placed_first, placed_second, opened, dhat));
    }
    std::vector<ContactPoint> contacts = merged.take();
    for (ContactPoint& contact : contacts) {
        turn_to_world(frame, exchanged, contact);
    }
    return contacts;
}

ShapeRule shape_rule(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

double reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return std::max(dhat_of(settings.as<Settings>(), sizes.second_largest),
                    semi_local::reach({}, sizes));
}

double slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return std::max(dhat_of(settings.as<Settings>(), sizes.second_largest),
                    semi_local::slack({}, sizes));
}

}  // namespace touchstone::barrier
