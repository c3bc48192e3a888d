#include "testcases/cases/tests/masonry_answers.h"

#include <algorithm>

#include "testcases/cases/tests/world_vertices.h"

namespace touchstone::testing {

TestCase load(const std::string& name) { return load_test_case(name, BodyOrder::Creation); }

MassProperties body_mass(const BodySetup& body) {
    return mass_properties(make_surface(body.shape));
}

Vec3 center_of_mass(const BodySetup& body) {
    return body.world_from_shape * body_mass(body).center_of_mass;
}

double distance_outside(const BodySetup& body, const Vec3& point) {
    const SurfaceMesh surface = make_surface(body.shape);
    const std::vector<Vec3> vertices = world_vertices(body);
    double farthest = -1e300;
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 normal =
            (vertices[j] - vertices[i]).cross(vertices[k] - vertices[i]).normalized();
        farthest = std::max(farthest, normal.dot(point - vertices[i]));
    }
    return farthest;
}

const PairReference* find_pair(const TestCase& test_case, int a, int b) {
    for (const PairReference& pair : test_case.reference) {
        if (pair.body_a == a && pair.body_b == b) {
            return &pair;
        }
    }
    return nullptr;
}

double total_area(const TestCase& test_case) {
    double sum = 0.0;
    for (const PairReference& pair : test_case.reference) {
        sum += pair.answers.at(0).area.value();
    }
    return sum;
}

int total_contacts(const TestCase& test_case) {
    int sum = 0;
    for (const PairReference& pair : test_case.reference) {
        sum += pair.answers.at(0).min_contacts.value();
    }
    return sum;
}

std::vector<ContactPoint> perfect_contacts(const TestCase& test_case) {
    std::vector<ContactPoint> contacts;
    for (const PairReference& pair : test_case.reference) {
        if (pair.none_is_right) {
            continue;
        }
        for (const Vec3& point : pair.answers[0].points) {
            ContactPoint contact;
            contact.position = point;
            contact.normal = pair.answers[0].normals[0];
            contact.separation = 0.0;
            contact.body_a = pair.body_a;
            contact.body_b = pair.body_b;
            contacts.push_back(contact);
        }
    }
    return contacts;
}

}  // namespace touchstone::testing
