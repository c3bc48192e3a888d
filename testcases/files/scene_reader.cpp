#include <set>
#include <utility>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/number_text.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "testcases/files/endless_file.h"
#include "testcases/files/json_place.h"
#include "testcases/files/scene_curved.h"
#include "testcases/files/scene_driven.h"
#include "testcases/files/scene_expected.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/scene_shapes.h"
#include "testcases/scenes/convex_cut.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {
namespace {

constexpr std::string_view kSceneSchema = "touchstone-scene-1";
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;  // a mesh of some ten million numbers

/// Sets the field where the key stands; else it keeps what it has.
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

/// A text that others refer to.
std::string read_name(const JsonPlace& parent, std::string_view key) {
    const JsonPlace place = parent.require(key);
    std::string result = place.line_of_text();
    if (result.empty()) {
        place.fail_expected("a name");
    }
    return result;
}

void overlay_tessellation(const JsonPlace& place, Shape& shape) {
    auto* const curved = std::get_if<CurvedShape>(&shape);
    if (curved == nullptr) {
        place.fail("the body's shape is a mesh already; remove this, or give an exact shape");
    }
    curved->tessellation = read_tessellation(place);
    check_at(place, [&shape] { make_surface(shape); });
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

void read_convex_parts(const JsonPlace& place, BodySetup& body) {
    const SurfaceMesh surface = make_surface(body.shape);
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
        place.fail("the mesh file of elastic body '" + body.name +
                   "' has tets of its own; remove \"size\" of \"elastic\"");
    }
}

/// The keys of the body's shape, laid over what it is without them. Convex parts are left behind
/// where the surface is another one than the one that they were of.
void overlay_shape(const JsonPlace& place, const LoadSceneMesh& load_mesh, BodySetup& body) {
    const std::optional<JsonPlace> shape = place.find("shape");
    const std::optional<JsonPlace> tessellation = place.find("tessellation");
    if (!shape && !tessellation) {
        return;
    }
    const bool has_parts = !body.convex_parts.empty();
    const SurfaceMesh before = has_parts ? make_surface(body.shape) : SurfaceMesh();
    if (shape) {
        body.shape = read_shape(*shape, load_mesh);
    }
    if (tessellation) {
        overlay_tessellation(*tessellation, body.shape);
    }
    if (has_parts) {
        const SurfaceMesh now = make_surface(body.shape);
        if (now.vertices != before.vertices || now.triangles != before.triangles) {
            body.convex_parts.clear();
        }
    }
}

/// The keys of a body but its name, laid over what it is without them.
void overlay_body(const JsonPlace& place, const LoadSceneMesh& load_mesh, BodySetup& body) {
    place.allow_keys({"name", "shape", "position", "orientation", "fixed", "density",
                      "linear_velocity", "angular_velocity", "tessellation", "tetgen",
                      "convex_parts", "elastic", "driven"});
    overlay_shape(place, load_mesh, body);
    if (const auto parts = place.find("convex_parts")) {
        read_convex_parts(*parts, body);
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
    check_driven(place, body);
}

std::vector<BodySetup> read_bodies(const JsonPlace& place, const LoadSceneMesh& load_mesh,
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
        overlay_body(item, load_mesh, body);
        if (!indices.emplace(body.name, i).second) {
            item.require("name").fail_expected("a name that no other body has");
        }
    }
    return bodies;
}

void read_query(const JsonPlace& place, TestCase& test_case) {
    place.allow_keys({"pose", "time_step"});
    test_case.pose = TestCase{}.pose;
    test_case.time_step = TestCase{}.time_step;
    if (const auto pose = place.find("pose")) {
        const std::string name = pose->line_of_text();
        if (name != "initial" && name != "half-step") {
            pose->fail_expected("\"initial\" or \"half-step\"");
        }
        test_case.pose = name == "initial" ? QueryPose::Initial : QueryPose::HalfStep;
    }
    if (const auto time_step = place.find("time_step")) {
        test_case.time_step = time_step->positive("a time > 0");
    }
}

/// Numbers as numbers, switches as true or false, all else as text.
std::string read_setting_value(const JsonPlace& place) {
    if (place.is_number()) {
        return shortest(place.number(""));
    }
    if (place.is_boolean()) {
        return place.boolean() ? "on" : "off";
    }
    return place.line_of_text();
}

std::vector<NamedSetting> read_solver(const JsonPlace& place) {
    std::vector<std::string_view> known;
    for (const Option<StudySettings>& option : all_solver_options()) {
        known.push_back(option.id);
    }
    place.allow_keys(known);
    std::vector<NamedSetting> settings;
    for (const Option<StudySettings>& option : all_solver_options()) {
        if (const auto value = place.find(option.id)) {
            StudySettings scratch;
            const std::string text = read_setting_value(*value);
            if (!option.write(scratch, text)) {
                value->fail_expected(option.values);
            }
            settings.push_back({option.id, option.read(scratch)});
        }
    }
    return settings;
}

/// Settings of a method that can move bodies, but for whether it does.
std::vector<NamedSetting> read_mover(const JsonPlace& place, const MethodOptions& options) {
    std::vector<std::string_view> known;
    for (const Option<MethodSettings>& option : options.list) {
        if (option.id != kMovesOption) {
            known.push_back(option.id);
        }
    }
    place.allow_keys(known);
    std::vector<NamedSetting> settings;
    for (const Option<MethodSettings>& option : options.list) {
        const std::optional<JsonPlace> value = place.find(option.id);
        if (!value || option.id == kMovesOption) {
            continue;
        }
        MethodSettings scratch = options.of(Profile::Corrected);
        if (!option.write(scratch, read_setting_value(*value))) {
            value->fail_expected(option.values);
        }
        settings.push_back({option.id, option.read(scratch)});
    }
    return settings;
}

/// Before all else: a file of another kind has other keys too.
void check_schema(const JsonPlace& scene) {
    const JsonPlace schema = scene.require("schema");
    if (schema.line_of_text() != kSceneSchema) {
        schema.fail_expected("\"" + std::string(kSceneSchema) + "\"");
    }
}

/// What a scene and a variant of it have in common, but for name and bodies: each key replaces what
/// was there.
void overlay_scene(const JsonPlace& scene, const BodyIndices& indices, TestCase& test_case) {
    overlay(scene, "title", test_case.title);
    overlay(scene, "source", test_case.source);
    overlay(scene, "gravity", test_case.gravity);
    if (const auto friction = scene.find("friction")) {
        test_case.friction = friction->not_negative("a coefficient ≥ 0");
    }
    if (const auto query = scene.find("query")) {
        read_query(*query, test_case);
    }
    if (const auto solver = scene.find("solver")) {
        test_case.solver = read_solver(*solver);
    }
    for (const Generator& generator : all_generators()) {
        if (generator.moves == nullptr) {
            continue;
        }
        if (const auto own = scene.find(generator.id)) {
            test_case.movers[generator.id] = read_mover(*own, generator.options);
        }
    }
    if (const auto expected = scene.find("expected")) {
        test_case.reference = read_expected(*expected, indices);
    }
    if (const auto sweep = scene.find("sweep")) {
        test_case.sweep = read_sweep(*sweep, indices);
    }
    if (const auto simulate = scene.find("simulate")) {
        test_case.simulate = read_simulate(*simulate, indices);
    }
}

void overlay_bodies(const JsonPlace& place, const LoadSceneMesh& load_mesh,
                    const BodyIndices& indices, std::vector<BodySetup>& bodies) {
    std::set<int> seen;
    const int count = place.item_count("an array of bodies");
    for (int i = 0; i < count; ++i) {
        const JsonPlace item = place.item(i);
        const int index = read_body_index(item, "name", indices);
        if (!seen.insert(index).second) {
            item.require("name").fail_expected("each body once");
        }
        overlay_body(item, load_mesh, bodies[index]);
    }
}

/// No loop asks two fixed bodies for contacts, so an answer would count as missed by every method.
void refuse_fixed_pairs(const JsonPlace& scene, const TestCase& test_case) {
    for (int i = 0; i < std::ssize(test_case.reference); ++i) {
        const PairReference& pair = test_case.reference[i];
        const BodySetup& a = test_case.bodies[pair.body_a];
        const BodySetup& b = test_case.bodies[pair.body_b];
        if (!a.fixed || !b.fixed || pair.not_judged) {
            continue;
        }
        const std::optional<JsonPlace> expected = scene.find("expected");
        (expected ? expected->item(i) : scene)
            .fail("both '" + a.name + "' and '" + b.name +
                  "' are fixed, and no method is asked for contacts of two fixed bodies: remove "
                  "the entry, or let one of them move");
    }
}

/// These, with the ids of all methods that can move bodies.
std::vector<std::string_view> with_movers(std::vector<std::string_view> keys) {
    for (const Generator& generator : all_generators()) {
        if (generator.moves != nullptr) {
            keys.insert(std::ranges::find(keys, "bodies"), generator.id);
        }
    }
    return keys;
}

TestCase read_variant(const JsonPlace& place, const LoadSceneMesh& load_mesh,
                      const BodyIndices& indices, const TestCase& base) {
    place.allow_keys(with_movers({"name", "title", "source", "gravity", "friction", "query",
                                  "solver", "bodies", "expected", "sweep", "simulate"}));
    TestCase variant = base;
    variant.id = read_name(place, "name");
    if (const auto bodies = place.find("bodies")) {
        overlay_bodies(*bodies, load_mesh, indices, variant.bodies);
    }
    overlay_scene(place, indices, variant);
    variant.own_reference = place.has("expected");
    refuse_fixed_pairs(place, variant);
    return variant;
}

std::vector<TestCase> read_variants(const JsonPlace& place, const LoadSceneMesh& load_mesh,
                                    const BodyIndices& indices, const TestCase& base) {
    std::vector<TestCase> variants;
    std::set<std::string> names;
    const int count = place.item_count("an array of variants");
    for (int i = 0; i < count; ++i) {
        variants.push_back(read_variant(place.item(i), load_mesh, indices, base));
        if (!names.insert(variants.back().id).second) {
            place.item(i).require("name").fail_expected("a name that no other variant has");
        }
    }
    return variants;
}

TestCase read_test_case(const JsonPlace& scene, const LoadSceneMesh& load_mesh) {
    check_schema(scene);
    scene.allow_keys(
        with_movers({"schema", "name", "title", "source", "gravity", "friction", "query", "solver",
                     "bodies", "expected", "sweep", "variants", "simulate"}));
    TestCase test_case;
    test_case.id = read_name(scene, "name");
    BodyIndices indices;
    test_case.bodies = read_bodies(scene.require("bodies"), load_mesh, indices);
    overlay_scene(scene, indices, test_case);
    refuse_fixed_pairs(scene, test_case);
    if (const auto variants = scene.find("variants")) {
        test_case.variants = read_variants(*variants, load_mesh, indices, test_case);
    }
    return test_case;
}

}  // namespace

TestCase parse_scene(std::string_view text, std::string_view file_name,
                     const LoadSceneMesh& load_mesh) {
    if (text.size() > kMaxBytes) {
        throw FileError(std::string(file_name) + ": larger than 256 MiB; use coarser meshes");
    }
    const JsonDocument document = parse_json(text, file_name);
    return read_test_case(JsonPlace(document), load_mesh);
}

TestCase read_scene(const std::filesystem::path& path) {
    refuse_endless(path);
    const std::string text = read_text_file(path, kMaxBytes);
    return parse_scene(text, path.string(), meshes_in(path.parent_path()));
}

}  // namespace touchstone
