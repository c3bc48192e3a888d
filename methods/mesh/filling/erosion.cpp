#include "methods/mesh/filling/erosion.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cassert>
#include <cmath>

#include "methods/base/angle.h"
#include "methods/base/error.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/describe.h"

namespace touchstone {

namespace {

constexpr double kCodeScale = 0.99;  // the research code's

Vec3 area_vector(const SurfaceMesh& surface, const Triangle& triangle) {
    const Vec3& origin = surface.vertices[triangle[0]];
    return (surface.vertices[triangle[1]] - origin).cross(surface.vertices[triangle[2]] - origin);
}

/// Returns vertex normals weighted by the triangles' angles at the vertex, so that they do not
/// depend on how flat facets are cut into triangles.
std::vector<Vec3> vertex_normals(const SurfaceMesh& surface) {
    std::vector<Vec3> normals(surface.vertices.size(), Vec3::Zero());
    for (const Triangle& triangle : surface.triangles) {
        const Vec3 normal = area_vector(surface, triangle).normalized();
        for (int i = 0; i < 3; ++i) {
            const Vec3& corner = surface.vertices[triangle[i]];
            const Vec3 a = surface.vertices[triangle[(i + 1) % 3]] - corner;
            const Vec3 b = surface.vertices[triangle[(i + 2) % 3]] - corner;
            normals[triangle[i]] += radians_between(a, b) * normal;
        }
    }
    for (int v = 0; v < std::ssize(normals); ++v) {
        const double length = normals[v].norm();
        if (!(length > kSamePlaneAngle)) {
            throw MeshError("vertex " + std::to_string(v) +
                            " has no normal, the triangles around it face each other: erode by "
                            "plane_offset instead");
        }
        normals[v] /= length;
    }
    return normals;
}

/// Returns for each vertex the unit normals of the planes that meet there, coplanar triangles taken
/// together.
std::vector<std::vector<Vec3>> distinct_planes(const SurfaceMesh& surface) {
    std::vector<std::vector<Vec3>> area_vectors(surface.vertices.size());
    for (const Triangle& triangle : surface.triangles) {
        const Vec3 area = area_vector(surface, triangle);
        for (const int v : triangle) {
            std::vector<Vec3>& planes = area_vectors[v];
            const auto same = std::find_if(planes.begin(), planes.end(), [&](const Vec3& plane) {
                return (plane.normalized() - area.normalized()).norm() < kSamePlaneAngle;
            });
            if (same == planes.end()) {
                planes.push_back(area);
            } else {
                *same += area;
            }
        }
    }
    for (std::vector<Vec3>& planes : area_vectors) {
        for (Vec3& plane : planes) {
            plane.normalize();
        }
    }
    return area_vectors;
}

/// Returns the shortest x with nᵢ·x = 1 for all planes, or with the least squares where no x does
/// it.
Vec3 meeting_point(const std::vector<Vec3>& planes) {
    // Up to three planes in closed form, which keeps the coordinates of boxes exact.
    if (planes.size() == 1) {
        return planes[0];
    }
    if (planes.size() == 2 && planes[0].dot(planes[1]) > -1.0 + kSamePlaneAngle) {
        return (planes[0] + planes[1]) / (1.0 + planes[0].dot(planes[1]));
    }
    if (planes.size() == 3) {
        const Vec3 b_c = planes[1].cross(planes[2]);
        const double determinant = planes[0].dot(b_c);
        if (std::abs(determinant) > kSamePlaneAngle) {
            const Vec3 c_a = planes[2].cross(planes[0]);
            const Vec3 a_b = planes[0].cross(planes[1]);
            return (b_c + c_a + a_b) / determinant;
        }
    }
    Eigen::MatrixXd normals(std::ssize(planes), 3);
    for (int i = 0; i < std::ssize(planes); ++i) {
        normals.row(i) = planes[i].transpose();
    }
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(normals, Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(kSamePlaneAngle);
    return svd.solve(Eigen::VectorXd::Ones(normals.rows()));
}

/// Returns for each vertex the outward displacement for one metre of growth.
std::vector<Vec3> vertex_moves(const SurfaceMesh& surface, Erosion rule) {
    if (rule == Erosion::VertexNormal) {
        return vertex_normals(surface);
    }
    std::vector<Vec3> moves;
    moves.reserve(surface.vertices.size());
    for (const std::vector<Vec3>& planes : distinct_planes(surface)) {
        moves.push_back(meeting_point(planes));
    }
    return moves;
}

[[noreturn]] void fail_inside_out(const SurfaceMesh& surface, int triangle, double amount) {
    throw ErosionError("eroding by " + describe(amount) + " m turns " +
                       describe("triangle", triangle, surface.triangles[triangle]) +
                       " inside out or flat: the solid is too thin there; use a smaller amount");
}

void require_same_sense(const SurfaceMesh& before, const SurfaceMesh& after, double amount) {
    for (int f = 0; f < std::ssize(before.triangles); ++f) {
        const Vec3 old_area = area_vector(before, before.triangles[f]);
        const Vec3 new_area = area_vector(after, before.triangles[f]);
        if (!(new_area.dot(old_area) > kOnPlaneShare * old_area.squaredNorm())) {
            fail_inside_out(before, f, amount);
        }
    }
    // Where all goes through one point, as a cube's faces may, every triangle keeps its sense.
    if (!(signed_volume(after) > 0.0)) {
        fail_inside_out(before, 0, amount);
    }
}

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) {
        sum += point - points.front();
    }
    return points.front() + sum / static_cast<double>(points.size());
}

double longest_extent(const std::vector<Vec3>& points) {
    Vec3 low = points.front();
    Vec3 high = low;
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return (high - low).maxCoeff();
}

/// Returns true when the planes through a vertex leave it no line to slide along.
bool is_corner(const std::vector<Vec3>& planes) {
    Mat3 sum = Mat3::Zero();
    for (const Vec3& plane : planes) {
        sum += plane * plane.transpose();
    }
    return sum.determinant() > kSamePlaneAngle * kSamePlaneAngle;
}

}  // namespace

double mean_thickness(const SurfaceMesh& surface) {
    double area = 0.0;
    for (const Triangle& triangle : surface.triangles) {
        area += 0.5 * area_vector(surface, triangle).norm();
    }
    return 6.0 * signed_volume(surface) / area;
}

SurfaceMesh erode(const SurfaceMesh& surface, Erosion rule, double amount) {
    assert(rule != Erosion::Code);
    if (rule == Erosion::None) {
        return surface;
    }
    if (!(amount > 0.0 && std::isfinite(amount))) {
        throw MeshError("the amount of erosion is " + describe(amount) +
                        " m: it must be a finite number above 0");
    }
    const std::vector<Vec3> moves = vertex_moves(surface, rule);
    SurfaceMesh eroded = surface;
    for (std::size_t v = 0; v < moves.size(); ++v) {
        eroded.vertices[v] -= amount * moves[v];
    }
    require_same_sense(surface, eroded, amount);
    validate(eroded);
    return eroded;
}

SurfaceMesh grown(const SurfaceMesh& surface, double amount) {
    const std::vector<Vec3> moves = vertex_moves(surface, Erosion::VertexNormal);
    SurfaceMesh result = surface;
    for (std::size_t v = 0; v < moves.size(); ++v) {
        result.vertices[v] += amount * moves[v];
    }
    require_same_sense(surface, result, amount);
    validate(result);
    return result;
}

bool is_strictly_convex(const SurfaceMesh& surface) {
    const double tolerance = kOnPlaneShare * longest_extent(surface.vertices);
    for (const Triangle& triangle : surface.triangles) {
        const Vec3 normal = area_vector(surface, triangle).normalized();
        const Vec3& origin = surface.vertices[triangle[0]];
        for (const Vec3& vertex : surface.vertices) {
            if (normal.dot(vertex - origin) > tolerance) {
                return false;
            }
        }
    }
    const std::vector<std::vector<Vec3>> planes = distinct_planes(surface);
    return std::all_of(planes.begin(), planes.end(), is_corner);
}

TetMesh make_eroded_tets(const SurfaceMesh& surface, Erosion rule, double amount,
                         const Tetrahedralize& tetrahedralize) {
    if (rule != Erosion::Code) {
        return tetrahedralize(erode(surface, rule, amount));
    }
    if (is_strictly_convex(surface)) {
        return tetrahedralize(erode(surface, Erosion::VertexNormal, amount));
    }
    TetMesh mesh = tetrahedralize(surface);
    const Vec3 center = mean(mesh.vertices);
    for (Vec3& vertex : mesh.vertices) {
        vertex = center + kCodeScale * (vertex - center);
    }
    return mesh;
}

}  // namespace touchstone
