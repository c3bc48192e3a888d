// What a person meets in the first hour: a scene with contacts, contacts found and copied by keys,
// playing at a pace, truth that stays behind, and plots with gaps.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/commands/commands.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/model/tests/recorded_case.h"
#include "viewer/scene/impulse_glyphs.h"
#include "viewer/tables/contact_export.h"
#include "viewer/tables/contact_table.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;
using testing::TemporaryFolder;

TEST_CASE("a scene opened without a method has contacts where any method finds some", "[viewer]") {
    const OpenedCase opened("spike_in_crack", "");
    CHECK_FALSE(opened.moment().contacts.empty());
    const OpenedCase first("spike_in_crack", all_generators().front().id);
    CHECK(first.moment().contacts.empty());  // so that another one had to be found
}

TEST_CASE("the next wrong contact follows the table's order, round and round", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    const std::vector<Verdict>& verdicts = opened.moment().judgement.verdicts;
    std::vector<int> seen;
    for (int i = 0; i < 6; ++i) {
        opened.run("wrong next");
        seen.push_back(*opened.application.selected);
        CHECK(is_wrong(verdicts[seen.back()].kind));
    }
    CHECK(std::ranges::is_sorted(seen.begin(), seen.end() - 1));
    CHECK(seen.back() == seen.front());  // five are wrong
    opened.run("wrong previous");
    CHECK(opened.application.selected == seen[4]);
    opened.run("sort index on");
    opened.run("row first");
    CHECK(opened.application.selected == 14);
    opened.run("row next");
    CHECK(opened.application.selected == 13);
    opened.run("row last");
    opened.run("row next");
    CHECK(opened.application.selected == 0);
    OpenedCase right("pillar", "semi_local");
    right.run("wrong next");
    CHECK_FALSE(right.application.selected);
    CHECK(right.application.message == "no contact is wrong here");
}

TEST_CASE("a contact is copied as JSON that holds what is known of it", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    CHECK_THROWS_AS(run_command(opened.application, "copy"), UsageError);
    opened.run("step");
    opened.run("select 2");
    opened.run("copy");
    const nlohmann::json json = nlohmann::json::parse(opened.application.copied);
    CHECK(json["contact"] == 2);
    CHECK(json["step"] == 1);
    CHECK(json["body_a"] == "base");
    CHECK(json["verdict"] == "sideways");
    CHECK(json["position"][1].get<double>() == opened.moment().contacts[2].position.y());
    CHECK(json["impulse"].size() == 3);
    Moment unknown = opened.moment();
    unknown.contacts[2].separation = kUnset;
    unknown.contacts[2].feature_a = {};
    const nlohmann::json gaps =
        nlohmann::json::parse(contact_json(unknown, opened.application.scene->scene.test_case, 2));
    CHECK(gaps["separation"].is_null());
    CHECK(gaps["feature_a"].is_null());
}

TEST_CASE("steps come at the pace that is asked for, and none is left out", "[viewer]") {
    Pace pace;
    CHECK(take_turn(pace, 0.01));  // nobody watches
    pace.clock = 5.0;
    pace.speed = 0.5;
    start_pace(pace);
    CHECK(take_turn(pace, 0.01));
    pace.clock = 5.019;
    CHECK_FALSE(take_turn(pace, 0.01));
    pace.clock = 5.021;
    CHECK(take_turn(pace, 0.01));
    pace.clock = 9.0;  // something took long
    CHECK(take_turn(pace, 0.01));
    CHECK(take_turn(pace, 0.01));
    pace.speed = 0.0;
    CHECK(take_turn(pace, 0.01));
}

TEST_CASE("a loop begins again at its first step, while somebody watches", "[viewer]") {
    OpenedCase opened("spikes", "opposing");
    Application& application = opened.application;
    opened.run("jump 2");
    opened.run("loop on");
    opened.run("play 2");  // nobody watches: it ends
    CHECK(application.step == 4);
    CHECK_FALSE(application.playing);
    opened.run("jump 2");
    application.pace.clock = 0.0;
    run_command(application, "play 2");
    std::vector<int> steps;
    for (int i = 0; i < 4; ++i) {  // all of these steps are in memory
        update(application);
        steps.push_back(application.step);
    }
    CHECK(steps == std::vector<int>{3, 4, 2, 3});
    run_command(application, "pause");
    CHECK_THROWS_AS(run_command(application, "speed -1"), UsageError);
}

TEST_CASE("a step after the end of a recording is an error", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "spikes.h5").string();
    testing::record_case(file, "spikes", "opposing", 2);
    OpenedCase opened(file, "");
    opened.run("jump 2");
    CHECK(opened.application.step == 2);
    CHECK_THROWS_WITH(run_command(opened.application, "jump 3"), Catch::Contains("step 2"));
}

TEST_CASE("a separation that rounding made is told as none", "[viewer]") {
    const OpenedCase opened("internal_edges", "opposing");
    Moment moment = opened.moment();
    const auto told = [&](double separation) {
        moment.contacts[0].separation = separation;
        for (const ContactFact& fact :
             contact_facts(moment, opened.application.scene->scene.test_case.bodies, 0)) {
            if (fact.name == "separation") {
                return fact.value;
            }
        }
        return std::string();
    };
    CHECK(told(-2.22045e-16) == "0 mm");
    CHECK(told(-2e-6) == "-0.002 mm");
}

TEST_CASE("it is said when too many contacts have no cones", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.application.sides[0].view.contacts.resize(kMostCones + 1);
    run_command(opened.application, "cones on");
    CHECK_THAT(opened.application.message, Catch::Contains("more than 100 contacts"));
}

TEST_CASE("impulses are arrows in proportion, and cones are as wide as friction", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("cones on");
    CHECK(opened.view().impulses.empty());  // before the first step there are none
    CHECK(opened.view().cones.empty());
    opened.run("step");
    const Moment& moment = opened.moment();
    const double scale = impulse_scale(moment);
    REQUIRE(scale > 0.0);
    REQUIRE_FALSE(opened.view().impulses.empty());
    double longest = 0.0;
    for (const Glyph& arrow : opened.view().impulses) {
        longest = std::max(longest, static_cast<double>(arrow.length));
    }
    CHECK(longest <= kImpulseLength);
    CHECK(longest > kImpulseLength / 2.5 - 1e-6);  // from one round number to the next
    REQUIRE(opened.view().cones.size() == 20 * moment.contacts.size());
    const GeometryLine& side = opened.view().cones[1];  // from the tip to the rim
    const Vec3 along(side.end[0] - side.start[0], side.end[1] - side.start[1],
                     side.end[2] - side.start[2]);
    const double cosine = along.normalized().dot(moment.contacts[0].normal);
    const double friction = opened.application.scene->scene.test_case.friction;
    CHECK(std::sqrt(1.0 / (cosine * cosine) - 1.0) == Approx(friction).epsilon(1e-4));
    const auto is_scale = [](const LegendEntry& entry) {
        return entry.text.find("N s") != std::string::npos;
    };
    CHECK(std::ranges::any_of(opened.view().legend, is_scale));
    opened.run("impulses off");
    CHECK(opened.view().impulses.empty());
}

TEST_CASE("a truth that bodies have left fades, one computed where they are stays", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    CHECK(opened.view().left_regions.empty());
    REQUIRE_FALSE(opened.view().regions.empty());
    Moment moved = opened.moment();
    moved.world_from_shape[1].translation.x() += 3.0;
    ViewSource source{.scene = opened.application.scene->scene,
                      .geometry = opened.application.scene->geometry,
                      .moment = moved,
                      .generator_title = "",
                      .shown = {}};
    const SceneView left = make_scene_view(source, {});
    CHECK(left.regions.empty());
    CHECK(left.left_regions.size() == opened.view().regions.size());
    for (PairReference& pair : moved.truth) {
        pair.planar_regions = PlanarTruth{};
    }
    CHECK(make_scene_view(source, {}).left_regions.empty());
}

TEST_CASE("separations of rounding do not spread over the colors", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    Moment noisy = opened.moment();
    for (std::size_t i = 0; i < noisy.contacts.size(); ++i) {
        noisy.contacts[i].separation = (i % 2 == 0 ? 1.0 : -1.0) * 1e-16;
    }
    std::vector<int> all(noisy.contacts.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = static_cast<int>(i);
    }
    ViewSource source{.scene = opened.application.scene->scene,
                      .geometry = opened.application.scene->geometry,
                      .moment = noisy,
                      .generator_title = "",
                      .shown = all};
    DisplaySettings display;
    display.color_by = ColorBy::Separation;
    for (const Glyph& glyph : make_scene_view(source, display).contacts) {
        CHECK(glyph.color == ramp_color(0.5));
    }
    noisy.contacts[0].separation = -1e-3;
    CHECK(make_scene_view(source, display).contacts[0].color == ramp_color(1.0));
}

TEST_CASE("no zero has a sign", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    Moment moment = opened.moment();
    moment.contacts[0].normal = Vec3(-0.0, 1.0, -1e-9);
    moment.contacts[0].position = Vec3(-1e-17, -0.0, -0.5);
    moment.contacts[0].separation = -0.0;
    const std::vector<BodySetup>& bodies = opened.application.scene->scene.test_case.bodies;
    for (const ContactFact& fact : contact_facts(moment, bodies, 0)) {
        CHECK(fact.value.find("-0.0000") == std::string::npos);
        CHECK(fact.value != "-0 mm");
    }
    CHECK(cell_text(moment, bodies, 0, ContactColumn::Separation) == "0");
    CHECK(cell_text(moment, bodies, 0, ContactColumn::Height) == "0.000");
}

TEST_CASE("a contact without features shows none", "[viewer]") {
    const OpenedCase opened("internal_edges", "opposing");
    Moment moment = opened.moment();
    moment.contacts[0].feature_a = {};
    moment.contacts[0].feature_b = {};
    const std::vector<BodySetup>& bodies = opened.application.scene->scene.test_case.bodies;
    CHECK(cell_text(moment, bodies, 0, ContactColumn::Features).empty());
    CHECK(feature_text(moment.contacts[0].feature_a) == "feature not told");
}

TEST_CASE("plots have gaps where nobody has looked and where nothing was judged", "[viewer]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "spikes.h5").string();
    testing::record_case(file, "spikes", "opposing", 6);
    OpenedCase opened(file, "");
    for (const int step : {1, 2, 5, 6}) {
        opened.run("jump " + std::to_string(step));
    }
    std::map<int, StepSummary>& history = opened.application.sides[0].history;
    const auto gaps = [&](std::size_t series) {
        std::vector<int> steps;
        const Plot plot = make_plot_of(opened.application, PlotKind::Contacts);
        for (const PlotPoint& point : plot.series.at(series).points) {
            if (point.after_gap) {
                steps.push_back(point.target);
            }
        }
        return steps;
    };
    CHECK(gaps(0) == std::vector<int>{5});
    CHECK(history.at(1).judged);
    history.at(1).judged = false;
    CHECK(gaps(0) == std::vector<int>{5});
    CHECK(gaps(1) == std::vector<int>{2, 5});
}

TEST_CASE("a scene without a title shows its name", "[viewer]") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scene.json";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "untitled_pair", "bodies": [
        {"name": "a", "shape": {"box": {"size": [1, 1, 1]}}, "fixed": true},
        {"name": "b", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 1, 0]}]})";
    const OpenedCase opened(file.string(), "opposing");
    CHECK(describe(opened.application).starts_with("untitled_pair, "));
}

TEST_CASE("the selection differs from every verdict in brightness", "[viewer]") {
    const auto brightness = [](const Color& color) {
        return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue;
    };
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        const ThemeColors& colors = theme_colors(theme);
        CHECK(std::abs(brightness(colors.selection) - brightness(colors.selection_casing)) > 200.0);
        for (int kind = 0; kind < kVerdictKinds; ++kind) {
            const Color verdict = verdict_color(static_cast<VerdictKind>(kind));
            CHECK(std::abs(brightness(colors.selection) - brightness(verdict)) > 50.0);
        }
    }
}

TEST_CASE("one method of a comparison can be hidden", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    CHECK_THROWS_AS(run_command(opened.application, "hide-method first"), UsageError);
    opened.run("compare opposing");
    opened.run("hide-method first");
    CHECK_FALSE(opened.application.comparing());
    CHECK(opened.application.scene->sides[0].generator == "opposing");
}

}  // namespace
}  // namespace touchstone::viewer
