#include "generators/find_contacts.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "generators/local/tet_pairs.h"
#include "generators/pair_fault.h"
#include "methods/base/boxes/box_sweep.h"
#include "methods/base/parallel/parallel.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone {
namespace {

/// The time over which bodies are followed, and the acceleration in it.
struct Sweep {
    double time = 0.0;          ///< [s]; 0: not at all
    double acceleration = 0.0;  ///< [m/s²]
};

Sweep sweep_of(const Generator& generator, const Query& query) {
    if (generator.looks_ahead && query.look_ahead) {
        return {kLookSteps * query.time_step, query.acceleration};
    }
    return {generator.sweeps ? query.time_step : 0.0, 0.0};
}

/// Returns a bound on the travel of a point of the body in the time [m].
double farthest_travel(const SceneBody& body, const Sweep& sweep) {
    const Collider& collider = body.collider;
    // The centre of mass lies in the bounds, so no point is farther from it than their diagonal.
    const double diagonal = (collider.bounds.upper - collider.bounds.lower).norm();
    const double fall = body.fixed ? 0.0 : sweep.acceleration * sweep.time * sweep.time;
    return fall + sweep.time * (collider.linear_velocity.norm() +
                                collider.angular_velocity.norm() * diagonal);
}

/// Finds body pairs whose bounds overlap when grown by `reach`, and by what they travel, in order.
std::vector<ElementPair> broad_phase(std::span<const SceneBody> bodies, double reach,
                                     const Sweep& sweep) {
    std::vector<BodyBox> boxes;
    boxes.reserve(bodies.size());
    for (const SceneBody& body : bodies) {
        const double travel = sweep.time > 0.0 ? farthest_travel(body, sweep) : 0.0;
        boxes.push_back({inflated(body.collider.bounds, travel), body.fixed});
    }
    return overlapping_bodies(boxes, reach);
}

/// Returns the generator's reach plus the rounding of coordinates [m]: the broad phase only has to
/// be conservative, the generators decide.
double broad_reach(std::span<const SceneBody> bodies, const Generator& generator,
                   const Query& query) {
    double farthest = 0.0;
    ShapeSizes sizes;
    for (const SceneBody& body : bodies) {
        farthest = std::max({farthest, body.collider.bounds.lower.cwiseAbs().maxCoeff(),
                             body.collider.bounds.upper.cwiseAbs().maxCoeff()});
        sizes.add(shape_size(*body.collider.shape));
    }
    return generator.reach(query.settings, sizes) + 1e-12 * farthest;
}

/// Returns the part of sorted contacts that lies between two bodies.
std::span<const ContactPoint> contacts_between(std::span<const ContactPoint> contacts,
                                               const ElementPair& pair) {
    const auto comes_before = [](const ContactPoint& contact, const ElementPair& other) {
        return std::pair(contact.body_a, contact.body_b) < std::pair(other.a, other.b);
    };
    const auto first = std::lower_bound(contacts.begin(), contacts.end(), pair, comes_before);
    auto last = first;
    while (last != contacts.end() && last->body_a == pair.a && last->body_b == pair.b) {
        ++last;
    }
    return {first, last};
}

/// The contacts that a query has found so far, which may be no more than most_contacts.
class ContactTally {
 public:
    ContactTally(std::span<const SceneBody> bodies, std::string method)
        : most_(most_contacts(bodies)), method_(std::move(method)) {}

    /// Adds to the count. Throws GeneratorFault beyond the most: whether it does, and what it says,
    /// is the same for any number of threads, unless a pair fails as well.
    void add(std::int64_t count) {
        const std::int64_t total = total_ += count;
        if (total > most_) {
            throw GeneratorFault(Outcome::Unsupported,
                                 method_ + ": there are more than " + std::to_string(most_) +
                                     " contacts, as bodies in one place have them, or faces of "
                                     "many slivers; move the bodies apart, or give fewer, rounder "
                                     "faces");
        }
    }

 private:
    std::int64_t most_;
    std::string method_;
    std::atomic<std::int64_t> total_ = 0;
};

/// Returns the contacts of one pair, in the order of its generator.
std::vector<ContactPoint> pair_contacts(std::span<const SceneBody> bodies, const ElementPair& pair,
                                        const Generator& generator, const Query& query) {
    try {
        if (query.last_contacts.empty()) {
            return generator.generate(bodies[pair.a].collider, bodies[pair.b].collider, query);
        }
        Query own = query;
        own.last_contacts = contacts_between(query.last_contacts, pair);
        return generator.generate(bodies[pair.a].collider, bodies[pair.b].collider, own);
    } catch (PairFault& fault) {
        fault.body_a = pair.a;
        fault.body_b = pair.b;
        throw;
    }
}

/// Contacts between the same features, along one normal.
struct ContactRun {
    std::size_t first = 0;
    std::size_t count = 0;
    Vec3 from = Vec3::Zero();  ///< mean of the points on A, world frame [m]
    Vec3 to = Vec3::Zero();    ///< mean of those on B
};

ContactRun run_at(std::span<const ContactPoint> contacts, std::size_t first) {
    ContactRun run{first, 0};
    const ContactPoint& start = contacts[first];
    const auto belongs = [&](const ContactPoint& contact) {
        return contact.body_a == start.body_a && contact.body_b == start.body_b &&
               contact.feature_a == start.feature_a && contact.feature_b == start.feature_b;
    };
    for (std::size_t i = first; i < contacts.size() && belongs(contacts[i]); ++i) {
        const ContactPoint& contact = contacts[i];
        run.from += contact.position - 0.5 * contact.separation * contact.normal;
        run.to += contact.position + 0.5 * contact.separation * contact.normal;
        ++run.count;
    }
    run.from /= static_cast<double>(run.count);
    run.to /= static_cast<double>(run.count);
    return run;
}

/// Returns true when another body lies in the gap: the middle is in it, or the way goes through its
/// surface. One that reaches into the bodies on either side of the gap overlaps with them, and does
/// not keep them apart.
bool lies_between(const Collider& body, const ContactRun& run) {
    if (!body.shape->facets ||
        !overlap(body.bounds, {run.from.cwiseMin(run.to), run.from.cwiseMax(run.to)})) {
        return false;
    }
    constexpr double kMarginShare = 1e-3;
    constexpr double kBeyondShare = 0.05;  // of the gap, by which the bodies' insides are tried
    const Pose& pose = body.world_from_body;
    const Quat body_from_world = pose.rotation.conjugate();
    const Vec3 from = body_from_world * (run.from - pose.translation);
    const Vec3 to = body_from_world * (run.to - pose.translation);
    const FacetModel& facets = *body.shape->facets;
    const bool is_there = contains_point(facets, 0.5 * (from + to)) ||
                          passes_through(facets, from, to, kMarginShare * (to - from).norm());
    const Vec3 beyond = kBeyondShare * (to - from);
    return is_there && !contains_point(facets, from - beyond) &&
           !contains_point(facets, to + beyond);
}

/// Drops contacts with a gap up to the reach in which a third body lies: it would be pushed before
/// these act. Farther contacts stay, since what lies between may be gone when they are met.
void drop_obstructed(std::span<const SceneBody> bodies, double reach,
                     std::vector<ContactPoint>& contacts) {
    constexpr double kGapShare = 1e-3;  // less is no gap but rounding
    std::vector<bool> dropped(contacts.size(), false);
    bool any = false;
    for (std::size_t i = 0; i < contacts.size();) {
        const ContactRun run = run_at(contacts, i);
        const ContactPoint& contact = contacts[i];
        i += run.count;
        const double gap = contact.normal.dot(run.to - run.from);
        if (gap < kGapShare * reach || gap > reach) {
            continue;
        }
        for (int k = 0; k < std::ssize(bodies); ++k) {
            if (k != contact.body_a && k != contact.body_b &&
                lies_between(bodies[k].collider, run)) {
                std::fill_n(dropped.begin() + static_cast<std::ptrdiff_t>(run.first), run.count,
                            true);
                any = true;
                break;
            }
        }
    }
    if (any) {
        std::size_t place = 0;
        std::erase_if(contacts, [&](const ContactPoint&) { return dropped[place++]; });
    }
}

}  // namespace

std::int64_t most_contacts(std::span<const SceneBody> bodies) {
    constexpr std::int64_t kAlways = std::int64_t{1} << 19;
    constexpr std::int64_t kOfElement = 64;
    std::int64_t elements = 0;
    for (const SceneBody& body : bodies) {
        const CollisionShape& shape = *body.collider.shape;
        elements += std::ssize(shape.mesh.tets) + std::ssize(shape.triangles);
    }
    return kAlways + kOfElement * elements;
}

std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts) {
    const std::vector<ElementPair> pairs =
        broad_phase(bodies, broad_reach(bodies, generator, query), sweep_of(generator, query));
    // Many pairs share a vector, and lie near each other: one of each would be scattered in memory.
    constexpr int kPairsOfBlock = 32;
    const int count = static_cast<int>(std::ssize(pairs));
    std::vector<std::vector<ContactPoint>> found((count + kPairsOfBlock - 1) / kPairsOfBlock);
    ContactTally tally(bodies, generator.id);
    const auto find_in_block = [&](int block) {
        const int end = std::min(count, (block + 1) * kPairsOfBlock);
        for (int i = block * kPairsOfBlock; i < end; ++i) {
            const auto [a, b] = pairs[i];
            std::vector<ContactPoint> own = pair_contacts(bodies, pairs[i], generator, query);
            tally.add(std::ssize(own));
            for (ContactPoint& contact : own) {
                contact.body_a = a;
                contact.body_b = b;
                found[block].push_back(contact);
            }
        }
    };
    for_blocks(0, static_cast<int>(std::ssize(found)), 1, [&](int begin, int end) {
        for (int block = begin; block < end; ++block) {
            find_in_block(block);
        }
    });
    std::size_t total = 0;
    for (const std::vector<ContactPoint>& part : found) {
        total += part.size();
    }
    std::vector<ContactPoint> contacts;
    contacts.reserve(total);
    for (const std::vector<ContactPoint>& part : found) {
        contacts.insert(contacts.end(), part.begin(), part.end());
    }
    if (generator.looks_ahead && std::ssize(bodies) > 2) {
        drop_obstructed(bodies, broad_reach(bodies, generator, query), contacts);
    }
    if (counts != nullptr) {
        counts->body_pairs = std::ssize(pairs);
    }
    return contacts;
}

}  // namespace touchstone
