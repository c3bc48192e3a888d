#include "generators/plain/shared_points.h"

#include <algorithm>

namespace touchstone::plain {
namespace {

struct SharedPoint {
    Vec3 position;
    Element element_a;
    Element element_b;
};

/// Returns true when a crossing point lies inside the tet. It was computed on the plane of
/// `own_face`: rounding decides on which side of that plane it ends up, so that plane is not
/// tested.
bool inside_but_for(const PlainTet& tet, int own_face, const Vec3& point, Decisions& decisions) {
    for (int face = 0; face < 4; ++face) {
        if (face != own_face &&
            decisions.above(distance_to_face(tet, face, point), 0.0, longest_edge(tet))) {
            return false;
        }
    }
    return true;
}

/// Adds the crossings of the edges of one tet with the faces of the other; of_a: the edges are A's.
void add_crossings(const Pair& pair, bool of_a, std::vector<SharedPoint>& points) {
    const PlainTet& edges = of_a ? pair.a : pair.b;
    const PlainTet& planes = of_a ? pair.b : pair.a;
    for (int k = 0; k < 6; ++k) {
        for (int face = 0; face < 4; ++face) {
            const auto t = crossing(edges, k, planes, face, pair.decisions);
            if (!t) {
                continue;
            }
            const Vec3 q = edge_start(edges, k) + *t * edge_vector(edges, k);
            if (inside_but_for(planes, face, q, pair.decisions)) {
                points.push_back(of_a ? SharedPoint{q, edge_element(k), face_element(face)}
                                      : SharedPoint{q, face_element(face), edge_element(k)});
            }
        }
    }
}

std::vector<SharedPoint> shared_points(const Pair& pair) {
    std::vector<SharedPoint> points;
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.b, pair.a.corners[i], pair.decisions)) {
            points.push_back({pair.a.corners[i], vertex_element(i), whole_tet()});
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (inside(pair.a, pair.b.corners[i], pair.decisions)) {
            points.push_back({pair.b.corners[i], whole_tet(), vertex_element(i)});
        }
    }
    add_crossings(pair, true, points);
    add_crossings(pair, false, points);
    return points;
}

}  // namespace

Contacts report_shared_points(const Pair& pair, const Vec3& normal, ReportAt where) {
    const std::vector<SharedPoint> points = shared_points(pair);
    Contacts contacts;
    if (points.empty()) {
        return contacts;
    }
    // Their extent along the normal is the depth, its middle the contact plane.
    std::vector<Vec3> positions;
    positions.reserve(points.size());
    for (const SharedPoint& point : points) {
        positions.push_back(point.position);
    }
    const Vec3 origin = positions.front();
    const Span span = project(positions, normal, origin);
    const double middle = 0.5 * (span.low + span.high);
    for (const SharedPoint& point : points) {
        Vec3 position = point.position;
        if (where == ReportAt::MiddlePlane) {
            position += (middle - (position - origin).dot(normal)) * normal;
        }
        // A corner on a face is also where three edges cross that face; it is reported once.
        const bool repeated = std::ranges::any_of(contacts, [&](const PlainContact& other) {
            const Vec3 apart = other.position - position;
            // The research code's maximum norm depends on how the scene is rotated.
            const double gap = pair.absolute() ? apart.cwiseAbs().maxCoeff() : apart.norm();
            return !pair.decisions.above(gap, pair.length_tolerance(), pair.size());
        });
        if (!repeated) {
            contacts.push_back(
                {position, normal, span.low - span.high, point.element_a, point.element_b});
        }
    }
    return contacts;
}

}  // namespace touchstone::plain
