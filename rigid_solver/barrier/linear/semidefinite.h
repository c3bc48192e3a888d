#pragma once

namespace touchstone {

/// Replaces the negative eigenvalues of a symmetric matrix by 0. `matrix`: its first entry, in
/// column-major order; `rows`: at most 24; `stride`: entries from one column to the next.
void make_semidefinite(double* matrix, int rows, int stride);

}  // namespace touchstone
