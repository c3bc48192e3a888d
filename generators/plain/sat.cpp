#include "generators/plain/sat.h"

#include <cmath>
#include <limits>

#include "generators/local/settings/sat_settings.h"
#include "generators/plain/distance.h"
#include "generators/plain/shared_points.h"

namespace touchstone::plain {
namespace {

/// The best axis so far: the one of least overlap.
struct BestAxis {
    double value = -std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::Zero();
    bool disjoint = false;
};

/// Compares the tets' intervals on the axis. Where B's begins in A's, B must move along +axis by
/// the overlap of the two to leave A; where A's begins in B's, along −axis.
void try_axis(const Pair& pair, const Vec3& axis, BestAxis& best) {
    const double size = pair.size();
    const Span a = project(pair.a.corners, axis, pair.a.corners[0]);
    const Span b = project(pair.b.corners, axis, pair.a.corners[0]);
    if (pair.decisions.above(b.low, a.high, size) || pair.decisions.above(a.low, b.high, size)) {
        best.disjoint = true;
        return;
    }
    pair.decisions.note(a.low - b.low, size);
    if (a.low <= b.low && pair.decisions.above(b.low - a.high, best.value, size)) {
        best.value = b.low - a.high;
        best.normal = axis;
    }
    if (b.low <= a.low && pair.decisions.above(a.low - b.high, best.value, size)) {
        best.value = a.low - b.high;
        best.normal = -axis;
    }
}

}  // namespace

Contacts contacts_by_least_overlap(const Pair& pair, TetSurface elements_a, TetSurface elements_b) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    // The normals of faces stand for contacts of a vertex with a face.
    BestAxis of_faces;
    for (int face = 0; face < 4; ++face) {
        if (has(elements_a.faces, face)) {
            try_axis(pair, face_normal(pair.a, face), of_faces);
        }
        if (has(elements_b.faces, face)) {
            try_axis(pair, face_normal(pair.b, face), of_faces);
        }
    }
    // The common perpendiculars of two edges, one of each tet, stand for contacts of edges.
    BestAxis of_edges;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            if (!has(elements_a.edges, i) || !has(elements_b.edges, j)) {
                continue;
            }
            const Vec3 u = edge_vector(pair.a, i);
            const Vec3 v = edge_vector(pair.b, j);
            // Edges are not normalised first: as in the research code, the bound is one of area.
            const double least =
                pair.angle_tolerance() *
                (pair.absolute() ? 1.0 : longest_edge(pair.a) * longest_edge(pair.b));
            if (pair.decisions.above(u.cross(v).norm(), least,
                                     longest_edge(pair.a) * longest_edge(pair.b))) {
                try_axis(pair, u.cross(v).normalized(), of_edges);
            }
        }
    }
    if (of_faces.disjoint || of_edges.disjoint) {
        return {};
    }
    // Faces have precedence over edges: an edge pair must be better by more than the bias.
    const bool edge_wins = pair.decisions.above(
        of_edges.value, of_faces.value + pair.own<SatSettings>().face_bias, pair.size());
    const BestAxis& best = edge_wins ? of_edges : of_faces;
    if (!std::isfinite(best.value)) {
        return {};
    }
    return report_shared_points(pair, best.normal, ReportAt::MiddlePlane);
}

}  // namespace touchstone::plain
