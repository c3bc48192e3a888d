#pragma once

#include <span>
#include <string_view>

#include "generators/plain/pair.h"

namespace touchstone::plain {

// The eight methods as Erleben [2018] describes them, to be read with the paper in hand: one tet
// pair at a time, every element of one tet against every element of the other, no thought of speed.
// What programs run are the kernels of generators/local, which are fast forms of these and share no
// code with them; a test asks both.
//
// Where a description leaves a choice open, the method's settings make it, as in the kernels. Two
// settings are not followed, since rounding alone would decide: exact ties go to the first
// candidate, and a crossing point is never tested against the plane it lies on.

/// Nearest points of surface elements within twice the envelope. §6, Closest points method.
Contacts closest_points(const Pair& pair);
/// Vertices and edges of surface triangles that meet. §6, Intersection method.
Contacts intersection(const Pair& pair);
/// Vertices inside, with the nearest surface face. §6, Vertex only method.
Contacts vertex_only(const Pair& pair);
/// Vertices inside, with the face they came in by. §6, Consistent vertex method.
Contacts consistent_vertex(const Pair& pair);
/// The axis of least overlap of two tets. §6, Volume-SAT method.
Contacts volume_sat(const Pair& pair);
/// The same, of surface elements alone. §6, Surface-SAT method.
Contacts surface_sat(const Pair& pair);
/// The surface faces that oppose each other most. Appendix A, Algorithm 1.
Contacts opposing(const Pair& pair);
/// The direction in which shrunken tets grow together. Appendix B, Algorithm 2.
Contacts growth(const Pair& pair);

struct PlainMethod {
    std::string_view id;  ///< of the generator and of its kernel
    Contacts (*find)(const Pair&);
};

/// In the order of the generators' table.
std::span<const PlainMethod> all_plain_methods();

/// What a method finds and how near the closest of its decisions was to going the other way.
struct PlainResult {
    Contacts contacts;
    double margin;  ///< as a share of the tets' size; see Decisions
};
PlainResult find_plain_contacts(const PlainMethod& method, const PlainTet& a, const PlainTet& b,
                                const LocalSettings& settings);

}  // namespace touchstone::plain
