#include "testcases/motion/motion_bound.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "generators/convex_cast/contact_patch.h"
#include "methods/base/boxes/box_sweep.h"
#include "methods/base/error.h"
#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/filling/fill_solid.h"
#include "testcases/scenes/convex_cut.h"

namespace touchstone {
namespace {

constexpr double kTouching = 1.0 + 1e-9;  // times the margins, for rounding
constexpr double kPatchReach = 0.5;       // share of the margins: so far from the plane is on it

TetMesh fill_body(const BodySetup& body, const SurfaceMesh& surface) {
    if (std::optional<TetMesh> tets = own_tets(body.shape)) {
        return *std::move(tets);
    }
    TetrahedralizeOptions options;
    options.switches = body.tetgen_switches;
    return fill_solid(surface, options).mesh;
}

/// A solid as it comes: in given convex parts, convex, or in tets.
struct Solid {
    const SurfaceMesh* surface = nullptr;
    std::optional<TetMesh> tets;                           ///< nothing: in parts
    std::vector<std::shared_ptr<const FacetModel>> parts;  ///< facets of the given ones, or of the
                                                           ///< solid itself; none with `tets`
};

Solid make_solid(const StudyScene& scene, int body) {
    const BodySetup& setup = scene.test_case.bodies[body];
    Solid solid{&scene.surfaces[body], std::nullopt, {}};
    if (!setup.convex_parts.empty()) {
        for (const SurfaceMesh& part : make_part_surfaces(setup.convex_parts)) {
            solid.parts.push_back(scene.stock->facets_of(part));
        }
        return solid;
    }
    std::shared_ptr<const FacetModel> facets = scene.stock->facets_of(*solid.surface);
    if (facets->is_convex) {
        solid.parts.push_back(std::move(facets));
        return solid;
    }
    try {
        solid.tets = fill_body(setup, *solid.surface);
    } catch (const MeshError& error) {
        throw MeshError(scene.test_case.id + ", body '" + setup.name +
                        "', which is not convex: " + error.what());
    }
    return solid;
}

/// Returns the width of a solid [m]: the least of its convex parts. For a solid in tets it is the
/// mean, since one flat tet says little about it.
double width_of(const Solid& solid) {
    if (solid.tets) {
        return mean_thickness(*solid.surface);
    }
    double least = std::numeric_limits<double>::infinity();
    for (const std::shared_ptr<const FacetModel>& part : solid.parts) {
        least = std::min(least, convex_width(*part));
    }
    return least;
}

ConvexParts make_parts(const Solid& solid, const Vec3& center, double widest) {
    return solid.tets ? make_tet_parts(*solid.tets, center, widest)
                      : make_convex_parts(solid.parts, center, widest);
}

/// All that a body's parts depend on, ordered, so that equal bodies share theirs.
using SolidKey = std::tuple<std::vector<double>, std::vector<Triangle>, std::string>;

SolidKey key_of(const SurfaceMesh& surface, const BodySetup& body) {
    return {solid_coordinates(surface, body.convex_parts), surface.triangles, body.tetgen_switches};
}

/// A scene's bodies in one motion, some of which have been stopped.
class Motion {
 public:
    Motion(std::vector<MovingParts> bodies, std::span<const RigidBody> setups)
        : bodies_(std::move(bodies)), ends_{std::vector(bodies_.size(), 1.0), {}, {}} {
        boxes_.reserve(bodies_.size());
        moves_.reserve(bodies_.size());
        std::vector<BodyBox> bounds;
        bounds.reserve(bodies_.size());
        for (int i = 0; i < std::ssize(bodies_); ++i) {
            boxes_.push_back(swept_boxes(bodies_[i]));
            moves_.push_back(!setups[i].fixed && (!bodies_[i].sweep.travel.isZero(0.0) ||
                                                  !bodies_[i].sweep.turn.isZero(0.0)));
            bounds.push_back({boxes_.back().nodes.front(), !moves_.back()});
        }
        for (const auto& [a, b] : overlapping_bodies(bounds)) {
            look_at(a, b, 0.0);
        }
    }

    /// Moves from stop to stop. Each event stops at least one body for good, so there are no more
    /// events than bodies.
    MotionEnds run() {
        while (!events_.empty()) {
            const auto first = std::ranges::min_element(events_, {}, [](const MotionStop& stop) {
                return std::tuple(stop.time, stop.body_a, stop.body_b);
            });
            const MotionStop stop = *first;
            ends_.stops.push_back(stop);
            stop_at(stop);
        }
        return std::move(ends_);
    }

 private:
    void look_at(int a, int b, double from) {
        if ((!moves_[a] && !moves_[b]) ||
            !overlap(boxes_[a].nodes.front(), boxes_[b].nodes.front())) {
            return;
        }
        const std::optional<PartImpact> impact =
            find_parts_impact(bodies_[a], boxes_[a], bodies_[b], boxes_[b], from, &ends_.work);
        if (impact) {
            events_.push_back({a, b, impact->part_a, impact->part_b, impact->time});
        }
    }

    /// Stops both bodies. Bodies that stand now are met otherwise than bodies that would have moved
    /// on.
    void stop_at(const MotionStop& stop) {
        std::vector<int> stopped;
        for (const int body : {stop.body_a, stop.body_b}) {
            if (moves_[body]) {
                stopped.push_back(body);
                moves_[body] = false;
                ends_.shares[body] = stop.time;
                bodies_[body] = standing_at(bodies_[body], stop.time);
                boxes_[body] = swept_boxes(bodies_[body]);
            }
        }
        const auto is_stopped = [&](int body) { return std::ranges::count(stopped, body) > 0; };
        std::erase_if(events_, [&](const MotionStop& event) {
            return is_stopped(event.body_a) || is_stopped(event.body_b);
        });
        for (const int body : stopped) {
            for (int other = 0; other < std::ssize(bodies_); ++other) {
                if (!is_stopped(other)) {
                    look_at(std::min(body, other), std::max(body, other), stop.time);
                }
            }
        }
    }

    std::vector<MovingParts> bodies_;
    std::vector<TreeBoxes> boxes_;
    std::vector<bool> moves_;
    std::vector<MotionStop> events_;  ///< first contacts of pairs, as things stand
    MotionEnds ends_;
};

MovingParts moving(const ConvexParts& parts, const RigidBody& body, const Pose& start,
                   double duration) {
    MovingParts moving;
    moving.parts = &parts;
    moving.rotation = start.rotation.toRotationMatrix();
    moving.sweep.center = start * parts.center_of_mass;
    if (!body.fixed) {
        moving.sweep.travel = duration * body.state.linear_velocity;
        moving.sweep.turn = duration * body.state.angular_velocity;
    }
    return moving;
}

}  // namespace

MotionBound::MotionBound(const StudyScene& scene) {
    std::vector<Solid> solids;
    std::vector<int> body_of_solid;
    std::map<SolidKey, int> known;
    double thinnest = std::numeric_limits<double>::infinity();
    solids.reserve(scene.surfaces.size());
    body_of_solid.reserve(scene.surfaces.size());
    part_of_body_.reserve(scene.surfaces.size());
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        const SurfaceMesh& surface = scene.surfaces[i];
        const auto [entry, is_new] = known.try_emplace(key_of(surface, scene.test_case.bodies[i]),
                                                       static_cast<int>(std::ssize(solids)));
        part_of_body_.push_back(entry->second);
        if (is_new) {
            solids.push_back(make_solid(scene, i));
            body_of_solid.push_back(i);
            thinnest = std::min(thinnest, width_of(solids.back()));
        }
    }
    parts_.reserve(solids.size());
    for (int i = 0; i < std::ssize(solids); ++i) {
        const Vec3& center = scene.solids[body_of_solid[i]].center_of_mass;
        parts_.push_back(make_parts(solids[i], center, thinnest));
    }
}

MotionEnds MotionBound::ends(std::span<const RigidBody> bodies, std::span<const Pose> starts,
                             double duration) const {
    std::vector<MovingParts> moved;
    moved.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        moved.push_back(moving(parts_of(i), bodies[i], starts[i], duration));
    }
    return Motion(std::move(moved), bodies).run();
}

std::vector<ContactPoint> MotionBound::contacts(std::span<const MotionStop> stops,
                                                std::span<const RigidBody> bodies,
                                                std::span<const Pose> poses) const {
    std::vector<ContactPoint> contacts;
    contacts.reserve(4 * stops.size());
    for (const MotionStop& stop : stops) {
        const ConvexParts& parts_a = parts_of(stop.body_a);
        const ConvexParts& parts_b = parts_of(stop.body_b);
        const MovingParts a = moving(parts_a, bodies[stop.body_a], poses[stop.body_a], 0.0);
        const MovingParts b = moving(parts_b, bodies[stop.body_b], poses[stop.body_b], 0.0);
        const PairDistance distance = core_distance(a, stop.part_a, b, stop.part_b, 0.0);
        const double margin = pair_margin(parts_a, stop.part_a, parts_b, stop.part_b);
        if (!(distance.lower > 0.0) || distance.lower > kTouching * margin) {
            continue;
        }
        const SupportShape& core_a = parts_a.cores[stop.part_a];
        const AffinePlacement placed_a = placement_at(a, 0.0);
        const PlacedPair pair =
            place_pair(core_a, placed_a, parts_b.cores[stop.part_b], placement_at(b, 0.0));
        const Vec3 origin = placed_a.linear * core_a.centre + placed_a.offset;
        for (const Vec3& point : contact_patch(pair, distance.normal, kPatchReach * margin,
                                               0.5 * (distance.point_a + distance.point_b))) {
            ContactPoint contact;
            contact.position = origin + point;
            contact.normal = distance.normal;
            contact.separation = std::min(0.0, distance.lower - margin);
            contact.body_a = stop.body_a;
            contact.body_b = stop.body_b;
            contacts.push_back(contact);
        }
    }
    return contacts;
}

}  // namespace touchstone
