#include "generators/local/sat.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// The best candidate so far in each lane: of equals that of the lowest number.
struct BestAxes {
    Lanes value = broadcast(-__builtin_inf());  ///< minus the overlap [m]
    Lanes number = broadcast(-1.0);             ///< see `candidate_normal`

    void offer(LaneMask allowed, Lanes candidate, Lanes candidate_number) {
        const LaneMask better =
            allowed & ((candidate > value) | ((candidate == value) & (candidate_number < number)));
        value = select(better, candidate, value);
        number = select(better, candidate_number, number);
    }

    /// Returns the number of the best candidate over all lanes, the lowest of equals; −1: none.
    int winner() const {
        const Lanes best = broadcast(largest(value));
        const Lanes none = broadcast(__builtin_inf());
        return static_cast<int>(smallest(select(value == best, number, none)));
    }
};

// Candidates are numbered: axis 2 i is face i of a, 2 i + 1 face i of b,
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

/// Returns the numbers of a group of edge axes.
Lanes numbers_of_edges(int of_a, int of_b) {
    const auto number = [&](int i, int j) {
        return 2.0 * (kFirstEdgeAxis + 6 * kOppositeEdges[of_a][i] + kOppositeEdges[of_b][j]);
    };
    return Lanes{number(0, 0), number(0, 1), number(1, 0), number(1, 1)};
}

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

/// The edges that may give the normal, by opposite pair, in the lanes of their axes.
struct AllowedEdges {
    LaneMask of_a[3];
    LaneMask of_b[3];
};

AllowedEdges allowed_edges(const SatAxes& axes) {
    AllowedEdges allowed;
    for (int i = 0; i < 3; ++i) {
        const auto holds = [i](int edges, int which) {
            return -static_cast<long long>(edges >> kOppositeEdges[i][which] & 1);
        };
        const long long a[2] = {holds(axes.edges_a, 0), holds(axes.edges_a, 1)};
        const long long b[2] = {holds(axes.edges_b, 0), holds(axes.edges_b, 1)};
        allowed.of_a[i] = LaneMask{a[0], a[0], a[1], a[1]};
        allowed.of_b[i] = LaneMask{b[0], b[1], b[0], b[1]};
    }
    return allowed;
}

/// Offers all edge axes with the research code's settings, where the last bit decides; see
/// vertex_search. Returns false when one of them, allowed or not, separates the tets.
[[gnu::noinline]] bool offer_edges_as_published(BestAxes& best, const TetPair& pair,
                                                const SatAxes& axes, double face_bias) {
    const VertexSearch search = vertex_search(pair.a, pair.b);
    for (int edges = 0; edges < 3; ++edges) {
        for (int group = 0; group < 3; ++group) {
            const VertexAxes found = vertex_axes(pair.a, search, edges, group);
            if (disjoint(found)) {
                return false;
            }
            const int first = 12 * edges + 4 * group;
            int allowed = 0;
            for (int lane = 0; lane < 4; ++lane) {
                const int of_a = (first + lane) / 6;
                const int of_b = (first + lane) % 6;
                allowed |= (axes.edges_a >> of_a & axes.edges_b >> of_b & 1) << lane;
            }
            if (allowed == 0) {
                continue;
            }
            const Lanes length = sqrt(dot(found.axis, found.axis));
            const Lanes scale = 1.0 / length;
            const Intervals on_edges{found.a.low * scale, found.a.high * scale, found.b.low * scale,
                                     found.b.high * scale};
            offer_both(best, mask_of(allowed) & (length > broadcast(kPublishedTolerance)), on_edges,
                       0.0, face_bias, numbers(kFirstEdgeAxis + first, 1));
        }
    }
    return true;
}

/// Offers all edge axes that may win. One that runs along a face's normal overlaps as much as the
/// face, up to rounding, so an edge must win by more than what counts as touch. Returns false when
/// one of the axes, allowed or not, separates the tets.
bool offer_edges(BestAxes& best, const TetPair& pair, const SatAxes& axes,
                 const SatSettings& settings) {
    if (settings.tolerance == Tolerance::Absolute) {
        return offer_edges_as_published(best, pair, axes, settings.face_bias);
    }
    const PosedTet& a = pair.a;
    const PosedTet& b = pair.b;
    const EdgeSearch search = edge_search(pair);
    const AllowedEdges allowed = allowed_edges(axes);
    const double shortest = settings.precision * a.size * b.size;
    const double bias = settings.face_bias + pair.touch;
    const Lanes rounding = broadcast(rounding_of_gaps(a, b));
    const double least_area = kParallelShare * a.size * b.size;
    const Lanes least = broadcast(least_area * least_area);
    const Lanes apart = broadcast(pair.touch * pair.touch);
    // Gaps are compared by their squares: along most axes the overlap is larger than that of the
    // best face, and no length is needed. Equal ones, up to rounding, are left to `offer_both`.
    constexpr double kTied = 1e-12;
    const double wins = largest(best.value) + bias;
    const Lanes limit = min(signed_square(broadcast(wins - kTied * absolute(wins))), apart);
    for (int of_a = 0; of_a < 3; ++of_a) {
        for (int of_b = 0; of_b < 3; ++of_b) {
            const EdgeAxes found = edge_axes(search, of_a, of_b);
            const LaneMask allowed_here = allowed.of_a[of_a] & allowed.of_b[of_b];
            const Lanes gap = signed_square(gaps(found) - rounding);
            const Lanes needed = select(allowed_here, limit, apart) * found.axis_squared;
            if (bits(gap > needed) == 0) [[likely]] {
                continue;
            }
            if (bits((gap > apart * found.axis_squared) & (found.axis_squared > least)) != 0) {
                return false;
            }
            const Lanes axis_length = sqrt(found.axis_squared);
            const Lanes scale = 1.0 / axis_length;
            const Intervals on_edges{found.low_a * scale, found.high_a * scale,
                                     (found.apart + found.low_b) * scale,
                                     (found.apart + found.high_b) * scale};
            offer_both(best, allowed_here & (axis_length > broadcast(shortest)), on_edges,
                       pair.touch, bias, numbers_of_edges(of_a, of_b));
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

/// Appends the shared points as contacts along the best axis.
void report_along(const BestAxes& best, const TetPair& pair, const SatSettings& settings,
                  TetPairContacts& contacts) {
    const int winner = best.winner();
    if (winner >= 0) {
        const SharedPoints points = shared_points(pair, settings.own_plane);
        report_points(pair, points, candidate_normal(pair.a, pair.b, winner), true, settings,
                      contacts);
    }
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
    if (offer_edges(best, pair, axes, settings)) {
        report_along(best, pair, settings, contacts);
    }
}

void sat_contacts_by_faces(const PosedTet& a, const PosedTet& b, const SatAxes& axes,
                           const SatSettings& settings, TetPairContacts& contacts) {
    const TetPair pair = make_tet_pair(a, b, settings);
    if (pair.separated) {
        return;
    }
    BestAxes best;
    offer_faces(best, pair, axes);
    report_along(best, pair, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
