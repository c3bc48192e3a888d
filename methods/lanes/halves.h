#pragma once

// Included by lanes.h only, where vectors are no wider than 16 bytes: compilers take 32-byte
// vectors through memory there, which makes kernels slower.

namespace touchstone::TOUCHSTONE_ISA {

/// Two doubles on which an operation works at once, and the result of comparing them.
using Half = double __attribute__((vector_size(16)));
using HalfMask = long long __attribute__((vector_size(16)));

/// The result of comparing HalvedLanes lane by lane: all bits of a lane are set, or none.
struct HalvedMask {
    HalfMask low, high;

    HalvedMask() = default;
    HalvedMask(HalfMask first, HalfMask last) : low(first), high(last) {}
    HalvedMask(long long a, long long b, long long c, long long d) : low{a, b}, high{c, d} {}

    long long operator[](int lane) const { return lane < 2 ? low[lane] : high[lane - 2]; }
};

inline HalvedMask operator&(HalvedMask a, HalvedMask b) { return {a.low & b.low, a.high & b.high}; }
inline HalvedMask operator|(HalvedMask a, HalvedMask b) { return {a.low | b.low, a.high | b.high}; }
inline HalvedMask operator~(HalvedMask a) { return {~a.low, ~a.high}; }
inline HalvedMask& operator&=(HalvedMask& a, HalvedMask b) { return a = a & b; }
inline HalvedMask& operator|=(HalvedMask& a, HalvedMask b) { return a = a | b; }
inline HalvedMask operator!=(HalvedMask a, long long b) {
    return {(HalfMask)(a.low != b), (HalfMask)(a.high != b)};
}

/// Four doubles on which an operation works at once.
struct HalvedLanes {
    Half low, high;

    HalvedLanes() = default;
    HalvedLanes(Half first, Half last) : low(first), high(last) {}
    HalvedLanes(double a, double b, double c, double d) : low{a, b}, high{c, d} {}

    double operator[](int lane) const { return lane < 2 ? low[lane] : high[lane - 2]; }
};

inline HalvedLanes operator-(HalvedLanes a) { return {-a.low, -a.high}; }
inline HalvedLanes operator+(HalvedLanes a, HalvedLanes b) {
    return {a.low + b.low, a.high + b.high};
}
inline HalvedLanes operator-(HalvedLanes a, HalvedLanes b) {
    return {a.low - b.low, a.high - b.high};
}
inline HalvedLanes operator*(HalvedLanes a, HalvedLanes b) {
    return {a.low * b.low, a.high * b.high};
}
inline HalvedLanes operator/(HalvedLanes a, HalvedLanes b) {
    return {a.low / b.low, a.high / b.high};
}
inline HalvedLanes operator+(double a, HalvedLanes b) { return {a + b.low, a + b.high}; }
inline HalvedLanes operator-(double a, HalvedLanes b) { return {a - b.low, a - b.high}; }
inline HalvedLanes operator*(double a, HalvedLanes b) { return {a * b.low, a * b.high}; }
inline HalvedLanes operator/(double a, HalvedLanes b) { return {a / b.low, a / b.high}; }
inline HalvedLanes operator+(HalvedLanes a, double b) { return {a.low + b, a.high + b}; }
inline HalvedLanes operator-(HalvedLanes a, double b) { return {a.low - b, a.high - b}; }
inline HalvedLanes operator*(HalvedLanes a, double b) { return {a.low * b, a.high * b}; }
inline HalvedLanes operator/(HalvedLanes a, double b) { return {a.low / b, a.high / b}; }
inline HalvedLanes& operator+=(HalvedLanes& a, HalvedLanes b) { return a = a + b; }
inline HalvedLanes& operator-=(HalvedLanes& a, HalvedLanes b) { return a = a - b; }
inline HalvedLanes& operator*=(HalvedLanes& a, HalvedLanes b) { return a = a * b; }
inline HalvedMask operator<(HalvedLanes a, HalvedLanes b) {
    return {(HalfMask)(a.low < b.low), (HalfMask)(a.high < b.high)};
}
inline HalvedMask operator>(HalvedLanes a, HalvedLanes b) { return b < a; }
inline HalvedMask operator<=(HalvedLanes a, HalvedLanes b) {
    return {(HalfMask)(a.low <= b.low), (HalfMask)(a.high <= b.high)};
}
inline HalvedMask operator>=(HalvedLanes a, HalvedLanes b) { return b <= a; }
inline HalvedMask operator==(HalvedLanes a, HalvedLanes b) {
    return {(HalfMask)(a.low == b.low), (HalfMask)(a.high == b.high)};
}

/// Returns, lane by lane, `yes` where the mask is set, else `no`.
inline HalvedLanes select(HalvedMask mask, HalvedLanes yes, HalvedLanes no) {
    const auto half = [](HalfMask set, Half one, Half other) {
        return (Half)((set & (HalfMask)one) | (~set & (HalfMask)other));
    };
    return {half(mask.low, yes.low, no.low), half(mask.high, yes.high, no.high)};
}

/// Returns the smaller of two numbers, lane by lane.
inline HalvedLanes min(HalvedLanes a, HalvedLanes b) {
    return {a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}
/// Returns the larger of two numbers, lane by lane.
inline HalvedLanes max(HalvedLanes a, HalvedLanes b) {
    return {a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/// Returns the value without its sign, lane by lane.
inline HalvedLanes absolute(HalvedLanes value) {
    const HalfMask sign = (HalfMask)(Half{-0.0, -0.0});
    return {(Half)((HalfMask)value.low & ~sign), (Half)((HalfMask)value.high & ~sign)};
}

/// Returns the two lanes of two vectors side by side that have these numbers, 0 to 7.
template <int kFirst, int kSecond>
Half half_of(HalvedLanes v, HalvedLanes w) {
    const Half quarters[4] = {v.low, v.high, w.low, w.high};
    return __builtin_shufflevector(quarters[kFirst / 2], quarters[kSecond / 2], kFirst % 2,
                                   2 + kSecond % 2);
}

/// Returns the four lanes of two vectors side by side that have these numbers, 0 to 7.
template <int kA, int kB, int kC, int kD>
HalvedLanes shuffled(HalvedLanes v, HalvedLanes w) {
    return {half_of<kA, kB>(v, w), half_of<kC, kD>(v, w)};
}

}  // namespace touchstone::TOUCHSTONE_ISA
