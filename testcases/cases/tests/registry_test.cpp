#include <algorithm>
#include <fstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cases/field_cases.h"
#include "testcases/cases/script_cases.h"
#include "testcases/cases/smooth_cases.h"
#include "testcases/files/scene_file.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

using Names = std::vector<std::string>;

const Names kFundamental = {"spike_in_crack", "spike_in_hole", "wedge_in_crack",  "sliding_spike",
                            "sliding_wedge",  "spikes",        "spike_and_wedge", "wedges",
                            "cliff_edges",    "internal_edges"};
const Names kAll = {"spike_in_crack",
                    "spike_in_hole",
                    "wedge_in_crack",
                    "sliding_spike",
                    "sliding_wedge",
                    "spikes",
                    "spike_and_wedge",
                    "wedges",
                    "cliff_edges",
                    "internal_edges",
                    "pillar",
                    "wall",
                    "arch",
                    "tower",
                    "dome",
                    "stack"};

/// Cases that were added behind these: ", a, b".
std::string further_ids() {
    std::string text;
    const auto table = all_test_cases();
    for (std::size_t i = kAll.size(); i < table.size() && table[i].group != kFieldCasesGroup; ++i) {
        text += ", " + table[i].id;
    }
    return text;
}

Names sorted(Names names) {
    std::ranges::sort(names);
    return names;
}

}  // namespace

TEST_CASE("the table holds the fundamental cases in the order of Table 8, then the others") {
    Names ids;
    Names groups;
    for (const TestCaseEntry& entry : all_test_cases()) {
        ids.push_back(entry.id);
        groups.push_back(entry.group);
        const TestCase test_case = make_test_case(entry, BodyOrder::LowerFirst);
        CHECK(test_case.id == entry.id);
        CHECK(test_case.title == entry.title);
        CHECK(!test_case.source.empty());
        CHECK(&find_test_case(entry.id) == &entry);
        CHECK((entry.group != "fundamental" || entry.parameters.empty()));
    }
    for (const FieldCase& field_case : all_field_cases()) {
        CHECK(std::ranges::count(ids, field_case.id) == 1);
    }
    ids.resize(kAll.size());
    groups.resize(kAll.size());
    CHECK(ids == kAll);
    CHECK(groups == Names{"fundamental", "fundamental", "fundamental", "fundamental", "fundamental",
                          "fundamental", "fundamental", "fundamental", "fundamental", "fundamental",
                          "complex", "complex", "complex", "scenes", "scenes", "scenes"});
}

TEST_CASE("find_test_case lists the known ids when it knows none of that name") {
    CHECK_THROWS_MATCHES(
        find_test_case("spike_in_crak"), UnknownName,
        Catch::Message("unknown case \"spike_in_crak\"; cases: spike_in_crack, "
                       "spike_in_hole, wedge_in_crack, sliding_spike, sliding_wedge, "
                       "spikes, spike_and_wedge, wedges, cliff_edges, internal_edges, "
                       "pillar, wall, arch, tower, dome, stack" +
                       further_ids() + ", and those of the groups field, ipc, moving and smooth"));
}

TEST_CASE("expand_cases replaces groups and keeps the order, each case once") {
    CHECK(expand_cases(Names{}).empty());
    CHECK(expand_cases(Names{"fundamental"}) == kFundamental);
    CHECK(expand_cases(Names{"complex"}) == Names{"pillar", "wall", "arch"});
    const Names scenes = expand_cases(Names{"scenes"});
    CHECK(std::ranges::includes(sorted(scenes), sorted({"tower", "dome", "stack"})));
    CHECK(expand_cases(Names{"field"}).size() == 31);
    Names all = expand_cases(Names{"all"});
    const std::size_t count =
        all_test_cases().size() - expand_cases(Names{"ipc", "moving", "smooth"}).size();
    CHECK(std::ranges::count(all, "dropped_cubes") == 0);
    CHECK(expand_cases(Names{"moving"}) == Names{"dropped_cubes", "sliding_boxes"});
    CHECK(all.size() == count);
    CHECK(std::ranges::count(all, "elastic_cube") == 0);
    Names elastic = expand_cases(Names{"ipc"});
    CHECK(elastic.size() == 3 + all_script_cases().size());
    elastic.resize(4);
    CHECK(elastic == Names{"elastic_cube", "elastic_cubes", "elastic_beam", "ipc_01"});
    const Names smooth = expand_cases(Names{"smooth"});
    CHECK(smooth.size() == 3 + all_smooth_cases().size());
    CHECK(std::ranges::count(smooth, "five_dice") == 1);
    CHECK(std::ranges::count(smooth, "dice") == 1);
    CHECK(std::ranges::count(all, "dice") == 0);
    all.resize(kAll.size());
    CHECK(all == kAll);
    CHECK(expand_cases(Names{"wedges", "a/b", "spikes", "wedges", "c.json", "a/b"}) ==
          Names{"wedges", "a/b", "spikes", "c.json"});
    const Names wedges_first = expand_cases(Names{"wedges", "all"});
    CHECK(wedges_first.size() == count);
    CHECK(wedges_first[0] == "wedges");
    CHECK(wedges_first[1] == "spike_in_crack");
}

TEST_CASE("expand_cases lists ids and groups when it knows neither") {
    CHECK_THROWS_AS(expand_cases(Names{"spikes", "fundamentals"}), UnknownName);
    CHECK_THROWS_WITH(
        expand_cases(Names{"fundamentals"}),
        Catch::Contains("\"fundamentals\"") && Catch::Contains("internal_edges") &&
            Catch::Contains(
                "groups: fundamental, complex, scenes, field, ipc, moving, smooth, all;"));
    CHECK_THROWS_AS(expand_cases(Names{""}), UnknownName);
}

TEST_CASE("a name is a path when it has a slash or ends in .json or .txt") {
    CHECK(is_scene_path("./spikes"));
    CHECK(is_scene_path("spikes.json"));
    CHECK(is_scene_path("spikes.txt"));
    CHECK_FALSE(is_scene_path("spikes"));
    CHECK_FALSE(is_scene_path("json"));
}

TEST_CASE("load_test_case takes ids in the order asked for and files in their own") {
    const testing::TemporaryFolder folder;
    const std::string path = (folder.path() / "scene.json").string();
    std::ofstream(path) << write_scene(load_test_case("spikes", BodyOrder::LowerFirst));

    CHECK(load_test_case("spikes", BodyOrder::Creation).bodies[0].name == "upper_spike");
    CHECK(load_test_case(path, BodyOrder::Creation).bodies[0].name == "lower_spike");
    CHECK_THROWS_AS(load_test_case("nothing", BodyOrder::Creation), UnknownName);
    CHECK_THROWS_AS(load_test_case(path + "x/", BodyOrder::Creation), FileError);
}

}  // namespace touchstone
