#include "generators/plain/tet.h"

namespace touchstone::plain {

double longest_edge(const PlainTet& tet) {
    double longest = 0.0;
    for (int k = 0; k < 6; ++k) {
        longest = std::max(longest, edge_vector(tet, k).norm());
    }
    return longest;
}

Vec3 centroid(const PlainTet& tet) {
    const std::array<Vec3, 4>& x = tet.corners;
    // Differences first, so that no digits are lost far from the origin.
    return x[0] + ((x[1] - x[0]) + (x[2] - x[0]) + (x[3] - x[0])) / 4.0;
}

PlainTet moved(const PlainTet& tet, const Vec3& by) {
    PlainTet result = tet;
    for (Vec3& corner : result.corners) {
        corner += by;
    }
    return result;
}

PlainTet scaled(const PlainTet& tet, double scale) {
    const Vec3 center = centroid(tet);
    PlainTet result = tet;
    for (Vec3& corner : result.corners) {
        corner = center + scale * (corner - center);
    }
    return result;
}

Vec3 corner_of_face(const PlainTet& tet, int face, int corner) {
    return tet.corners[kTetFaces[face][corner]];
}

Vec3 edge_start(const PlainTet& tet, int edge) { return tet.corners[kTetEdges[edge][0]]; }

Vec3 edge_vector(const PlainTet& tet, int edge) {
    return tet.corners[kTetEdges[edge][1]] - tet.corners[kTetEdges[edge][0]];
}

Vec3 raw_face_normal(const PlainTet& tet, int face) {
    const Vec3 start = corner_of_face(tet, face, 0);
    return (corner_of_face(tet, face, 1) - start).cross(corner_of_face(tet, face, 2) - start);
}

Vec3 face_normal(const PlainTet& tet, int face) { return raw_face_normal(tet, face).normalized(); }

double distance_to_face(const PlainTet& tet, int face, const Vec3& point) {
    return face_normal(tet, face).dot(point - corner_of_face(tet, face, 0));
}

int edge_of(int i, int j) {
    for (int k = 0; k < 6; ++k) {
        if (std::minmax(i, j) == std::minmax(kTetEdges[k][0], kTetEdges[k][1])) {
            return k;
        }
    }
    return -1;
}

bool over_face(const PlainTet& tet, int face, const Vec3& point, Decisions& decisions) {
    bool within = true;
    for (int i = 0; i < 3; ++i) {
        const Vec3 from = corner_of_face(tet, face, i);
        const Vec3 to = corner_of_face(tet, face, (i + 1) % 3);
        // Normal of the face's side in its plane; the corners turn counter-clockwise around the
        // face's normal.
        const Vec3 inward = face_normal(tet, face).cross(to - from).normalized();
        const double distance = inward.dot(point - from);
        decisions.note(distance, longest_edge(tet));
        within = within && distance >= 0.0;
    }
    return within;
}

bool inside(const PlainTet& tet, const Vec3& point, Decisions& decisions) {
    bool outside = false;
    for (int face = 0; face < 4; ++face) {
        const double distance = distance_to_face(tet, face, point);
        outside = decisions.above(distance, 0.0, longest_edge(tet)) || outside;
    }
    return !outside;
}

std::optional<double> crossing(const PlainTet& edges, int edge, const PlainTet& planes, int face,
                               Decisions& decisions) {
    const double from = distance_to_face(planes, face, edges.corners[kTetEdges[edge][0]]);
    const double to = distance_to_face(planes, face, edges.corners[kTetEdges[edge][1]]);
    decisions.note(from, longest_edge(edges));
    decisions.note(to, longest_edge(edges));
    const bool opposite = (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0);
    if (!opposite) {
        return std::nullopt;
    }
    // The share of the edge before the crossing.
    return std::abs(from) / (std::abs(from) + std::abs(to));
}

}  // namespace touchstone::plain
