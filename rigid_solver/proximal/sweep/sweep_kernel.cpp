#include "rigid_solver/proximal/sweep/sweep_kernel.h"

#include "methods/lanes/lanes.h"

// Sums are written in the order that Eigen takes for vectors of three and six, so that a sweep is
// the same to the last bit as one that takes contact after contact with Eigen.

namespace touchstone::TOUCHSTONE_ISA {
namespace {

inline Lanes load_four(const FourNumbers& numbers) { return load(numbers.lane); }

inline VectorLanes load_vector(const FourNumbers* numbers) {
    return {load_four(numbers[0]), load_four(numbers[1]), load_four(numbers[2])};
}

inline VectorLanes operator+(const VectorLanes& a, const VectorLanes& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// Makes columns of four rows, and rows of four columns.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
    const Lanes ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Lanes cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

/// Stores the first `Count` numbers of four.
template <int Count>
inline void store(double* values, const Lanes& lanes) {
    __builtin_memcpy(values, &lanes, Count * sizeof(double));
}

/// Six numbers of each of four bodies or pairs: a twist or a wrench.
struct SixLanes {
    Lanes row[6];
};

inline VectorLanes head(const SixLanes& six) { return {six.row[0], six.row[1], six.row[2]}; }
inline VectorLanes tail(const SixLanes& six) { return {six.row[3], six.row[4], six.row[5]}; }

inline SixLanes load_six(const double* w, const int* places) {
    Lanes a = load(w + 6 * places[0]);
    Lanes b = load(w + 6 * places[1]);
    Lanes c = load(w + 6 * places[2]);
    Lanes d = load(w + 6 * places[3]);
    transpose(a, b, c, d);
    SixLanes six{{a, b, c, d, {}, {}}};
    for (int i = 4; i < 6; ++i) {
        six.row[i] = Lanes{w[6 * places[0] + i], w[6 * places[1] + i], w[6 * places[2] + i],
                           w[6 * places[3] + i]};
    }
    return six;
}

inline void store_six(const VectorLanes& linear, const VectorLanes& angular, double* w,
                      const int* places) {
    Lanes rows[4]{linear.x, linear.y, linear.z, angular.x};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int lane = 0; lane < 4; ++lane) {
        double* place = w + 6 * places[lane];
        store<4>(place, rows[lane]);
        place[4] = angular.y[lane];
        place[5] = angular.z[lane];
    }
}

/// Returns the sum of six products, see above.
inline Lanes product(const FourNumbers* row, const SixLanes& twist) {
    const Lanes even = load_four(row[0]) * twist.row[0] +
                       (load_four(row[2]) * twist.row[2] + load_four(row[4]) * twist.row[4]);
    const Lanes odd = load_four(row[1]) * twist.row[1] +
                      (load_four(row[3]) * twist.row[3] + load_four(row[5]) * twist.row[5]);
    return even + odd;
}

/// Returns the product of a matrix and a vector, with Eigen's sums: two rows at once, and the third.
inline VectorLanes multiply(const FourNumbers* matrix, const VectorLanes& vector) {
    const auto at = [matrix](int number) { return load_four(matrix[number]); };
    return {at(0) * vector.x + at(1) * vector.y + at(2) * vector.z,
            at(3) * vector.x + at(4) * vector.y + at(5) * vector.z,
            at(6) * vector.x + (at(7) * vector.y + at(8) * vector.z)};
}

inline VectorLanes scaled(Lanes factor, const VectorLanes& vector) {
    return {factor * vector.x, factor * vector.y, factor * vector.z};
}

inline Lanes magnitude(Lanes value) {
    const LaneMask all{-1, -1, -1, -1};
    return (Lanes)((LaneMask)value & (all & 0x7fffffffffffffff));
}

/// Returns the larger number; the first where the second is none.
inline Lanes grown(Lanes largest, Lanes value) { return select(largest < value, value, largest); }

template <int N>
struct RowLanes {
    Lanes row[N];
};

/// Reads the impulses of four contacts.
template <int N>
inline RowLanes<N> load_impulses(const double* impulses, const int* contacts) {
    // With three rows the fourth number is the next contact's, or that of the one that is none.
    Lanes rows[4];
    for (int lane = 0; lane < 4; ++lane) {
        rows[lane] = load(impulses + N * contacts[lane]);
    }
    transpose(rows[0], rows[1], rows[2], rows[3]);
    RowLanes<N> result;
    for (int i = 0; i < N; ++i) {
        result.row[i] = rows[i];
    }
    return result;
}

/// Writes the impulses of those of four contacts that there are.
template <int N, bool All>
inline void store_impulses(const RowLanes<N>& lambda, const int* contacts, int no_contact,
                           double* impulses) {
    Lanes rows[4]{};
    for (int i = 0; i < N; ++i) {
        rows[i] = lambda.row[i];
    }
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int lane = 0; lane < 4; ++lane) {
        if (All || contacts[lane] != no_contact) {
            store<N>(impulses + N * contacts[lane], rows[lane]);
        }
    }
}

/// Returns λ - R (J w + b).
template <int N, bool Blocked>
inline RowLanes<N> stepped(const FourNumbers* rows, const RowLanes<N>& lambda,
                           const SixLanes& twist) {
    using Layout = RowLayout<N, Blocked>;
    RowLanes<N> velocity;
    for (int i = 0; i < N; ++i) {
        velocity.row[i] =
            product(rows + Layout::kJacobian + 6 * i, twist) + load_four(rows[Layout::kB + i]);
    }
    RowLanes<N> z;
    const int diagonal = Blocked ? 1 : N;
    for (int i = 0; i < diagonal; ++i) {
        z.row[i] = lambda.row[i] - load_four(rows[Layout::kR + i]) * velocity.row[i];
    }
    for (int i = diagonal; i < N; ++i) {
        const FourNumbers* block = rows + Layout::kRFriction + (i - 1) * (N - 1);
        Lanes sum = load_four(block[N - 2]) * velocity.row[N - 1];
        for (int j = N - 3; j >= 0; --j) {
            sum = load_four(block[j]) * velocity.row[j + 1] + sum;
        }
        z.row[i] = lambda.row[i] - sum;
    }
    return z;
}

/// Returns the nearest admissible impulses, see contact_rows.h.
template <int N>
inline RowLanes<N> nearest_admissible(const RowLanes<N>& z, Lanes friction) {
    RowLanes<N> lambda = z;
    const Lanes zero{};
    lambda.row[0] = select(zero < z.row[0], z.row[0], zero);
    const Lanes radius = friction * lambda.row[0];
    Lanes size_squared = z.row[1] * z.row[1] + z.row[2] * z.row[2];
    if constexpr (N == 4) {
        size_squared = size_squared + z.row[3] * z.row[3];
    }
    const LaneMask slides = size_squared > radius * radius;
    // Sticking contacts, the majority, need neither square root nor division.
    if (bits(slides) != 0) {
        const Lanes share = radius / sqrt(size_squared);
        for (int i = 1; i < N; ++i) {
            lambda.row[i] = select(slides, z.row[i] * share, z.row[i]);
        }
    }
    return lambda;
}

/// What four pairs have come to within a sweep.
struct PairLanes {
    SixLanes twist;
    SixLanes wrench;
    Lanes residual;
    Lanes largest;
};

/// Treats contact j of the pairs. `All`: each of them has one; else a pair without it stays as it
/// is, signs of zeros included.
template <int N, bool Blocked, bool All>
inline void treat(const SweepTask& task, const SweepGroup& group, int j, Lanes friction,
                  PairLanes& pairs) {
    using Layout = RowLayout<N, Blocked>;
    const FourNumbers* rows = task.rows + group.rows + static_cast<std::size_t>(j) * Layout::kSize;
    int contacts[4];
    for (int lane = 0; lane < 4; ++lane) {
        contacts[lane] = All || j < group.count[lane] ? group.first[lane] + j : task.no_contact;
    }
    const RowLanes<N> before = load_impulses<N>(task.before, contacts);
    const RowLanes<N> lambda =
        nearest_admissible<N>(stepped<N, Blocked>(rows, before, pairs.twist), friction);
    store_impulses<N, All>(lambda, contacts, task.no_contact, task.after);
    const LaneMask there = LaneMask{group.count[0], group.count[1], group.count[2],
                                    group.count[3]} > static_cast<long long>(j);
    for (int i = 0; i < N; ++i) {
        const Lanes change = lambda.row[i] - before.row[i];
        for (int c = 0; c < 6; ++c) {
            pairs.twist.row[c] =
                pairs.twist.row[c] + change * load_four(rows[Layout::kResponse + 6 * i + c]);
            const Lanes wrench =
                pairs.wrench.row[c] + change * load_four(rows[Layout::kJacobian + 6 * i + c]);
            pairs.wrench.row[c] = All ? wrench : select(there, wrench, pairs.wrench.row[c]);
        }
        pairs.residual = grown(pairs.residual, magnitude(change));
        pairs.largest = grown(pairs.largest, magnitude(lambda.row[i]));
    }
}

template <int N, bool Blocked>
inline void treat_group(const SweepTask& task, const SweepGroup& group, Lanes friction,
                        PairLanes& pairs) {
    const SixLanes w_a = load_six(task.w, group.read_a);
    const SixLanes w_b = load_six(task.w, group.read_b);
    const VectorLanes origin_a = load_vector(group.origin_a);
    const VectorLanes origin_b = load_vector(group.origin_b);
    const VectorLanes linear =
        (head(w_b) + cross(tail(w_b), origin_b)) - head(w_a) - cross(tail(w_a), origin_a);
    const VectorLanes angular = tail(w_b) - tail(w_a);
    pairs.twist = {{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}};
    pairs.wrench = {};
    for (int j = 0; j < group.common; ++j) {
        treat<N, Blocked, true>(task, group, j, friction, pairs);
    }
    for (int j = group.common; j < group.longest; ++j) {
        treat<N, Blocked, false>(task, group, j, friction, pairs);
    }
    const VectorLanes impulse = head(pairs.wrench);
    const VectorLanes moment = tail(pairs.wrench);
    store_six(head(w_a) - scaled(load_four(group.inverse_mass_a), impulse),
              tail(w_a) - multiply(group.inverse_inertia_a, moment + cross(origin_a, impulse)),
              task.w, group.write_a);
    store_six(head(w_b) + scaled(load_four(group.inverse_mass_b), impulse),
              tail(w_b) + multiply(group.inverse_inertia_b, moment + cross(origin_b, impulse)),
              task.w, group.write_b);
}

template <int N, bool Blocked>
SweepResult run(const SweepTask& task) {
    PairLanes pairs{};
    const Lanes friction = broadcast(task.friction);
    for (int g = 0; g < task.group_count; ++g) {
        treat_group<N, Blocked>(task, task.groups[g], friction, pairs);
    }
    return {largest(pairs.residual), largest(pairs.largest)};
}

}  // namespace

constinit const SweepKernels kSweepKernels{.diagonal_3 = run<3, false>,
                                           .diagonal_4 = run<4, false>,
                                           .blocked_3 = run<3, true>,
                                           .blocked_4 = run<4, true>};

}  // namespace touchstone::TOUCHSTONE_ISA
