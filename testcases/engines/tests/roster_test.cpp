// The list of what is asked of engines, and that asking twice gives the same.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "generators/external/external_generator.h"
#include "methods/testing/catch.h"
#include "testcases/engines/tests/built_engines.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

const std::filesystem::path kFindings = TOUCHSTONE_FINDINGS_FOLDER;

struct RosterRow {
    std::string program;
    std::string options;  ///< "--as hull --defaults"
    std::string claims;
    std::string source;
};

std::vector<RosterRow> read_roster() {
    std::ifstream file(TOUCHSTONE_ROSTER_FILE);
    std::vector<RosterRow> rows;
    for (const nlohmann::json& row : nlohmann::json::parse(file)) {
        rows.push_back({row.at("program"),
                        "--as " + row.at("as").get<std::string>() +
                            (row.at("defaults").get<bool>() ? " --defaults" : ""),
                        row.at("claims"), row.at("source")});
    }
    return rows;
}

/// The row's program, begun for this.
Generator start_engine(const RosterRow& row) {
    return make_external_generator({std::string(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-") +
                                        row.program + " " + row.options,
                                    60.0});
}

/// All numbers of the contacts in a scene of the findings.
std::vector<double> numbers_of(const Generator& engine, const std::string& scene_name) {
    const std::string& id = engine.id;
    const StudySettings settings = make_study_settings(Profile::Corrected, MethodList(engine));
    const StudyScene scene = make_study_scene(kFindings / (scene_name + ".json"), settings,
                                              std::nullopt, std::array{id});
    std::vector<double> numbers;
    for (const ContactPoint& contact : query_scene(scene, id, settings, 1).contacts) {
        numbers.insert(numbers.end(), contact.position.data(), contact.position.data() + 3);
        numbers.insert(numbers.end(), contact.normal.data(), contact.normal.data() + 3);
        numbers.push_back(contact.separation);
    }
    return numbers;
}

}  // namespace

TEST_CASE("each row of the roster is asked once and says what is claimed, and where", "[engines]") {
    std::set<std::string> asked;
    for (const RosterRow& row : read_roster()) {
        CAPTURE(row.program, row.options);
        CHECK(asked.insert(row.program + " " + row.options).second);
        CHECK_FALSE(row.claims.empty());
        CHECK_FALSE(row.source.empty());
    }
    for (const std::string program :
         {"bullet", "cannon_es", "fcl", "jolt", "libccd_epa", "libccd_mpr", "mujoco", "mujoco_wasm",
          "ode", "physx", "rapier"}) {
        CHECK(std::ranges::any_of(
            asked, [&](const std::string& row) { return row.starts_with(program + " "); }));
    }
}

// The first program is asked other things in between: nothing of them may be left in it.
TEST_CASE("engines answer the same in a second run, whatever was asked before", "[engines]") {
    for (const RosterRow& row : read_roster()) {
        if (!is_built(row.program) || row.options.ends_with("--defaults")) {
            continue;  // the same code
        }
        CAPTURE(row.program, row.options);
        const Generator first = start_engine(row);
        const std::vector<double> overlapping = numbers_of(first, "boxes_overlapping");
        CHECK_FALSE(overlapping.empty());
        const std::vector<double> turned = numbers_of(first, "boxes_touching_turned");
        CHECK(numbers_of(first, "boxes_overlapping") == overlapping);
        CHECK(numbers_of(start_engine(row), "boxes_touching_turned") == turned);
    }
}

}  // namespace touchstone
