#include "generators/local/settings/opposing_settings.h"
#include "generators/plain/distance.h"
#include "generators/plain/methods.h"
#include "generators/plain/shared_points.h"

namespace touchstone::plain {
namespace {

/// Tests lines 7 to 9: each face has the vertex opposite to the other one in front of it. Otherwise
/// the tets lie between the two faces instead of the faces between the tets.
bool faces_lie_between(const Pair& pair, int face_a, int face_b) {
    // vertex i of a tet lies opposite its face i
    const double apex_a = distance_to_face(pair.b, face_b, pair.a.corners[face_a]);
    const double apex_b = distance_to_face(pair.a, face_a, pair.b.corners[face_b]);
    pair.decisions.note(apex_a, pair.size());
    pair.decisions.note(apex_b, pair.size());
    return pair.own<OpposingSettings>().sandwich == Sandwich::Both
               ? apex_a > 0.0 && apex_b > 0.0
               : !(apex_a < 0.0 && apex_b < 0.0);
}

}  // namespace

// Erleben [2018], Appendix A, Algorithm 1: of two tets that overlap, the pair of surface faces with
// the most opposed normals gives the normal.
Contacts opposing(const Pair& pair) {
    if (!overlapping(pair.a, pair.b, pair.decisions)) {
        return {};
    }
    double gamma = 0.0;  // the paper's γ: cosine between the normals,
                         // −1 when they are exactly opposite
    Vec3 normal = Vec3::Zero();
    for (int face_a = 0; face_a < 4; ++face_a) {
        for (int face_b = 0; face_b < 4; ++face_b) {
            if (!has(pair.a.surface.faces, face_a) || !has(pair.b.surface.faces, face_b)) {
                continue;
            }
            const Vec3 normal_a = face_normal(pair.a, face_a);
            const Vec3 normal_b = face_normal(pair.b, face_b);
            if (faces_lie_between(pair, face_a, face_b) &&
                pair.decisions.above(gamma, normal_a.dot(normal_b), 1.0)) {
                gamma = normal_a.dot(normal_b);
                normal = pair.own<OpposingSettings>().opposing_normal == OpposingNormal::FaceA
                             ? normal_a
                             : Vec3((normal_a - normal_b).normalized());
            }
        }
    }
    if (gamma == 0.0) {
        return {};  // no two faces oppose each other
    }
    return report_shared_points(pair, normal, ReportAt::MiddlePlane);
}

}  // namespace touchstone::plain
