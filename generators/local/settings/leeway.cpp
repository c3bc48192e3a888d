#include "generators/local/settings/leeway.h"

#include <algorithm>
#include <limits>

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns what rounding may add to distances from planes, with much to spare [m].
double rounding_of(const PosedTet& a, const PosedTet& b) {
    constexpr double kSpare = 4.0;
    return kSpare * (a.rounding + b.rounding);
}

/// Returns how far the vertex farthest in front of a face, of those of one tet in turn, is from
/// touching it: the least over the vertices [m].
double leeway_of_points(const PosedTet& planes, const PosedTet& vertices, double touch) {
    double least = kInfinity;
    for (int v = 0; v < 4; ++v) {
        double farthest = -kInfinity;
        for (int face = 0; face < 4; ++face) {
            farthest = std::max(farthest, distance_from_face(planes, face, vertices, v));
        }
        least = std::min(least, farthest - touch);
    }
    return least;
}

double cosine_of(const PosedTet& a, int face_a, const PosedTet& b, int face_b) {
    return (a.nx[face_a] * b.nx[face_b] + a.ny[face_a] * b.ny[face_b] +
            a.nz[face_a] * b.nz[face_b]) *
           a.inverse_length[face_a] * b.inverse_length[face_b];
}

}  // namespace

double touch_distance(const PosedTet& a, const PosedTet& b, const LocalSettings& settings) {
    return kTouchOfPrecision * settings.precision * std::max(a.size, b.size) + a.rounding +
           b.rounding;
}

double distance_from_face(const PosedTet& planes, int face, const PosedTet& vertices, int v) {
    const int corner = face == 0 ? 1 : 0;
    return (planes.nx[face] * (vertices.x[v] - planes.x[corner]) +
            planes.ny[face] * (vertices.y[v] - planes.y[corner]) +
            planes.nz[face] * (vertices.z[v] - planes.z[corner])) *
           planes.inverse_length[face];
}

double turn_by_rounding(const PosedTet& tet) {
    constexpr double kSpare = 8.0;
    const double least = *std::min_element(tet.height, tet.height + 4);
    return kSpare * tet.rounding / least;
}

double leeway_of_vertices(const PosedTet& a, const PosedTet& b, double /*radius*/,
                          const LocalSettings& settings) {
    const double touch = touch_distance(a, b, settings);
    return std::min(leeway_of_points(a, b, touch), leeway_of_points(b, a, touch)) -
           rounding_of(a, b);
}

double leeway_of_opposing(const PosedTet& a, const PosedTet& b, double radius,
                          const LocalSettings& settings) {
    const Sandwich sandwich = static_cast<const OpposingSettings&>(settings).sandwich;
    const double touch = touch_distance(a, b, settings);
    const double tie = kTouchOfPrecision * settings.precision;
    const double turn = turn_by_rounding(a) + turn_by_rounding(b);
    double least = kInfinity;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if ((a.surface_faces >> i & b.surface_faces >> j & 1) == 0) {
                continue;
            }
            // The vertices opposite the faces, each held against the other face.
            const double of_a = distance_from_face(b, j, a, i);
            const double of_b = distance_from_face(a, i, b, j);
            const double sandwiched = sandwich == Sandwich::Both ? touch - std::min(of_a, of_b)
                                                                 : -touch - std::max(of_a, of_b);
            const double turned = 0.5 * (cosine_of(a, i, b, j) + tie - turn) * radius;
            least = std::min(least, std::max(sandwiched - rounding_of(a, b), turned));
        }
    }
    return least;
}

}  // namespace touchstone
