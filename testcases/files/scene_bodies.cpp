#include "testcases/files/scene_bodies.h"

#include <optional>
#include <set>

#include "methods/mesh/filling/tetgen_switches.h"
#include "testcases/files/scene_curved.h"
#include "testcases/files/scene_driven.h"
#include "testcases/files/scene_shapes.h"
#include "testcases/scenes/convex_cut.h"
#include "testcases/scenes/convex_decomposition.h"

namespace touchstone {
namespace {

void overlay_tessellation(const JsonPlace& place, ShapeSurfaces& surfaces, Shape& shape) {
    auto* const curved = std::get_if<CurvedShape>(&shape);
    if (curved == nullptr) {
        place.fail("the body's shape is a mesh already; remove this, or give an exact shape");
    }
    curved->tessellation = read_tessellation(place);
    check_at(place, [&] { surfaces.of(shape); });
}

/// A part by its own points, or by vertices of the body's surface.
HullShape read_convex_part(const JsonPlace& place, const SurfaceMesh& surface) {
    place.allow_keys({"points", "vertices"});
    const std::optional<JsonPlace> points = place.find("points");
    const std::optional<JsonPlace> vertices = place.find("vertices");
    if (points.has_value() == vertices.has_value()) {
        place.fail("expected either \"points\" or \"vertices\" of a convex part");
    }
    if (points) {
        return {read_points(*points)};
    }
    const int count = vertices->item_count("an array of vertex indices, e.g. [0, 1, 4, 5]");
    const int known = static_cast<int>(surface.vertices.size());
    const std::string expected = "a vertex index in 0…" + std::to_string(known - 1);
    HullShape part;
    part.points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        part.points.push_back(surface.vertices[vertices->item(i).integer(0, known - 1, expected)]);
    }
    return part;
}

void read_convex_parts(const JsonPlace& place, ShapeSurfaces& surfaces, BodySetup& body) {
    const SurfaceMesh surface = *surfaces.of(body.shape);
    if (place.is_text()) {
        if (place.line_of_text() != "decompose") {
            place.fail_expected("an array of convex parts, or \"decompose\"");
        }
        check_at(place, [&] { body.convex_parts = decompose_solid(surface); });
        return;
    }
    const int count = place.item_count("an array of convex parts");
    body.convex_parts.clear();
    body.convex_parts.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        body.convex_parts.push_back(read_convex_part(place.item(i), surface));
    }
    check_at(place, [&] { check_convex_cut(surface, body.convex_parts); });
}

ElasticSetup read_elastic(const JsonPlace& place) {
    place.allow_keys({"young", "poisson", "model", "size"});
    ElasticSetup elastic;
    elastic.material.young = place.require("young").positive("Young's modulus > 0, in pascals");
    const JsonPlace poisson = place.require("poisson");
    elastic.material.poisson = poisson.number("Poisson's ratio");
    if (!(elastic.material.poisson > -1.0 && elastic.material.poisson < 0.5)) {
        poisson.fail_expected("Poisson's ratio above -1 and below 0.5");
    }
    if (const auto model = place.find("model")) {
        const std::optional<ElasticModel> found = find_elastic_model(model->line_of_text());
        if (!found) {
            model->fail_expected("\"neo_hookean\" or \"fixed_corotated\"");
        }
        elastic.material.model = *found;
    }
    if (const auto size = place.find("size")) {
        elastic.size = size->positive("a length > 0, about that of the tets' edges");
    }
    return elastic;
}

/// Refuses what an elastic body cannot be, and keys that would do nothing to it.
void check_elastic(const JsonPlace& place, const BodySetup& body) {
    if (!body.elastic) {
        return;
    }
    if (body.fixed) {
        place.fail(
            "a fixed body does not move, so it cannot be elastic; remove \"elastic\" or "
            "\"fixed\"");
    }
    if (const auto switches = place.find("tetgen")) {
        switches->fail("body '" + body.name +
                       "' is elastic, and \"size\" of \"elastic\" says how large its tets are; "
                       "remove \"tetgen\"");
    }
    if (body.elastic->size && own_tets(body.shape)) {
        place.fail("the shape of elastic body '" + body.name +
                   "' has tets of its own; remove \"size\" of \"elastic\"");
    }
}

/// Refuses an obstacle without an inside that is to move by itself.
void check_thin(const JsonPlace& place, const BodySetup& body) {
    if (thin_shape(body.shape) != nullptr && !body.fixed) {
        place.find("shape").value_or(place).fail(
            "points, segments and triangles without an inside have no mass, so they cannot move by "
            "themselves; add \"fixed\": true");
    }
}

/// The keys of the body's shape, laid over what it is without them. Convex parts are left behind
/// where the surface is another one than the one that they were of.
void overlay_shape(const JsonPlace& place, const SceneSources& sources, BodySetup& body) {
    const std::optional<JsonPlace> shape = place.find("shape");
    const std::optional<JsonPlace> tessellation = place.find("tessellation");
    if (!shape && !tessellation) {
        return;
    }
    const bool has_parts = !body.convex_parts.empty();
    const SurfaceMesh before = has_parts ? *sources.surfaces.of(body.shape) : SurfaceMesh();
    if (shape) {
        body.shape = read_shape(*shape, sources);
    }
    if (tessellation) {
        overlay_tessellation(*tessellation, sources.surfaces, body.shape);
    }
    if (has_parts) {
        const SurfaceMesh now = *sources.surfaces.of(body.shape);
        if (now.vertices != before.vertices || now.triangles != before.triangles) {
            body.convex_parts.clear();
        }
    }
}

/// The keys of a body but its name, laid over what it is without them.
void overlay_body(const JsonPlace& place, const SceneSources& sources, BodySetup& body) {
    place.allow_keys({"name", "shape", "position", "orientation", "fixed", "density",
                      "linear_velocity", "angular_velocity", "tessellation", "tetgen",
                      "convex_parts", "elastic", "driven"});
    overlay_shape(place, sources, body);
    if (const auto parts = place.find("convex_parts")) {
        read_convex_parts(*parts, sources.surfaces, body);
    }
    overlay(place, "position", body.world_from_shape.translation);
    if (const auto orientation = place.find("orientation")) {
        body.world_from_shape.rotation = read_orientation(*orientation);
    }
    overlay(place, "linear_velocity", body.linear_velocity);
    overlay(place, "angular_velocity", body.angular_velocity);
    if (const auto fixed = place.find("fixed")) {
        body.fixed = fixed->boolean();
    }
    const std::optional<JsonPlace> density = place.find("density");
    if (density) {
        body.density = density->number("a density");
    }
    if (!body.fixed && !(body.density > 0.0)) {
        if (density) {
            density->fail_expected("a density > 0, as the body is not fixed");
        }
        place.fail("a body that is not fixed needs a density > 0; give one");
    }
    if (const auto switches = place.find("tetgen")) {
        body.tetgen_switches = switches->line_of_text();
        check_at(*switches, [&body] { validate_tetgen_switches(body.tetgen_switches); });
    }
    if (const auto elastic = place.find("elastic")) {
        body.elastic = elastic->is_null() ? std::nullopt : std::optional(read_elastic(*elastic));
    }
    if (const auto driven = place.find("driven")) {
        body.driven = read_driven(*driven);
    }
    check_elastic(place, body);
    check_thin(place, body);
    check_driven(place, body);
}

}  // namespace

void overlay(const JsonPlace& parent, std::string_view key, Vec3& field) {
    if (const std::optional<JsonPlace> place = parent.find(key)) {
        field = place->vector("three numbers, e.g. [0, 0.5, 1]");
    }
}

void overlay(const JsonPlace& parent, std::string_view key, std::string& field) {
    if (const std::optional<JsonPlace> place = parent.find(key)) {
        field = place->line_of_text();
    }
}

std::string read_name(const JsonPlace& parent, std::string_view key) {
    const JsonPlace place = parent.require(key);
    std::string result = place.line_of_text();
    if (result.empty()) {
        place.fail_expected("a name");
    }
    return result;
}

std::vector<BodySetup> read_bodies(const JsonPlace& place, const SceneSources& sources,
                                   BodyIndices& indices) {
    const int count = place.item_count("an array of bodies");
    if (count == 0) {
        place.fail_expected("at least one body");
    }
    std::vector<BodySetup> bodies;
    for (int i = 0; i < count; ++i) {
        const JsonPlace item = place.item(i);
        BodySetup& body = bodies.emplace_back();
        body.name = read_name(item, "name");
        item.require("shape");
        overlay_body(item, sources, body);
        if (!indices.emplace(body.name, i).second) {
            item.require("name").fail_expected("a name that no other body has");
        }
    }
    return bodies;
}

void overlay_bodies(const JsonPlace& place, const SceneSources& sources, const BodyIndices& indices,
                    std::vector<BodySetup>& bodies) {
    std::set<int> seen;
    const int count = place.item_count("an array of bodies");
    for (int i = 0; i < count; ++i) {
        const JsonPlace item = place.item(i);
        const int index = read_body_index(item, "name", indices);
        if (!seen.insert(index).second) {
            item.require("name").fail_expected("each body once");
        }
        overlay_body(item, sources, bodies[index]);
    }
}

}  // namespace touchstone
