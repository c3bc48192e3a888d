#pragma once

// Every kernel, in methods/geometry/, generators/local/, generators/continuous/kernels/ and
// rigid_solver/proximal/sweep/, is compiled once per instruction set, into a namespace of that
// name, and must define nothing that another build of the same file could share: no standard
// library code, no Eigen. The build defines TOUCHSTONE_ISA; the tests `pose_kernels_symbols_ISA`,
// `kernels_symbols_ISA`, `continuous_kernels_symbols_ISA` and `sweep_kernels_symbols_ISA`, one for
// each instruction set, check the rule.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <cstdint>

#if !defined(__AVX__)
#include "methods/lanes/halves.h"
#endif

namespace touchstone::TOUCHSTONE_ISA {

#if defined(__AVX__)
/// Four doubles on which an operation works at once.
using Lanes = double __attribute__((vector_size(32)));

/// The result of comparing Lanes lane by lane: all bits of a lane are set, or none.
using LaneMask = long long __attribute__((vector_size(32)));

// Each of these is one instruction: of the conditional expressions that say the same, GCC makes up
// to five.

/// Returns, lane by lane, `yes` where the mask is set, else `no`.
inline Lanes select(LaneMask mask, Lanes yes, Lanes no) {
    return (Lanes)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
}
/// Returns the smaller of two numbers, lane by lane: a < b ? a : b.
inline Lanes min(Lanes a, Lanes b) { return (Lanes)_mm256_min_pd((__m256d)a, (__m256d)b); }
/// Returns the larger of two numbers, lane by lane: a > b ? a : b.
inline Lanes max(Lanes a, Lanes b) { return (Lanes)_mm256_max_pd((__m256d)a, (__m256d)b); }

/// Returns the value without its sign, lane by lane.
inline Lanes absolute(Lanes value) {
    const LaneMask sign = (LaneMask)(Lanes{-0.0, -0.0, -0.0, -0.0});
    return (Lanes)((LaneMask)value & ~sign);
}

/// Returns the four lanes of two vectors side by side that have these numbers, 0 to 7.
template <int kA, int kB, int kC, int kD>
Lanes shuffled(Lanes v, Lanes w) {
    return __builtin_shufflevector(v, w, kA, kB, kC, kD);
}
#else
using Lanes = HalvedLanes;
using LaneMask = HalvedMask;
#endif

/// Returns the four lanes of a vector that have these numbers, 0 to 3.
template <int kA, int kB, int kC, int kD>
Lanes shuffled(Lanes v) {
    return shuffled<kA, kB, kC, kD>(v, v);
}

/// Returns the value in all four lanes.
inline Lanes broadcast(double value) { return Lanes{value, value, value, value}; }

/// Loads four neighbouring numbers from memory, aligned or not.
inline Lanes load(const double* values) {
    Lanes lanes;
    __builtin_memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

/// Returns the value without its sign.
inline double absolute(double value) { return __builtin_fabs(value); }

/// Returns the square root of each lane.
inline Lanes sqrt(Lanes value) {
#if defined(__AVX__)
    return (Lanes)_mm256_sqrt_pd((__m256d)value);
#elif defined(__SSE2__)
    return {(Half)_mm_sqrt_pd((__m128d)value.low), (Half)_mm_sqrt_pd((__m128d)value.high)};
#else
    return {__builtin_sqrt(value[0]), __builtin_sqrt(value[1]), __builtin_sqrt(value[2]),
            __builtin_sqrt(value[3])};
#endif
}

/// Returns four bits, of which bit i is set when lane i is.
inline int bits(LaneMask mask) {
#if defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask);
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask.low) | (_mm_movemask_pd((__m128d)mask.high) << 2);
#else
    int result = 0;
    for (int i = 0; i < 4; ++i) {
        result |= static_cast<int>(mask[i] & 1) << i;
    }
    return result;
#endif
}

/// Returns the mask in which lane i is set when bit i of `set` is.
inline LaneMask mask_of(int set) {
    const LaneMask bit{1, 2, 4, 8};
    const LaneMask all{set, set, set, set};
    return (all & bit) != 0;
}

/// Returns the largest of the four lanes.
inline double largest(Lanes v) {
    const double low = v[0] > v[1] ? v[0] : v[1];
    const double high = v[2] > v[3] ? v[2] : v[3];
    return low > high ? low : high;
}

/// Returns the smallest of the four lanes.
inline double smallest(Lanes v) {
    const double low = v[0] < v[1] ? v[0] : v[1];
    const double high = v[2] < v[3] ? v[2] : v[3];
    return low < high ? low : high;
}

/// Returns one lane's value in all four.
template <int kLane>
Lanes spread(Lanes v) {
    return shuffled<kLane, kLane, kLane, kLane>(v);
}

/// Lanes from which those of a permuted vector come; see place.
using Places = LaneMask;

/// Returns the number that stands for a lane, 0 to 3, in Places: those of its two 32-bit halves.
constexpr long long place(long long lane) { return (2 * lane) | ((2 * lane + 1) << 32); }

/// Returns the vector whose lane i is the lane of `v` that place i names.
inline Lanes permuted(Lanes v, Places places) {
#if defined(__AVX2__)
    return (Lanes)_mm256_permutevar8x32_ps((__m256)v, (__m256i)places);
#else
    double values[4];
    __builtin_memcpy(values, &v, sizeof values);
    const auto of = [&](int lane) { return values[places[lane] >> 1 & 3]; };
    return {of(0), of(1), of(2), of(3)};
#endif
}

/// Loads four places from memory, aligned or not.
inline Places load_places(const long long* values) {
    Places places;
    __builtin_memcpy(&places, values, sizeof places);
    return places;
}
/// Returns the places whose lane i is the lane of `of` that place i names.
inline Places permuted(Places of, Places places) {
    Lanes as_numbers;
    __builtin_memcpy(&as_numbers, &of, sizeof of);
    as_numbers = permuted(as_numbers, places);
    __builtin_memcpy(&of, &as_numbers, sizeof of);
    return of;
}

/// A point or a direction in space.
struct Vector {
    double x, y, z;
};

/// Sums, differences and products of vectors, as usual.
inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator*(double s, Vector v) { return {s * v.x, s * v.y, s * v.z}; }
inline double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Returns the Euclidean length.
inline double length(Vector v) { return __builtin_sqrt(dot(v, v)); }

/// Four points or directions, one in each lane.
struct VectorLanes {
    Lanes x, y, z;
};

/// Returns the vectors whose lane i is the lane of `v` that place i names.
inline VectorLanes permuted(const VectorLanes& v, Places places) {
    return {permuted(v.x, places), permuted(v.y, places), permuted(v.z, places)};
}
/// Returns the vector of one lane in all four.
template <int kLane>
VectorLanes spread(const VectorLanes& v) {
    return {spread<kLane>(v.x), spread<kLane>(v.y), spread<kLane>(v.z)};
}
/// Returns the vector in one lane.
inline Vector vector_in(const VectorLanes& v, int lane) {
    return {v.x[lane], v.y[lane], v.z[lane]};
}

/// The same operations on four vectors at once.
inline VectorLanes broadcast(Vector v) { return {broadcast(v.x), broadcast(v.y), broadcast(v.z)}; }
inline VectorLanes operator+(const VectorLanes& a, const VectorLanes& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline VectorLanes operator-(const VectorLanes& a, const VectorLanes& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Lanes dot(const VectorLanes& a, const VectorLanes& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline VectorLanes cross(const VectorLanes& a, const VectorLanes& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace touchstone::TOUCHSTONE_ISA
