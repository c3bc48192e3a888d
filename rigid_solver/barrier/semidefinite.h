#pragma once

namespace touchstone {

/// Replaces the negative eigenvalues of a symmetric matrix of at most 24 rows by 0. `matrix`: its
/// first number; `stride`: numbers from one column to the next.
void make_semidefinite(double* matrix, int rows, int stride);

}  // namespace touchstone
