#include "testcases/events/smooth_contacts.h"

#include <algorithm>
#include <cmath>

#include "methods/base/error.h"
#include "testcases/events/box_gap.h"
#include "testcases/events/core_contacts.h"

namespace touchstone {

/// Two bodies in the frame of the search.
struct SmoothContacts::Placement {
    std::vector<PlacedSolid> parts_a;
    std::vector<PlacedSolid> parts_b;
    SolidMotion motion_a;
    SolidMotion motion_b;
};

namespace {

SolidMotion motion_of(const RigidBody& body, const Vec3& origin) {
    SolidMotion motion;
    motion.about = body.state.world_from_body * body.state.center_of_mass - origin;
    if (!body.fixed) {
        motion.velocity = body.state.linear_velocity;
        motion.angular_velocity = body.state.angular_velocity;
    }
    return motion;
}

/// Returns the surface that a solid has at a point of the frame.
std::optional<SmoothFeature> surface_of(const PlacedSolid& placed, int feature, const Vec3& point) {
    if (feature >= 0) {
        return placed.solid->features[feature];
    }
    if (placed.solid->is_oval) {
        return placed.solid->features[0];
    }
    const std::optional<CorePart> core = core_part(placed.solid->primitive);
    return core ? surface_near(*core, to_solid(placed, point)) : std::nullopt;
}

/// Returns k of a contact between two surfaces; 0 where they fit each other, along a line or area.
double curvature_rate(const PlacedSolid& a, const SmoothFeature& surface_a, const PlacedSolid& b,
                      const SmoothFeature& surface_b, const SmoothContact& contact,
                      const SolidMotion& motion_a, const SolidMotion& motion_b) {
    const FeaturePair pair{&a, &b, &surface_a, &surface_b};
    const ExtremalState state =
        guess_state(pair, contact.point_a + surface_a.extra * contact.normal,
                    contact.point_b - surface_b.extra * contact.normal);
    const double rate = extremal_rates(pair, state, motion_a, motion_b).curvature_rate;
    return std::isfinite(rate) ? rate : 0.0;
}

EventContact event_contact(const SmoothContact& found, const Vec3& origin, int body_a, int body_b) {
    EventContact contact;
    contact.body_a = body_a;
    contact.body_b = body_b;
    contact.point_a = found.point_a + origin;
    contact.point_b = found.point_b + origin;
    contact.normal = found.normal;
    contact.separation = found.separation;
    return contact;
}

bool are_cores(const PlacedSolid& a, const PlacedSolid& b) {
    return core_part(a.solid->primitive) && core_part(b.solid->primitive);
}

bool is_sharp(const PlacedSolid& solid) {
    const std::optional<CorePart> core = core_part(solid.solid->primitive);
    return core && core->radius == 0.0;
}

/// Returns true for cores neither of which is a point, whose distance has a closed form. Boxes with
/// sharp edges touch without a way between them.
bool have_witness(const CorePart& a, const CorePart& b) {
    return !a.half.isZero(0.0) && !b.half.isZero(0.0) && a.radius + b.radius > 0.0;
}

constexpr int kWholeBox = -2;  // in the place of a corner's number

void append_cores(const PlacedSolid& a, const PlacedSolid& b, const std::vector<CoreContact>& found,
                  EventContact contact, const Vec3& origin, const SolidMotion& motion_a,
                  const SolidMotion& motion_b, std::vector<EventContact>& contacts) {
    for (const CoreContact& core : found) {
        EventContact own = event_contact(core.contact, origin, contact.body_a, contact.body_b);
        own.name = {contact.name[0], core.corner_a, contact.name[2], core.corner_b};
        own.use = contact.use;
        own.curvature_rate =
            curvature_rate(a, core.surface_a, b, core.surface_b, core.contact, motion_a, motion_b);
        contacts.push_back(own);
    }
}

}  // namespace

SmoothContacts::SmoothContacts(std::span<const SmoothShape* const> shapes,
                               std::span<const RigidBody> bodies, double gravity)
    : gravity_(gravity) {
    shapes_.reserve(shapes.size());
    for (int i = 0; i < std::ssize(shapes); ++i) {
        if (shapes[i] == nullptr) {
            throw Error("body '" + bodies[i].name +
                        "' is a polyhedron that is no box; event-driven steps take boxes and "
                        "exact curved shapes, like round_box");
        }
        shapes_.push_back(make_smooth_body(*shapes[i]));
        sizes_.push_back(smooth_reach(*shapes[i]));
        names_.push_back(bodies[i].name);
    }
    if (!bodies.empty()) {
        origin_ = bodies[0].state.world_from_body.translation;
    }
}

SmoothContacts::Placement SmoothContacts::placement_of(std::span<const RigidBody> bodies, int a,
                                                       int b) const {
    const auto parts = [&](int body) {
        Pose pose = bodies[body].state.world_from_body;
        pose.translation -= origin_;
        return placed_solids(shapes_[body], pose);
    };
    return {parts(a), parts(b), motion_of(bodies[a], origin_), motion_of(bodies[b], origin_)};
}

bool SmoothContacts::is_near(std::span<const RigidBody> bodies, int a, int b,
                             double duration) const {
    if (bodies[a].fixed && bodies[b].fixed) {
        return false;
    }
    const Vec3 between =
        bodies[b].state.world_from_body.translation - bodies[a].state.world_from_body.translation;
    const auto speed = [&](int body) {
        const BodyState& state = bodies[body].state;
        return bodies[body].fixed ? 0.0
                                  : state.linear_velocity.norm() +
                                        2.0 * sizes_[body] * state.angular_velocity.norm();
    };
    constexpr double kMargin = 0.1;  // share of the smaller size
    const double room = 2.0 * duration * (speed(a) + speed(b)) +
                        2.0 * gravity_ * duration * duration +
                        kMargin * std::min(sizes_[a], sizes_[b]);
    return between.norm() <= sizes_[a] + sizes_[b] + room;
}

void SmoothContacts::append_pair(const Placement& at, const PartPair& pair, double reach,
                                 std::vector<EventContact>& contacts) const {
    const PlacedSolid& a = at.parts_a[pair.part_a];
    const PlacedSolid& b = at.parts_b[pair.part_b];
    const auto refuse = [&](const std::string& why) {
        throw Error("bodies '" + names_[pair.body_a] + "' and '" + names_[pair.body_b] +
                    "': " + why);
    };
    if (are_cores(a, b)) {
        const CorePart core_a = *core_part(a.solid->primitive);
        const CorePart core_b = *core_part(b.solid->primitive);
        const auto known = witnesses_.find(pair);
        CoreWitness witness = known == witnesses_.end() ? CoreWitness{} : known->second;
        const std::optional<double> gap = remade_gap(witness, a, core_a, b, core_b);
        if (gap && *gap > reach) {
            return;
        }
        const auto found = core_contacts(a, core_a, b, core_b, reach);
        if (!found) {
            refuse("their cores meet: they overlap deeper than the rounding");
        }
        EventContact names;
        names.body_a = pair.body_a;
        names.body_b = pair.body_b;
        names.name = {pair.part_a, 0, pair.part_b, 0};
        if (core_a.radius + core_b.radius > 0.0) {
            append_cores(a, b, *found, names, origin_, at.motion_a, at.motion_b, contacts);
            return;
        }
        names.use = ContactUse::Forces;
        append_cores(a, b, *found, names, origin_, at.motion_a, at.motion_b, contacts);
        CoreContact whole = box_gap(a, core_a, b, core_b);
        if (whole.contact.separation <= reach) {
            whole.corner_a = whole.corner_b = kWholeBox;
            names.use = ContactUse::Overlap;
            append_cores(a, b, {whole}, names, origin_, at.motion_a, at.motion_b, contacts);
        }
        return;
    }
    if (is_sharp(a) || is_sharp(b)) {
        refuse("a box with sharp edges meets boxes, balls and capsules; give it a rounding");
    }
    const ExtremalTrack unknown;
    const auto known = tracks_.find(pair);
    const ExtremalTrack& track = known == tracks_.end() ? unknown : known->second;
    const ExtremalAnswer answer = followed_pair(track, a, b, 0.0).answer;
    if (answer.pairs.empty()) {
        refuse(answer.why_not);
    }
    for (const ExtremalPair& found : answer.pairs) {
        for (int i = 0; i < std::ssize(found.contacts); ++i) {
            const SmoothContact& contact = found.contacts[i];
            if (contact.separation > reach) {
                continue;
            }
            EventContact own = event_contact(contact, origin_, pair.body_a, pair.body_b);
            own.name = {pair.part_a, i, pair.part_b, i};
            const auto surface_a = surface_of(a, found.feature_a, contact.point_a);
            const auto surface_b = surface_of(b, found.feature_b, contact.point_b);
            if (!surface_a || !surface_b) {
                refuse("event-driven steps meet such solids on their curved sides only");
            }
            own.curvature_rate =
                curvature_rate(a, *surface_a, b, *surface_b, contact, at.motion_a, at.motion_b);
            contacts.push_back(own);
        }
    }
}

std::vector<EventContact> SmoothContacts::find(std::span<const RigidBody> bodies,
                                               double duration) const {
    std::vector<EventContact> contacts;
    for (int a = 0; a < std::ssize(bodies); ++a) {
        for (int b = a + 1; b < std::ssize(bodies); ++b) {
            if (!is_near(bodies, a, b, duration)) {
                continue;
            }
            const Placement at = placement_of(bodies, a, b);
            const double size = std::min(sizes_[a], sizes_[b]);
            const double speed = (at.motion_b.velocity - at.motion_a.velocity).norm() +
                                 2.0 * sizes_[a] * at.motion_a.angular_velocity.norm() +
                                 2.0 * sizes_[b] * at.motion_b.angular_velocity.norm();
            const double reach =
                0.01 * size + 2.0 * duration * speed + 2.0 * gravity_ * duration * duration;
            for (int i = 0; i < std::ssize(at.parts_a); ++i) {
                for (int j = 0; j < std::ssize(at.parts_b); ++j) {
                    append_pair(at, {a, b, i, j}, reach, contacts);
                }
            }
        }
    }
    return contacts;
}

void SmoothContacts::accept_pair(const Placement& at, const PartPair& pair, double time) {
    const PlacedSolid& a = at.parts_a[pair.part_a];
    const PlacedSolid& b = at.parts_b[pair.part_b];
    if (are_cores(a, b)) {
        const CorePart core_a = *core_part(a.solid->primitive);
        const CorePart core_b = *core_part(b.solid->primitive);
        if (have_witness(core_a, core_b)) {
            CoreWitness& witness = witnesses_[pair];
            const bool hit = remade_gap(witness, a, core_a, b, core_b).has_value();
            (hit ? counts_.hits : counts_.misses) += 1;
            if (!hit) {
                witness = find_witness(a, core_a, b, core_b);
            }
        }
        return;
    }
    ExtremalTrack& track = tracks_[pair];
    const WitnessCounts before = track.counts;
    follow_pair(track, a, b, time);
    counts_.hits += track.counts.hits - before.hits;
    counts_.misses += track.counts.misses - before.misses;
    note_motion(track, a, b, at.motion_a, at.motion_b);
}

void SmoothContacts::accept(std::span<const RigidBody> bodies, double time) {
    for (int a = 0; a < std::ssize(bodies); ++a) {
        for (int b = a + 1; b < std::ssize(bodies); ++b) {
            if (!is_near(bodies, a, b, time)) {
                continue;
            }
            const Placement at = placement_of(bodies, a, b);
            for (int i = 0; i < std::ssize(at.parts_a); ++i) {
                for (int j = 0; j < std::ssize(at.parts_b); ++j) {
                    accept_pair(at, {a, b, i, j}, time);
                }
            }
        }
    }
}

}  // namespace touchstone
