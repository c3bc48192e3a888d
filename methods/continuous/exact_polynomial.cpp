#include "methods/continuous/exact_polynomial.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace touchstone {
namespace {

using Coefficients = std::array<BigInteger, kMaxExactDegree + 1>;

void trim(ExactPolynomial& p) {
    while (p.degree >= 0 && p.coefficients[p.degree].sign() == 0) {
        --p.degree;
    }
}

/// Makes room for a degree: coefficients beyond the old one become 0.
void raise_degree(ExactPolynomial& p, int degree) {
    for (; p.degree < degree; ++p.degree) {
        mpz_set_si(p.coefficients[p.degree + 1].get(), 0);
    }
}

/// Replaces p(t) by p(t + 1), given coefficients c₀…c_degree.
void shift_by_one(Coefficients& c, int degree) {
    for (int i = 0; i < degree; ++i) {
        for (int j = degree - 1; j >= i; --j) {
            mpz_add(c[j].get(), c[j].get(), c[j + 1].get());
        }
    }
}

/// Returns p on the unit interval in Bernstein's basis, each coefficient times its binomial, which
/// keeps the signs. They are the coefficients of (1 + s)^n p(1 / (1 + s)), from the last to the
/// first.
Coefficients bernstein(const Coefficients& c, int degree) {
    Coefficients reversed;
    for (int i = 0; i <= degree; ++i) {
        reversed[i] = c[degree - i];
    }
    shift_by_one(reversed, degree);
    return reversed;
}

/// The sign pattern of Bernstein's coefficients over the open interval.
struct SignCount {
    int changes = 0;  ///< sign changes between neighbours, zeros skipped
    int first = 0;    ///< sign just after the start of the interval
};

SignCount count_signs(const Coefficients& c, int degree) {
    const Coefficients reversed = bernstein(c, degree);
    SignCount count;
    int last = 0;
    for (int i = degree; i >= 0; --i) {
        const int sign = reversed[i].sign();
        if (sign == 0) {
            continue;
        }
        if (last == 0) {
            count.first = sign;
        } else if (sign != last) {
            ++count.changes;
        }
        last = sign;
    }
    return count;
}

/// Returns 2^(kn) p((numerator + t) / 2^k): p over the interval of a time, as t goes from 0 to 1.
Coefficients within(const ExactPolynomial& p, const ExactTime& time) {
    Coefficients c;
    for (int i = 0; i <= p.degree; ++i) {
        mpz_mul_2exp(c[i].get(), p.coefficients[i].get(),
                     static_cast<mp_bitcnt_t>(time.exponent) * (p.degree - i));
    }
    for (int i = 0; i < p.degree; ++i) {
        for (int j = p.degree - 1; j >= i; --j) {
            mpz_addmul(c[j].get(), c[j + 1].get(), time.numerator.get());
        }
    }
    return c;
}

/// Returns the sign of p(numerator / 2^exponent), by Horner's scheme.
int sign_at_dyadic(const ExactPolynomial& p, const BigInteger& numerator, int exponent) {
    if (p.degree < 0) {
        return 0;
    }
    BigInteger value = p.coefficients[p.degree];
    BigInteger term;
    for (int i = p.degree - 1; i >= 0; --i) {
        mpz_mul(value.get(), value.get(), numerator.get());
        mpz_mul_2exp(term.get(), p.coefficients[i].get(),
                     static_cast<mp_bitcnt_t>(exponent) * (p.degree - i));
        mpz_add(value.get(), value.get(), term.get());
    }
    return value.sign();
}

/// Divides by the greatest common factor of the coefficients.
void make_primitive(ExactPolynomial& p) {
    BigInteger factor;
    for (int i = 0; i <= p.degree; ++i) {
        mpz_gcd(factor.get(), factor.get(), p.coefficients[i].get());
    }
    for (int i = 0; i <= p.degree; ++i) {
        mpz_divexact(p.coefficients[i].get(), p.coefficients[i].get(), factor.get());
    }
}

/// Returns the remainder of p divided by q, times some nonzero number.
ExactPolynomial pseudo_remainder(ExactPolynomial p, const ExactPolynomial& q) {
    const BigInteger& lead = q.coefficients[q.degree];
    while (p.degree >= q.degree) {
        const int shift = p.degree - q.degree;
        const BigInteger factor = p.coefficients[p.degree];
        for (int i = 0; i <= p.degree; ++i) {
            mpz_mul(p.coefficients[i].get(), p.coefficients[i].get(), lead.get());
        }
        for (int i = 0; i <= q.degree; ++i) {
            mpz_submul(p.coefficients[i + shift].get(), factor.get(), q.coefficients[i].get());
        }
        trim(p);
    }
    return p;
}

/// Returns p / q without remainder: q is primitive and divides p.
ExactPolynomial divide(ExactPolynomial p, const ExactPolynomial& q) {
    ExactPolynomial quotient;
    raise_degree(quotient, p.degree - q.degree);
    for (int shift = p.degree - q.degree; shift >= 0; --shift) {
        BigInteger& factor = quotient.coefficients[shift];
        mpz_divexact(factor.get(), p.coefficients[q.degree + shift].get(),
                     q.coefficients[q.degree].get());
        for (int i = 0; i <= q.degree; ++i) {
            mpz_submul(p.coefficients[i + shift].get(), factor.get(), q.coefficients[i].get());
        }
    }
    return quotient;
}

/// Returns the polynomial with the same roots, all of them simple.
ExactPolynomial square_free(const ExactPolynomial& p) {
    ExactPolynomial derivative;
    raise_degree(derivative, p.degree - 1);
    for (int i = 1; i <= p.degree; ++i) {
        mpz_mul_si(derivative.coefficients[i - 1].get(), p.coefficients[i].get(), i);
    }
    const ExactPolynomial repeated = greatest_common_divisor(p, derivative);
    return repeated.degree > 0 ? divide(p, repeated) : p;
}

/// Adds the roots of a square-free p within (numerator, numerator + 1) / 2^exponent. `local` is p
/// transformed by `within`.
// Collins and Akritas [1976], with the rule of signs on Bernstein's coefficients.
void add_inner_roots(std::vector<ExactTime>& roots, const ExactPolynomial& p,
                     const Coefficients& local, const BigInteger& numerator, int exponent) {
    const SignCount count = count_signs(local, p.degree);
    if (count.changes == 0) {
        return;
    }
    if (count.changes == 1) {
        roots.push_back({numerator, exponent, false, p, count.first});
        return;
    }
    Coefficients half;
    for (int i = 0; i <= p.degree; ++i) {
        mpz_mul_2exp(half[i].get(), local[i].get(), static_cast<mp_bitcnt_t>(p.degree - i));
    }
    BigInteger left;
    mpz_mul_2exp(left.get(), numerator.get(), 1);
    BigInteger right;
    mpz_add_ui(right.get(), left.get(), 1);
    add_inner_roots(roots, p, half, left, exponent + 1);
    shift_by_one(half, p.degree);
    if (half[0].sign() == 0) {
        roots.push_back({right, exponent + 1, true, {}, 0});
    }
    add_inner_roots(roots, p, half, right, exponent + 1);
}

/// Halves the interval of a time. Does nothing to a dyadic time.
void halve(ExactTime& time) {
    if (time.dyadic) {
        return;
    }
    mpz_mul_2exp(time.numerator.get(), time.numerator.get(), 1);
    mpz_add_ui(time.numerator.get(), time.numerator.get(), 1);
    ++time.exponent;
    const int sign = sign_at_dyadic(time.polynomial, time.numerator, time.exponent);
    if (sign == 0) {
        time.dyadic = true;
    } else if (sign != time.sign_before) {
        mpz_sub_ui(time.numerator.get(), time.numerator.get(), 1);
    }
}

/// Returns the exponent of the last bit of a double next to numerator / 2^exponent.
int last_bit_exponent(const BigInteger& numerator, int exponent) {
    constexpr int kLowest = -1074;
    if (numerator.sign() == 0) {
        return kLowest;
    }
    const int bits = static_cast<int>(mpz_sizeinbase(numerator.get(), 2));
    return std::max(bits - exponent - std::numeric_limits<double>::digits, kLowest);
}

}  // namespace

ExactPolynomial make_exact_polynomial(std::initializer_list<long> coefficients) {
    ExactPolynomial p;
    for (const long coefficient : coefficients) {
        mpz_set_si(p.coefficients[++p.degree].get(), coefficient);
    }
    trim(p);
    return p;
}

void add_product(ExactPolynomial& sum, const ExactPolynomial& p, const ExactPolynomial& q,
                 int factor) {
    if (p.degree < 0 || q.degree < 0) {
        return;
    }
    assert(p.degree + q.degree <= kMaxExactDegree);
    raise_degree(sum, p.degree + q.degree);
    const auto add = factor > 0 ? mpz_addmul : mpz_submul;
    for (int i = 0; i <= p.degree; ++i) {
        for (int j = 0; j <= q.degree; ++j) {
            add(sum.coefficients[i + j].get(), p.coefficients[i].get(), q.coefficients[j].get());
        }
    }
    trim(sum);
}

void add_multiple(ExactPolynomial& sum, const BigInteger& factor, const ExactPolynomial& p) {
    raise_degree(sum, p.degree);
    for (int i = 0; i <= p.degree; ++i) {
        mpz_addmul(sum.coefficients[i].get(), factor.get(), p.coefficients[i].get());
    }
    trim(sum);
}

ExactVector cross(const ExactVector& a, const ExactVector& b) {
    ExactVector product;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        add_product(product[i], a[j], b[k]);
        add_product(product[i], a[k], b[j], -1);
    }
    return product;
}

ExactPolynomial dot(const ExactVector& a, const ExactVector& b) {
    ExactPolynomial product;
    for (int i = 0; i < 3; ++i) {
        add_product(product, a[i], b[i]);
    }
    return product;
}

ExactPolynomial greatest_common_divisor(const ExactPolynomial& p, const ExactPolynomial& q) {
    assert(p.degree >= 0);
    ExactPolynomial larger = p;
    ExactPolynomial smaller = q;
    if (larger.degree < smaller.degree) {
        std::swap(larger, smaller);
    }
    while (smaller.degree >= 0) {
        make_primitive(smaller);
        ExactPolynomial rest = pseudo_remainder(std::move(larger), smaller);
        larger = std::move(smaller);
        smaller = std::move(rest);
    }
    make_primitive(larger);
    return larger;
}

std::vector<ExactTime> roots_in_unit_interval(const ExactPolynomial& p) {
    std::vector<ExactTime> roots;
    if (p.degree <= 0) {
        return roots;
    }
    if (p.coefficients[0].sign() == 0) {
        roots.emplace_back();
    }
    const int changes = count_signs(p.coefficients, p.degree).changes;
    if (changes == 1) {
        add_inner_roots(roots, p, p.coefficients, BigInteger(), 0);
    } else if (changes > 1) {
        const ExactPolynomial simple = square_free(p);
        add_inner_roots(roots, simple, simple.coefficients, BigInteger(), 0);
    }
    const BigInteger one(1);
    if (sign_at_dyadic(p, one, 0) == 0) {
        roots.push_back({one, 0, true, {}, 0});
    }
    return roots;
}

int sign_at(const ExactPolynomial& p, ExactTime& time) {
    if (p.degree <= 0) {
        return p.degree < 0 ? 0 : p.coefficients[0].sign();
    }
    constexpr int kTriesBeforeDivisor = 2;
    constexpr int kHalvings = 8;
    for (int tries = 0; !time.dyadic; ++tries) {
        const SignCount count = count_signs(within(p, time), p.degree);
        if (count.changes == 0) {
            return count.first;
        }
        if (tries == kTriesBeforeDivisor) {
            // Only the root of the time's polynomial can lie there, and sign changes count roots up
            // to an even number.
            const ExactPolynomial common = greatest_common_divisor(time.polynomial, p);
            if (common.degree > 0 &&
                count_signs(within(common, time), common.degree).changes % 2 == 1) {
                return 0;
            }
        }
        for (int i = 0; i < kHalvings << std::min(tries, 4); ++i) {
            halve(time);
        }
    }
    return sign_at_dyadic(p, time.numerator, time.exponent);
}

bool keeps_its_sign(const ExactPolynomial& p) {
    if (p.degree <= 0) {
        return p.degree == 0;
    }
    const Coefficients values = bernstein(p.coefficients, p.degree);
    const int sign = values[0].sign();
    return sign != 0 && std::all_of(values.begin(), values.begin() + p.degree + 1,
                                    [&](const BigInteger& v) { return v.sign() == sign; });
}

TimeBracket bracket(ExactTime& time) {
    while (!time.dyadic && time.exponent < -last_bit_exponent(time.numerator, time.exponent)) {
        halve(time);
    }
    // The interval lies between two adjacent doubles now: its ends and theirs are multiples of
    // powers of two.
    const int last = last_bit_exponent(time.numerator, time.exponent);
    const int dropped = last + time.exponent;
    if (dropped <= 0 && time.dyadic) {
        const double value = std::ldexp(mpz_get_d(time.numerator.get()), -time.exponent);
        return {value, value};
    }
    BigInteger rounded = time.numerator;
    bool exact = time.dyadic;
    if (dropped > 0) {
        exact =
            exact && mpz_divisible_2exp_p(rounded.get(), static_cast<mp_bitcnt_t>(dropped)) != 0;
        mpz_fdiv_q_2exp(rounded.get(), rounded.get(), static_cast<mp_bitcnt_t>(dropped));
    }
    const double low = mpz_get_d(rounded.get());
    return {std::ldexp(low, last), std::ldexp(exact ? low : low + 1.0, last)};
}

}  // namespace touchstone
