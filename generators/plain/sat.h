#pragma once

#include "generators/plain/pair.h"

namespace touchstone::plain {

/// Finds the axis along which two tets overlap least: that axis is the normal, the points they
/// share are the contacts. All faces and edges of the tets may separate them; only `elements_a` and
/// `elements_b` may give the normal. Erleben [2018], §6 (Volume-SAT, Surface-SAT); the test of axes
/// is that of Gottschalk et al. [1996].
Contacts contacts_by_least_overlap(const Pair& pair, TetSurface elements_a, TetSurface elements_b);

}  // namespace touchstone::plain
