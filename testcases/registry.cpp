#include <algorithm>
#include <array>

#include "methods/base/error.h"
#include "testcases/cases/cliff_edges.h"
#include "testcases/cases/internal_edges.h"
#include "testcases/cases/point_in_crack.h"
#include "testcases/cases/sliding_point.h"
#include "testcases/cases/two_points.h"
#include "testcases/scene_file.h"
#include "testcases/test_case.h"

namespace touchstone {
namespace {

const std::array kTestCases = {
    TestCaseEntry{"spike_in_crack", "Spike in crack", "fundamental",
                  [](BodyOrder order) { return make_spike_in_crack(order); }},
    TestCaseEntry{"spike_in_hole", "Spike in hole", "fundamental",
                  [](BodyOrder order) { return make_spike_in_hole(order); }},
    TestCaseEntry{"wedge_in_crack", "Wedge in crack", "fundamental",
                  [](BodyOrder order) { return make_wedge_in_crack(order); }},
    TestCaseEntry{"sliding_spike", "Sliding spike", "fundamental",
                  [](BodyOrder order) { return make_sliding_spike(order); }},
    TestCaseEntry{"sliding_wedge", "Sliding wedge", "fundamental",
                  [](BodyOrder order) { return make_sliding_wedge(order); }},
    TestCaseEntry{"spikes", "Spikes", "fundamental",
                  [](BodyOrder order) { return make_spikes(order); }},
    TestCaseEntry{"spike_and_wedge", "Spike and wedge", "fundamental",
                  [](BodyOrder order) { return make_spike_and_wedge(order); }},
    TestCaseEntry{"wedges", "Wedges", "fundamental",
                  [](BodyOrder order) { return make_wedges(order); }},
    TestCaseEntry{"cliff_edges", "Cliff edges", "fundamental",
                  [](BodyOrder order) { return make_cliff_edges(order); }},
    TestCaseEntry{"internal_edges", "Internal edges", "fundamental",
                  [](BodyOrder order) { return make_internal_edges(order); }},
};

void append_once(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) {
        names.push_back(name);
    }
}

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) {
        result += (result.empty() ? "" : ", ") + name;
    }
    return result;
}

std::string known_ids() {
    std::vector<std::string> ids;
    for (const TestCaseEntry& entry : kTestCases) {
        ids.push_back(entry.id);
    }
    return joined(ids);
}

std::string known_groups() {
    std::vector<std::string> groups;
    for (const TestCaseEntry& entry : kTestCases) {
        append_once(groups, entry.group);
    }
    return joined(groups);
}

}  // namespace

std::span<const TestCaseEntry> all_test_cases() { return kTestCases; }

const TestCaseEntry& find_test_case(std::string_view id) {
    const auto* const found = std::ranges::find(kTestCases, id, &TestCaseEntry::id);
    if (found == kTestCases.end()) {
        throw UnknownName("unknown case \"" + std::string(id) + "\"; cases: " + known_ids());
    }
    return *found;
}

bool is_scene_path(std::string_view name) {
    return name.find('/') != std::string_view::npos || name.ends_with(".json");
}

std::vector<std::string> expand_cases(std::span<const std::string> names) {
    std::vector<std::string> result;
    for (const std::string& name : names) {
        bool known = is_scene_path(name);
        if (known) {
            append_once(result, name);
        }
        for (const TestCaseEntry& entry : kTestCases) {
            if (name == entry.id || name == entry.group) {
                append_once(result, entry.id);
                known = true;
            }
        }
        if (!known) {
            throw UnknownName("unknown case \"" + name + "\"; cases: " + known_ids() +
                              "; groups: " + known_groups() +
                              "; a scene file is named by a path with '/' or ending in .json");
        }
    }
    return result;
}

TestCase load_test_case(const std::string& id_or_path, BodyOrder order) {
    return is_scene_path(id_or_path) ? read_scene(id_or_path)
                                     : find_test_case(id_or_path).make(order);
}

}  // namespace touchstone
