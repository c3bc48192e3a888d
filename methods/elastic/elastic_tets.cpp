#include "methods/elastic/elastic_tets.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "methods/base/error.h"
#include "methods/elastic/neo_hookean.h"
#include "methods/elastic/tet_strain.h"

namespace touchstone {
namespace {

constexpr double kKeptVolume = 0.2;  // share of its volume that a tet keeps up to the bound [-]
constexpr int kMostHalvings = 50;    // halvings of the time, after which doubles tell no more

/// Returns the three edges of a tet from its first corner, as columns [m].
Mat3 edges_of(const Tet& tet, std::span<const Vec3> vertices) {
    Mat3 edges;
    for (int i = 0; i < 3; ++i) {
        edges.col(i) = vertices[tet[i + 1]] - vertices[tet[0]];
    }
    return edges;
}

/// Returns a · (b × c), the determinant of three columns.
double triple(const Vec3& a, const Vec3& b, const Vec3& c) { return a.dot(b.cross(c)); }

/// The Bernstein coefficients of a cubic of t in [0, 1].
using Cubic = std::array<double, 4>;

/// Returns six times the volume of a tet whose edges go straight from `start` to `end` [m³].
Cubic volume_cubic(const Mat3& start, const Mat3& end) {
    // The determinant is linear in each column, so its Bernstein coefficient i is the mean of the
    // determinants with i columns from the end.
    const Vec3 a = start.col(0);
    const Vec3 b = start.col(1);
    const Vec3 c = start.col(2);
    const Vec3 d = end.col(0);
    const Vec3 e = end.col(1);
    const Vec3 f = end.col(2);
    return {triple(a, b, c), (triple(d, b, c) + triple(a, e, c) + triple(a, b, f)) / 3.0,
            (triple(a, e, f) + triple(d, b, f) + triple(d, e, c)) / 3.0, triple(d, e, f)};
}

/// Returns the first and second half of a cubic, by de Casteljau's construction.
std::array<Cubic, 2> halves(const Cubic& c) {
    const double ab = 0.5 * (c[0] + c[1]);
    const double bc = 0.5 * (c[1] + c[2]);
    const double cd = 0.5 * (c[2] + c[3]);
    const double abc = 0.5 * (ab + bc);
    const double bcd = 0.5 * (bc + cd);
    const double middle = 0.5 * (abc + bcd);
    return {Cubic{c[0], ab, abc, middle}, Cubic{middle, bcd, cd, c[3]}};
}

/// Returns a time in [start, start + length] up to which the cubic of that interval stays above 0,
/// where it begins. A cubic lies between its coefficients: while one of them is not above 0, the
/// interval is halved, the earlier half first.
double time_above_zero(const Cubic& cubic, double start, double length, int halvings) {
    if (*std::ranges::min_element(cubic) > 0.0) {
        return start + length;
    }
    if (halvings == kMostHalvings) {
        return start;
    }
    const std::array<Cubic, 2> parts = halves(cubic);
    const double middle = start + 0.5 * length;
    const double first = time_above_zero(parts[0], start, 0.5 * length, halvings + 1);
    return first < middle ? first : time_above_zero(parts[1], middle, 0.5 * length, halvings + 1);
}

/// Sets the derivatives by corners, V P gₐ.
void set_gradient(const Mat3& stress, const std::array<Vec3, 4>& gradients, double volume,
                  TetDerivatives& result) {
    for (int a = 0; a < 4; ++a) {
        result.gradient.segment<3>(3 * a) = volume * (stress * gradients[a]);
    }
}

/// Sets the block of corners a and b, and its transpose, that of b and a.
void set_block(int a, int b, const Mat3& block, TetDerivatives& result) {
    result.hessian.block<3, 3>(3 * a, 3 * b) = block;
    result.hessian.block<3, 3>(3 * b, 3 * a) = block.transpose();
}

/// Sets the second derivatives of the neo-Hookean energy, for which no principal axes are needed:
/// dP = μ dF + (μ − λ ln J) F⁻ᵀ dFᵀ F⁻ᵀ + λ (F⁻ᵀ : dF) F⁻ᵀ with dF = dx_b g_bᵀ, times gₐ.
void set_rubber_hessian(const LameCoefficients& lame, const NeoHookeanTerms& terms,
                        const std::array<Vec3, 4>& gradients, double volume,
                        TetDerivatives& result) {
    const double swapped = volume * (lame.mu - terms.pressure);
    std::array<Vec3, 4> arms;
    for (int a = 0; a < 4; ++a) {
        arms[a] = terms.inverse * gradients[a];
    }
    for (int a = 0; a < 4; ++a) {
        for (int b = a; b < 4; ++b) {
            const Mat3 outer = arms[a] * arms[b].transpose();
            Mat3 block = volume * lame.lambda * outer + swapped * outer.transpose();
            block.diagonal().array() += volume * lame.mu * gradients[a].dot(gradients[b]);
            set_block(a, b, block, result);
        }
    }
}

/// Sets the second derivatives by those of the density along the principal axes.
void set_hessian(const DensityDerivatives& density, const std::array<Vec3, 4>& gradients,
                 double volume, TetDerivatives& result) {
    std::array<Vec3, 4> arms;  // gₐ along the axes of V
    for (int a = 0; a < 4; ++a) {
        arms[a] = density.v.transpose() * gradients[a];
    }
    for (int a = 0; a < 4; ++a) {
        for (int b = a; b < 4; ++b) {
            Mat3 block;  // along the axes of U
            for (int i = 0; i < 3; ++i) {
                const int j = (i + 1) % 3;
                const int k = (i + 2) % 3;
                block(i, i) = density.scaling(i, i) * arms[a][i] * arms[b][i] +
                              density.along(i, j) * arms[a][j] * arms[b][j] +
                              density.along(i, k) * arms[a][k] * arms[b][k];
                block(j, k) = density.scaling(j, k) * arms[a][j] * arms[b][k] +
                              density.across(j, k) * arms[a][k] * arms[b][j];
                block(k, j) = density.scaling(k, j) * arms[a][k] * arms[b][j] +
                              density.across(k, j) * arms[a][j] * arms[b][k];
            }
            set_block(a, b, volume * (density.u * block * density.u.transpose()), result);
        }
    }
}

}  // namespace

ElasticTets make_elastic_tets(const TetMesh& rest, const ElasticMaterial& material,
                              double density) {
    validate(material);
    ElasticTets solid;
    solid.model = material.model;
    solid.lame = lame_coefficients(material);
    solid.tets = rest.tets;
    solid.gradients.reserve(rest.tets.size());
    solid.volumes.reserve(rest.tets.size());
    solid.masses.assign(rest.vertices.size(), 0.0);
    for (int t = 0; t < std::ssize(rest.tets); ++t) {
        const Mat3 edges = edges_of(rest.tets[t], rest.vertices);
        const double volume = edges.determinant() / 6.0;
        if (!(volume > 0.0)) {
            throw MeshError("tet " + std::to_string(t) +
                            " is inverted or flat at rest; an elastic body needs tets of "
                            "positive volume: mesh it anew");
        }
        const Mat3 inverse = edges.inverse();
        std::array<Vec3, 4>& gradients = solid.gradients.emplace_back();
        gradients[0] = Vec3::Zero();
        for (int i = 0; i < 3; ++i) {
            gradients[i + 1] = inverse.row(i).transpose();
            gradients[0] -= gradients[i + 1];
        }
        solid.volumes.push_back(volume);
        for (const int vertex : rest.tets[t]) {
            solid.masses[vertex] += 0.25 * density * volume;
        }
    }
    return solid;
}

Mat3 deformation_gradient(const ElasticTets& solid, int tet, std::span<const Vec3> vertices) {
    const Tet& corners = solid.tets[tet];
    Mat3 gradient = Mat3::Zero();
    // Edges are taken instead of corners, since positions may be large compared with a tet.
    for (int i = 1; i < 4; ++i) {
        const Vec3 edge = vertices[corners[i]] - vertices[corners[0]];
        gradient += edge * solid.gradients[tet][i].transpose();
    }
    return gradient;
}

double elastic_energy(const ElasticTets& solid, std::span<const Vec3> vertices) {
    double sum = 0.0;
    for (int t = 0; t < std::ssize(solid.tets); ++t) {
        sum += solid.volumes[t] *
               density_value(solid.model, solid.lame, deformation_gradient(solid, t, vertices));
    }
    return sum;
}

TetDerivatives tet_derivatives(const ElasticTets& solid, int tet, std::span<const Vec3> vertices,
                               bool semidefinite) {
    const Mat3 gradient = deformation_gradient(solid, tet, vertices);
    const std::array<Vec3, 4>& gradients = solid.gradients[tet];
    const double volume = solid.volumes[tet];
    TetDerivatives result;
    if (solid.model == ElasticModel::NeoHookean && !semidefinite) {
        const NeoHookeanTerms terms = neo_hookean_terms(solid.lame, gradient);
        set_gradient(neo_hookean_stress(solid.lame, gradient, terms), gradients, volume, result);
        set_rubber_hessian(solid.lame, terms, gradients, volume, result);
        return result;
    }
    const DensityDerivatives density =
        density_derivatives(solid.model, solid.lame, gradient, semidefinite);
    set_gradient(density.stress, gradients, volume, result);
    set_hessian(density, gradients, volume, result);
    return result;
}

double inversion_bound(const ElasticTets& solid, std::span<const Vec3> start,
                       std::span<const Vec3> end, double t_max) {
    if (solid.model != ElasticModel::NeoHookean) {
        return t_max;
    }
    for (const Tet& tet : solid.tets) {
        Cubic cubic = volume_cubic(edges_of(tet, start), edges_of(tet, end));
        const double kept = kKeptVolume * cubic[0];
        for (double& coefficient : cubic) {
            coefficient -= kept;
        }
        t_max = std::min(t_max, time_above_zero(cubic, 0.0, 1.0, 0));
    }
    return t_max;
}

Deformation deformation_of(const ElasticTets& solid, std::span<const Vec3> vertices) {
    Deformation result;
    for (int t = 0; t < std::ssize(solid.tets); ++t) {
        const TetStrain tet = strain_of(deformation_gradient(solid, t, vertices));
        result.strain = std::max(result.strain, tet.strain);
        result.least_share = std::min(result.least_share, tet.volume_share);
        result.inverted += tet.volume_share > 0.0 ? 0 : 1;
    }
    return result;
}

}  // namespace touchstone
