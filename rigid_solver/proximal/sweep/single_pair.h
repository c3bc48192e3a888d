#pragma once

#include <cstddef>

#include "rigid_solver/proximal/sweep/sweep_kernel.h"

// One pair of bodies alone: two numbers of its twist at once instead of two pairs or four. Inlined
// and unrolled as wide_pairs.h is.
//
// Sums are written in the order that Eigen takes for vectors of three and six, so that a sweep is
// the same to the last bit as one that takes contact after contact with Eigen.

namespace touchstone::TOUCHSTONE_ISA {

/// Two neighbouring numbers.
using Two = double __attribute__((vector_size(16)));

/// Six numbers of one pair.
struct TwoSix {
    Two row[3];
};

/// Three numbers of one pair.
struct Three {
    double x, y, z;
};

/// Reads two neighbouring numbers, aligned or not.
[[gnu::always_inline]] inline Two load_two(const double* numbers) {
    Two two;
    __builtin_memcpy(&two, numbers, sizeof two);
    return two;
}
/// Sums, differences and products, as usual.
[[gnu::always_inline]] inline Three operator+(Three a, Three b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] inline Three operator-(Three a, Three b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] inline Three operator*(double factor, Three a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}
[[gnu::always_inline]] inline Three cross(Three a, Three b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Reads three neighbouring numbers.
[[gnu::always_inline]] inline Three load_three(const double* numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}
/// Writes three neighbouring numbers.
[[gnu::always_inline]] inline void store_three(Three three, double* numbers) {
    numbers[0] = three.x;
    numbers[1] = three.y;
    numbers[2] = three.z;
}
/// Returns the three numbers of the first pair.
[[gnu::always_inline]] inline Three first_of(const FourNumbers* numbers) {
    return {numbers[0].lane[0], numbers[1].lane[0], numbers[2].lane[0]};
}

/// Returns the product of the first pair's matrix and a vector, with Eigen's sums.
[[gnu::always_inline]] inline Three multiply(const FourNumbers* matrix, Three vector) {
    const auto at = [matrix](int number) { return matrix[number].lane[0]; };
    return {at(0) * vector.x + at(1) * vector.y + at(2) * vector.z,
            at(3) * vector.x + at(4) * vector.y + at(5) * vector.z,
            at(6) * vector.x + (at(7) * vector.y + at(8) * vector.z)};
}

/// Returns the sum of six products, with Eigen's sum: of the even, of the odd, and of both.
[[gnu::always_inline]] inline double product(const double* row, const TwoSix& six) {
    const Two sums = load_two(row) * six.row[0] +
                     (load_two(row + 2) * six.row[1] + load_two(row + 4) * six.row[2]);
    return sums[0] + sums[1];
}

/// The impulses of a contact.
template <int N>
struct RowNumbers {
    double row[N];
};

/// Returns λ - R (J w + b).
template <int N, bool Blocked>
[[gnu::always_inline]] inline RowNumbers<N> stepped(const double* rows, const RowNumbers<N>& lambda,
                                                    const TwoSix& twist) {
    using Layout = RowLayout<N, Blocked>;
    RowNumbers<N> velocity;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
        velocity.row[i] = product(rows + Layout::kJacobian + 6 * i, twist) + rows[Layout::kB + i];
    }
    RowNumbers<N> z;
    constexpr int kDiagonal = Blocked ? 1 : N;
#pragma GCC unroll 4
    for (int i = 0; i < kDiagonal; ++i) {
        z.row[i] = lambda.row[i] - rows[Layout::kR + i] * velocity.row[i];
    }
#pragma GCC unroll 4
    for (int i = kDiagonal; i < N; ++i) {
        const double* block = rows + Layout::kRFriction + (i - 1) * (N - 1);
        double sum = block[N - 2] * velocity.row[N - 1];
#pragma GCC unroll 4
        for (int j = N - 3; j >= 0; --j) {
            sum = block[j] * velocity.row[j + 1] + sum;
        }
        z.row[i] = lambda.row[i] - sum;
    }
    return z;
}

/// Returns the nearest admissible impulse, see contact_rows.h.
template <int N>
[[gnu::always_inline]] inline RowNumbers<N> nearest_admissible(const RowNumbers<N>& z,
                                                               double friction) {
    RowNumbers<N> lambda = z;
    lambda.row[0] = 0.0 < z.row[0] ? z.row[0] : 0.0;
    const double radius = friction * lambda.row[0];
    double size_squared = z.row[1] * z.row[1] + z.row[2] * z.row[2];
    if constexpr (N == 4) {
        size_squared += z.row[3] * z.row[3];
    }
    if (size_squared > radius * radius) {
        const double share = radius / __builtin_sqrt(size_squared);
#pragma GCC unroll 4
        for (int i = 1; i < N; ++i) {
            lambda.row[i] = z.row[i] * share;
        }
    }
    return lambda;
}

/// Treats the contacts of a group's only pair.
template <int N, bool Blocked>
[[gnu::always_inline]] inline void treat_one(const SweepTask& task, const SweepGroup& group,
                                             SweepResult& result) {
    using Layout = RowLayout<N, Blocked>;
    const double* w_a = task.w + 6 * static_cast<std::ptrdiff_t>(group.read_a[0]);
    const double* w_b = task.w + 6 * static_cast<std::ptrdiff_t>(group.read_b[0]);
    const Three linear_a = load_three(w_a);
    const Three angular_a = load_three(w_a + 3);
    const Three linear_b = load_three(w_b);
    const Three angular_b = load_three(w_b + 3);
    const Three origin_a = first_of(group.origin_a);
    const Three origin_b = first_of(group.origin_b);
    const Three linear =
        (linear_b + cross(angular_b, origin_b)) - linear_a - cross(angular_a, origin_a);
    const Three angular = angular_b - angular_a;
    TwoSix twist{{{linear.x, linear.y}, {linear.z, angular.x}, {angular.y, angular.z}}};
    TwoSix wrench{};
    SweepResult most = result;
    const double* rows = task.rows + group.rows;
    const double* from = task.before + group.impulses;
    double* to = task.after + group.impulses;
    for (int j = 0; j < group.count[0]; ++j) {
        RowNumbers<N> before;
        __builtin_memcpy(before.row, from, sizeof before);
        const RowNumbers<N> lambda =
            nearest_admissible<N>(stepped<N, Blocked>(rows, before, twist), task.friction);
#pragma GCC unroll 4
        for (int i = 0; i < N; ++i) {
            const double change = lambda.row[i] - before.row[i];
#pragma GCC unroll 3
            for (int c = 0; c < 3; ++c) {
                const int at = 6 * i + 2 * c;
                twist.row[c] = twist.row[c] + change * load_two(rows + Layout::kResponse + at);
                wrench.row[c] = wrench.row[c] + change * load_two(rows + Layout::kJacobian + at);
            }
            const double size = __builtin_fabs(change);
            const double impulse = __builtin_fabs(lambda.row[i]);
            most.residual = most.residual < size ? size : most.residual;
            most.largest = most.largest < impulse ? impulse : most.largest;
        }
        __builtin_memcpy(to, lambda.row, sizeof lambda);
        rows += Layout::kSize;
        from += N;
        to += N;
    }
    result = most;
    const Three push{wrench.row[0][0], wrench.row[0][1], wrench.row[1][0]};
    const Three moment{wrench.row[1][1], wrench.row[2][0], wrench.row[2][1]};
    double* new_a = task.w + 6 * static_cast<std::ptrdiff_t>(group.write_a[0]);
    double* new_b = task.w + 6 * static_cast<std::ptrdiff_t>(group.write_b[0]);
    store_three(linear_a - group.inverse_mass_a.lane[0] * push, new_a);
    store_three(angular_a - multiply(group.inverse_inertia_a, moment + cross(origin_a, push)),
                new_a + 3);
    store_three(linear_b + group.inverse_mass_b.lane[0] * push, new_b);
    store_three(angular_b + multiply(group.inverse_inertia_b, moment + cross(origin_b, push)),
                new_b + 3);
}

}  // namespace touchstone::TOUCHSTONE_ISA
