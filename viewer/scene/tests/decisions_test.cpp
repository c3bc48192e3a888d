#include "viewer/scene/decisions.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/model/tests/opened_case.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;

bool says_the_same(const OfferedNormal& offered, const ContactPoint& contact) {
    return offered.body_a == contact.body_a && offered.body_b == contact.body_b &&
           (offered.position - contact.position).norm() < 1e-9 &&
           (offered.normal - contact.normal).norm() < 1e-9;
}

TEST_CASE("every contact of the semi-local method is a normal that it has taken", "[viewer]") {
    const std::string name = GENERATE("spike_in_crack", "wedges", "cliff_edges", "pillar");
    OpenedCase opened(name, "semi_local");
    CHECK(opened.application.offered.empty());  // not shown yet
    opened.run("decisions on");
    const std::vector<OfferedNormal>& offered = opened.application.offered;
    REQUIRE(offered.size() >= opened.moment().contacts.size());
    for (const ContactPoint& contact : opened.moment().contacts) {
        CHECK(std::ranges::any_of(offered, [&](const OfferedNormal& normal) {
            return is_taken(normal.kind) && says_the_same(normal, contact);
        }));
    }
    CHECK(opened.view().offered.size() == offered.size());
    opened.run("decisions off");
    CHECK(opened.application.offered.empty());
}

TEST_CASE("a contact between two normals is drawn where it is", "[viewer]") {
    // Two equal boxes that share an edge: neither face's normal is better.
    const std::string box = R"("shape": {"box": {"size": [1, 1, 1]}}, )";
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scene.json";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "edge_on_edge", "bodies": [)"
                        << R"({"name": "low", "fixed": true, )" << box
                        << R"("position": [0, 0, 0]}, {"name": "high", )" << box
                        << R"("position": [1, 1, 0]}]})";
    OpenedCase opened(file.string(), "semi_local");
    opened.run("decisions on");
    const std::vector<ContactPoint>& contacts = opened.moment().contacts;
    REQUIRE(contacts.size() == 2);
    const std::vector<OfferedNormal>& offered = opened.application.offered;
    for (const ContactPoint& contact : contacts) {
        CHECK((contact.normal - Vec3(1.0, 1.0, 0.0).normalized()).norm() < 1e-9);
        CHECK(std::ranges::count_if(offered, [&](const OfferedNormal& normal) {
                  return is_taken(normal.kind) && says_the_same(normal, contact);
              }) == 1);
    }
    CHECK(std::ranges::count(offered, DecisionKind::LostTie, &OfferedNormal::kind) == 2);
}

TEST_CASE("what the semi-local method rejects is shown with the reason", "[viewer]") {
    OpenedCase opened("wedges", "semi_local");
    opened.run("decisions on");
    const std::vector<OfferedNormal>& offered = opened.application.offered;
    const auto rejected = std::ranges::find_if(
        offered, [](const OfferedNormal& normal) { return !is_taken(normal.kind); });
    REQUIRE(rejected != offered.end());
    const std::string text =
        decision_text(*rejected, opened.application.scene->scene.test_case.bodies);
    CHECK_THAT(text, Catch::Contains(decision_meaning(rejected->kind)));
    CHECK(std::ranges::any_of(opened.view().legend, [&](const LegendEntry& entry) {
        return entry.text == decision_title(rejected->kind);
    }));
}

TEST_CASE("facets are there for the method that looks at them, decisions for no other",
          "[viewer]") {
    const auto facets = static_cast<std::size_t>(LineKind::Facet);
    OpenedCase opened("internal_edges", "semi_local");
    // Two boxes: twelve edges, and eight corners of three lines each.
    CHECK(opened.application.scene->geometry.lines[facets].size() == 2 * (12 + 8 * 3));
    opened.run("generator opposing");
    opened.run("decisions on");
    CHECK(opened.application.scene->geometry.lines[facets].empty());
    CHECK(opened.application.offered.empty());
}

}  // namespace
}  // namespace touchstone::viewer
