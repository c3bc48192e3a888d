#include <map>
#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "testcases/files/body_writer.h"
#include "testcases/files/json/pretty_json.h"
#include "testcases/files/scene_expected.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/shape_writer.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

void add_if(OrderedJson& object, const char* key, bool value) {
    if (value) {
        object[key] = true;
    }
}

OrderedJson answer_json(const Answer& answer) {
    OrderedJson result = OrderedJson::object();
    if (!answer.normals.empty()) {
        result["normals"] = to_json(answer.normals);
    }
    if (answer.min_contacts) {
        result["min_contacts"] = *answer.min_contacts;
    }
    if (!answer.points.empty()) {
        result["points"] = to_json(answer.points);
    }
    if (answer.area) {
        result["area"] = to_json(*answer.area);
    }
    if (answer.hull_area) {
        result["hull_area"] = to_json(*answer.hull_area);
    }
    if (answer.separation) {
        const auto& [lowest, highest] = *answer.separation;
        result["separation"] = {to_json(lowest), to_json(highest)};
    }
    return result;
}

const std::string& body_name(const TestCase& test_case, int index) {
    if (index < 0 || index >= std::ssize(test_case.bodies)) {
        throw FileError("scene " + test_case.id + ": the reference is about body " +
                        std::to_string(index) + ", which the scene does not have");
    }
    return test_case.bodies[index].name;
}

OrderedJson pair_json(const PairReference& pair, const TestCase& test_case) {
    const PairReference defaults;
    OrderedJson result;
    result["a"] = body_name(test_case, pair.body_a);
    result["b"] = body_name(test_case, pair.body_b);
    if (pair.none || pair.not_judged) {
        result["contacts"] = pair.none ? "none" : "not_judged";
    }
    if (pair.planar_regions) {
        OrderedJson regions = OrderedJson::object();
        if (pair.planar_regions->gap) {
            regions["gap"] = to_json(*pair.planar_regions->gap);
        }
        result["reference"] = {{"planar_regions", regions}};
    } else if (pair.smooth) {
        result["reference"][std::string(kExactTruthKey)] = OrderedJson::object();
    } else if (!(pair.none || pair.not_judged) || !pair.answers.empty()) {
        result["answers"] = OrderedJson::array();
        for (const Answer& answer : pair.answers) {
            result["answers"].push_back(answer_json(answer));
        }
    }
    add_if(result, "none_is_right", pair.none_is_right);
    add_if(result, "kinematic", pair.kinematic);
    add_unless_default(result, "angle_tolerance_deg", pair.angle_tolerance,
                       defaults.angle_tolerance);
    add_unless_default(result, "position_tolerance", pair.position_tolerance,
                       defaults.position_tolerance);
    add_unless_default(result, "separation_tolerance", pair.separation_tolerance,
                       defaults.separation_tolerance);
    return result;
}

OrderedJson expected_json(const Reference& reference, const TestCase& test_case) {
    OrderedJson result = OrderedJson::array();
    for (const PairReference& pair : reference) {
        result.push_back(pair_json(pair, test_case));
    }
    return result;
}

OrderedJson query_json(const TestCase& test_case) {
    return {{"pose", test_case.pose == QueryPose::Initial ? "initial" : "half-step"},
            {"time_step", to_json(test_case.time_step)}};
}

OrderedJson settings_json(const std::vector<NamedSetting>& settings) {
    OrderedJson result = OrderedJson::object();
    for (const NamedSetting& setting : settings) {
        const std::optional<double> number = parse_number(setting.value);
        const bool is_switch = setting.value == "on" || setting.value == "off";
        result[setting.id] = number      ? to_json(*number)
                             : is_switch ? OrderedJson(setting.value == "on")
                                         : OrderedJson(setting.value);
    }
    return result;
}

/// The settings of a method that can move bodies; without any: {}.
OrderedJson mover_json(const TestCase& test_case, const std::string& method) {
    const auto found = test_case.movers.find(method);
    return settings_json(found == test_case.movers.end() ? std::vector<NamedSetting>()
                                                         : found->second);
}

OrderedJson sweep_json(const TestCase& test_case) {
    const PositionSweep& sweep = *test_case.sweep;
    return {{"body", body_name(test_case, sweep.body)},
            {"position",
             {{"from", to_json(sweep.from)}, {"to", to_json(sweep.to)}, {"count", sweep.count}}}};
}

void add_limit(OrderedJson& object, const char* key, const std::optional<double>& limit) {
    if (limit) {
        object[key] = to_json(*limit);
    }
}

OrderedJson simulate_json(const TestCase& test_case) {
    const SimulationLimits& limits = *test_case.simulate;
    OrderedJson result{{"steps", limits.steps}, {"dt", to_json(limits.time_step)}};
    for (const int body : limits.bodies) {
        result["bodies"].push_back(body_name(test_case, body));
    }
    add_limit(result, "max_drift", limits.max_drift);
    add_limit(result, "max_sinking", limits.max_sinking);
    add_limit(result, "max_tilt_deg", limits.max_tilt);
    add_limit(result, "max_overlap", limits.max_overlap);
    add_limit(result, "persistence", limits.persistence);
    if (limits.contacts_per_pair) {
        result["contacts_per_pair"] = *limits.contacts_per_pair;
    }
    for (const ForceLimit& force : limits.forces) {
        result["forces"].push_back({{"a", body_name(test_case, force.body_a)},
                                    {"b", body_name(test_case, force.body_b)},
                                    {"normal_force", to_json(force.normal_force)},
                                    {"relative_tolerance", to_json(force.relative_tolerance)}});
    }
    return result;
}

OrderedJson variant_json(const TestCase& variant, const TestCase& base) {
    OrderedJson result{{"name", variant.id}};
    const auto add_changed = [&](const std::string& key, const OrderedJson& own,
                                 const OrderedJson& of_base) {
        if (json_line(own) != json_line(of_base)) {
            result[key] = own;
        }
    };
    add_changed("title", variant.title, base.title);
    add_changed("source", variant.source, base.source);
    add_changed("gravity", to_json(variant.gravity), to_json(base.gravity));
    add_changed("friction", to_json(variant.friction), to_json(base.friction));
    add_changed("query", query_json(variant), query_json(base));
    add_changed("solver", settings_json(variant.solver), settings_json(base.solver));
    // A variant without the settings of its base says so: {}.
    std::map<std::string, std::vector<NamedSetting>> movers = variant.movers;
    movers.insert(base.movers.begin(), base.movers.end());
    for (const auto& [method, either] : movers) {
        add_changed(method, mover_json(variant, method), mover_json(base, method));
    }
    const OrderedJson bodies = changed_bodies(variant, base);
    if (!bodies.empty()) {
        result["bodies"] = bodies;
    }
    if (variant.own_reference) {
        result["expected"] = expected_json(variant.reference, variant);
    }
    if (variant.sweep) {
        add_changed("sweep", sweep_json(variant), base.sweep ? sweep_json(base) : OrderedJson());
    }
    if (variant.simulate) {
        add_changed("simulate", simulate_json(variant),
                    base.simulate ? simulate_json(base) : OrderedJson());
    }
    return result;
}

std::string scene_text(const TestCase& test_case) {
    OrderedJson scene;
    scene["schema"] = "touchstone-scene-1";
    scene["name"] = test_case.id;
    if (!test_case.title.empty()) {
        scene["title"] = test_case.title;
    }
    if (!test_case.source.empty()) {
        scene["source"] = test_case.source;
    }
    scene["gravity"] = to_json(test_case.gravity);
    scene["friction"] = to_json(test_case.friction);
    scene["query"] = query_json(test_case);
    if (!test_case.solver.empty()) {
        scene["solver"] = settings_json(test_case.solver);
    }
    for (const auto& [method, options] : test_case.movers) {
        if (!options.empty()) {
            scene[method] = settings_json(options);
        }
    }
    scene["bodies"] = OrderedJson::array();
    for (const BodySetup& body : test_case.bodies) {
        scene["bodies"].push_back(body_json(body));
    }
    if (!test_case.reference.empty()) {
        scene["expected"] = expected_json(test_case.reference, test_case);
    }
    if (test_case.sweep) {
        scene["sweep"] = sweep_json(test_case);
    }
    for (const TestCase& variant : test_case.variants) {
        scene["variants"].push_back(variant_json(variant, test_case));
    }
    if (test_case.simulate) {
        scene["simulate"] = simulate_json(test_case);
    }
    return pretty_json(scene) + "\n";
}

/// Calls `work` with every shape of the case and of its variants.
template <typename Case, typename Work>
void for_all_shapes(Case& test_case, const Work& work) {
    for (auto& body : test_case.bodies) {
        work(body);
    }
    for (auto& variant : test_case.variants) {
        for (auto& body : variant.bodies) {
            work(body);
        }
    }
}

/// Returns a loader of the meshes that the case holds, under the names of their files.
LoadSceneMesh meshes_of(const TestCase& test_case) {
    return [&test_case](const std::string& file) {
        LoadedMesh mesh;
        for_all_shapes(test_case, [&](const BodySetup& body) {
            const auto* const shape = std::get_if<MeshShape>(&body.shape);
            if (shape != nullptr && shape->file == file) {
                mesh.surface = shape->surface;
                mesh.tets = shape->tets;
            }
        });
        return mesh;
    };
}

}  // namespace

std::string write_scene(const TestCase& test_case) { return write_checked_scene(test_case).text; }

WrittenScene write_checked_scene(const TestCase& test_case) {
    WrittenScene written{scene_text(test_case), {}};
    // One set of rules for both directions: the format holds what the reader takes and leaves as it
    // is.
    written.parsed = parse_scene(written.text, "scene " + test_case.id, meshes_of(test_case));
    if (scene_text(written.parsed) != written.text) {
        throw FileError("scene " + test_case.id +
                        ": a rotation or an expected normal is not of unit length; normalise it");
    }
    return written;
}

TestCase with_inline_meshes(const TestCase& test_case) {
    TestCase result = test_case;
    for_all_shapes(result, [&](BodySetup& body) {
        if (!std::holds_alternative<MeshShape>(body.shape)) {
            return;
        }
        if (std::optional<TetMesh> tets = own_tets(body.shape)) {
            body.shape = TetsShape{*std::move(tets)};
            return;
        }
        body.shape = TrianglesShape{make_surface(body.shape)};
    });
    return result;
}

}  // namespace touchstone
