#pragma once

#include <span>
#include <string_view>

#include "generators/plain/pair.h"

namespace touchstone::plain {

// The eight methods as Erleben [2018] describes them, to be read alongside the paper: one tet pair
// at a time, every element of one tet against every element of the other, without regard to speed.
// Programs run the kernels of generators/local, which are fast forms of these and share no code
// with them; a test compares the two.
//
// Where a description leaves a choice open, the method's settings decide, as in the kernels. Two
// settings are ignored, since rounding alone would decide: exact ties go to the first candidate,
// and a crossing point is never tested against the plane it lies on.

/// Reports nearest points of surface elements within twice the envelope. §6, Closest points method.
Contacts closest_points(const Pair& pair);
/// Reports vertices and edges of surface triangles that meet. §6, Intersection method.
Contacts intersection(const Pair& pair);
/// Reports vertices inside, with the nearest surface face. §6, Vertex only method.
Contacts vertex_only(const Pair& pair);
/// Reports vertices inside, with the face through which they entered. §6, Consistent vertex method.
Contacts consistent_vertex(const Pair& pair);
/// Reports the axis of least overlap of two tets. §6, Volume-SAT method.
Contacts volume_sat(const Pair& pair);
/// Reports the axis of least overlap of surface elements alone. §6, Surface-SAT method.
Contacts surface_sat(const Pair& pair);
/// Reports the most opposed surface faces. Appendix A, Algorithm 1.
Contacts opposing(const Pair& pair);
/// Reports the direction in which shrunken tets grow together. Appendix B, Algorithm 2.
Contacts growth(const Pair& pair);

/// A method under its id.
struct PlainMethod {
    std::string_view id;  ///< id of the generator and of its kernel
    /// Finds the contacts of a pair.
    Contacts (*find)(const Pair&);
};

/// Returns the methods in the order of the generators' table.
std::span<const PlainMethod> all_plain_methods();

/// The contacts of a method, and how near the closest of its decisions came to the opposite
/// outcome.
struct PlainResult {
    Contacts contacts;
    double margin;  ///< share of the tets' size, see Decisions [-]
};
/// Runs a method on two tets.
PlainResult find_plain_contacts(const PlainMethod& method, const PlainTet& a, const PlainTet& b,
                                const LocalSettings& settings);

}  // namespace touchstone::plain
