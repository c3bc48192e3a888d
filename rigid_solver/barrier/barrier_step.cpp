#include "rigid_solver/barrier/barrier_step.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "methods/base/error.h"
#include "rigid_solver/barrier/near/step_bound.h"
#include "rigid_solver/barrier/search/elastic_search.h"
#include "rigid_solver/barrier/search/energy_search.h"

namespace touchstone {
namespace {

/// Returns the position halfway between the closest points of a pair, from the motion's origin [m].
Vec3 midpoint(const BarrierPair& pair, std::span<const Vec3> points_a,
              std::span<const Vec3> points_b) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < pair.count_a; ++i) {
        sum += pair.weights_a[i] * points_a[pair.a[i]];
    }
    for (int i = 0; i < pair.count_b; ++i) {
        sum += pair.weights_b[i] * points_b[pair.b[i]];
    }
    return 0.5 * sum;
}

/// Appends the contacts of two bodies, each with its normal and friction force.
template <typename Search>
void append_contacts(const BarrierState& state, Search& search, const NearBodies& bodies,
                     std::vector<BarrierContact>& contacts) {
    const PairScale scale = search.scale_of(bodies.a, bodies.b);
    const BarrierPair* last = nullptr;
    for (const BarrierPair& pair : bodies.pairs) {
        // A mollified pair of edges with the same closest features follows directly: its force acts
        // along the same normal, so the two are one contact.
        if (last != nullptr && last->a == pair.a && last->b == pair.b) {
            contacts.back().contact.force += normal_force(pair, scale);
            continue;
        }
        last = &pair;
        BarrierContact& entry = contacts.emplace_back();
        ContactPoint& contact = entry.contact;
        const double distance = pair.way.norm();
        contact.position =
            midpoint(pair, search.points()[bodies.a], search.points()[bodies.b]) + state.origin;
        contact.normal = -pair.way / distance;
        contact.separation = distance - inset_of(state, bodies.a, bodies.b);
        contact.feature_a = mesh_feature(state.bodies[bodies.a].surface, pair.a, pair.count_a);
        contact.feature_b = mesh_feature(state.bodies[bodies.b].surface, pair.b, pair.count_b);
        contact.body_a = bodies.a;
        contact.body_b = bodies.b;
        contact.force = normal_force(pair, scale);
        entry.friction = search.friction_of(bodies.a, bodies.b, pair);
    }
}

/// Returns which bodies are nearest to each other, and how near, for a message.
std::string nearest_text(const BarrierState& state) {
    const double smallest = state.near.smallest_distance();
    for (const NearBodies& bodies : state.near.all()) {
        for (const BarrierPair& pair : bodies.pairs) {
            if (pair.way.norm() <= smallest && bodies.a == bodies.b) {
                return "nearest are two parts of body '" + state.bodies[bodies.a].name + "', " +
                       std::to_string(1e6 * smallest) + " µm apart";
            }
            if (pair.way.norm() <= smallest) {
                return "nearest are bodies '" + state.bodies[bodies.a].name + "' and '" +
                       state.bodies[bodies.b].name + "', " + std::to_string(1e6 * smallest) +
                       " µm apart";
            }
        }
    }
    return "no bodies are near each other";
}

/// Sets how far bodies are strained, in the report.
void find_strain(const BarrierState& state, BarrierReport& report) {
    for (int i = 0; i < std::ssize(state.bodies); ++i) {
        const AffineBody& body = state.bodies[i];
        // With a stiffness of 1/4 the energy is the square of the strain |AᵀA − 1|/2.
        const bool is_affine =
            !body.fixed && (state.elastic.empty() || !state.elastic[i].is_elastic());
        const double strain =
            !is_affine ? 0.0 : std::sqrt(shape_energy_value(linear_part(body.placement), 0.25));
        if (strain > report.largest_strain) {
            report.largest_strain = strain;
            report.strained_body = i;
        }
    }
    for (const ElasticBody& body : state.elastic) {
        const Deformation each = deformation_of(body.solid, body.places);
        report.deformation.strain = std::max(report.deformation.strain, each.strain);
        report.deformation.least_share = std::min(report.deformation.least_share, each.least_share);
        report.deformation.inverted += each.inverted;
    }
}

/// Searches for the minimum of a step, and commits it unless the search failed. `turned`: whether
/// the search has moved bodies already.
template <typename Search>
BarrierReport find_minimum(BarrierState& state, const BarrierSettings& settings, Search& search,
                           bool turned) {
    BarrierReport report;
    const int lags = settings.friction > 0.0 ? settings.lags : 1;
    for (int lag = 0; lag < lags; ++lag) {
        const int before = report.iterations;
        report.stop = search.solve_lagged(report);
        // After a solve that moved nothing, friction made anew would be the same.
        if (is_failure(report.stop) || report.iterations == before) {
            break;
        }
    }
    // Bodies that did not move need no new proof that they are apart.
    const bool moved = turned || report.iterations > 0;
    if (!is_failure(report.stop) && moved && search.has_crossing(report)) {
        report.stop = BarrierStop::Intersection;
    }
    if (is_failure(report.stop)) {
        if (report.stop != BarrierStop::Intersection) {
            report.trouble += nearest_text(state);
        }
        return report;
    }
    const double smallest = state.near.smallest_distance();
    if (std::isfinite(smallest)) {
        report.smallest_distance = smallest;
    }
    for (const NearBodies& bodies : search.near()) {
        report.pairs += static_cast<int>(bodies.pairs.size());
        append_contacts(state, search, bodies, report.contacts);
    }
    search.commit();
    state.time += settings.time_step;
    find_strain(state, report);
    return report;
}

}  // namespace

BarrierReport barrier_step(BarrierState& state, const BarrierSettings& settings) {
    if (!state.elastic.empty()) {
        ElasticSearch search(state, settings);
        return find_minimum(state, settings, search, false);
    }
    EnergySearch search(state, settings);
    const bool turned = search.start_turned();
    return find_minimum(state, settings, search, turned);
}

}  // namespace touchstone
