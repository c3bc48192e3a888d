#pragma once

#include <string>

#include "methods/base/types.h"

namespace touchstone {

/// Returns what is wrong with the normal of a contact that a program or function of others gave, as
/// in "its normal has length 2"; empty for one of unit length to within 1e-6. Its coordinates are
/// finite.
std::string foreign_normal_fault(const Vec3& normal);

}  // namespace touchstone
