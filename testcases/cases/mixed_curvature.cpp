#include "testcases/cases/mixed_curvature.h"

#include <cmath>

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {
namespace {

/// Makes a saddle of four planes through the origin over a tip at (0, -2, 0): heights of its rim at
/// (±1, ., 0), the valleys' ends, and at (0, ., ±1), the ridges'.
SurfaceMesh make_saddle_surface(double valley, double ridge) {
    SurfaceMesh mesh;
    mesh.vertices = {{0, 0, 0},       {1, valley, 0}, {0, ridge, -1},
                     {-1, valley, 0}, {0, ridge, 1},  {0, -2, 0}};
    for (int i = 0; i < 4; ++i) {
        const int here = 1 + i;
        const int next = 1 + (i + 1) % 4;
        mesh.triangles.push_back({0, here, next});
        mesh.triangles.push_back({5, next, here});
    }
    return mesh;
}

/// Returns the normals (±x, y, ±z), scaled to unit length.
std::vector<Vec3> four_normals(double x, double y, double z) {
    std::vector<Vec3> normals;
    for (const double sign_x : {1.0, -1.0}) {
        for (const double sign_z : {1.0, -1.0}) {
            normals.push_back(Vec3(sign_x * x, y, sign_z * z).normalized());
        }
    }
    return normals;
}

TestCase make_mixed(const char* id, const char* title, BodySetup upper, std::vector<Vec3> normals,
                    BodyOrder order) {
    TestCase result = make_fundamental_case(
        {
            .id = id,
            .title = title,
            .lower = make_body("saddle", make_saddle_surface(-0.4, 0.4)),
            .upper = std::move(upper),
            .normals = std::move(normals),
            .min_contacts = 4,
            .points = {Vec3::Zero()},
        },
        order);
    result.source = "Erleben [2018], §4.6; sizes are ours";
    return result;
}

}  // namespace

TestCase make_spike_on_saddle(BodyOrder order) {
    const SpikeSize size{.height = 1.5, .half_width = 0.5};
    BodySetup spike = make_body("spike", make_spike(size));
    spike.world_from_shape = inverted(size);
    return make_mixed("spike_on_saddle", "Spike on saddle", std::move(spike),
                      four_normals(2.0, 5.0, 2.0), order);
}

TestCase make_saddles(BodyOrder order) {
    // Upside down, half a turn about x: its ridges are then along x and reach down.
    SurfaceMesh surface = make_saddle_surface(-0.5, 0.3);
    for (Vec3& vertex : surface.vertices) {
        vertex = Vec3(vertex.z(), -vertex.y(), vertex.x());
    }
    return make_mixed("saddles", "Saddles", make_body("upper_saddle", surface),
                      four_normals(3.0, 10.0, 4.0), order);
}

}  // namespace touchstone
