#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "testcases/cases/elastic_cases.h"
#include "testcases/cases/field_cases.h"
#include "testcases/cases/fundamental/cliff_edges.h"
#include "testcases/cases/fundamental/internal_edges.h"
#include "testcases/cases/fundamental/point_in_crack.h"
#include "testcases/cases/fundamental/sliding_point.h"
#include "testcases/cases/fundamental/two_points.h"
#include "testcases/cases/masonry/arch.h"
#include "testcases/cases/masonry/dome.h"
#include "testcases/cases/masonry/pillar.h"
#include "testcases/cases/masonry/stack.h"
#include "testcases/cases/masonry/tower.h"
#include "testcases/cases/masonry/wall.h"
#include "testcases/cases/mixed_curvature.h"
#include "testcases/cases/moving_cases.h"
#include "testcases/cases/script_cases.h"
#include "testcases/cases/smooth_cases.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/script/scene_script.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

const std::array kMadeCases = {
    TestCaseEntry{
        .id = "spike_in_crack",
        .title = "Spike in crack",
        .group = "fundamental",
        .contact_type = "3 (-,+)",
        .make = [](BodyOrder order, const CaseValues&) { return make_spike_in_crack(order); }},
    TestCaseEntry{
        .id = "spike_in_hole",
        .title = "Spike in hole",
        .group = "fundamental",
        .contact_type = "3 (-,+)",
        .make = [](BodyOrder order, const CaseValues&) { return make_spike_in_hole(order); }},
    TestCaseEntry{
        .id = "wedge_in_crack",
        .title = "Wedge in crack",
        .group = "fundamental",
        .contact_type = "3 (-,+)",
        .make = [](BodyOrder order, const CaseValues&) { return make_wedge_in_crack(order); }},
    TestCaseEntry{
        .id = "sliding_spike",
        .title = "Sliding spike",
        .group = "fundamental",
        .contact_type = "1 (+,0)",
        .make = [](BodyOrder order, const CaseValues&) { return make_sliding_spike(order); }},
    TestCaseEntry{
        .id = "sliding_wedge",
        .title = "Sliding wedge",
        .group = "fundamental",
        .contact_type = "1 (+,0)",
        .make = [](BodyOrder order, const CaseValues&) { return make_sliding_wedge(order); }},
    // The zeros in Table 8 for the three mirrored cases result when the right normals of Table 4
    // are compared with scenes whose velocities have the other sign of x: the table is in picture
    // axes, seen from negative z.
    TestCaseEntry{.id = "spikes",
                  .title = "Spikes",
                  .group = "fundamental",
                  .contact_type = "2 (+,+)",
                  .make = [](BodyOrder order, const CaseValues&) { return make_spikes(order); },
                  .mirrored = true},
    TestCaseEntry{
        .id = "spike_and_wedge",
        .title = "Spike and wedge",
        .group = "fundamental",
        .contact_type = "2 (+,+)",
        .make = [](BodyOrder order, const CaseValues&) { return make_spike_and_wedge(order); },
        .mirrored = true},
    TestCaseEntry{.id = "wedges",
                  .title = "Wedges",
                  .group = "fundamental",
                  .contact_type = "2 (+,+)",
                  .make = [](BodyOrder order, const CaseValues&) { return make_wedges(order); },
                  .mirrored = true},
    TestCaseEntry{
        .id = "cliff_edges",
        .title = "Cliff edges",
        .group = "fundamental",
        .contact_type = "6 (+,+)",
        .make = [](BodyOrder order, const CaseValues&) { return make_cliff_edges(order); }},
    TestCaseEntry{
        .id = "internal_edges",
        .title = "Internal edges",
        .group = "fundamental",
        .contact_type = "4 (0,0), 5 (+,0)",
        .make = [](BodyOrder order, const CaseValues&) { return make_internal_edges(order); }},
    TestCaseEntry{.id = "pillar",
                  .title = "Pillar",
                  .group = "complex",
                  .parameters = pillar_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_pillar(values); },
                  .stepped = true},
    TestCaseEntry{.id = "wall",
                  .title = "Wall",
                  .group = "complex",
                  .parameters = wall_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_wall(values); },
                  .stepped = true,
                  .timed = true},
    TestCaseEntry{.id = "arch",
                  .title = "Arch",
                  .group = "complex",
                  .parameters = arch_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_arch(values); },
                  .stepped = true},
    TestCaseEntry{.id = "tower",
                  .title = "Tower",
                  .group = "scenes",
                  .parameters = tower_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_tower(values); }},
    TestCaseEntry{.id = "dome",
                  .title = "Dome",
                  .group = "scenes",
                  .parameters = dome_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_dome(values); }},
    TestCaseEntry{.id = "stack",
                  .title = "Twisted stack",
                  .group = "scenes",
                  .parameters = stack_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_stack(values); }},
    TestCaseEntry{
        .id = "spike_on_saddle",
        .title = "Spike on saddle",
        .group = "scenes",
        .contact_type = "mixed",
        .make = [](BodyOrder order, const CaseValues&) { return make_spike_on_saddle(order); }},
    TestCaseEntry{.id = "saddles",
                  .title = "Saddles",
                  .group = "scenes",
                  .contact_type = "mixed",
                  .make = [](BodyOrder order, const CaseValues&) { return make_saddles(order); }},
};

const std::array kElasticCases = {
    TestCaseEntry{.id = "elastic_cube",
                  .title = "Falling elastic cube",
                  .group = std::string(kElasticCasesGroup),
                  .make = [](BodyOrder, const CaseValues&) { return make_elastic_cube(); }},
    TestCaseEntry{.id = "elastic_cubes",
                  .title = "Two elastic cubes",
                  .group = std::string(kElasticCasesGroup),
                  .make = [](BodyOrder, const CaseValues&) { return make_elastic_cubes(); }},
    TestCaseEntry{.id = "elastic_beam",
                  .title = "Elastic beam on two supports",
                  .group = std::string(kElasticCasesGroup),
                  .make = [](BodyOrder, const CaseValues&) { return make_elastic_beam(); }},
};

const std::array kMovingCases = {
    TestCaseEntry{.id = "dropped_cubes",
                  .title = "Dropped cubes",
                  .group = std::string(kMovingCasesGroup),
                  .make = [](BodyOrder, const CaseValues&) { return make_dropped_cubes(); },
                  .stepped = true},
    TestCaseEntry{.id = "sliding_boxes",
                  .title = "Sliding boxes",
                  .group = std::string(kMovingCasesGroup),
                  .make = [](BodyOrder, const CaseValues&) { return make_sliding_boxes(); },
                  .stepped = true},
};

const std::array kMadeSmoothCases = {
    TestCaseEntry{.id = "dice",
                  .title = "Dice thrown one above the other",
                  .group = std::string(kSmoothCasesGroup),
                  .parameters = dice_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_dice(values); }},
    TestCaseEntry{.id = "cradle",
                  .title = "Newton's cradle without strings and gravity",
                  .group = std::string(kSmoothCasesGroup),
                  .parameters = cradle_parameters(),
                  .make = [](BodyOrder, const CaseValues& values) { return make_cradle(values); }},
    TestCaseEntry{
        .id = "rolling_ball",
        .title = "A ball that rolls",
        .group = std::string(kSmoothCasesGroup),
        .parameters = rolling_ball_parameters(),
        .make = [](BodyOrder, const CaseValues& values) { return make_rolling_ball(values); }},
};

TestCase make_smooth(BodyOrder, const CaseValues& values) {
    return make_smooth_case(values.case_name());
}

TestCase make_field(BodyOrder, const CaseValues& values) {
    return make_field_case(values.case_name());  // the id of the entry, as there are no parameters
}

TestCase make_script(BodyOrder, const CaseValues& values) {
    return make_script_case(values.case_name());
}

std::vector<TestCaseEntry> make_table() {
    std::vector<TestCaseEntry> table(kMadeCases.begin(), kMadeCases.end());
    for (const FieldCase& field_case : all_field_cases()) {
        table.push_back({.id = field_case.id,
                         .title = field_case.title,
                         .group = std::string(kFieldCasesGroup),
                         .make = &make_field});
    }
    table.insert(table.end(), kElasticCases.begin(), kElasticCases.end());
    for (const ScriptCase& script_case : all_script_cases()) {
        table.push_back({.id = script_case.id,
                         .title = script_case.title,
                         .group = std::string(kElasticCasesGroup),
                         .make = &make_script});
    }
    table.insert(table.end(), kMovingCases.begin(), kMovingCases.end());
    for (const SmoothCase& smooth_case : all_smooth_cases()) {
        table.push_back({.id = smooth_case.id,
                         .title = smooth_case.title,
                         .group = std::string(kSmoothCasesGroup),
                         .make = &make_smooth});
    }
    table.insert(table.end(), kMadeSmoothCases.begin(), kMadeSmoothCases.end());
    return table;
}

/// Lists the ids apart from the many field cases, which the group's name stands for.
std::string known_ids() {
    std::string text;
    for (const TestCaseEntry& entry : kMadeCases) {
        text += entry.id + ", ";
    }
    return text + "and those of the groups " + std::string(kFieldCasesGroup) + ", " +
           std::string(kElasticCasesGroup) + ", " + std::string(kMovingCasesGroup) + " and " +
           std::string(kSmoothCasesGroup);
}

std::string known_groups() {
    std::string text;
    std::string last;
    for (const TestCaseEntry& entry : all_test_cases()) {
        text += entry.group == last ? "" : entry.group + ", ";
        last = entry.group;
    }
    return text + std::string(kAllCases);
}

/// The parts of a name before and after the first ':'.
struct CaseName {
    std::string_view id;
    std::optional<std::string_view> values;  ///< nothing: there is no ':'
};
CaseName split(std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) {
        return {name, std::nullopt};
    }
    return {name.substr(0, colon), name.substr(colon + 1)};
}

CaseValues read_values(const TestCaseEntry& entry, const CaseName& name) {
    return name.values ? CaseValues(entry.id, entry.parameters, *name.values)
                       : CaseValues(entry.id, entry.parameters);
}

TestCase make_with(const TestCaseEntry& entry, BodyOrder order, const CaseValues& values) {
    TestCase test_case = entry.make(order, values);
    const std::string changed = values.text();
    test_case.id = values.case_name();
    test_case.title = entry.title + (changed.empty() ? "" : ", " + changed);
    return test_case;
}

}  // namespace

std::span<const TestCaseEntry> all_test_cases() {
    static const std::vector<TestCaseEntry> kTestCases = make_table();
    return kTestCases;
}

const TestCaseEntry& find_test_case(std::string_view id) {
    const TestCaseEntry* const found = find_standard_case(id);
    if (found == nullptr) {
        throw UnknownName("unknown case \"" + printable(id) + "\"; cases: " + known_ids());
    }
    return *found;
}

const TestCaseEntry* find_standard_case(std::string_view name) {
    const auto found = std::ranges::find(all_test_cases(), name, &TestCaseEntry::id);
    return found == all_test_cases().end() ? nullptr : &*found;
}

TestCase make_test_case(const TestCaseEntry& entry, BodyOrder order) {
    return make_with(entry, order, CaseValues(entry.id, entry.parameters));
}

bool is_scene_path(std::string_view name) {
    return name.find('/') != std::string_view::npos || name.ends_with(".json") ||
           is_scene_script(name);
}

std::vector<std::string> expand_cases(std::span<const std::string> names) {
    std::vector<std::string> result;
    std::set<std::string> seen;
    const auto append_once = [&](const std::string& name) {
        if (seen.insert(name).second) {
            result.push_back(name);
        }
    };
    for (const std::string& name : names) {
        if (is_scene_path(name)) {
            append_once(name);
            continue;
        }
        const CaseName parts = split(name);
        const TestCaseEntry* const found = find_standard_case(parts.id);
        if (found != nullptr) {
            append_once(read_values(*found, parts).case_name());
            continue;
        }
        bool is_group = false;
        for (const TestCaseEntry& entry : all_test_cases()) {
            // What solvers of their own move, and that of which the first query says little, is
            // asked for by name.
            const bool is_of_all = name == kAllCases && entry.group != kElasticCasesGroup &&
                                   entry.group != kMovingCasesGroup &&
                                   entry.group != kSmoothCasesGroup;
            if (name == entry.group || is_of_all) {
                append_once(entry.id);
                is_group = true;
            }
        }
        if (!is_group) {
            throw UnknownName(
                "unknown case \"" + printable(name) + "\"; cases: " + known_ids() +
                "; groups: " + known_groups() +
                "; a scene file is named by a path with '/' or ending in .json or .txt");
        }
    }
    return result;
}

TestCase load_test_case(const std::string& name_or_path, BodyOrder order, ShapeSurfaces* surfaces) {
    if (is_scene_path(name_or_path)) {
        return is_scene_script(name_or_path) ? read_scene_script(name_or_path)
                                             : read_scene(name_or_path, surfaces);
    }
    const CaseName parts = split(name_or_path);
    const TestCaseEntry& entry = find_test_case(parts.id);
    return make_with(entry, order, read_values(entry, parts));
}

}  // namespace touchstone
