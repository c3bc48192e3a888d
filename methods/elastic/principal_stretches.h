#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// F = U diag(s) Vᵀ with rotations U and V. Where F turns a solid inside out the last stretch is
/// negative: then all that depends on stretches stays smooth as F passes through a flat state.
struct PrincipalStretches {
    Mat3 u = Mat3::Identity();
    Vec3 stretches = Vec3::Ones();  ///< s: falling in size [-]
    Mat3 v = Mat3::Identity();
    int sweeps = 0;  ///< rounds over all pairs of columns that it took, the last without a turn
};

/// Returns the principal stretches of a finite matrix, by one-sided Jacobi rotations, which keep
/// small stretches as accurate as large ones. The same matrix gives the same bits.
PrincipalStretches principal_stretches(const Mat3& gradient);

/// Returns U Vᵀ, the rotation nearest to F.
Mat3 rotation_part(const PrincipalStretches& parts);

/// Replaces the negative eigenvalues of a symmetric matrix by 0 when asked to, and returns the
/// matrix by its eigenvalues (`stretches`) and eigenvectors (columns of `u` and of `v`).
PrincipalStretches eigen_parts(const Mat3& symmetric, bool semidefinite);

}  // namespace touchstone
