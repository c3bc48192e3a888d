#pragma once

#include <string>

#include "generators/local/kernel.h"
#include "generators/plain/methods.h"
#include "generators/tests/random_tets.h"

namespace touchstone::testing {

// The answers of kernels and of plain methods in one form.

/// Returns the contacts of a kernel in the form of plain methods.
plain::Contacts find_by_kernel(const NamedKernel& kernel, const PlainTet& a, const PlainTet& b,
                               const LocalSettings& settings);
plain::PlainContact plain_of(const TetPairContact& contact);

/// Returns the plain method of a kernel; null when there is none to compare with.
const plain::PlainMethod* plain_form(std::string_view id);

/// Distance of a decision from its threshold, as a share of the tets' size, below which it may go
/// either way. Well above the kernels' tolerance for touching, which is 1e-9 of the size and the
/// rounding of coordinates, and above ten times that, by which triangles that count as overlapping
/// may be apart.
inline constexpr double kUndecided = 3e-8;

/// Tolerance of positions and separations as a share of the tets' size, and of normals. Rounding
/// errors of 1e-16 are magnified by at most 1 / kUndecided when a decision was close.
inline constexpr double kAgreement = 1e-7;

bool agree(const plain::PlainContact& x, const plain::PlainContact& y, double size);
bool contains_all(const plain::Contacts& all, const plain::Contacts& some, double size);

std::string describe(const plain::Contacts& contacts);
std::string describe(const PlainTet& tet);

}  // namespace touchstone::testing
