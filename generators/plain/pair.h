#pragma once

#include <algorithm>
#include <vector>

#include "generators/local/settings/local_settings.h"
#include "generators/plain/tet.h"
#include "methods/contact/contact_point.h"

namespace touchstone::plain {

/// An element of a tet: the vertex, edge (kTetEdges) or face (kTetFaces) with the given index, or,
/// with index 0, the whole tet.
struct Element {
    FeatureType type = FeatureType::Vertex;
    int index = 0;

    bool operator==(const Element&) const = default;
};

/// Returns the name of vertex i.
inline Element vertex_element(int i) { return {FeatureType::Vertex, i}; }
/// Returns the name of edge k.
inline Element edge_element(int k) { return {FeatureType::Edge, k}; }
/// Returns the name of face f.
inline Element face_element(int f) { return {FeatureType::Face, f}; }
/// Returns the name of the whole tet.
inline Element whole_tet() { return {FeatureType::Tetrahedron, 0}; }

/// One contact between tets A and B; see ContactPoint.
struct PlainContact {
    Vec3 position;      ///< [m]
    Vec3 normal;        ///< direction from A to B, unit unless a setting asks for raw ones
    double separation;  ///< negative: penetration [m]
    Element element_a;  ///< element of A
    Element element_b;  ///< element of B
};
/// The contacts of a pair, in the order in which they were found.
using Contacts = std::vector<PlainContact>;

/// Two tets, and the quantities that every method needs.
struct Pair {
    const PlainTet& a;
    const PlainTet& b;
    const LocalSettings& settings;  ///< the part of the method's own that all have
    Decisions& decisions;

    /// Returns the complete settings of the method.
    template <class Settings>
    const Settings& own() const {
        return static_cast<const Settings&>(settings);
    }

    /// Returns the longest edge of both [m].
    double size() const { return std::max(longest_edge(a), longest_edge(b)); }

    /// Returns true when tolerances are those of the research code, whatever the tets' size.
    bool absolute() const { return settings.tolerance == Tolerance::Absolute; }

    /// Returns the length below which differences are noise: w of the paper [m].
    double length_tolerance() const { return absolute() ? 1.19e-6 : settings.precision * size(); }

    /// Returns the sine of an angle below which differences are noise.
    double angle_tolerance() const { return absolute() ? 1.19e-6 : settings.precision; }
};

/// Makes the contact of a vertex of one tet with a face of the other. `of_a`: the vertex belongs to
/// A. `normal` is that of the face, outward; the contact's points from A to B.
PlainContact vertex_face_contact(bool of_a, const Vec3& position, int vertex, int face,
                                 const Vec3& normal, double separation);

/// Makes the contact of a vertex inside `tet` with one of its faces: where the vertex is, as deep
/// as it lies behind the face. `of_a`: the vertex belongs to A.
PlainContact inside_vertex_contact(bool of_a, const Vec3& position, int vertex, const PlainTet& tet,
                                   int face);

}  // namespace touchstone::plain
