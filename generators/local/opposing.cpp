#include "generators/local/edge_axes.h"
#include "generators/local/settings/opposing_settings.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// Returns true when the vertices opposite the two faces lie in front of each other's face.
/// `Either` rejects a pair only when both lie strictly behind, as the research code does.
bool not_sandwiched(const TetPair& pair, FacePair faces, Sandwich sandwich) {
    const PlaneValues& on_a = pair.on_a;
    const PlaneValues& on_b = pair.on_b;
    if (sandwich == Sandwich::Both) {
        return (on_b.front[faces.a] >> faces.b & on_a.front[faces.b] >> faces.a & 1) != 0;
    }
    return (on_b.behind[faces.a] >> faces.b & on_a.behind[faces.b] >> faces.a & 1) == 0;
}

/// Returns the pair of surface faces with the most opposed normals among those that do not sandwich
/// the tets: the vertex opposite each face lies in front of the other face. a = −1: none.
FacePair most_opposing_faces(const TetPair& pair, const OpposingSettings& settings) {
    const PosedTet& a = pair.a;
    const PosedTet& b = pair.b;
    FacePair best;
    double best_cosine = 0.0;
    for (int faces_a = a.surface_faces; faces_a != 0; faces_a &= faces_a - 1) {
        const int i = lowest_bit(faces_a);
        const Vector normal_a = unit_normal(a, i);
        for (int faces_b = b.surface_faces; faces_b != 0; faces_b &= faces_b - 1) {
            const int j = lowest_bit(faces_b);
            if (not_sandwiched(pair, {i, j}, settings.sandwich)) {
                const double cosine = dot(normal_a, unit_normal(b, j));
                if (cosine < best_cosine - tie_tolerance(settings)) {
                    best_cosine = cosine;
                    best = {i, j};
                }
            }
        }
    }
    return best;
}

/// Returns true when an axis of two edges separates the tets, with the research code's settings;
/// see vertex_search.
bool separated_as_published(const TetPair& pair) {
    const VertexSearch search = vertex_search(pair.a, pair.b);
    for (int edges = 0; edges < 3; ++edges) {
        for (int group = 0; group < 3; ++group) {
            if (disjoint(vertex_axes(pair.a, search, edges, group))) {
                return true;
            }
        }
    }
    return false;
}

/// Returns true when an axis of two edges separates the tets, with any settings.
bool separated_by_edges(const TetPair& pair, const OpposingSettings& settings) {
    if (settings.tolerance == Tolerance::Absolute) {
        return separated_as_published(pair);
    }
    const EdgeSearch search = edge_search(pair);
    for (int of_a = 0; of_a < 3; ++of_a) {
        for (int of_b = 0; of_b < 3; ++of_b) {
            if (disjoint(pair.a, pair.b, edge_axes(search, of_a, of_b), pair.touch)) {
                return true;
            }
        }
    }
    return false;
}

Vector opposing_normal(const PosedTet& a, const PosedTet& b, FacePair faces, OpposingNormal rule) {
    const Vector normal_a = unit_normal(a, faces.a);
    if (rule == OpposingNormal::FaceA) {
        return normal_a;
    }
    const Vector difference = normal_a - unit_normal(b, faces.b);
    return (1.0 / length(difference)) * difference;
}

}  // namespace

// Erleben [2018], Appendix A, Algorithm 1. Cheap tests come first; the conditions do not depend on
// their order.
// The fast form of generators/plain/opposing.cpp.
void opposing(const PosedTet& a, const PosedTet& b, const OpposingSettings& settings,
              TetPairContacts& contacts) {
    const TetPair pair = make_tet_pair(a, b, settings);
    if (pair.separated) {
        return;
    }
    const FacePair faces = most_opposing_faces(pair, settings);
    if (faces.a < 0) {
        return;
    }
    const SharedPoints points = shared_points(pair, settings.own_plane);
    if (points.count == 0 || separated_by_edges(pair, settings)) {
        return;
    }
    report_points(pair, points, opposing_normal(a, b, faces, settings.opposing_normal), true,
                  settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
