#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "rigid_solver/proximal/sweep/sweep_kernel.h"

// Several pairs of bodies at once, one in each lane: all four of a group where a vector holds four
// numbers, else two and two. What is between two contacts has to stay in registers, or it costs
// more than the arithmetic; so all is inlined, and loops over rows and numbers are unrolled. See
// methods/lanes/lanes.h for what a kernel may define.
//
// Sums are written in the order that Eigen takes for vectors of three and six, so that a sweep is
// the same to the last bit as one that takes contact after contact with Eigen.

namespace touchstone::TOUCHSTONE_ISA {

/// How many pairs a vector has room for.
#if defined(__AVX__)
constexpr int kWidth = 4;
#else
constexpr int kWidth = 2;
#endif

/// As many numbers as a vector holds, one for each pair that is treated at once.
using Wide = double __attribute__((vector_size(8 * kWidth)));

/// The result of comparing Wide number by number.
using WideMask = long long __attribute__((vector_size(8 * kWidth)));

/// Three numbers of each pair.
struct WideVector {
    Wide x, y, z;
};

/// Six numbers of each pair: a twist or a wrench.
struct WideSix {
    Wide row[6];
};

/// One number per row of each pair's contact.
template <int N>
struct WideRows {
    Wide row[N];
};

/// Reads neighbouring numbers, aligned or not.
[[gnu::always_inline]] inline Wide load_wide(const double* numbers) {
    Wide wide;
    __builtin_memcpy(&wide, numbers, sizeof wide);
    return wide;
}

/// Reads the numbers of the lanes from `first` on.
struct WideReader {
    int first;

    [[gnu::always_inline]] Wide operator()(const FourNumbers& numbers) const {
        return load_wide(numbers.lane + first);
    }
    [[gnu::always_inline]] WideVector vector(const FourNumbers* numbers) const {
        return {(*this)(numbers[0]), (*this)(numbers[1]), (*this)(numbers[2])};
    }
};

/// Sums, differences and products, as usual.
[[gnu::always_inline]] inline WideVector operator+(const WideVector& a, const WideVector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] inline WideVector operator-(const WideVector& a, const WideVector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] inline WideVector operator*(Wide factor, const WideVector& a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}
[[gnu::always_inline]] inline WideVector cross(const WideVector& a, const WideVector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Returns the first three numbers of six, and the last.
[[gnu::always_inline]] inline WideVector head(const WideSix& six) {
    return {six.row[0], six.row[1], six.row[2]};
}
[[gnu::always_inline]] inline WideVector tail(const WideSix& six) {
    return {six.row[3], six.row[4], six.row[5]};
}

/// Returns the product of a matrix and a vector, with Eigen's sums: two rows at once, and the
/// third.
[[gnu::always_inline]] inline WideVector multiply(WideReader read, const FourNumbers* matrix,
                                                  const WideVector& vector) {
    const auto at = [&](int number) { return read(matrix[number]); };
    return {at(0) * vector.x + at(1) * vector.y + at(2) * vector.z,
            at(3) * vector.x + at(4) * vector.y + at(5) * vector.z,
            at(6) * vector.x + (at(7) * vector.y + at(8) * vector.z)};
}

/// Returns the sum of six products, with Eigen's sum: of pairs, and of the two that are left.
[[gnu::always_inline]] inline Wide product(const double* row, const WideSix& six) {
    const auto at = [row](int number) { return load_wide(row + 4 * number); };
    const Wide even = at(0) * six.row[0] + (at(2) * six.row[2] + at(4) * six.row[4]);
    const Wide odd = at(1) * six.row[1] + (at(3) * six.row[3] + at(5) * six.row[5]);
    return even + odd;
}

/// Returns the square roots.
[[gnu::always_inline]] inline Wide root(Wide value) {
#if defined(__AVX__)
    return (Wide)_mm256_sqrt_pd((__m256d)value);
#elif defined(__SSE2__)
    return (Wide)_mm_sqrt_pd((__m128d)value);
#else
    for (int i = 0; i < kWidth; ++i) {
        value[i] = __builtin_sqrt(value[i]);
    }
    return value;
#endif
}

/// Returns true when the mask is set anywhere.
[[gnu::always_inline]] inline bool any(WideMask mask) {
#if defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

/// Returns the numbers without their signs.
[[gnu::always_inline]] inline Wide magnitude(Wide value) {
    return (Wide)((WideMask)value & 0x7fffffffffffffff);
}

/// Returns the larger number; the first where the second is none.
[[gnu::always_inline]] inline Wide grown(Wide largest, Wide value) {
    return largest < value ? value : largest;
}

/// Reads the number `at` of each place's numbers.
[[gnu::always_inline]] inline Wide gather(const double* const (&places)[kWidth], int at) {
#if defined(__AVX__)
    return Wide{places[0][at], places[1][at], places[2][at], places[3][at]};
#else
    return Wide{places[0][at], places[1][at]};
#endif
}

/// A place of six numbers for each body.
template <typename Number>
struct BodyPlaces {
    Number* of[kWidth];

    [[gnu::always_inline]] BodyPlaces(Number* numbers, const int* indices) {
#pragma GCC unroll 4
        for (int i = 0; i < kWidth; ++i) {
            of[i] = numbers + 6 * static_cast<std::ptrdiff_t>(indices[i]);
        }
    }
};

/// Reads six numbers of each body.
[[gnu::always_inline]] inline WideSix load_six(const double* w, const int* bodies) {
    const BodyPlaces<const double> places(w, bodies);
    WideSix six;
#pragma GCC unroll 6
    for (int c = 0; c < 6; ++c) {
        six.row[c] = gather(places.of, c);
    }
    return six;
}

/// Writes six numbers of each body.
[[gnu::always_inline]] inline void store_six(const WideVector& linear, const WideVector& angular,
                                             double* w, const int* bodies) {
    const BodyPlaces<double> places(w, bodies);
#pragma GCC unroll 4
    for (int i = 0; i < kWidth; ++i) {
        double* place = places.of[i];
        place[0] = linear.x[i];
        place[1] = linear.y[i];
        place[2] = linear.z[i];
        place[3] = angular.x[i];
        place[4] = angular.y[i];
        place[5] = angular.z[i];
    }
}

/// Returns λ - R (J w + b).
template <int N, bool Blocked>
[[gnu::always_inline]] inline WideRows<N> stepped(const double* rows, const WideRows<N>& lambda,
                                                  const WideSix& twist) {
    using Layout = RowLayout<N, Blocked>;
    const auto at = [rows](int number) { return load_wide(rows + 4 * number); };
    WideRows<N> velocity;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        velocity.row[i] =
            product(rows + 4 * (Layout::kJacobian + 6 * i), twist) + at(Layout::kB + i);
    }
    WideRows<N> z;
    constexpr int kDiagonal = Blocked ? 1 : N;
#pragma GCC unroll 4
    for (int i = 0; i < kDiagonal; ++i) {
        z.row[i] = lambda.row[i] - at(Layout::kR + i) * velocity.row[i];
    }
#pragma GCC unroll 4
    for (int i = kDiagonal; i < N; ++i) {
        const int block = Layout::kRFriction + (i - 1) * (N - 1);
        Wide sum = at(block + N - 2) * velocity.row[N - 1];
#pragma GCC unroll 4
        for (int j = N - 3; j >= 0; --j) {
            sum = at(block + j) * velocity.row[j + 1] + sum;
        }
        z.row[i] = lambda.row[i] - sum;
    }
    return z;
}

/// Returns the nearest admissible impulses, see contact_rows.h.
template <int N>
[[gnu::always_inline]] inline WideRows<N> nearest_admissible(const WideRows<N>& z, Wide friction) {
    WideRows<N> lambda = z;
    const Wide zero{};
    lambda.row[0] = zero < z.row[0] ? z.row[0] : zero;
    const Wide radius = friction * lambda.row[0];
    Wide size_squared = z.row[1] * z.row[1] + z.row[2] * z.row[2];
    if constexpr (N == 4) {
        size_squared = size_squared + z.row[3] * z.row[3];
    }
    const WideMask slides = size_squared > radius * radius;
    // Sticking contacts, the majority, need neither square root nor division.
    if (any(slides)) {
        const Wide share = radius / root(size_squared);
#pragma GCC unroll 4
        for (int i = 1; i < N; ++i) {
            lambda.row[i] = slides ? z.row[i] * share : z.row[i];
        }
    }
    return lambda;
}

/// What the pairs have come to within a sweep.
struct PairState {
    WideSix twist;
    WideSix wrench;
    Wide residual;
    Wide largest;
};

/// Treats contact j of the pairs. `All`: each of them has one; else a pair without it stays as it
/// is, signs of zeros included.
template <int N, bool Blocked, bool All>
[[gnu::always_inline]] inline void treat(const SweepTask& task, const SweepGroup& group,
                                         WideReader read, int j, Wide friction, PairState& pairs) {
    using Layout = RowLayout<N, Blocked>;
    const std::ptrdiff_t contact = 4 * static_cast<std::ptrdiff_t>(j);
    const double* rows = task.rows + group.rows + contact * Layout::kSize + read.first;
    const double* from = task.before + group.impulses + contact * N + read.first;
    double* to = task.after + group.impulses + contact * N + read.first;
    WideRows<N> before;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        before.row[i] = load_wide(from + 4 * i);
    }
    const WideRows<N> lambda =
        nearest_admissible<N>(stepped<N, Blocked>(rows, before, pairs.twist), friction);
    WideMask there{};
    if constexpr (!All) {
        for (int i = 0; i < kWidth; ++i) {
            there[i] = j < group.count[read.first + i] ? -1 : 0;
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        const Wide change = lambda.row[i] - before.row[i];
#pragma GCC unroll 6
        for (int c = 0; c < 6; ++c) {
            const int at = 6 * i + c;
            pairs.twist.row[c] =
                pairs.twist.row[c] + change * load_wide(rows + 4 * (Layout::kResponse + at));
            const Wide wrench =
                pairs.wrench.row[c] + change * load_wide(rows + 4 * (Layout::kJacobian + at));
            pairs.wrench.row[c] = All ? wrench : (there ? wrench : pairs.wrench.row[c]);
        }
        pairs.residual = grown(pairs.residual, magnitude(change));
        pairs.largest = grown(pairs.largest, magnitude(lambda.row[i]));
        __builtin_memcpy(to + 4 * i, &lambda.row[i], sizeof(Wide));
    }
}

/// Treats the pairs of a group in the lanes that the reader reads.
template <int N, bool Blocked>
[[gnu::always_inline]] inline void treat_pairs(const SweepTask& task, const SweepGroup& group,
                                               WideReader read, Wide friction, PairState& state) {
    const WideSix w_a = load_six(task.w, group.read_a + read.first);
    const WideSix w_b = load_six(task.w, group.read_b + read.first);
    const WideVector origin_a = read.vector(group.origin_a);
    const WideVector origin_b = read.vector(group.origin_b);
    const WideVector linear =
        (head(w_b) + cross(tail(w_b), origin_b)) - head(w_a) - cross(tail(w_a), origin_a);
    const WideVector angular = tail(w_b) - tail(w_a);
    // A copy, of which no other name can be in memory.
    PairState pairs{{{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}},
                    {},
                    state.residual,
                    state.largest};
    const int common = group.count[read.first + kWidth - 1];
    const int longest = group.count[read.first];
    int j = 0;
    for (; j < common; ++j) {
        treat<N, Blocked, true>(task, group, read, j, friction, pairs);
    }
    for (; j < longest; ++j) {
        treat<N, Blocked, false>(task, group, read, j, friction, pairs);
    }
    state.residual = pairs.residual;
    state.largest = pairs.largest;
    const WideVector impulse = head(pairs.wrench);
    const WideVector moment = tail(pairs.wrench);
    store_six(
        head(w_a) - read(group.inverse_mass_a) * impulse,
        tail(w_a) - multiply(read, group.inverse_inertia_a, moment + cross(origin_a, impulse)),
        task.w, group.write_a + read.first);
    store_six(
        head(w_b) + read(group.inverse_mass_b) * impulse,
        tail(w_b) + multiply(read, group.inverse_inertia_b, moment + cross(origin_b, impulse)),
        task.w, group.write_b + read.first);
}

}  // namespace touchstone::TOUCHSTONE_ISA
