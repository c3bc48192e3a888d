#include "generators/local/sat.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// The best candidate so far in each lane. Candidates of one lane arrive in the order of their
/// numbers, and only a strictly greater value replaces one, so the first of equals stays.
struct BestAxes {
    Lanes value = broadcast(-__builtin_inf());  ///< minus the overlap [m]
    Lanes number = broadcast(-1.0);             ///< see `candidate_normal`

    void offer(LaneMask allowed, Lanes candidate, Lanes candidate_number) {
        const LaneMask better = allowed & (candidate > value);
        value = select(better, candidate, value);
        number = select(better, candidate_number, number);
    }

    /// Returns the number of the best candidate over all lanes, the lowest of equals; −1: none.
    int winner() const {
        int best = -1;
        double best_value = -__builtin_inf();
        for (int lane = 0; lane < 4; ++lane) {
            const int candidate = static_cast<int>(number[lane]);
            const bool first_of_equals = value[lane] == best_value && candidate < best;
            if (candidate >= 0 && (value[lane] > best_value || first_of_equals)) {
                best = candidate;
                best_value = value[lane];
            }
        }
        return best;
    }
};

// Candidates are numbered in the order of the search: axis 2 i is face i of a, 2 i + 1 face i of b,
// and 8 + 6 e_a + e_b a pair of edges. The number is twice that of the axis, plus one for the
// negative direction.
constexpr int kFirstEdgeAxis = 8;

Lanes numbers(int first, int step) {
    const double from = 2.0 * first;
    const double by = 2.0 * step;
    return Lanes{from, from + by, from + 2.0 * by, from + 3.0 * by};
}

/// Extents of both tets along unit axes [m].
struct Intervals {
    Lanes low_a, high_a, low_b, high_b;
};

/// Offers +axis when b's interval starts within a's, −axis when a's starts within b's, and both
/// when they start together. Starts and ends closer than `touch` [m] count as together. `bias`
/// makes edge axes lose ties.
[[gnu::always_inline]] inline void offer_both(BestAxes& best, LaneMask allowed, const Intervals& on,
                                              double touch, double bias, Lanes number) {
    const Lanes slack = broadcast(touch);
    const LaneMask b_starts_in_a =
        allowed & (on.low_a <= on.low_b + slack) & (on.low_b <= on.high_a + slack);
    const LaneMask a_starts_in_b =
        allowed & (on.low_b <= on.low_a + slack) & (on.low_a <= on.high_b + slack);
    best.offer(b_starts_in_a, on.low_b - on.high_a - bias, number);
    best.offer(a_starts_in_b, on.low_a - on.high_b - bias, number + 1.0);
}

/// Offers the face axes. Along the normal of its own face a tet covers [−height, 0].
void offer_faces(BestAxes& best, const TetPair& pair, const SatAxes& axes) {
    const Lanes zero = broadcast(0.0);
    const Lanes scale_a = load(pair.a.inverse_length);
    const Intervals on_faces_a{-load(pair.a.height), zero, lowest(pair.on_a) * scale_a,
                               highest(pair.on_a) * scale_a};
    offer_both(best, mask_of(axes.faces_a), on_faces_a, pair.touch, 0.0, numbers(0, 2));
    const Lanes scale_b = load(pair.b.inverse_length);
    const Intervals on_faces_b{lowest(pair.on_b) * scale_b, highest(pair.on_b) * scale_b,
                               -load(pair.b.height), zero};
    offer_both(best, mask_of(axes.faces_b), on_faces_b, pair.touch, 0.0, numbers(1, 2));
}

/// Returns the edge pairs that may give the normal, as bits 6 e_a + e_b.
unsigned long long allowed_edge_pairs(const SatAxes& axes) {
    unsigned long long allowed = 0;
    for (int k = 0; k < 6; ++k) {
        if ((axes.edges_a >> k & 1) != 0) {
            allowed |= static_cast<unsigned long long>(axes.edges_b) << (6 * k);
        }
    }
    return allowed;
}

/// Offers all edge axes. Returns false when one of them, allowed or not, separates the tets.
bool offer_edges(BestAxes& best, const TetPair& pair, const SatAxes& axes,
                 const SatSettings& settings) {
    const PosedTet& a = pair.a;
    const PosedTet& b = pair.b;
    const EdgeSearch search = edge_search(a, b);
    const unsigned long long allowed = allowed_edge_pairs(axes);
    const bool absolute = settings.tolerance == Tolerance::Absolute;
    const double shortest = absolute ? kPublishedTolerance : settings.precision * a.size * b.size;
    for (int edges = 0; edges < 3; ++edges) {
        for (int group = 0; group < 3; ++group) {
            const EdgeAxes found = edge_axes(a, search, edges, group);
            if (disjoint(found, pair.touch)) {
                return false;
            }
            const int first = 12 * edges + 4 * group;
            const int allowed_here = static_cast<int>(allowed >> first & 0b1111);
            if (allowed_here == 0) {
                continue;
            }
            const Lanes axis_length = sqrt(found.axis_squared);
            const LaneMask usable = mask_of(allowed_here) & (axis_length > broadcast(shortest));
            const Lanes scale = 1.0 / axis_length;
            const Intervals on_edges{found.low_a * scale, found.high_a * scale, found.low_b * scale,
                                     found.high_b * scale};
            offer_both(best, usable, on_edges, pair.touch, settings.face_bias,
                       numbers(kFirstEdgeAxis + first, 1));
        }
    }
    return true;
}

Vector candidate_normal(const PosedTet& a, const PosedTet& b, int candidate) {
    const double sign = candidate % 2 == 0 ? 1.0 : -1.0;
    const int axis = candidate / 2;
    if (axis < kFirstEdgeAxis) {
        return sign * unit_normal(axis % 2 == 0 ? a : b, axis / 2);
    }
    const int edges = axis - kFirstEdgeAxis;
    const Vector direction = cross(edge(a, edges / 6), edge(b, edges % 6));
    return (sign / length(direction)) * direction;
}

}  // namespace

void sat_contacts(const PosedTet& a, const PosedTet& b, const SatAxes& axes,
                  const SatSettings& settings, TetPairContacts& contacts) {
    const TetPair pair = make_tet_pair(a, b, settings);
    if (pair.separated) {
        return;
    }
    BestAxes best;
    offer_faces(best, pair, axes);
    if (!offer_edges(best, pair, axes, settings)) {
        return;
    }
    const int winner = best.winner();
    if (winner >= 0) {
        const SharedPoints points = shared_points(pair, settings.own_plane);
        report_points(pair, points, candidate_normal(a, b, winner), true, settings, contacts);
    }
}

}  // namespace touchstone::TOUCHSTONE_ISA
