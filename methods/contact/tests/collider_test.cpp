#include "methods/contact/collider.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Makes a box of 12 tets around a point that is not its middle.
TetMesh make_box_tets(const Vec3& size) {
    TetMesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.vertices.push_back(
            Vec3(i & 1 ? size.x() : 0.0, i & 2 ? size.y() : 0.0, i & 4 ? size.z() : 0.0));
    }
    mesh.vertices.push_back(Vec3(0.4, 0.35, 0.55).cwiseProduct(size));
    const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& q : quads) {
        for (const Tet& tet : {Tet{q[0], q[1], q[2], 8}, Tet{q[0], q[2], q[3], 8}}) {
            mesh.tets.push_back(tet);
            if (signed_volume(mesh, tet) < 0.0) {
                std::swap(mesh.tets.back()[0], mesh.tets.back()[1]);
            }
        }
    }
    validate(mesh);
    return mesh;
}

/// Returns the same solid with vertices, tets and the corners of tets in another order.
TetMesh renumbered(const TetMesh& mesh, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<int> place(mesh.vertices.size());
    std::iota(place.begin(), place.end(), 0);
    const auto shuffle = [&random](auto& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[random() % i]);
        }
    };
    shuffle(place);
    TetMesh result;
    result.vertices.resize(mesh.vertices.size());
    for (std::size_t v = 0; v < place.size(); ++v) {
        result.vertices[place[v]] = mesh.vertices[v];
    }
    for (const Tet& tet : mesh.tets) {
        const int turn = static_cast<int>(random() % 3);
        // Rotating three corners about the fourth keeps the sign of the volume.
        result.tets.push_back({place[tet[turn]], place[tet[(turn + 1) % 3]],
                               place[tet[(turn + 2) % 3]], place[tet[3]]});
    }
    shuffle(result.tets);
    validate(result);
    return result;
}

const Pose kAwkward{Quat(0.3, -0.7, 0.2, 0.6).normalized(), Vec3(0.31, -2.7, 0.77)};

/// Returns all numbers of a tet except the indices of its vertices.
std::vector<double> geometry(const PosedTet& tet) {
    std::vector<double> numbers;
    for (const auto* four : {tet.x, tet.y, tet.z, tet.nx, tet.ny, tet.nz, tet.length,
                             tet.inverse_length, tet.height}) {
        numbers.insert(numbers.end(), four, four + 4);
    }
    numbers.insert(numbers.end(), {tet.size, double(tet.surface_faces), double(tet.surface_edges),
                                   double(tet.surface_vertices)});
    return numbers;
}

}  // namespace

TEST_CASE("a canonical shape visits the same solid in the same order for any numbering",
          "[contact]") {
    const TetMesh mesh = make_box_tets({1.0, 0.7, 1.3});
    const TetMesh other = renumbered(mesh, GENERATE(1u, 2u, 3u));
    const CollisionShape shape = make_collision_shape(mesh, ElementOrder::Canonical);
    const CollisionShape other_shape = make_collision_shape(other, ElementOrder::Canonical);
    CHECK(shape.size == other_shape.size);
    const Collider a = make_collider(shape, kAwkward);
    const Collider b = make_collider(other_shape, kAwkward);
    REQUIRE(a.tets.size() == b.tets.size());
    for (std::size_t i = 0; i < a.tets.size(); ++i) {
        CHECK(geometry(a.tets[i]) == geometry(b.tets[i]));
    }
    for (std::size_t i = 0; i < shape.vertex_order.size(); ++i) {
        CHECK(mesh.vertices[shape.vertex_order[i]] == other.vertices[other_shape.vertex_order[i]]);
        CHECK(shape.vertex_rank[shape.vertex_order[i]] == static_cast<int>(i));
    }
}

TEST_CASE("an authored shape keeps the mesh as it is", "[contact]") {
    const TetMesh mesh = renumbered(make_box_tets({1.0, 0.7, 1.3}), 4);
    const CollisionShape shape = make_collision_shape(mesh, ElementOrder::Authored);
    CHECK(shape.mesh.tets == mesh.tets);
    CHECK(shape.mesh.vertices == mesh.vertices);
}

TEST_CASE("a shape keeps the authored vertices and only its surface tets", "[contact]") {
    // Two layers around a point: the inner tets own no face of the surface.
    TetMesh mesh = make_box_tets({1.0, 1.0, 1.0});
    const std::size_t outer = mesh.tets.size();
    const Tet split = mesh.tets.front();
    mesh.vertices.push_back((mesh.vertices[split[0]] + mesh.vertices[split[1]] +
                             mesh.vertices[split[2]] + mesh.vertices[split[3]]) /
                            4.0);
    mesh.tets.erase(mesh.tets.begin());
    for (int i = 0; i < 4; ++i) {
        Tet part = split;
        part[i] = 9;
        mesh.tets.push_back(part);
    }
    validate(mesh);
    const ElementOrder order = GENERATE(ElementOrder::Canonical, ElementOrder::Authored);
    const CollisionShape shape = make_collision_shape(mesh, order);
    CHECK(shape.mesh.vertices == mesh.vertices);
    CHECK(shape.mesh.tets.size() == outer + 3);
    CHECK(shape.surface_tets.size() == outer);  // three of the four parts lie inside
    const Collider collider = make_collider(shape, kAwkward);
    CHECK(collider.tets.size() == outer);
    for (const PosedTet& tet : collider.tets) {
        CHECK(tet.surface_faces != 0);
    }
    // The bounds contain all vertices and are no larger than necessary.
    const BoundingBox bounds = bounds_of(collider.vertices);
    CHECK(collider.bounds.lower == bounds.lower);
    CHECK(collider.bounds.upper == bounds.upper);
}

TEST_CASE("a shape's size is twice the reach of its vertices from their mean", "[contact]") {
    TetMesh mesh;
    mesh.vertices = {Vec3(9, 5, 5), Vec3(5, 9, 5), Vec3(5, 5, 9), Vec3(1, 1, 1)};
    mesh.tets = {{0, 1, 2, 3}};
    if (signed_volume(mesh, mesh.tets[0]) < 0.0) {
        std::swap(mesh.tets[0][0], mesh.tets[0][1]);
    }
    // Mean (5, 5, 5); the farthest is (1, 1, 1).
    CHECK(make_collision_shape(mesh, ElementOrder::Canonical).size ==
          Approx(2.0 * std::sqrt(48.0)).epsilon(1e-15));
}

TEST_CASE("an outline is placed where it stands, and a placed body becomes an outline",
          "[contact]") {
    const CollisionShape shape =
        make_collision_shape(make_box_tets({1.0, 0.7, 1.3}), ElementOrder::Canonical);
    const Collider expected = make_collider(shape, kAwkward);
    const auto has_same_bounds = [&](const Collider& other) {
        return other.bounds.lower == expected.bounds.lower &&
               other.bounds.upper == expected.bounds.upper;
    };
    Collider collider = make_outline(shape, kAwkward);
    CHECK(is_outline(collider));
    CHECK(has_same_bounds(collider));
    // At the same place, of the same shape: all the same it has to be placed.
    place(collider, shape, kAwkward);
    CHECK_FALSE(is_outline(collider));
    CHECK(collider.vertices == expected.vertices);
    REQUIRE(collider.tets.size() == expected.tets.size());
    CHECK(geometry(collider.tets.back()) == geometry(expected.tets.back()));
    REQUIRE(collider.tet_boxes.nodes.size() == expected.tet_boxes.nodes.size());
    CHECK(collider.tet_boxes.nodes[0].lower == expected.bounds.lower);
    collider.linear_velocity = Vec3::Ones();
    place_outline(collider, shape, kAwkward);
    CHECK(is_outline(collider));
    CHECK(collider.tets.capacity() == 0);
    CHECK(collider.linear_velocity == Vec3::Zero());
    CHECK(has_same_bounds(collider));
}

TEST_CASE("comes_first is an order of bodies that ignores their numbering", "[contact]") {
    const TetMesh mesh = make_box_tets({1.0, 0.7, 1.3});
    const CollisionShape shape = make_collision_shape(mesh, ElementOrder::Canonical);
    const CollisionShape larger =
        make_collision_shape(make_box_tets({1.0, 0.7, 1.4}), ElementOrder::Canonical);
    const Pose moved{kAwkward.rotation, kAwkward.translation + Vec3(0.0, 1e-9, 0.0)};
    const Pose turned{Quat(0.3, -0.7, 0.2, 0.61).normalized(), kAwkward.translation};

    SECTION("of two different bodies one comes first, and not the other") {
        for (const Pose& pose : {moved, turned}) {
            const Collider a = make_collider(shape, kAwkward);
            const Collider b = make_collider(shape, pose);
            CHECK(comes_first(a, b) != comes_first(b, a));
        }
        const Collider a = make_collider(shape, kAwkward);
        const Collider b = make_collider(larger, kAwkward);
        CHECK(comes_first(a, b) != comes_first(b, a));
    }
    SECTION("a body does not come before itself") {
        const Collider a = make_collider(shape, kAwkward);
        CHECK_FALSE(comes_first(a, a));
    }
    SECTION("renumbering changes nothing, even between bodies of one shape") {
        for (unsigned seed = 1; seed < 20; ++seed) {
            CAPTURE(seed);
            const CollisionShape other =
                make_collision_shape(renumbered(mesh, seed), ElementOrder::Canonical);
            for (const Pose& pose : {moved, turned}) {
                const bool expected =
                    comes_first(make_collider(shape, kAwkward), make_collider(shape, pose));
                CHECK(comes_first(make_collider(other, kAwkward), make_collider(shape, pose)) ==
                      expected);
                CHECK(comes_first(make_collider(shape, kAwkward), make_collider(other, pose)) ==
                      expected);
            }
        }
    }
}
