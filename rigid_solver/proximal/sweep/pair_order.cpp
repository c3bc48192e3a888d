#include "rigid_solver/proximal/sweep/pair_order.h"

#include <algorithm>
#include <numeric>

namespace touchstone {
namespace {

/// The colours that a body's pairs have.
using Colours = std::vector<bool>;

bool has(const Colours& colours, int colour) {
    return colour < std::ssize(colours) && colours[colour];
}

void add(Colours& colours, int colour) {
    if (colour >= std::ssize(colours)) {
        colours.resize(colour + 1, false);
    }
    colours[colour] = true;
}

}  // namespace

bool can_move(const SolveBody& body) {
    return body.inverse_mass != 0.0 || !body.inverse_inertia.isZero(0.0);
}

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

void sort_by_colour(std::span<const SolveBody> bodies, std::vector<ContactPair>& pairs) {
    std::vector<Colours> of_body(bodies.size());
    std::vector<int> colours;
    colours.reserve(pairs.size());
    for (const ContactPair& pair : pairs) {
        int colour = 0;
        while (has(of_body[pair.body_a], colour) || has(of_body[pair.body_b], colour)) {
            ++colour;
        }
        for (const int body : {pair.body_a, pair.body_b}) {
            if (can_move(bodies[body])) {
                add(of_body[body], colour);
            }
        }
        colours.push_back(colour);
    }
    std::vector<int> order(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&colours](int a, int b) { return colours[a] < colours[b]; });
    std::vector<ContactPair> sorted;
    sorted.reserve(pairs.size());
    for (const int index : order) {
        sorted.push_back(pairs[index]);
    }
    pairs = std::move(sorted);
}

}  // namespace touchstone
