#include "methods/elastic/elastic_density.h"

#include <cmath>
#include <limits>
#include <string>

#include "methods/base/error.h"
#include "methods/elastic/neo_hookean.h"
#include "methods/elastic/principal_stretches.h"

namespace touchstone {
namespace {

constexpr double kLeastSum = 1e-8;  // least sum of two stretches to divide by in a turning mode [-]
constexpr double kNearRest = 0.5;   // bound on J² − 1 and |F|² − 3, see neo_hookean_value [-]

/// The derivatives of ψ by the principal stretches, with ψ_i = ∂ψ/∂s_i.
struct StretchTerms {
    Vec3 first = Vec3::Zero();   ///< ψ_i [Pa]
    Mat3 second = Mat3::Zero();  ///< ∂²ψ/∂s_i∂s_j [Pa]
    Vec3 shear = Vec3::Zero();  ///< (ψ_j − ψ_k)/(s_j − s_k) for the two stretches beside s_i [Pa]
    Vec3 turning = Vec3::Zero();  ///< (ψ_j + ψ_k)/(s_j + s_k) for the same two [Pa]
};

// The quotients are divided on paper, so that equal stretches are no case of their own.
StretchTerms rubber_terms(const LameCoefficients& lame, const Vec3& s) {
    const double volume = s[0] * s[1] * s[2];
    const double pressure = lame.lambda * std::log(volume);
    StretchTerms terms;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        terms.first[i] = (lame.mu * (s[i] - 1.0) * (s[i] + 1.0) + pressure) / s[i];
        terms.second(i, i) = lame.mu + (lame.mu + lame.lambda - pressure) / (s[i] * s[i]);
        terms.second(i, j) = lame.lambda / (s[i] * s[j]);
        terms.second(j, i) = terms.second(i, j);
        const double across = (lame.mu - pressure) / (s[j] * s[k]);
        terms.shear[i] = lame.mu + across;
        terms.turning[i] = lame.mu - across;
    }
    return terms;
}

// Two stretches sum to 0 only where a solid is inverted or crushed to a line; the least sum keeps
// the quotient finite there.
StretchTerms corotated_terms(const LameCoefficients& lame, const Vec3& s) {
    const double growth = s[0] * s[1] * s[2] - 1.0;
    StretchTerms terms;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        const double others = s[j] * s[k];
        terms.first[i] = 2.0 * lame.mu * (s[i] - 1.0) + lame.lambda * growth * others;
        terms.second(i, i) = 2.0 * lame.mu + lame.lambda * others * others;
        terms.second(i, j) = lame.lambda * (others * s[i] * s[k] + growth * s[k]);
        terms.second(j, i) = terms.second(i, j);
        const double sum = s[j] + s[k];
        const double divisor = std::abs(sum) > kLeastSum ? sum : std::copysign(kLeastSum, sum);
        terms.shear[i] = 2.0 * lame.mu - lame.lambda * growth * s[i];
        terms.turning[i] = 2.0 * lame.mu * (1.0 - 2.0 / divisor) + lame.lambda * growth * s[i];
    }
    return terms;
}

double neo_hookean_value(const LameCoefficients& lame, const Mat3& gradient) {
    const double volume = gradient.determinant();
    if (!(volume > 0.0)) {
        return std::numeric_limits<double>::infinity();
    }
    // With G = FᵀF − 1: |F|² − 3 = tr G and J² − 1 = tr G + (tr²G − tr G²)/2 + det G. Near rest the
    // two terms of μ nearly cancel, and this form keeps their digits.
    Mat3 strain = gradient.transpose() * gradient;
    for (int i = 0; i < 3; ++i) {
        strain(i, i) -= 1.0;
    }
    const double trace = strain.trace();
    const double growth =
        trace + 0.5 * (trace * trace - strain.squaredNorm()) + strain.determinant();
    // Far from rest the sum itself cancels: of stretches 1e4, 1 and 1e-4 it keeps no digit.
    const bool is_near_rest = std::abs(growth) <= kNearRest && trace <= kNearRest;
    const double twice_log = is_near_rest ? std::log1p(growth) : 2.0 * std::log(volume);
    return 0.5 * lame.mu * (trace - twice_log) + 0.125 * lame.lambda * twice_log * twice_log;
}

double corotated_value(const LameCoefficients& lame, const Mat3& gradient) {
    const Vec3 s = principal_stretches(gradient).stretches;
    const double growth = s[0] * s[1] * s[2] - 1.0;
    const Vec3 off = s - Vec3::Ones();
    return lame.mu * off.squaredNorm() + 0.5 * lame.lambda * growth * growth;
}

/// Returns P = U diag(ψ_i) Vᵀ [Pa].
Mat3 stress_of(const PrincipalStretches& parts, const StretchTerms& terms) {
    return parts.u * terms.first.asDiagonal() * parts.v.transpose();
}

/// Returns a symmetric matrix with its negative eigenvalues replaced by 0.
Mat3 semidefinite_part(const Mat3& symmetric) {
    const PrincipalStretches parts = eigen_parts(symmetric, true);
    return parts.v * parts.stretches.asDiagonal() * parts.v.transpose();
}

double clamped(double curvature, bool semidefinite) {
    return semidefinite && curvature < 0.0 ? 0.0 : curvature;
}

}  // namespace

const char* elastic_model_id(ElasticModel model) {
    return model == ElasticModel::NeoHookean ? "neo_hookean" : "fixed_corotated";
}

std::optional<ElasticModel> find_elastic_model(std::string_view id) {
    for (const ElasticModel model : {ElasticModel::NeoHookean, ElasticModel::FixedCorotated}) {
        if (id == elastic_model_id(model)) {
            return model;
        }
    }
    return std::nullopt;
}

void validate(const ElasticMaterial& material) {
    if (!(material.young > 0.0) || !std::isfinite(material.young)) {
        throw UsageError("young: " + std::to_string(material.young) +
                         " is not above 0; give Young's modulus in pascals, such as 1e6");
    }
    if (!(material.poisson > -1.0 && material.poisson < 0.5)) {
        throw UsageError("poisson: " + std::to_string(material.poisson) +
                         " is not between -1 and 0.5, both excluded; 0.3 is usual");
    }
}

LameCoefficients lame_coefficients(const ElasticMaterial& material) {
    const double nu = material.poisson;
    return {material.young / (2.0 * (1.0 + nu)),
            material.young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))};
}

double density_value(ElasticModel model, const LameCoefficients& lame, const Mat3& gradient) {
    return model == ElasticModel::NeoHookean ? neo_hookean_value(lame, gradient)
                                             : corotated_value(lame, gradient);
}

Mat3 density_stress(ElasticModel model, const LameCoefficients& lame, const Mat3& gradient) {
    if (model == ElasticModel::NeoHookean) {
        return neo_hookean_stress(lame, gradient, neo_hookean_terms(lame, gradient));
    }
    const PrincipalStretches parts = principal_stretches(gradient);
    return stress_of(parts, corotated_terms(lame, parts.stretches));
}

DensityDerivatives density_derivatives(ElasticModel model, const LameCoefficients& lame,
                                       const Mat3& gradient, bool semidefinite) {
    const bool is_rubber = model == ElasticModel::NeoHookean;
    const PrincipalStretches parts = principal_stretches(gradient);
    const StretchTerms terms =
        is_rubber ? rubber_terms(lame, parts.stretches) : corotated_terms(lame, parts.stretches);
    DensityDerivatives result;
    result.stress = is_rubber
                        ? neo_hookean_stress(lame, gradient, neo_hookean_terms(lame, gradient))
                        : stress_of(parts, terms);
    result.u = parts.u;
    result.v = parts.v;
    result.scaling = semidefinite ? semidefinite_part(terms.second) : terms.second;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        const double shear = clamped(terms.shear[i], semidefinite);
        const double turning = clamped(terms.turning[i], semidefinite);
        result.along(j, k) = 0.5 * (shear + turning);
        result.across(j, k) = 0.5 * (shear - turning);
        result.along(k, j) = result.along(j, k);
        result.across(k, j) = result.across(j, k);
    }
    return result;
}

}  // namespace touchstone
