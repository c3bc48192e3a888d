#include "rigid_solver/proximal/sweep/sweep_groups.h"

#include <algorithm>
#include <numeric>

namespace touchstone {
namespace {

constexpr int kLanes = 4;

bool can_move(const SolveBody& body) {
    return body.inverse_mass != 0.0 || !body.inverse_inertia.isZero(0.0);
}

/// Returns the round of each pair: one after the last of the pairs before it with one of its
/// bodies.
std::vector<int> rounds_of(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs) {
    std::vector<int> next(bodies.size(), 0);
    std::vector<int> rounds;
    rounds.reserve(pairs.size());
    for (const ContactPair& pair : pairs) {
        const bool a = can_move(bodies[pair.body_a]);
        const bool b = can_move(bodies[pair.body_b]);
        const int round = std::max(a ? next[pair.body_a] : 0, b ? next[pair.body_b] : 0);
        if (a) {
            next[pair.body_a] = round + 1;
        }
        if (b) {
            next[pair.body_b] = round + 1;
        }
        rounds.push_back(round);
    }
    return rounds;
}

void set_vector(FourNumbers* numbers, int lane, const Vec3& vector) {
    for (int i = 0; i < 3; ++i) {
        numbers[i].lane[lane] = vector[i];
    }
}

void set_body(const SolveBody& body, int lane, FourNumbers& inverse_mass,
              FourNumbers* inverse_inertia) {
    inverse_mass.lane[lane] = body.inverse_mass;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            inverse_inertia[3 * i + j].lane[lane] = body.inverse_inertia(i, j);
        }
    }
}

void set_pair(SweepGroup& group, int lane, const ContactPair& pair,
              std::span<const SolveBody> bodies) {
    const SolveBody& a = bodies[pair.body_a];
    const SolveBody& b = bodies[pair.body_b];
    set_vector(group.origin_a, lane, pair.origin_a);
    set_vector(group.origin_b, lane, pair.origin_b);
    set_body(a, lane, group.inverse_mass_a, group.inverse_inertia_a);
    set_body(b, lane, group.inverse_mass_b, group.inverse_inertia_b);
    group.first[lane] = pair.first;
    group.count[lane] = pair.count;
    group.read_a[lane] = pair.body_a;
    group.read_b[lane] = pair.body_b;
    if (can_move(a)) {
        group.write_a[lane] = pair.body_a;
    }
    if (can_move(b)) {
        group.write_b[lane] = pair.body_b;
    }
}

/// Makes a group without pairs: it reads the place after the last body's, and writes the one after
/// that, which nobody reads.
SweepGroup make_empty_group(int bodies) {
    SweepGroup group{};
    std::fill_n(group.read_a, kLanes, bodies);
    std::fill_n(group.read_b, kLanes, bodies);
    std::fill_n(group.write_a, kLanes, bodies + 1);
    std::fill_n(group.write_b, kLanes, bodies + 1);
    return group;
}

}  // namespace

SweepGroups make_sweep_groups(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs,
                              int contacts, int block_size) {
    const std::vector<int> rounds = rounds_of(bodies, pairs);
    std::vector<int> order(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    // In a round pairs of as many contacts each go together, and wait for none.
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return rounds[a] != rounds[b] ? rounds[a] < rounds[b] : pairs[a].count > pairs[b].count;
    });
    SweepGroups result;
    result.places.resize(contacts);
    result.levels = rounds.empty() ? 0 : *std::max_element(rounds.begin(), rounds.end()) + 1;
    for (std::size_t begin = 0; begin < order.size();) {
        SweepGroup group = make_empty_group(static_cast<int>(bodies.size()));
        group.rows = result.numbers;
        const int round = rounds[order[begin]];
        int lane = 0;
        while (lane < kLanes && begin < order.size() && rounds[order[begin]] == round) {
            const ContactPair& pair = pairs[order[begin]];
            set_pair(group, lane, pair, bodies);
            for (int j = 0; j < pair.count; ++j) {
                result.places[pair.first + j] = {
                    group.rows + static_cast<std::size_t>(j) * block_size, lane};
            }
            ++lane;
            ++begin;
        }
        group.common = *std::min_element(group.count, group.count + kLanes);
        group.longest = *std::max_element(group.count, group.count + kLanes);
        result.numbers += static_cast<std::size_t>(group.longest) * block_size;
        result.groups.push_back(group);
    }
    return result;
}

}  // namespace touchstone
