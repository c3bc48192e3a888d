#pragma once

#include "generators/local/settings/opposing_settings.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone {

// How far tets may move before they can make a contact, for methods in which most tets that touch
// make none. The bounds follow from the inequalities of the kernels, so each stands for one of
// them.

/// Returns the distance below which tets touch, or more [m]; see touch_tolerance in tet_pair.h.
double touch_distance(const PosedTet& a, const PosedTet& b, const LocalSettings& settings);

/// Returns the distance of a vertex of one tet from the plane of a face of another; positive in
/// front of it [m].
double distance_from_face(const PosedTet& planes, int face, const PosedTet& vertices, int v);

/// Returns a bound on the error of a face's unit normal by rounded vertices [rad].
double turn_by_rounding(const PosedTet& tet);

/// Returns how far any point of the tets may move, seen from the other one, while every vertex of
/// each stays in front of a face of the other: no vertex is inside [m]. Negative: one may be.
double leeway_of_vertices(const PosedTet& a, const PosedTet& b, double radius,
                          const LocalSettings& settings);

/// Returns the same while no two surface faces oppose each other as the method Opposing asks.
/// `radius`: distance from the centre of a turn within which both bodies lie [m]; a travel of so
/// much goes with a turn of 1 rad.
double leeway_of_opposing(const PosedTet& a, const PosedTet& b, double radius,
                          const LocalSettings& settings);

}  // namespace touchstone
