#include "methods/continuous/exact_motion.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace touchstone {
namespace {

/// mantissa · 2^exponent with an odd mantissa; 0 has the largest possible exponent.
struct OddMantissa {
    std::int64_t mantissa = 0;
    int exponent = std::numeric_limits<int>::max();
};

OddMantissa odd_mantissa(double value) {
    constexpr int kFractionBits = 52;
    constexpr int kBias = 1075;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int biased = static_cast<int>(bits >> kFractionBits) & 0x7ff;
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFractionBits) - 1);
    const std::uint64_t whole =
        biased > 0 ? fraction | (std::uint64_t{1} << kFractionBits) : fraction;
    if (whole == 0) {
        return {};
    }
    const int zeros = std::countr_zero(whole);
    const auto odd = static_cast<std::int64_t>(whole >> zeros);
    return {value < 0.0 ? -odd : odd, std::max(biased, 1) - kBias + zeros};
}

void set_scaled(BigInteger& integer, const OddMantissa& value, int lowest) {
    mpz_set_si(integer.get(), value.mantissa);
    if (value.mantissa != 0) {
        mpz_mul_2exp(integer.get(), integer.get(),
                     static_cast<mp_bitcnt_t>(value.exponent - lowest));
    }
}

/// The coordinates of the four points at both ends, as integers.
struct IntegerPoints {
    std::array<std::array<BigInteger, 3>, 4> start, end;
    BigInteger separation;
};

IntegerPoints integer_points(const ImpactQuery& query, double separation) {
    std::array<OddMantissa, 25> values;
    for (int i = 0; i < 12; ++i) {
        values[i] = odd_mantissa(query.start[i / 3][i % 3]);
        values[12 + i] = odd_mantissa(query.end[i / 3][i % 3]);
    }
    values[24] = odd_mantissa(separation);
    const int lowest = std::ranges::min_element(values, {}, &OddMantissa::exponent)->exponent;
    IntegerPoints points;
    for (int i = 0; i < 12; ++i) {
        set_scaled(points.start[i / 3][i % 3], values[i], lowest);
        set_scaled(points.end[i / 3][i % 3], values[12 + i], lowest);
    }
    set_scaled(points.separation, values[24], lowest);
    return points;
}

ExactVector difference(const IntegerPoints& points, int i, int j) {
    ExactVector vector;
    for (int k = 0; k < 3; ++k) {
        BigInteger& at_start = vector[k].coefficients[0];
        BigInteger& change = vector[k].coefficients[1];
        mpz_sub(at_start.get(), points.start[i][k].get(), points.start[j][k].get());
        mpz_sub(change.get(), points.end[i][k].get(), points.end[j][k].get());
        mpz_sub(change.get(), change.get(), at_start.get());
        vector[k].degree = change.sign() != 0 ? 1 : at_start.sign() != 0 ? 0 : -1;
    }
    return vector;
}

}  // namespace

ExactMotion exact_motion(const ImpactQuery& query, double separation) {
    constexpr std::array<std::array<int, 2>, 3> kVertexFace{{{0, 1}, {0, 2}, {0, 3}}};
    constexpr std::array<std::array<int, 2>, 4> kEdgeEdge{{{0, 2}, {1, 2}, {1, 3}, {0, 3}}};
    const IntegerPoints points = integer_points(query, separation);
    ExactMotion motion;
    const auto add = [&](const std::array<int, 2>& pair) {
        motion.corners[motion.corner_count++] = difference(points, pair[0], pair[1]);
    };
    if (query.kind == ImpactKind::VertexFace) {
        std::ranges::for_each(kVertexFace, add);
    } else {
        std::ranges::for_each(kEdgeEdge, add);
    }
    motion.separation = points.separation;
    return motion;
}

}  // namespace touchstone
