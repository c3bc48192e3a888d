#pragma once

#include <gmp.h>

#include <array>
#include <initializer_list>
#include <vector>

namespace touchstone {

// Polynomials of one variable with integer coefficients, and their roots, without any rounding.
// Private to the sources that decide queries exactly; no public header includes this one.

/// An integer of any size, owned: GMP's mpz_t as a value.
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

    /// Returns the number for calls of GMP.
    mpz_ptr get() { return value_; }
    mpz_srcptr get() const { return value_; }
    /// Returns −1, 0 or 1.
    int sign() const { return mpz_sgn(value_); }

 private:
    mpz_t value_;
};

/// Largest degree of a polynomial.
inline constexpr int kMaxExactDegree = 4;

/// Σ cᵢ tⁱ. The coefficient of the degree is not 0; those beyond it are undefined.
struct ExactPolynomial {
    int degree = -1;  ///< degree, or -1 for the zero polynomial
    std::array<BigInteger, kMaxExactDegree + 1> coefficients;  ///< coefficients from c₀ up
};

using ExactVector = std::array<ExactPolynomial, 3>;  ///< coordinates of a moving point

/// Makes the polynomial with coefficients c₀, c₁, …
ExactPolynomial make_exact_polynomial(std::initializer_list<long> coefficients);

/// Adds factor·p·q to the sum, with factor ±1. The degrees of p and q add up to at most
/// kMaxExactDegree.
void add_product(ExactPolynomial& sum, const ExactPolynomial& p, const ExactPolynomial& q,
                 int factor = 1);

/// Adds factor·p to the sum.
void add_multiple(ExactPolynomial& sum, const BigInteger& factor, const ExactPolynomial& p);

/// Returns the cross product of two moving points.
ExactVector cross(const ExactVector& a, const ExactVector& b);
/// Returns the dot product of two moving points.
ExactPolynomial dot(const ExactVector& a, const ExactVector& b);

/// Returns a common divisor of the largest degree whose coefficients have no common factor. Its
/// sign is arbitrary. p must not be the zero polynomial.
ExactPolynomial greatest_common_divisor(const ExactPolynomial& p, const ExactPolynomial& q);

/// A time in [0, 1]: a root of a polynomial.
struct ExactTime {
    BigInteger numerator;
    int exponent = 0;            ///< k: the time is in numerator / 2^k + [0, 2^-k)
    bool dyadic = true;          ///< true: the time is numerator / 2^k itself
    ExactPolynomial polynomial;  ///< set unless dyadic: has a simple root at the time, and no
                                 ///< other root between numerator / 2^k and (numerator + 1) / 2^k
    int sign_before = 0;         ///< sign of the polynomial between numerator / 2^k and the root
};

/// Returns the roots in [0, 1] in order, each once; none for the zero polynomial.
std::vector<ExactTime> roots_in_unit_interval(const ExactPolynomial& p);

/// Returns the sign of p at a time, and narrows the interval in which the time is known to lie.
int sign_at(const ExactPolynomial& p, ExactTime& time);

/// Returns true when p has one sign, and no root, on all of [0, 1]. May return false although it
/// has.
bool keeps_its_sign(const ExactPolynomial& p);

/// A time enclosed by doubles.
struct TimeBracket {
    double low = 0.0;   ///< largest double not later than the time
    double high = 0.0;  ///< smallest double not earlier than the time
};

/// Encloses a time by doubles, and narrows the interval in which the time is known to lie.
TimeBracket bracket(ExactTime& time);

}  // namespace touchstone
