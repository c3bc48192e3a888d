#include "methods/continuous/exact_polynomial.h"

#include <cmath>
#include <limits>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

ExactPolynomial product(const ExactPolynomial& p, const ExactPolynomial& q) {
    ExactPolynomial result;
    add_product(result, p, q);
    return result;
}

/// Returns the value at t = 1, the sum of the coefficients.
long sum(const ExactPolynomial& p) {
    long total = 0;
    for (int i = 0; i <= p.degree; ++i) {
        total += mpz_get_si(p.coefficients[i].get());
    }
    return total;
}

TEST_CASE("roots_in_unit_interval finds each root once, in order, with the ends", "[continuous]") {
    // t (2t - 1)² (t - 1)
    const ExactPolynomial half = make_exact_polynomial({-1, 2});
    const ExactPolynomial ends = make_exact_polynomial({0, -1, 1});
    std::vector<ExactTime> roots = roots_in_unit_interval(product(product(half, half), ends));
    REQUIRE(roots.size() == 3);
    CHECK(bracket(roots[0]).low == 0.0);
    CHECK(bracket(roots[1]).low == 0.5);
    CHECK(bracket(roots[1]).high == 0.5);
    CHECK(bracket(roots[2]).high == 1.0);
}

TEST_CASE("roots_in_unit_interval tells roots apart that lie close together", "[continuous]") {
    // 1/3 and 1000001/3000000, each twice
    const ExactPolynomial p =
        product(make_exact_polynomial({-1, 3}), make_exact_polynomial({-1000001, 3000000}));
    std::vector<ExactTime> roots = roots_in_unit_interval(product(p, p));
    REQUIRE(roots.size() == 2);
    CHECK(bracket(roots[0]).low <= 1.0 / 3.0);
    CHECK(bracket(roots[0]).high >= 1.0 / 3.0);
    CHECK(bracket(roots[1]).low == Approx(1000001.0 / 3000000.0).epsilon(1e-15));
}

TEST_CASE("roots_in_unit_interval finds none where there is none", "[continuous]") {
    CHECK(roots_in_unit_interval(make_exact_polynomial({1, 1, 1})).empty());
    CHECK(roots_in_unit_interval(make_exact_polynomial({2, -1})).empty());  // 2
    // (2t - 1)² + 1/2^20 stays barely above 0.
    CHECK(roots_in_unit_interval(make_exact_polynomial({1048577, -4194304, 4194304})).empty());
    CHECK(roots_in_unit_interval(ExactPolynomial()).empty());
}

TEST_CASE("bracket puts an irrational root between neighbouring doubles", "[continuous]") {
    std::vector<ExactTime> roots = roots_in_unit_interval(make_exact_polynomial({-1, 0, 2}));
    REQUIRE(roots.size() == 1);
    const TimeBracket root = bracket(roots[0]);
    CHECK(root.high == std::nextafter(root.low, 1.0));
    CHECK(root.low <= std::sqrt(0.5));
    CHECK(root.high >= std::sqrt(0.5));
}

TEST_CASE("bracket reaches down to the smallest doubles", "[continuous]") {
    // 2^1080 t - 1: the root lies between 0 and the smallest double.
    ExactPolynomial p = make_exact_polynomial({-1, 1});
    mpz_mul_2exp(p.coefficients[1].get(), p.coefficients[1].get(), 1080);
    std::vector<ExactTime> roots = roots_in_unit_interval(p);
    REQUIRE(roots.size() == 1);
    CHECK(bracket(roots[0]).low == 0.0);
    CHECK(bracket(roots[0]).high == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("sign_at knows a common root from a close one", "[continuous]") {
    std::vector<ExactTime> roots = roots_in_unit_interval(make_exact_polynomial({-1, 0, 2}));
    REQUIRE(roots.size() == 1);
    CHECK(sign_at(product(make_exact_polynomial({-1, 0, 2}), make_exact_polynomial({3, -1})),
                  roots[0]) == 0);
    // 0.70710678118 and 0.70710678119 lie on either side of it.
    CHECK(sign_at(make_exact_polynomial({-70710678118, 100000000000}), roots[0]) == 1);
    CHECK(sign_at(make_exact_polynomial({-70710678119, 100000000000}), roots[0]) == -1);
    CHECK(sign_at(ExactPolynomial(), roots[0]) == 0);
    CHECK(sign_at(make_exact_polynomial({-7}), roots[0]) == -1);
}

TEST_CASE("greatest_common_divisor takes out what both have", "[continuous]") {
    const ExactPolynomial common = make_exact_polynomial({-2, 5, 1});
    const ExactPolynomial divisor =
        greatest_common_divisor(product(common, make_exact_polynomial({6, 4})),
                                product(common, make_exact_polynomial({1, 0, 3})));
    CHECK(divisor.degree == 2);
    CHECK(std::abs(sum(divisor)) == 4);
    CHECK(greatest_common_divisor(common, make_exact_polynomial({1, 1})).degree == 0);
}

}  // namespace
}  // namespace touchstone
