#include "rigid_solver/barrier/search/pair_stiffness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "methods/barrier/barrier_function.h"

namespace touchstone {
namespace {

constexpr double kTooNear = 0.01;  // distance below which κ rises at once, in units of d̂ [-]
constexpr double kSlowNear = 0.1;  // the same distance while the bound slows the search [-]
constexpr double kNear = 0.25;     // distance below which κ rises for the next step [-]
constexpr double kFar = 0.85;      // distance above which κ falls for the next step [-]
constexpr double kStiffnessRange = 1e4;  // largest ratio of κ to κ₀, and of κ₀ to κ [-]
constexpr double kLeastGravity = 1.0;  // least acceleration whose weight pairs are to bear [m/s²]

// The rule of the program of Li et al. [2020].
constexpr double kReferenceScale = 1e11;  // factor of κ_min [-]
constexpr double kReferenceShare = 1e-8;  // distance that κ_min is for, in units of l [-]
constexpr double kReferenceNear = 1e-9;  // distance below which κ rises at once, in units of l [-]
constexpr double kReferenceRange = 100.0;  // largest ratio of κ to κ_min [-]

/// Returns the bodies of an entry, in order.
template <typename Entry>
std::pair<int, int> key_of(const Entry& entry) {
    return {entry.a, entry.b};
}

double adaptive_stiffness(const AffineBody& a, const AffineBody& b,
                          const BarrierSettings& settings) {
    double mass = std::numeric_limits<double>::infinity();
    for (const AffineBody* body : {&a, &b}) {
        mass = body->fixed ? mass : std::min(mass, body->mass);
    }
    const double force = mass * std::max(kLeastGravity, settings.gravity.norm());
    return settings.dhat * force / barrier_force(settings.rest_share);
}

/// Returns κ_min by the program's rule, from the mean mass of the vertices that can move [J]. The
/// energy that the program minimises is κ′ d̂⁴ B = h² κ B, so our κ is its κ′ times d̂⁴/h².
double reference_stiffness(const BarrierState& state, const BarrierSettings& settings) {
    double mass = 0.0;
    double vertices = 0.0;
    for (const AffineBody& body : state.bodies) {
        mass += body.fixed ? 0.0 : body.mass;
        vertices += body.fixed ? 0.0 : static_cast<double>(body.surface.points.size());
    }
    const double distance = kReferenceShare * state.size;
    const double s = std::pow(distance / settings.dhat, 2);
    const double theirs = kReferenceScale * mass / std::max(1.0, vertices) /
                          (4.0 * distance * distance * barrier_value(std::min(s, 0.5)).second);
    return theirs * std::pow(settings.dhat, 4) / std::pow(settings.time_step, 2);
}

}  // namespace

StiffnessList::StiffnessList(const BarrierState& state, const BarrierSettings& settings)
    : state_(state), settings_(settings), entries_(state.stiffnesses) {
    if (settings.stiffness == BarrierStiffness::SceneSized) {
        start_ = reference_stiffness(state, settings);
    }
}

double StiffnessList::least_start(int a, int b) const {
    return settings_.stiffness == BarrierStiffness::SceneSized
               ? reference_stiffness(state_, settings_)
               : adaptive_stiffness(state_.bodies[a], state_.bodies[b], settings_);
}

bool StiffnessList::contains(int a, int b) const {
    return std::ranges::binary_search(entries_, std::pair(a, b), {}, key_of<PairStiffness>);
}

PairStiffness& StiffnessList::of(int a, int b) {
    const auto found =
        std::ranges::lower_bound(entries_, std::pair(a, b), {}, key_of<PairStiffness>);
    if (found != entries_.end() && found->a == a && found->b == b) {
        return *found;
    }
    const double least = least_start(a, b);
    return *entries_.insert(found, {a, b, std::max(start_, least), least});
}

void StiffnessList::set_start(double stiffness) {
    const double least = reference_stiffness(state_, settings_);
    start_ = std::clamp(stiffness, least, kReferenceRange * least);
}

bool StiffnessList::is_nearer(int a, int b, double distance) {
    const auto found = std::ranges::lower_bound(too_near_, std::pair(a, b), {}, key_of<TooNear>);
    if (found == too_near_.end() || found->a != a || found->b != b) {
        too_near_.insert(found, {a, b, distance});
        return true;
    }
    const bool nearer = distance < found->distance;
    found->distance = distance;
    return nearer;
}

bool StiffnessList::raise(int a, int b, double distance, bool slow) {
    const bool by_reference = settings_.stiffness == BarrierStiffness::SceneSized;
    const double near = (slow ? kSlowNear : kTooNear) * settings_.dhat;
    if (!(distance < (by_reference ? kReferenceNear * state_.size : near))) {
        return false;
    }
    if (!is_nearer(a, b, distance)) {
        return false;
    }
    PairStiffness& entry = of(a, b);
    const double most = (by_reference ? kReferenceRange : kStiffnessRange) * entry.start;
    if (!(entry.stiffness < most)) {
        return false;
    }
    entry.stiffness *= 2.0;
    return true;
}

bool StiffnessList::raise_all(std::span<const NearBodies> near, bool slow) {
    bool raised = false;
    for (const NearBodies& bodies : near) {
        raised = raise(bodies.a, bodies.b, bodies.nearest(), slow) || raised;
    }
    return raised;
}

PairStiffness StiffnessList::next(int a, int b, double distance) {
    PairStiffness entry = of(a, b);
    if (settings_.stiffness == BarrierStiffness::SceneSized) {
        return entry;
    }
    const double y = distance / settings_.dhat;
    if (y < kNear) {
        entry.stiffness = std::min(2.0 * entry.stiffness, kStiffnessRange * entry.start);
    } else if (y > kFar) {
        entry.stiffness = std::max(0.5 * entry.stiffness, entry.start / kStiffnessRange);
    }
    return entry;
}

std::vector<PairStiffness> StiffnessList::next_all(std::span<const NearBodies> near) {
    std::vector<PairStiffness> entries;
    for (const NearBodies& bodies : near) {
        if (!bodies.pairs.empty()) {
            entries.push_back(next(bodies.a, bodies.b, bodies.nearest()));
        }
    }
    return entries;
}

}  // namespace touchstone
