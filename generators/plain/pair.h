#pragma once

#include <algorithm>
#include <vector>

#include "generators/local/settings/local_settings.h"
#include "generators/plain/tet.h"
#include "methods/contact/contact_point.h"

namespace touchstone::plain {

/// One element of a tet: vertex, edge (kTetEdges) or face (kTetFaces) of that number, or, with
/// index 0, the whole tet.
struct Element {
    FeatureType type = FeatureType::Vertex;
    int index = 0;

    bool operator==(const Element&) const = default;
};

inline Element vertex_element(int i) { return {FeatureType::Vertex, i}; }
inline Element edge_element(int k) { return {FeatureType::Edge, k}; }
inline Element face_element(int f) { return {FeatureType::Face, f}; }
inline Element whole_tet() { return {FeatureType::Tetrahedron, 0}; }

/// One contact between tets A and B; see ContactPoint.
struct PlainContact {
    Vec3 position;      ///< [m]
    Vec3 normal;        ///< from A to B, unit unless a setting asks for raw ones
    double separation;  ///< negative: penetration [m]
    Element element_a;  ///< of A
    Element element_b;  ///< of B
};
using Contacts = std::vector<PlainContact>;

/// Two tets and what every method needs of them.
struct Pair {
    const PlainTet& a;
    const PlainTet& b;
    const LocalSettings& settings;  ///< the part of the method's own that all have
    Decisions& decisions;

    /// The settings of the method that is asked, in full.
    template <class Settings>
    const Settings& own() const {
        return static_cast<const Settings&>(settings);
    }

    /// Longest edge of both [m].
    double size() const { return std::max(longest_edge(a), longest_edge(b)); }

    /// True when tolerances are those of the research code, whatever the tets' size.
    bool absolute() const { return settings.tolerance == Tolerance::Absolute; }

    /// Lengths below it are noise: w of the paper [m].
    double length_tolerance() const { return absolute() ? 1.19e-6 : settings.precision * size(); }

    /// Sines of angles below it are noise.
    double angle_tolerance() const { return absolute() ? 1.19e-6 : settings.precision; }
};

/// The contact of a vertex of one tet with a face of the other. `of_a`: the vertex belongs to A.
/// `normal` is that of the face, outward: it is turned to point from A to B.
PlainContact vertex_face_contact(bool of_a, const Vec3& position, int vertex, int face,
                                 const Vec3& normal, double separation);

}  // namespace touchstone::plain
