#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace touchstone {

// Pairs of numbers on which one instruction works at once, on every processor. Sums, differences,
// products and comparisons go lane by lane, and round as those of doubles.

/// Two numbers.
using NumberPair = double __attribute__((vector_size(16)));

/// The result of comparing pairs lane by lane: all bits of a lane are set, or none.
using PairMask = long long __attribute__((vector_size(16)));

/// Returns a pair of a number and itself.
inline NumberPair both(double value) { return NumberPair{value, value}; }
/// Returns the smaller of two numbers, lane by lane.
inline NumberPair smaller(NumberPair a, NumberPair b) { return a < b ? a : b; }
/// Returns the larger of two numbers, lane by lane.
inline NumberPair larger(NumberPair a, NumberPair b) { return a > b ? a : b; }
/// Returns the pair with its lanes exchanged.
inline NumberPair exchanged(NumberPair a) { return __builtin_shufflevector(a, a, 1, 0); }
/// Returns the first lanes of two pairs.
inline NumberPair first_lanes(NumberPair a, NumberPair b) {
    return __builtin_shufflevector(a, b, 0, 2);
}
/// Returns the second lanes of two pairs.
inline NumberPair second_lanes(NumberPair a, NumberPair b) {
    return __builtin_shufflevector(a, b, 1, 3);
}

/// Returns two bits, of which bit i is set when lane i is.
inline int pair_bits(PairMask mask) {
#if defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask);
#else
    return static_cast<int>(mask[0] & 1) | static_cast<int>(mask[1] & 2);
#endif
}
/// Returns true when the mask is set in a lane, or in both.
inline bool any_lane(PairMask mask) { return pair_bits(mask) != 0; }
inline bool all_lanes(PairMask mask) { return pair_bits(mask) == 3; }

/// A pair for each of the axes x, y and z: two vectors.
struct VectorPair {
    NumberPair x, y, z;
};

/// The usual products and the sum of vectors, lane by lane.
inline VectorPair cross(const VectorPair& a, const VectorPair& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline NumberPair dot(const VectorPair& a, const VectorPair& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline VectorPair operator+(const VectorPair& a, const VectorPair& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
/// Returns the two vectors exchanged.
inline VectorPair exchanged(const VectorPair& a) {
    return {exchanged(a.x), exchanged(a.y), exchanged(a.z)};
}

}  // namespace touchstone
