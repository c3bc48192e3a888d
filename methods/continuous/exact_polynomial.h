#pragma once

#include <gmp.h>

#include <array>
#include <initializer_list>
#include <vector>

namespace touchstone {

// Polynomials of one variable with integer coefficients, and their roots, without any rounding.
// For the sources that decide queries exactly; no header that callers see includes this one.

/// An integer of any size.
class BigInteger {
 public:
    BigInteger() { mpz_init(value_); }
    explicit BigInteger(long value) { mpz_init_set_si(value_, value); }
    BigInteger(const BigInteger& other) { mpz_init_set(value_, other.value_); }
    BigInteger(BigInteger&& other) noexcept {
        mpz_init(value_);
        mpz_swap(value_, other.value_);
    }
    BigInteger& operator=(const BigInteger& other) {
        mpz_set(value_, other.value_);
        return *this;
    }
    BigInteger& operator=(BigInteger&& other) noexcept {
        mpz_swap(value_, other.value_);
        return *this;
    }
    ~BigInteger() { mpz_clear(value_); }

    mpz_ptr get() { return value_; }
    mpz_srcptr get() const { return value_; }
    int sign() const { return mpz_sgn(value_); }

 private:
    mpz_t value_;
};

inline constexpr int kMaxExactDegree = 4;

/// Σ cᵢ tⁱ. The last coefficient that counts is not 0; the others beyond it mean nothing.
struct ExactPolynomial {
    int degree = -1;  ///< of the polynomial that is 0 everywhere: -1
    std::array<BigInteger, kMaxExactDegree + 1> coefficients;  ///< from c₀ up
};

using ExactVector = std::array<ExactPolynomial, 3>;  ///< a point that moves

/// From coefficients c₀, c₁, …
ExactPolynomial make_exact_polynomial(std::initializer_list<long> coefficients);

/// sum + factor·p·q, with factor ±1. The degrees of p and q add to at most kMaxExactDegree.
void add_product(ExactPolynomial& sum, const ExactPolynomial& p, const ExactPolynomial& q,
                 int factor = 1);

/// sum + factor·p.
void add_multiple(ExactPolynomial& sum, const BigInteger& factor, const ExactPolynomial& p);

ExactVector cross(const ExactVector& a, const ExactVector& b);
ExactPolynomial dot(const ExactVector& a, const ExactVector& b);

/// A common divisor of the largest degree, its coefficients without a common factor. Its sign is
/// left open. p is not 0 everywhere.
ExactPolynomial greatest_common_divisor(const ExactPolynomial& p, const ExactPolynomial& q);

/// A time in [0, 1]: a root of a polynomial.
struct ExactTime {
    BigInteger numerator;
    int exponent = 0;    ///< k: the time is numerator / 2^k, or lies beyond that and less than 2^-k
    bool dyadic = true;  ///< whether it is numerator / 2^k itself
    ExactPolynomial polynomial;  ///< unless dyadic: has a simple root at the time, and no other
                                 ///< within numerator / 2^k and (numerator + 1) / 2^k
    int sign_before = 0;         ///< that of the polynomial between numerator / 2^k and its root
};

/// The roots in [0, 1], in order, each once. None of the polynomial that is 0 everywhere.
std::vector<ExactTime> roots_in_unit_interval(const ExactPolynomial& p);

/// The sign of p at a time. It narrows the interval in which the time is known to lie.
int sign_at(const ExactPolynomial& p, ExactTime& time);

/// Whether p has one sign, and not 0, everywhere in [0, 1]. May say no where it does.
bool keeps_its_sign(const ExactPolynomial& p);

/// A time between doubles.
struct TimeBracket {
    double low = 0.0;   ///< the largest double that is not later
    double high = 0.0;  ///< the smallest double that is not earlier
};

/// It narrows the interval in which the time is known to lie.
TimeBracket bracket(ExactTime& time);

}  // namespace touchstone
