#include "viewer/state/application.h"

#include <algorithm>
#include <set>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "viewer/commands/commands.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/scene/pick.h"
#include "viewer/state/settings_file.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;

TEST_CASE("a scene plays, steps back and goes on with the same steps", "[viewer]") {
    OpenedCase opened("spikes", "opposing");
    opened.run("play 4");
    CHECK(opened.application.step == 4);
    const std::vector<ContactPoint> fourth = opened.moment().contacts;
    opened.run("back");
    CHECK(opened.application.step == 3);
    opened.run("jump 0");
    CHECK_FALSE(opened.moment().record);
    opened.run("jump 6");
    CHECK(opened.application.step == 6);
    CHECK(opened.moment().record->step == 6);
    opened.run("jump 4");
    REQUIRE(opened.moment().contacts.size() == fourth.size());
    for (std::size_t i = 0; i < fourth.size(); ++i) {
        CHECK(opened.moment().contacts[i].position == fourth[i].position);
    }
}

TEST_CASE("settings changed while a scene runs go on from where it is", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("jump 3");
    const Vec3 place = opened.moment().record->bodies[1].world_from_body.translation;
    opened.run("set solver.friction=0.1");
    CHECK(opened.application.step == 3);
    CHECK(opened.moment().record->bodies[1].world_from_body.translation == place);
    opened.run("generator surface_sat");
    CHECK(opened.application.step == 3);
    CHECK(opened.application.scene->request.generator == "surface_sat");
    opened.run("step");
    CHECK(opened.application.step == 4);
    opened.run("restart");
    CHECK(opened.application.step == 0);
}

TEST_CASE("comparing shows two generators' contacts at the same poses", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    const OpenedCase alone("internal_edges", "opposing");
    opened.run("compare opposing");
    REQUIRE(opened.application.comparing());
    REQUIRE(opened.application.moment(1) != nullptr);
    const Moment& second = *opened.application.moment(1);
    REQUIRE(second.contacts.size() == alone.moment().contacts.size());
    CHECK(second.judgement.correct == alone.moment().judgement.correct);
    opened.run("color-by difference");
    int drawn = 0;
    for (const LegendEntry& entry : opened.view().legend) {
        drawn += entry.sign == LegendSign::Sphere ? entry.count : 0;
    }
    CHECK(drawn == static_cast<int>(opened.moment().contacts.size()));
    CHECK(opened.view().legend[0].text == std::string(match_title(MatchKind::Same)));
    opened.run("play 2");
    REQUIRE(opened.application.moment(1) != nullptr);
    CHECK(opened.application.moment(1)->world_from_shape.size() == 2);
    opened.run("compare off");
    CHECK_FALSE(opened.application.comparing());
}

TEST_CASE("comparing profiles asks one generator in both at the same poses", "[viewer]") {
    OpenedCase opened("internal_edges", "intersection");
    OpenedCase alone("internal_edges", "intersection");
    alone.run("profile published");
    opened.run("compare published");
    REQUIRE(opened.application.comparing());
    CHECK(opened.application.scene->sides[1].title == "Intersection, published");
    CHECK(opened.application.scene->sides[1].generator == "intersection");
    const Moment& published = *opened.application.moment(1);
    REQUIRE(published.contacts.size() == alone.moment().contacts.size());
    CHECK(published.judgement.correct == alone.moment().judgement.correct);
    opened.run("compare surface_sat published");
    CHECK(opened.application.moment(1)->generator == "surface_sat");
    opened.run("compare off");
    CHECK_FALSE(opened.application.comparing());
}

TEST_CASE("a step from before a change says who found its contacts", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("jump 2");
    opened.run("generator surface_sat");
    CHECK(side_title(opened.application, 0) == find_generator("surface_sat").title);
    opened.run("back");
    CHECK(side_title(opened.application, 0) ==
          find_generator("opposing").title + ", as it was then");
}

TEST_CASE("a filter that a slider runs through is one to undo, and few are kept", "[viewer]") {
    FilterHistory filters;
    ContactFilter filter;
    filter.most_angle = 90.0;
    filters.set(filter);
    for (int i = 0; i < 10; ++i) {
        filter.most_angle -= 1.0;
        filters.replace(filter);
    }
    filters.undo();
    CHECK(filters.now() == ContactFilter{});
    filters.redo();
    CHECK(filters.now().most_angle == 80.0);
    for (int i = 0; i < 1000; ++i) {
        filter.most_angle = 0.1 * i;
        filters.set(filter);
    }
    int undone = 0;
    while (filters.can_undo()) {
        filters.undo();
        ++undone;
    }
    CHECK(undone == 99);
}

TEST_CASE("contacts are filtered by their separation", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    opened.run("filter separation -1 1");
    CHECK(opened.application.passing.size() == opened.moment().contacts.size());
    opened.run("filter separation 5 6");
    CHECK(opened.application.passing.empty());
}

TEST_CASE("filters hide contacts and can be undone", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    const std::size_t all = opened.moment().contacts.size();
    const auto right = static_cast<std::size_t>(opened.moment().judgement.correct);
    opened.run("filter verdict right off");
    CHECK(opened.application.passing.size() == all - right);
    CHECK(opened.view().contacts.size() == all - right);
    opened.run("filter angle 0 45");
    CHECK(opened.application.passing.empty());
    opened.run("undo");
    CHECK(opened.application.passing.size() == all - right);
    opened.run("undo");
    opened.run("undo");  // nothing before that
    CHECK(opened.application.passing.size() == all);
    opened.run("redo");
    CHECK(opened.application.passing.size() == all - right);
    opened.run("filter off");
    CHECK(opened.application.passing.size() == all);
}

TEST_CASE("the table sorts by any column and keeps every contact", "[viewer]") {
    OpenedCase opened("pillar", "growth");
    const std::string column = GENERATE("index", "bodies", "features", "verdict", "angle",
                                        "alignment", "separation", "height");
    opened.run("sort " + column + " on");
    std::vector<int> sorted = opened.application.table;
    std::ranges::sort(sorted);
    CHECK(sorted == opened.application.passing);
    if (column == "height") {
        const auto higher = [&](int a, int b) {
            return opened.moment().contacts[a].position.y() >
                   opened.moment().contacts[b].position.y();
        };
        CHECK(std::ranges::is_sorted(opened.application.table, higher));
    }
}

TEST_CASE("a contact is picked where it is drawn and nowhere else", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("view top");
    const Application& application = opened.application;
    for (std::size_t i = 0; i < opened.view().contacts.size(); ++i) {
        const std::array<float, 3>& at = opened.view().contacts[i].position;
        const std::optional<ScreenPoint> place =
            project(application.camera, application.view_size, {at[0], at[1], at[2]});
        REQUIRE(place);
        const std::optional<int> found = pick_contact(opened.view(), application.camera,
                                                      application.view_size, place->x, place->y, 5);
        REQUIRE(found);
        CHECK((opened.moment().contacts[*found].position -
               opened.moment().contacts[opened.view().contact_indices[i]].position)
                  .norm() < 1e-6);
    }
    CHECK_FALSE(
        pick_contact(opened.view(), application.camera, application.view_size, 1.0, 1.0, 5));
}

TEST_CASE("the nearest body under the pointer is hit, hidden ones are not", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("view top");
    const Application& application = opened.application;
    const auto hit = [&] {
        return pick_body(
            opened.view(), application.scene->geometry,
            ray_through(application.camera, application.view_size,
                        0.5 * application.view_size.width, 0.5 * application.view_size.height));
    };
    const std::optional<BodyHit> upper = hit();
    REQUIRE(upper);
    CHECK(application.scene->scene.test_case.bodies[upper->body].name == "cube");
    opened.run("hide cube on");
    const std::optional<BodyHit> lower = hit();
    REQUIRE(lower);
    CHECK(lower->body != upper->body);
    CHECK(lower->point.y() < upper->point.y());
}

TEST_CASE("selecting a contact highlights the elements that made it", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    CHECK(opened.application.highlights[0].lines.empty());
    opened.run("select 0");
    CHECK_FALSE(opened.application.highlights[0].lines.empty());
    CHECK(opened.application.highlights[0].points.size() == 1);
    opened.run("select none");
    CHECK(opened.application.highlights[0].lines.empty());
}

TEST_CASE("a picture of another size is framed anew, unless the camera was moved", "[viewer]") {
    OpenedCase opened("spikes", "opposing");
    Application& application = opened.application;
    application.view_size = {400, 700};
    const Camera before = application.camera;
    update(application);
    CHECK_FALSE(application.camera == before);
    opened.run("orbit 10 0");
    const Camera moved = application.camera;
    application.view_size = {700, 400};
    update(application);
    CHECK(application.camera == moved);
}

TEST_CASE("a scene that cannot be opened leaves the old one and says why", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    opened.run("open ./missing.json");
    CHECK(opened.application.message_is_error);
    CHECK(opened.application.message.find("missing.json") != std::string::npos);
    CHECK(opened.application.moment() != nullptr);
    CHECK_THROWS_AS(run_command(opened.application, "open no_such_case"), UsageError);
}

TEST_CASE("commands refuse what does not fit and say what does", "[viewer]") {
    Application application;
    CHECK_THROWS_AS(run_command(application, "explod 1"), UnknownName);
    CHECK_THROWS_WITH(run_command(application, "color-by taste"),
                      Catch::Contains("verdict|generator|pair|separation|difference"));
    CHECK_THROWS_AS(run_command(application, "opacity much"), UsageError);
    CHECK_THROWS_AS(run_command(application, "opacity"), UsageError);
    CHECK_THROWS_AS(run_command(application, "select 0"), UsageError);
    CHECK_THROWS_AS(run_command(application, "open \"no end"), UsageError);
}

TEST_CASE("every key stands for one command that exists", "[viewer]") {
    std::set<std::string_view> ids;
    for (const Command& command : all_commands()) {
        CHECK(ids.insert(command.id).second);
        CHECK_FALSE(command.meaning.empty());
    }
    CHECK(command_for_key("Space") == "play");
    CHECK(command_for_key("Ctrl+Z") == "undo");
    CHECK(command_for_key("Shift+G") == "generator previous");
    CHECK(command_for_key("Q").empty());
}

TEST_CASE("settings survive being written and read, and broken ones change nothing", "[viewer]") {
    Application first;
    run_command(first, "theme dark");
    run_command(first, "opacity 0.75");
    run_command(first, "pressure on");
    run_command(first, "lines surface on");
    run_command(first, "panel plots on");
    run_command(first, "plot energy on");
    first.sizes.left = 333.0;
    Application second;
    read_settings(second, write_settings(first), "viewer.json");
    CHECK(write_settings(second) == write_settings(first));
    CHECK(second.display.theme == Theme::Dark);
    CHECK(second.display.elastic_colors == ElasticColors::Pressure);
    CHECK(second.shown.plots);
    CHECK(second.plots_shown == first.plots_shown);
    CHECK(second.sizes == first.sizes);
    Application third;
    CHECK_THROWS_AS(read_settings(third, "{\"schema\": 3}", "viewer.json"), FileError);
    CHECK_THROWS_AS(read_settings(third, "not at all", "viewer.json"), FileError);
    CHECK(write_settings(third) == write_settings(Application{}));
}

}  // namespace
}  // namespace touchstone::viewer
