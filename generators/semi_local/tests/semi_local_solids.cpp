#include "generators/semi_local/tests/semi_local_solids.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "methods/geometry/outline.h"
#include "methods/mesh/shapes.h"

namespace touchstone::testing {
namespace {

bool filled(const Mask& cells, int x, int z) {
    return z >= 0 && z < std::ssize(cells) && x >= 0 && x < std::ssize(cells[z]) && cells[z][x];
}

/// Shares vertices of equal coordinates.
class MeshBuilder {
 public:
    void add_quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        add_triangle(a, b, c);
        add_triangle(a, c, d);
    }
    void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
        mesh.triangles.push_back({number_of(a), number_of(b), number_of(c)});
    }

    SurfaceMesh mesh;

 private:
    int number_of(const Vec3& point) {
        const auto [entry, is_new] = numbers_.try_emplace({point.x(), point.y(), point.z()},
                                                          static_cast<int>(mesh.vertices.size()));
        if (is_new) {
            mesh.vertices.push_back(point);
        }
        return entry->second;
    }
    std::map<std::array<double, 3>, int> numbers_;
};

}  // namespace

Vec3 Draws::vector(double size) {
    const double x = uniform(-1.0, 1.0);
    const double y = uniform(-1.0, 1.0);
    return size * Vec3(x, y, uniform(-1.0, 1.0));
}

Quat Draws::rotation() {
    const Vec3 axis = vector(1.0).normalized();
    return Quat(Eigen::AngleAxisd(uniform(0.0, std::numbers::pi), axis));
}

SurfaceMesh make_prism_of_cells(const Mask& cells, double low, double high) {
    MeshBuilder builder;
    for (int z = 0; z < std::ssize(cells); ++z) {
        for (int x = 0; x < std::ssize(cells[z]); ++x) {
            if (!filled(cells, x, z)) {
                continue;
            }
            const auto at = [&](int dx, double y, int dz) { return Vec3(x + dx, y, z + dz); };
            builder.add_quad(at(0, high, 0), at(0, high, 1), at(1, high, 1), at(1, high, 0));
            builder.add_quad(at(0, low, 0), at(1, low, 0), at(1, low, 1), at(0, low, 1));
            if (!filled(cells, x - 1, z)) {
                builder.add_quad(at(0, low, 0), at(0, low, 1), at(0, high, 1), at(0, high, 0));
            }
            if (!filled(cells, x + 1, z)) {
                builder.add_quad(at(1, low, 0), at(1, high, 0), at(1, high, 1), at(1, low, 1));
            }
            if (!filled(cells, x, z - 1)) {
                builder.add_quad(at(0, low, 0), at(0, high, 0), at(1, high, 0), at(1, low, 0));
            }
            if (!filled(cells, x, z + 1)) {
                builder.add_quad(at(0, low, 1), at(1, low, 1), at(1, high, 1), at(0, high, 1));
            }
        }
    }
    return builder.mesh;
}

bool is_manifold(const Mask& cells) {
    for (int z = 0; z <= std::ssize(cells); ++z) {
        for (int x = 0; x <= std::ssize(cells); ++x) {
            const bool a = filled(cells, x - 1, z - 1);
            const bool b = filled(cells, x, z - 1);
            const bool c = filled(cells, x - 1, z);
            const bool d = filled(cells, x, z);
            if (a == d && b == c && a != b) {
                return false;
            }
        }
    }
    return true;
}

bool is_connected(const Mask& cells) {
    std::vector<std::array<int, 2>> stack;
    Mask left = cells;
    int parts = 0;
    for (int z = 0; z < std::ssize(cells); ++z) {
        for (int x = 0; x < std::ssize(cells[z]); ++x) {
            if (!left[z][x]) {
                continue;
            }
            ++parts;
            stack.push_back({x, z});
            left[z][x] = false;
            while (!stack.empty()) {
                const auto [i, k] = stack.back();
                stack.pop_back();
                for (const auto& [di, dk] :
                     {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
                    if (filled(left, i + di, k + dk)) {
                        left[k + dk][i + di] = false;
                        stack.push_back({i + di, k + dk});
                    }
                }
            }
        }
    }
    return parts == 1;
}

Mask random_mask(std::mt19937_64& random, int size) {
    while (true) {
        Mask cells(size, std::vector<bool>(size));
        for (std::vector<bool>& row : cells) {
            for (std::size_t x = 0; x < row.size(); ++x) {
                row[x] = random() % 10 < 7;
            }
        }
        if (is_connected(cells) && is_manifold(cells)) {
            return cells;
        }
    }
}

SurfaceMesh make_prism(const std::vector<std::array<double, 2>>& ring, double depth) {
    MeshBuilder builder;
    const int count = static_cast<int>(ring.size());
    const auto at = [&](int i, double z) { return Vec3(ring[i][0], ring[i][1], z); };
    const double half = 0.5 * depth;
    for (int i = 0; i < count; ++i) {
        const int j = (i + 1) % count;
        builder.add_quad(at(i, -half), at(j, -half), at(j, half), at(i, half));
    }
    std::vector<int> left(count);
    for (int i = 0; i < count; ++i) {
        left[i] = i;
    }
    const auto flat = [&](int i) { return Vec2(ring[i][0], ring[i][1]); };
    while (left.size() >= 3) {
        const int n = static_cast<int>(left.size());
        for (int k = 0; k < n; ++k) {
            const int a = left[k];
            const int b = left[(k + 1) % n];
            const int c = left[(k + 2) % n];
            const auto is_left_of = [&](int p, int q, int r) {
                return cross(flat(q) - flat(p), flat(r) - flat(p)) > 0.0;
            };
            const bool is_ear = is_left_of(a, b, c) && std::ranges::none_of(left, [&](int p) {
                                    return p != a && p != b && p != c && !is_left_of(b, a, p) &&
                                           !is_left_of(c, b, p) && !is_left_of(a, c, p);
                                });
            if (is_ear) {
                builder.add_triangle(at(a, half), at(b, half), at(c, half));
                builder.add_triangle(at(c, -half), at(b, -half), at(a, -half));
                left.erase(left.begin() + (k + 1) % n);
                break;
            }
        }
        if (std::ssize(left) == n) {
            break;  // not a simple polygon: the mesh stays open, and tests that use it fail
        }
    }
    return builder.mesh;
}

SurfaceMesh make_groove(double depth) {
    return make_prism({{{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}, {-1, 1}, {-2, 1}}}, depth);
}

SurfaceMesh make_spike() {
    const std::vector<Vec3> points{
        {0, 0, 0}, {0.3, 1, 0.3}, {-0.3, 1, 0.3}, {-0.3, 1, -0.3}, {0.3, 1, -0.3}};
    return make_convex_hull(points);
}

SurfaceMesh make_saddle() {
    SurfaceMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, -0.4, 0}, {0, 0.4, 1}, {-1, -0.4, 0}, {0, 0.4, -1}, {0, -2, 0}};
    for (int i = 0; i < 4; ++i) {
        const int here = 1 + i;
        const int next = 1 + (i + 1) % 4;
        mesh.triangles.push_back({0, next, here});
        mesh.triangles.push_back({5, here, next});
    }
    if (signed_volume(mesh) < 0.0) {
        for (Triangle& triangle : mesh.triangles) {
            std::swap(triangle[1], triangle[2]);
        }
    }
    return mesh;
}

SurfaceMesh make_pit(int sides) {
    MeshBuilder builder;
    const auto at_angle = [&](int i, double radius, double y) {
        const double t = 2.0 * std::numbers::pi * (i % sides) / sides;
        return Vec3(radius * std::cos(t), y, radius * std::sin(t));
    };
    const Vec3 bottom(0.0, -1.0, 0.0);
    for (int i = 0; i < sides; ++i) {
        const int j = i + 1;
        builder.add_triangle(Vec3::Zero(), at_angle(j, 1.0, 1.0), at_angle(i, 1.0, 1.0));
        builder.add_quad(at_angle(i, 1.0, 1.0), at_angle(j, 1.0, 1.0), at_angle(j, 2.0, 1.0),
                         at_angle(i, 2.0, 1.0));
        builder.add_quad(at_angle(i, 2.0, 1.0), at_angle(j, 2.0, 1.0), at_angle(j, 2.0, -1.0),
                         at_angle(i, 2.0, -1.0));
        builder.add_triangle(bottom, at_angle(i, 2.0, -1.0), at_angle(j, 2.0, -1.0));
    }
    return builder.mesh;
}

Pose at(double x, double y, double z) { return {Quat::Identity(), Vec3(x, y, z)}; }

Pose turned_about(const Vec3& axis, double degrees, const Vec3& place) {
    return {Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis)), place};
}

std::vector<ContactPoint> find_between(const Placed& a, const Placed& b,
                                       const semi_local::Settings& settings) {
    const CollisionShape shape_a = make_facet_shape(a.surface);
    const CollisionShape shape_b = make_facet_shape(b.surface);
    std::vector<SceneBody> bodies{{make_collider(shape_a, a.pose), false},
                                  {make_collider(shape_b, b.pose), false}};
    bodies[0].collider.linear_velocity = a.velocity;
    bodies[1].collider.linear_velocity = b.velocity;
    return find_contacts(bodies, find_generator("semi_local"), {0.01, settings});
}

int count_normal(const std::vector<ContactPoint>& contacts, const Vec3& normal) {
    const double cosine = std::cos(std::numbers::pi / 180.0);
    return static_cast<int>(std::ranges::count_if(contacts, [&](const ContactPoint& contact) {
        return contact.normal.dot(normal.normalized()) > cosine;
    }));
}

}  // namespace touchstone::testing
