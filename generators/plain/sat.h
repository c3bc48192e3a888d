#pragma once

#include "generators/plain/pair.h"

namespace touchstone::plain {

/// Along which axis do two tets overlap least? That axis is the normal, the points that they share
/// are the contacts. All faces and edges of the tets may keep them apart; only `elements_a` and
/// `elements_b` of them may give the normal.
/// Erleben [2018], §6 (Volume-SAT, Surface-SAT); the test of axes is that of Gottschalk et al.
/// [1996].
Contacts contacts_by_least_overlap(const Pair& pair, TetSurface elements_a, TetSurface elements_b);

}  // namespace touchstone::plain
