#include "testcases/files/scene_shapes.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "methods/base/error.h"
#include "testcases/files/scene_curved.h"

namespace touchstone {
namespace {

BoxShape read_box(const JsonPlace& place) {
    place.allow_keys({"size"});
    constexpr std::string_view kExpected = "three numbers > 0, e.g. [1, 1, 1]";
    const JsonPlace size_place = place.require("size");
    const Vec3 size = size_place.vector(kExpected);
    if (!(size.minCoeff() > 0.0)) {
        size_place.fail_expected(kExpected);
    }
    return {size};
}

HullShape read_hull(const JsonPlace& place) {
    place.allow_keys({"points"});
    return {read_points(place.require("points"))};
}

CylinderShape read_cylinder(const JsonPlace& place) {
    place.allow_keys({"radius", "height", "sides"});
    return {.radius = place.require("radius").positive("a radius > 0"),
            .height = place.require("height").positive("a height > 0"),
            .sides = place.require("sides").integer(3, 4096, "a whole number in 3…4096")};
}

SphereShape read_sphere(const JsonPlace& place) {
    place.allow_keys({"radius", "subdivisions"});
    return {.radius = place.require("radius").positive("a radius > 0"),
            .subdivisions = place.require("subdivisions").integer(0, 5, "a whole number in 0…5")};
}

/// Reads the vertex indices of a segment, triangle or tet.
template <std::size_t N>
std::array<int, N> read_element(const JsonPlace& place, int vertex_count) {
    constexpr std::array<const char*, 3> kWords{"two vertex indices", "three vertex indices",
                                                "four vertex indices"};
    constexpr const char* kExpected = kWords[N - 2];
    if (place.item_count(kExpected) != static_cast<int>(N)) {
        place.fail_expected(kExpected);
    }
    const std::string expected = "a vertex index in 0…" + std::to_string(vertex_count - 1);
    std::array<int, N> result{};
    for (int i = 0; i < std::ssize(result); ++i) {
        result[i] = place.item(i).integer(0, vertex_count - 1, expected);
    }
    return result;
}

/// Reads elements by their vertex indices. `expected`: their description in an error.
template <std::size_t N>
std::vector<std::array<int, N>> read_elements(const JsonPlace& place, std::size_t vertex_count,
                                              const char* expected) {
    const int count = place.item_count(expected);
    std::vector<std::array<int, N>> elements;
    elements.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        elements.push_back(read_element<N>(place.item(i), static_cast<int>(vertex_count)));
    }
    return elements;
}

TrianglesShape read_triangles(const JsonPlace& place) {
    place.allow_keys({"vertices", "faces"});
    SurfaceMesh surface;
    surface.vertices = read_points(place.require("vertices"));
    surface.triangles = read_elements<3>(place.require("faces"), surface.vertices.size(),
                                         "an array of faces, e.g. [[0, 1, 2], [0, 2, 3]]");
    return {surface};
}

TetsShape read_tets(const JsonPlace& place) {
    place.allow_keys({"vertices", "tets"});
    TetMesh mesh;
    mesh.vertices = read_points(place.require("vertices"));
    mesh.tets = read_elements<4>(place.require("tets"), mesh.vertices.size(),
                                 "an array of tets, e.g. [[0, 1, 2, 3]]");
    check_at(place, [&mesh] { validate(mesh); });
    return {mesh};
}

ThinShape read_thin(const JsonPlace& place) {
    place.allow_keys({"vertices", "segments", "triangles", "thickness"});
    ThinShape shape;
    shape.mesh.vertices = read_points(place.require("vertices"));
    constexpr const char* kExpected = "an array of elements by their vertex indices";
    const std::size_t count = shape.mesh.vertices.size();
    if (const auto segments = place.find("segments")) {
        shape.mesh.segments = read_elements<2>(*segments, count, kExpected);
    }
    if (const auto triangles = place.find("triangles")) {
        shape.mesh.triangles = read_elements<3>(*triangles, count, kExpected);
    }
    shape.thickness = place.require("thickness").positive("a length > 0, for drawing");
    check_at(place, [&shape] { validate(shape.mesh); });
    return shape;
}

MeshShape read_mesh_shape(const JsonPlace& place, const LoadSceneMesh& load_mesh) {
    place.allow_keys({"file", "scale"});
    MeshShape shape;
    const JsonPlace file = place.require("file");
    shape.file = file.line_of_text();
    if (const auto scale = place.find("scale")) {
        shape.scale = scale->positive("a factor > 0");
    }
    if (!load_mesh) {
        file.fail("there is no folder to read a mesh from; give the surface as \"triangles\"");
    }
    check_at(file, [&] {
        LoadedMesh mesh = load_mesh(shape.file);
        shape.surface = std::move(mesh.surface);
        shape.tets = std::move(mesh.tets);
        for (const MeshProblem& problem : mesh.warnings) {
            shape.warnings.push_back(shape.file + ": " + describe(problem));
        }
    });
    return shape;
}

Shape read_shape_of_kind(const JsonPlace& place, std::string_view kind,
                         const LoadSceneMesh& load_mesh) {
    if (kind == "box") {
        return read_box(place);
    }
    if (kind == "convex_hull") {
        return read_hull(place);
    }
    if (kind == "cylinder") {
        return read_cylinder(place);
    }
    if (kind == "sphere") {
        return read_sphere(place);
    }
    if (kind == "triangles") {
        return read_triangles(place);
    }
    if (kind == "thin") {
        return read_thin(place);
    }
    if (kind == "tets") {
        return read_tets(place);
    }
    return read_mesh_shape(place, load_mesh);
}

}  // namespace

Shape read_shape(const JsonPlace& place, const SceneSources& sources) {
    const std::initializer_list<std::string_view> kinds = {
        "box",       "convex_hull",    "cylinder", "sphere", "triangles", "mesh",
        "ellipsoid", "superellipsoid", "torus",    "cone",   "capsule",   "round_box",
        "bowl",      "union",          "tets",     "thin"};
    place.allow_keys(kinds);
    std::optional<Shape> shape;
    for (const std::string_view kind : kinds) {
        const std::optional<JsonPlace> found = place.find(kind);
        if (found && shape) {
            place.fail("expected exactly one shape, found several; remove \"" + std::string(kind) +
                       "\"");
        }
        if (found) {
            if (std::optional<SmoothShape> exact = read_curved(*found, kind)) {
                shape = CurvedShape{*std::move(exact), {}};
            } else {
                shape = read_shape_of_kind(*found, kind, sources.load_mesh);
            }
        }
    }
    if (!shape) {
        place.fail(
            "expected a shape: box, convex_hull, cylinder, sphere, triangles, mesh, ellipsoid, "
            "superellipsoid, torus, cone, capsule, round_box, bowl, union, tets or "
            "thin");
    }
    check_at(place, [&] { sources.surfaces.of(*shape); });
    return *shape;
}

std::vector<Vec3> read_points(const JsonPlace& place) {
    const int count = place.item_count("an array of points, e.g. [[0, 0, 0], [1, 0, 0]]");
    std::vector<Vec3> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        points.push_back(place.item(i).vector("three numbers, e.g. [0, 0.5, 1]"));
    }
    return points;
}

void check_at(const JsonPlace& place, const std::function<void()>& check) {
    try {
        check();
    } catch (const Error& error) {
        place.fail(error.what());
    }
}

}  // namespace touchstone
