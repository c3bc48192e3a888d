#pragma once

#include <cmath>

#include "methods/base/types.h"
#include "methods/elastic/elastic_density.h"

namespace touchstone {

/// What the derivatives of the neo-Hookean energy (see elastic_density.h) are made of, for a
/// deformation gradient F with J > 0.
struct NeoHookeanTerms {
    Mat3 inverse = Mat3::Identity();  ///< F⁻ᵀ
    double pressure = 0.0;            ///< λ ln J [Pa]
};

/// Returns the terms of a deformation gradient.
inline NeoHookeanTerms neo_hookean_terms(const LameCoefficients& lame, const Mat3& gradient) {
    return {gradient.inverse().transpose(), lame.lambda * std::log(gradient.determinant())};
}

/// Returns P = μ (F − F⁻ᵀ) + λ ln J F⁻ᵀ, the first Piola-Kirchhoff stress [Pa].
inline Mat3 neo_hookean_stress(const LameCoefficients& lame, const Mat3& gradient,
                               const NeoHookeanTerms& terms) {
    return lame.mu * (gradient - terms.inverse) + terms.pressure * terms.inverse;
}

}  // namespace touchstone
