#include "generators/find_contacts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "generators/tet_pairs.h"

namespace touchstone {
namespace {

/// Body pairs whose bounds overlap when grown by `reach`, in order. Sweep along x.
std::vector<ElementPair> broad_phase(std::span<const SceneBody> bodies, double reach) {
    std::vector<int> order(bodies.size());
    std::iota(order.begin(), order.end(), 0);
    const auto lower_x = [&](int body) { return bodies[body].collider.bounds.lower.x(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return lower_x(a) < lower_x(b); });
    std::vector<ElementPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const SceneBody& first = bodies[order[i]];
        const BoundingBox grown = inflated(first.collider.bounds, reach);
        for (std::size_t j = i + 1; j < order.size() && lower_x(order[j]) <= grown.upper.x(); ++j) {
            const SceneBody& second = bodies[order[j]];
            if (!(first.fixed && second.fixed) && overlap(grown, second.collider.bounds)) {
                const auto [a, b] = std::minmax(order[i], order[j]);
                pairs.push_back({a, b});
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const ElementPair& p, const ElementPair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    });
    return pairs;
}

/// Wider than any generator's reach and what it adds to it: the broad phase only has to be
/// conservative, the generators decide.
double broad_reach(std::span<const SceneBody> bodies, const Generator& generator,
                   const Query& query) {
    double largest = 0.0;
    double size = 0.0;
    double second_size = 0.0;
    for (const SceneBody& body : bodies) {
        largest = std::max({largest, body.collider.bounds.lower.cwiseAbs().maxCoeff(),
                            body.collider.bounds.upper.cwiseAbs().maxCoeff()});
        const CollisionShape& shape = *body.collider.shape;
        const double body_size = shape.facets ? shape.facets->size : shape.size;
        second_size = std::max(second_size, std::min(size, body_size));
        size = std::max(size, body_size);
    }
    if (generator.looks_at_facets) {
        // Twice the envelope, which goes by the smaller body of a pair.
        return 2.0 * query.settings.eps * second_size + 1e-12 * largest;
    }
    return 2.0 * query.settings.envelope + 1e-5 * size + 1e-12 * largest;
}

}  // namespace

std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts) {
    const std::vector<ElementPair> pairs =
        broad_phase(bodies, broad_reach(bodies, generator, query));
    std::vector<std::vector<ContactPoint>> found(pairs.size());
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
        const auto [a, b] = pairs[i];
        found[i] = generator.generate(bodies[a].collider, bodies[b].collider, query);
        for (ContactPoint& contact : found[i]) {
            contact.body_a = a;
            contact.body_b = b;
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
