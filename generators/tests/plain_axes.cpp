#include <cmath>
#include <limits>

#include "generators/tests/plain_pair.h"

namespace touchstone::testing::plain {
namespace {

/// The best axis so far: the one along which the tets overlap least.
struct BestAxis {
    double value = -std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::Zero();
    bool disjoint = false;
};

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

Contacts sat(const Pair& pair, TetSurface elements_a, TetSurface elements_b) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    BestAxis of_faces;
    for (int face = 0; face < 4; ++face) {
        if (has(elements_a.faces, face)) {
            try_axis(pair, face_normal(pair.a, face), of_faces);
        }
        if (has(elements_b.faces, face)) {
            try_axis(pair, face_normal(pair.b, face), of_faces);
        }
    }
    BestAxis of_edges;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            if (!has(elements_a.edges, i) || !has(elements_b.edges, j)) {
                continue;
            }
            const Vec3 u = edge_vector(pair.a, i);
            const Vec3 v = edge_vector(pair.b, j);
            // Not of unit edges: as in the research code, the bound is one of area.
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
    const bool edge_wins =
        pair.decisions.above(of_edges.value, of_faces.value + pair.settings.face_bias, pair.size());
    const BestAxis& best = edge_wins ? of_edges : of_faces;
    return std::isfinite(best.value) ? report(pair, best.normal, true) : Contacts{};
}

}  // namespace

Contacts volume_sat(const Pair& pair) {
    const TetSurface everything{15, 63, 15};
    return sat(pair, everything, everything);
}

Contacts surface_sat(const Pair& pair) { return sat(pair, pair.a.surface, pair.b.surface); }

Contacts opposing(const Pair& pair) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    double best = 0.0;
    Vec3 normal = Vec3::Zero();
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (!has(pair.a.surface.faces, i) || !has(pair.b.surface.faces, j)) {
                continue;
            }
            const Vec3 normal_a = face_normal(pair.a, i);
            const Vec3 normal_b = face_normal(pair.b, j);
            const double apex_a = distance_to_face(pair.b, j, pair.a.corners[i]);
            const double apex_b = distance_to_face(pair.a, i, pair.b.corners[j]);
            pair.decisions.note(apex_a, pair.size());
            pair.decisions.note(apex_b, pair.size());
            const bool sandwiched = pair.settings.sandwich == Sandwich::Both
                                        ? apex_a > 0.0 && apex_b > 0.0
                                        : !(apex_a < 0.0 && apex_b < 0.0);
            if (sandwiched && pair.decisions.above(best, normal_a.dot(normal_b), 1.0)) {
                best = normal_a.dot(normal_b);
                normal = pair.settings.opposing_normal == OpposingNormal::FaceA
                             ? normal_a
                             : Vec3((normal_a - normal_b).normalized());
            }
        }
    }
    return best < 0.0 ? report(pair, normal, true) : Contacts{};
}

}  // namespace touchstone::testing::plain
