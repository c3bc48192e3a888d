#include <set>
#include <utility>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/number_text.h"
#include "methods/base/work/work_log.h"
#include "testcases/files/endless_file.h"
#include "testcases/files/json/json_place.h"
#include "testcases/files/scene_bodies.h"
#include "testcases/files/scene_expected.h"
#include "testcases/files/scene_file.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {
namespace {

constexpr std::string_view kSceneSchema = "touchstone-scene-1";
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;  // a mesh of some ten million numbers

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
            std::vector<NamedSetting> settings = read_mover(*own, generator.options);
            if (settings.empty()) {
                test_case.movers.erase(generator.id);  // {} in a variant: without its base's
            } else {
                test_case.movers[generator.id] = std::move(settings);
            }
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

TestCase read_variant(const JsonPlace& place, const SceneSources& sources,
                      const BodyIndices& indices, const TestCase& base) {
    place.allow_keys(with_movers({"name", "title", "source", "gravity", "friction", "query",
                                  "solver", "bodies", "expected", "sweep", "simulate"}));
    TestCase variant = base;
    variant.id = read_name(place, "name");
    if (const auto bodies = place.find("bodies")) {
        overlay_bodies(*bodies, sources, indices, variant.bodies);
    }
    overlay_scene(place, indices, variant);
    variant.own_reference = place.has("expected");
    refuse_fixed_pairs(place, variant);
    return variant;
}

std::vector<TestCase> read_variants(const JsonPlace& place, const SceneSources& sources,
                                    const BodyIndices& indices, const TestCase& base) {
    std::vector<TestCase> variants;
    std::set<std::string> names;
    const int count = place.item_count("an array of variants");
    for (int i = 0; i < count; ++i) {
        variants.push_back(read_variant(place.item(i), sources, indices, base));
        if (!names.insert(variants.back().id).second) {
            place.item(i).require("name").fail_expected("a name that no other variant has");
        }
    }
    return variants;
}

TestCase read_test_case(const JsonPlace& scene, const SceneSources& sources) {
    check_schema(scene);
    scene.allow_keys(
        with_movers({"schema", "name", "title", "source", "gravity", "friction", "query", "solver",
                     "bodies", "expected", "sweep", "variants", "simulate"}));
    TestCase test_case;
    test_case.id = read_name(scene, "name");
    BodyIndices indices;
    test_case.bodies = read_bodies(scene.require("bodies"), sources, indices);
    overlay_scene(scene, indices, test_case);
    refuse_fixed_pairs(scene, test_case);
    if (const auto variants = scene.find("variants")) {
        test_case.variants = read_variants(*variants, sources, indices, test_case);
    }
    return test_case;
}

}  // namespace

TestCase parse_scene(std::string_view text, std::string_view file_name,
                     const LoadSceneMesh& load_mesh, ShapeSurfaces* surfaces) {
    if (text.size() > kMaxBytes) {
        throw FileError(std::string(file_name) + ": larger than 256 MiB; use coarser meshes");
    }
    note_work(Work::SceneText, text);
    const JsonDocument document = parse_json(text, file_name);
    ShapeSurfaces own;
    return read_test_case(JsonPlace(document), {load_mesh, surfaces != nullptr ? *surfaces : own});
}

TestCase read_scene(const std::filesystem::path& path, ShapeSurfaces* surfaces) {
    refuse_endless(path);
    const std::string text = read_text_file(path, kMaxBytes);
    return parse_scene(text, path.string(), meshes_in(path.parent_path()), surfaces);
}

}  // namespace touchstone
