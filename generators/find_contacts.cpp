#include "generators/find_contacts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "generators/local/tet_pairs.h"
#include "generators/pair_fault.h"

namespace touchstone {
namespace {

/// What the broad phase looks at, side by side in memory.
struct Candidate {
    BoundingBox bounds;
    int body;
    bool fixed;
};

/// Along which the bodies spread most.
int sweep_axis(std::span<const SceneBody> bodies) {
    BoundingBox lowers;
    for (const SceneBody& body : bodies) {
        const Vec3& lower = body.collider.bounds.lower;
        extend(lowers, {lower, lower});
    }
    int axis = 0;
    (lowers.upper - lowers.lower).maxCoeff(&axis);
    return axis;
}

/// How far bodies are followed.
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

/// How far a point of the body can get in the time.
double farthest_travel(const SceneBody& body, const Sweep& sweep) {
    const Collider& collider = body.collider;
    // The centre of mass lies in the bounds, so no point is farther from it than their diagonal.
    const double diagonal = (collider.bounds.upper - collider.bounds.lower).norm();
    const double fall = body.fixed ? 0.0 : sweep.acceleration * sweep.time * sweep.time;
    return fall + sweep.time * (collider.linear_velocity.norm() +
                                collider.angular_velocity.norm() * diagonal);
}

/// Body pairs whose bounds overlap when grown by `reach`, and by what they travel, in order. Sweep
/// along one axis.
std::vector<ElementPair> broad_phase(std::span<const SceneBody> bodies, double reach,
                                     const Sweep& sweep) {
    if (bodies.empty()) {
        return {};
    }
    std::vector<Candidate> order;
    order.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const Collider& collider = bodies[i].collider;
        const double travel = sweep.time > 0.0 ? farthest_travel(bodies[i], sweep) : 0.0;
        order.push_back({inflated(collider.bounds, travel), i, bodies[i].fixed});
    }
    const int axis = sweep_axis(bodies);
    std::sort(order.begin(), order.end(), [axis](const Candidate& a, const Candidate& b) {
        const double lower_a = a.bounds.lower[axis];
        const double lower_b = b.bounds.lower[axis];
        return lower_a != lower_b ? lower_a < lower_b : a.body < b.body;
    });
    std::vector<ElementPair> pairs;
    for (auto first = order.begin(); first != order.end(); ++first) {
        const BoundingBox grown = inflated(first->bounds, reach);
        for (auto second = first + 1;
             second != order.end() && second->bounds.lower[axis] <= grown.upper[axis]; ++second) {
            if (!(first->fixed && second->fixed) && overlap(grown, second->bounds)) {
                const auto [a, b] = std::minmax(first->body, second->body);
                pairs.push_back({a, b});
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const ElementPair& p, const ElementPair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    });
    return pairs;
}

/// The generator's reach, and the rounding of coordinates: the broad phase only has to be
/// conservative, the generators decide.
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

/// The part of sorted contacts that lies between two bodies.
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

/// The contacts of one pair, in the order of its generator.
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

}  // namespace

std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts) {
    const std::vector<ElementPair> pairs =
        broad_phase(bodies, broad_reach(bodies, generator, query), sweep_of(generator, query));
    // Many pairs share a vector, and lie near each other: one of each would be scattered in memory.
    constexpr int kPairsOfBlock = 32;
    const int count = static_cast<int>(std::ssize(pairs));
    std::vector<std::vector<ContactPoint>> found((count + kPairsOfBlock - 1) / kPairsOfBlock);
    tbb::parallel_for(0, static_cast<int>(std::ssize(found)), [&](int block) {
        const int end = std::min(count, (block + 1) * kPairsOfBlock);
        for (int i = block * kPairsOfBlock; i < end; ++i) {
            const auto [a, b] = pairs[i];
            for (ContactPoint& contact : pair_contacts(bodies, pairs[i], generator, query)) {
                contact.body_a = a;
                contact.body_b = b;
                found[block].push_back(contact);
            }
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
    if (counts != nullptr) {
        counts->body_pairs = std::ssize(pairs);
    }
    return contacts;
}

}  // namespace touchstone
