#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// The decomposition F = U diag(s) Vᵀ with rotations U and V. Where det F < 0 the last stretch is
/// negative, so that functions of stretches stay smooth as F passes through a flat state.
struct PrincipalStretches {
    Mat3 u = Mat3::Identity();      ///< U, left singular vectors as columns
    Vec3 stretches = Vec3::Ones();  ///< s, falling in size; the last one may be negative [-]
    Mat3 v = Mat3::Identity();      ///< V, right singular vectors as columns
    int sweeps = 0;  ///< number of rounds over all pairs of columns, the last without a rotation
};

/// Returns the principal stretches of a finite matrix, by one-sided Jacobi rotations, which keep
/// small stretches as accurate as large ones. The same matrix gives the same bits.
PrincipalStretches principal_stretches(const Mat3& gradient);

/// Returns U Vᵀ, the rotation nearest to F in the Frobenius norm.
Mat3 rotation_part(const PrincipalStretches& parts);

/// Returns the eigenvalues (`stretches`, in no order) and eigenvectors (columns of `u` and of `v`)
/// of a symmetric matrix. `semidefinite`: whether negative eigenvalues are replaced by 0.
PrincipalStretches eigen_parts(const Mat3& symmetric, bool semidefinite);

}  // namespace touchstone
