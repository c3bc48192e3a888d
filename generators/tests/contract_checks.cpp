#include "generators/tests/contract_checks.h"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <random>
#include <sstream>

namespace touchstone::testing {

CollisionShape make_shape(const TetMesh& mesh, ElementOrder order, const Generator& generator) {
    return generator.shape == ShapeKind::Facets ? make_facet_shape(mesh)
                                                : make_collision_shape(mesh, order);
}

std::vector<ContactPoint> find(const TwoBodies& bodies, const Generator& generator,
                               const MethodSettings& settings) {
    const ElementOrder order = generator.shape_rule(settings).order;
    const CollisionShape shape_a = make_shape(bodies.mesh_a, order, generator);
    const CollisionShape shape_b = make_shape(bodies.mesh_b, order, generator);
    std::vector<SceneBody> scene{{make_collider(shape_a, bodies.pose_a), false},
                                 {make_collider(shape_b, bodies.pose_b), false}};
    scene[0].collider.linear_velocity = bodies.velocity_a;
    scene[1].collider.linear_velocity = bodies.velocity_b;
    return find_contacts(scene, generator, {0.01, settings});
}

TwoBodies in_general_position(TwoBodies bodies) {
    const double angle = 0.3 * std::numbers::pi / 180.0;
    const Quat turn(Eigen::AngleAxisd(angle, Vec3(0.37, 0.61, -0.7).normalized()));
    bodies.pose_b.rotation = turn * bodies.pose_b.rotation;
    bodies.pose_b.translation += Vec3(1.7e-3, -3.1e-3, 2.3e-3);
    return bodies;
}

TwoBodies swapped(const TwoBodies& bodies) {
    return {bodies.mesh_b, bodies.mesh_a,     bodies.pose_b,
            bodies.pose_a, bodies.velocity_b, bodies.velocity_a};
}

TwoBodies apart(const TwoBodies& bodies) {
    TwoBodies result = bodies;
    result.pose_b.translation += Vec3(11.0, 37.0, -23.0);
    return result;
}

std::vector<NamedSimilarity> all_similarities() {
    const Quat awkward = Quat(0.3, -0.7, 0.2, 0.6).normalized();
    return {{"turned", {{awkward, Vec3::Zero()}, 1.0}},
            {"5 km away", {{Quat::Identity(), Vec3(3000.3, -3999.7, 77.7)}, 1.0}},
            {"turned and 5 km away", {{awkward, Vec3(3000.3, -3999.7, 77.7)}, 1.0}},
            {"smaller", {{}, 1e-3}},
            {"larger", {{}, 1e3}}};
}

TwoBodies transformed(const TwoBodies& bodies, const Similarity& similarity) {
    TwoBodies result = bodies;
    for (TetMesh* mesh : {&result.mesh_a, &result.mesh_b}) {
        for (Vec3& vertex : mesh->vertices) {
            vertex *= similarity.scale;
        }
    }
    for (Pose* pose : {&result.pose_a, &result.pose_b}) {
        pose->translation *= similarity.scale;
        *pose = similarity.world_from_old * *pose;
    }
    for (Vec3* velocity : {&result.velocity_a, &result.velocity_b}) {
        *velocity = similarity.scale * (similarity.world_from_old.rotation * *velocity);
    }
    return result;
}

std::vector<ContactPoint> transformed(std::vector<ContactPoint> contacts,
                                      const Similarity& similarity) {
    for (ContactPoint& contact : contacts) {
        contact.position = similarity.world_from_old * Vec3(similarity.scale * contact.position);
        contact.normal = similarity.world_from_old.rotation * contact.normal;
        contact.separation *= similarity.scale;
    }
    return contacts;
}

Renumbered renumbered(const TetMesh& mesh, unsigned seed) {
    std::mt19937 random(seed);
    const auto shuffle = [&random](auto& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[random() % i]);
        }
    };
    Renumbered result;
    result.new_index.resize(mesh.vertices.size());
    std::iota(result.new_index.begin(), result.new_index.end(), 0);
    shuffle(result.new_index);
    result.mesh.vertices.resize(mesh.vertices.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        result.mesh.vertices[result.new_index[v]] = mesh.vertices[v];
    }
    for (const Tet& tet : mesh.tets) {
        // The twelve orders that keep the volume positive: a rotation of three corners, and two
        // swaps.
        Tet turned{tet[0], tet[1], tet[2], tet[3]};
        std::rotate(turned.begin(), turned.begin() + random() % 3, turned.begin() + 3);
        if (random() % 2 == 0) {
            std::swap(turned[0], turned[3]);
            std::swap(turned[1], turned[2]);
        }
        for (int& v : turned) {
            v = result.new_index[v];
        }
        result.mesh.tets.push_back(turned);
    }
    shuffle(result.mesh.tets);
    validate(result.mesh);
    return result;
}

namespace {

void renumber(Feature& feature, const std::vector<int>& new_index) {
    const auto end = std::ranges::find(feature.vertices, -1);
    for (auto v = feature.vertices.begin(); v != end; ++v) {
        *v = new_index[*v];
    }
    std::sort(feature.vertices.begin(), end);
}

}  // namespace

std::vector<ContactPoint> renumbered(std::vector<ContactPoint> contacts, const Renumbered& a,
                                     const Renumbered& b) {
    for (ContactPoint& contact : contacts) {
        renumber(contact.feature_a, a.new_index);
        renumber(contact.feature_b, b.new_index);
    }
    return contacts;
}

std::vector<ContactPoint> swapped(std::vector<ContactPoint> contacts) {
    for (ContactPoint& contact : contacts) {
        contact.normal = -contact.normal;
        std::swap(contact.feature_a, contact.feature_b);
    }
    return contacts;
}

bool identical(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y) {
    return std::ranges::equal(x, y, [](const ContactPoint& p, const ContactPoint& q) {
        return p.position == q.position && p.normal == q.normal && p.separation == q.separation &&
               p.feature_a == q.feature_a && p.feature_b == q.feature_b && p.body_a == q.body_a &&
               p.body_b == q.body_b;
    });
}

namespace {

bool alike(const ContactPoint& p, const ContactPoint& q, double length_tolerance) {
    return p.feature_a == q.feature_a && p.feature_b == q.feature_b &&
           (p.position - q.position).norm() <= length_tolerance &&
           (p.normal - q.normal).norm() <= kNormalTolerance &&
           std::abs(p.separation - q.separation) <= length_tolerance;
}

/// Returns the contacts of `x` without a partner of their own in `y`.
std::vector<ContactPoint> without_partner(const std::vector<ContactPoint>& x,
                                          std::vector<ContactPoint> y, double length_tolerance) {
    std::vector<ContactPoint> alone;
    for (const ContactPoint& p : x) {
        const auto partner = std::ranges::find_if(
            y, [&](const ContactPoint& q) { return alike(p, q, length_tolerance); });
        if (partner == y.end()) {
            alone.push_back(p);
        } else {
            y.erase(partner);
        }
    }
    return alone;
}

}  // namespace

bool equivalent(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                double length_tolerance) {
    return x.size() == y.size() && without_partner(x, y, length_tolerance).empty();
}

std::string difference(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                       double length_tolerance) {
    return "only in the first: " + describe(without_partner(x, y, length_tolerance)) +
           "only in the second: " + describe(without_partner(y, x, length_tolerance));
}

std::string describe(const std::vector<ContactPoint>& contacts) {
    std::ostringstream text;
    text.precision(12);
    const auto write = [&text](const Feature& feature) {
        for (const int v : feature.vertices) {
            text << (v < 0 ? "" : std::to_string(v) + " ");
        }
    };
    text << contacts.size() << " contacts\n";
    for (const ContactPoint& contact : contacts) {
        text << "  a ";
        write(contact.feature_a);
        text << "b ";
        write(contact.feature_b);
        text << "p " << contact.position.transpose() << " n " << contact.normal.transpose() << " s "
             << contact.separation << "\n";
    }
    return text.str();
}

}  // namespace touchstone::testing
