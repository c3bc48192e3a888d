#include "testcases/cases/masonry/joints.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "methods/base/tolerances.h"
#include "methods/geometry/convex_polygon.h"
#include "methods/quality/region.h"

namespace touchstone {

Joints::Joints(const std::vector<BodySetup>& bodies) {
    for (const BodySetup& body : bodies) {
        std::vector<Vec3> vertices = make_surface(body.shape).vertices;
        for (Vec3& vertex : vertices) {
            vertex = body.world_from_shape * vertex;
        }
        vertices_.push_back(std::move(vertices));
    }
}

std::vector<Vec3> Joints::side(int body, const Vec3& direction) const {
    const std::vector<Vec3>& vertices = vertices_[body];
    double highest = -std::numeric_limits<double>::infinity();
    double size = 0.0;
    for (const Vec3& vertex : vertices) {
        highest = std::max(highest, direction.dot(vertex));
        size = std::max(size, (vertex - vertices[0]).lpNorm<Eigen::Infinity>());
    }
    std::vector<Vec3> corners;
    for (const Vec3& vertex : vertices) {
        if (direction.dot(vertex) >= highest - kOnPlaneShare * size) {
            corners.push_back(vertex);
        }
    }
    std::vector<Vec3> outline = Region(corners).outline();
    if (signed_area(outline, direction) < 0.0) {
        std::reverse(outline.begin(), outline.end());
    }
    return outline;
}

void Joints::add_face(int a, int b, const Vec3& normal) {
    std::vector<Vec3> side_b = side(b, -normal);
    std::reverse(side_b.begin(), side_b.end());
    Answer answer;
    answer.normals = {normal};
    answer.points = clip_convex(side(a, normal), side_b, normal);
    assert(!answer.points.empty());
    answer.min_contacts = static_cast<int>(answer.points.size());
    answer.area = signed_area(answer.points, normal);
    PairReference& pair = reference_.emplace_back();
    pair.body_a = a;
    pair.body_b = b;
    pair.answers = {std::move(answer)};
}

void Joints::add_edge(int a, int b, const std::vector<Vec3>& ends,
                      const std::vector<Vec3>& normals) {
    PairReference& pair = reference_.emplace_back();
    pair.body_a = a;
    pair.body_b = b;
    pair.none_is_right = true;
    for (const Vec3& normal : normals) {
        Answer& answer = pair.answers.emplace_back();
        answer.normals = {normal};
        answer.points = ends;
        answer.min_contacts = static_cast<int>(ends.size());
        answer.area = 0.0;
    }
}

}  // namespace touchstone
