#pragma once

#include <algorithm>
#include <vector>

#include "generators/tests/plain_methods.h"

namespace touchstone::testing::plain {

using Contacts = std::vector<PlainContact>;

/// One pair and what all methods need of it.
struct Pair {
    const PlainTet& a;
    const PlainTet& b;
    const GeneratorSettings& settings;
    Decisions& decisions;

    double size() const { return std::max(longest_edge(a), longest_edge(b)); }
    bool absolute() const { return settings.tolerance == Tolerance::Absolute; }
    double length_tolerance() const {
        return absolute() ? 1.19e-6 : settings.precision * size();
    }  ///< w [m]
    double angle_tolerance() const { return absolute() ? 1.19e-6 : settings.precision; }
};

/// Along `normal`, with the extent of the points that the tets share as depth.
Contacts report(const Pair& pair, const Vec3& normal, bool to_the_middle);

/// A vertex of one tet against a face of the other. `of_a`: the vertex belongs to A.
PlainContact vertex_face(bool of_a, const Vec3& position, int vertex, int face, const Vec3& normal,
                         double separation);

Contacts vertex_only(const Pair& pair);
Contacts consistent_vertex(const Pair& pair);
Contacts volume_sat(const Pair& pair);
Contacts surface_sat(const Pair& pair);
Contacts opposing(const Pair& pair);
Contacts intersection(const Pair& pair);
Contacts closest_points(const Pair& pair);
Contacts growth(const Pair& pair);

}  // namespace touchstone::testing::plain
