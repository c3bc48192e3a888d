#include "rigid_solver/proximal/sweep/sweep_groups.h"

#include <algorithm>
#include <numeric>

#include "rigid_solver/proximal/sweep/pair_order.h"

namespace touchstone {
namespace {

constexpr int kLanes = 4;

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

/// Returns the least multiple of the number of lanes that is no smaller.
std::size_t whole_lanes(std::size_t numbers) { return (numbers + kLanes - 1) / kLanes * kLanes; }

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
                              int contacts, int row_size, int impulse_size) {
    const std::vector<int> rounds = rounds_of(bodies, pairs);
    std::vector<int> order(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    // In a round pairs of as many contacts each go together, and wait for none.
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return rounds[a] != rounds[b] ? rounds[a] < rounds[b] : pairs[a].count > pairs[b].count;
    });
    SweepGroups result;
    result.places.resize(contacts);
    for (std::size_t begin = 0; begin < order.size();) {
        SweepGroup group = make_empty_group(static_cast<int>(bodies.size()));
        group.rows = result.row_numbers;
        group.impulses = result.impulse_numbers;
        std::size_t end = begin;
        while (end < order.size() && end - begin < kLanes &&
               rounds[order[end]] == rounds[order[begin]]) {
            set_pair(group, static_cast<int>(end - begin), pairs[order[end]], bodies);
            ++end;
        }
        const int stride = stride_of(group);
        for (std::size_t lane = 0; begin < end; ++begin, ++lane) {
            const ContactPair& pair = pairs[order[begin]];
            for (int j = 0; j < pair.count; ++j) {
                const std::size_t before = static_cast<std::size_t>(j) * stride;
                result.places[pair.first + j] = {group.rows + before * row_size + lane,
                                                 group.impulses + before * impulse_size + lane,
                                                 stride};
            }
        }
        const std::size_t longest = static_cast<std::size_t>(group.count[0]) * stride;
        result.row_numbers += whole_lanes(longest * row_size);
        result.impulse_numbers += whole_lanes(longest * impulse_size);
        result.groups.push_back(group);
    }
    return result;
}

}  // namespace touchstone
