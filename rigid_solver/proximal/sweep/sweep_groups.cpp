#include "rigid_solver/proximal/sweep/sweep_groups.h"

#include <algorithm>
#include <numeric>

#include "rigid_solver/proximal/sweep/pair_order.h"
#include "rigid_solver/proximal/sweep/sweep_team.h"

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

/// Makes a group without pairs: it reads the place after the last body's, and writes one behind
/// that, which nobody reads.
SweepGroup make_empty_group(int bodies, int written) {
    SweepGroup group{};
    std::fill_n(group.read_a, kLanes, bodies);
    std::fill_n(group.read_b, kLanes, bodies);
    std::fill_n(group.write_a, kLanes, written);
    std::fill_n(group.write_b, kLanes, written);
    return group;
}

bool writes(const SweepGroup& group, int place) {
    return std::ranges::count(group.write_a, place) > 0 ||
           std::ranges::count(group.write_b, place) > 0;
}

/// Appends the groups of a round, the first of which is `first`. Small rounds go on with what is
/// before them.
void append_span(SweepGroups& groups, int first, int contacts) {
    const int end = static_cast<int>(std::ssize(groups.groups));
    const bool is_free = contacts >= kSharedRound && end - first > 1;
    if (is_free || groups.spans.empty() || groups.spans.back().is_free) {
        groups.spans.push_back({first, end, contacts, is_free});
        return;
    }
    groups.spans.back().end = end;
    groups.spans.back().contacts += contacts;
}

}  // namespace

int parts_of(const SweepSpan& span, int threads) {
    constexpr int kLeastContacts = kSharedRound / 2;
    if (!span.is_free) {
        return 1;
    }
    return std::min(
        {threads, SweepTeam::kMostParts, span.end - span.first, span.contacts / kLeastContacts});
}

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
    result.spare_places = 1;
    int first_of_round = 0;
    int contacts_of_round = 0;
    for (std::size_t begin = 0; begin < order.size();) {
        // Each its own place to write to: threads may treat the groups of a round.
        const int written = static_cast<int>(bodies.size()) + result.spare_places;
        SweepGroup group = make_empty_group(static_cast<int>(bodies.size()), written);
        group.rows = result.row_numbers;
        group.impulses = result.impulse_numbers;
        std::size_t end = begin;
        while (end < order.size() && end - begin < kLanes &&
               rounds[order[end]] == rounds[order[begin]]) {
            set_pair(group, static_cast<int>(end - begin), pairs[order[end]], bodies);
            ++end;
        }
        result.spare_places += writes(group, written) ? 1 : 0;
        const int stride = stride_of(group);
        for (std::size_t lane = 0; begin < end; ++begin, ++lane) {
            const ContactPair& pair = pairs[order[begin]];
            for (int j = 0; j < pair.count; ++j) {
                const std::size_t before = static_cast<std::size_t>(j) * stride;
                result.places[pair.first + j] = {group.rows + before * row_size + lane,
                                                 group.impulses + before * impulse_size + lane,
                                                 stride};
            }
            contacts_of_round += pair.count;
        }
        const std::size_t longest = static_cast<std::size_t>(group.count[0]) * stride;
        result.row_numbers += whole_lanes(longest * row_size);
        result.impulse_numbers += whole_lanes(longest * impulse_size);
        result.groups.push_back(group);
        if (begin == order.size() || rounds[order[begin]] != rounds[order[begin - 1]]) {
            append_span(result, first_of_round, contacts_of_round);
            first_of_round = static_cast<int>(std::ssize(result.groups));
            contacts_of_round = 0;
        }
    }
    return result;
}

}  // namespace touchstone
