#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "methods/base/types.h"

namespace touchstone {

// The energy of an elastic solid per volume at rest, ψ(F), of the deformation gradient F, with
// J = det F and the stretches s of F (see principal_stretches.h):
//
//   neo-Hookean       ψ = μ/2 (|F|² − 3) − μ ln J + λ/2 ln²J,  infinite for J ≤ 0
//   fixed corotated   ψ = μ Σ (s_i − 1)² + λ/2 (J − 1)²,       Stomakhin et al. [2012]
//
// Both are those of Li et al. [2020]. For small strains both are linear elasticity.

/// The energies that an elastic solid can have.
enum class ElasticModel : std::uint8_t {
    NeoHookean,     ///< energy that grows beyond bounds as a tet becomes flat, so none is ever
                    ///< inverted
    FixedCorotated  ///< energy that stays finite, so tets may be inverted, and come back
};

const char* elastic_model_id(ElasticModel model);  ///< Returns "neo_hookean" or "fixed_corotated".
/// Returns the model of that name; nothing for others.
std::optional<ElasticModel> find_elastic_model(std::string_view id);

/// The material of an elastic solid.
struct ElasticMaterial {
    ElasticModel model = ElasticModel::NeoHookean;  ///< energy per volume
    double young = kUnset;                          ///< Young's modulus E > 0 [Pa]
    double poisson = kUnset;                        ///< Poisson's ratio ν in (−1, ½) [-]

    bool operator==(const ElasticMaterial&) const = default;
};

/// Throws UsageError, naming the value and its range, unless both moduli are in range.
void validate(const ElasticMaterial& material);

/// Lamé's coefficients of an isotropic material.
struct LameCoefficients {
    double mu = kUnset;      ///< μ = E/(2 (1 + ν)), the shear modulus [Pa]
    double lambda = kUnset;  ///< λ = E ν/((1 + ν)(1 − 2ν)), the first coefficient [Pa]
};
LameCoefficients lame_coefficients(const ElasticMaterial& material);  ///< Returns μ and λ.

/// Returns ψ(F) [J/m³]; infinite where the model does not allow F. `gradient`: F.
double density_value(ElasticModel model, const LameCoefficients& lame, const Mat3& gradient);

/// The derivatives of ψ by F. The second ones are kept along the principal axes: with
/// D = Uᵀ dF V, the change of stress dP has in Uᵀ dP V the entries Σ_j scaling_ij D_jj on the
/// diagonal, and along_ij D_ij + across_ij D_ji beside it. Teran et al. [2005] and Smith et al.
/// [2019].
struct DensityDerivatives {
    Mat3 stress = Mat3::Zero();   ///< P = ∂ψ/∂F, the first Piola-Kirchhoff stress [Pa]
    Mat3 u = Mat3::Identity();    ///< U of F = U diag(s) Vᵀ
    Mat3 v = Mat3::Identity();    ///< V of F = U diag(s) Vᵀ
    Mat3 scaling = Mat3::Zero();  ///< ∂²ψ/∂s_i∂s_j [Pa]
    Mat3 along = Mat3::Zero();    ///< symmetric; its diagonal has no meaning [Pa]
    Mat3 across = Mat3::Zero();   ///< symmetric; its diagonal has no meaning [Pa]
};

/// Returns P at a deformation gradient of finite energy [Pa].
Mat3 density_stress(ElasticModel model, const LameCoefficients& lame, const Mat3& gradient);

/// Returns the derivatives at a deformation gradient of finite energy. `semidefinite`: whether
/// negative curvatures, those of nine modes that are orthogonal to each other, are replaced by 0.
DensityDerivatives density_derivatives(ElasticModel model, const LameCoefficients& lame,
                                       const Mat3& gradient, bool semidefinite);

}  // namespace touchstone
