// What `touchstone check` and `touchstone compare` stand on: figures, movements, baselines.

#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/tables/regression/baseline.h"
#include "reports/tables/regression/figures.h"
#include "reports/tables/regression/movement_table.h"
#include "reports/writers/junit_writer.h"
#include "reports/writers/movement_writer.h"
#include "reports/writers/tests/sample_report.h"

using namespace touchstone;
using namespace touchstone::reports;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::make_sample_report;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

ContactPoint make_contact(const Vec3& position, const Vec3& normal, double separation) {
    ContactPoint contact;
    contact.position = position;
    contact.normal = normal;
    contact.separation = separation;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

/// The sample's first row with as many contacts, in a line along x.
StudyRow make_row() {
    StudyRow row = make_sample_report().rows[0];
    row.body_names = {"floor", "box"};
    for (int i = 0; i < row.judgement.contacts; ++i) {
        row.contacts.push_back(make_contact(Vec3(0.1 * i, 0.0, 0.0), Vec3::UnitY(), -1e-4));
    }
    return row;
}

std::vector<Movement> movements_of(const StudyRow& before, const StudyRow& after) {
    const std::vector<FigureRow> first{make_figure_row(before, 0)};
    const std::vector<FigureRow> second{make_figure_row(after, 0)};
    return find_movements(first, second, default_tolerances());
}

bool has(const std::vector<Movement>& movements, const std::string& what) {
    return std::ranges::any_of(movements,
                               [&](const Movement& movement) { return movement.what == what; });
}

}  // namespace

TEST_CASE("equal rows have no movements", "[check]") {
    CHECK(movements_of(make_row(), make_row()).empty());
}

TEST_CASE("a figure that moves either way past its tolerance is named", "[check]") {
    const StudyRow before = make_row();
    for (const double step : {-1e-8, 1e-8}) {
        StudyRow after = before;
        *after.metrics[0] += step;
        const std::vector<Movement> movements = movements_of(before, after);
        REQUIRE(movements.size() == 1);
        CHECK(movements[0].what == "quality");
        CHECK(movements[0].before != movements[0].after);  // digits enough to tell them apart
        CHECK(movements[0].turn == (step > 0.0 ? Turn::Better : Turn::Worse));
    }
    StudyRow near = before;
    *near.metrics[0] += 1e-10;
    CHECK(movements_of(before, near).empty());
    StudyRow without = before;
    without.metrics[0].reset();
    REQUIRE(movements_of(before, without).size() == 1);
    CHECK(movements_of(before, without)[0].after == "none");
    StudyRow broken = before;
    broken.metrics[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK(movements_of(before, broken).size() == 1);
    CHECK(movements_of(broken, broken).empty());
}

TEST_CASE("contacts that turn, move, go and come are told apart", "[check]") {
    const StudyRow before = make_row();
    StudyRow flipped = before;
    flipped.contacts[2].normal = -Vec3::UnitY();
    std::vector<Movement> movements = movements_of(before, flipped);
    REQUIRE(movements.size() == 1);
    CHECK(movements[0].what == "contact floor – box at (0.2, 0, 0)");
    CHECK(movements[0].before == "normal (0, 1, 0)");  // and nothing that is the same
    CHECK(movements[0].after == "normal (0, -1, 0)");
    CHECK(movements[0].kind == MovementKind::Contact);

    StudyRow deeper = before;
    deeper.contacts[0].separation -= 1e-6;
    CHECK(movements_of(before, deeper).size() == 1);

    StudyRow moved = before;
    moved.contacts[0].position.x() += 1e-6;
    CHECK(movements_of(before, moved).size() == 1);

    StudyRow fewer = before;
    fewer.contacts.pop_back();
    movements = movements_of(before, fewer);
    REQUIRE(movements.size() == 1);
    CHECK(movements[0].after == "gone");
    movements = movements_of(fewer, before);
    REQUIRE(movements.size() == 1);
    CHECK(movements[0].before.empty());

    StudyRow sorted_otherwise = before;
    std::swap(sorted_otherwise.contacts[0], sorted_otherwise.contacts[4]);
    CHECK(movements_of(before, sorted_otherwise).empty());
}

TEST_CASE("rows with many contacts are compared pair by pair", "[check]") {
    StudyRow before = make_row();
    before.contacts.assign(kMostContacts + 1, make_contact(Vec3::Zero(), Vec3::UnitY(), 0.0));
    CHECK(movements_of(before, before).empty());
    StudyRow flipped = before;
    flipped.contacts[7].normal = -Vec3::UnitY();
    std::vector<Movement> movements = movements_of(before, flipped);
    REQUIRE(movements.size() == 1);
    CHECK(movements[0].what == "pair floor – box");
    StudyRow other_pair = before;
    other_pair.contacts[7].body_a = 1;
    other_pair.contacts[7].body_b = 0;
    movements = movements_of(before, other_pair);
    CHECK(movements.size() == 2);
    CHECK(has(movements, "pair box – floor"));
}

TEST_CASE("a figure without a tolerance is not compared", "[check]") {
    const StudyRow before = make_row();
    StudyRow after = before;
    after.metrics[0].reset();
    FigureTolerances tolerances = default_tolerances();
    const std::vector<FigureRow> old_rows{make_figure_row(before, 0)};
    const std::vector<FigureRow> new_rows{make_figure_row(after, 0)};
    REQUIRE(find_movements(old_rows, new_rows, tolerances).size() == 1);
    std::ranges::fill(tolerances.figures, std::numeric_limits<double>::infinity());
    CHECK(find_movements(old_rows, new_rows, tolerances).empty());
}

TEST_CASE("rows that are missing or new are named", "[check]") {
    const std::vector<FigureRow> rows{make_figure_row(make_row(), 0)};
    const std::vector<Movement> gone = find_movements(rows, {}, default_tolerances());
    REQUIRE(gone.size() == 1);
    CHECK(gone[0].after == "missing");
    const std::vector<Movement> come = find_movements({}, rows, default_tolerances());
    REQUIRE(come.size() == 1);
    CHECK(come[0].before == "missing");
}

TEST_CASE("a baseline reads back as it was written, hostile names included", "[check]") {
    StudyRow row = make_row();
    row.case_id = "=cmd|' /C'!A0 <b>&\"`x`";
    row.body_names = {"\\input{x}", "@sum"};
    StudyRow many = make_row();
    many.query = 2;
    many.contacts.assign(kMostContacts + 1,
                         make_contact(Vec3(1.0 / 3.0, 0.0, 0.0), Vec3::UnitY(), 0.0));
    Baseline baseline;
    baseline.version = "1.2.3";
    baseline.commit = "0123456789ab";
    baseline.tolerances = default_tolerances();
    baseline.tolerances.figures[3] = 2.0;
    baseline.tolerances.position = 1e-5;
    baseline.runs = {{{"all", "x.json"}, {"opposing"}, {1, 2}, "published", {"study.friction=0"}}};
    baseline.rows = {make_figure_row(row, 0), make_figure_row(many, 0)};

    const TemporaryFolder folder;
    const fs::path file = folder.path() / "baseline.json";
    std::ostringstream text;
    write_baseline(text, baseline);
    std::ofstream(file, std::ios::binary) << text.str();
    const Baseline back = read_baseline(file);

    CHECK(back.version == baseline.version);
    CHECK(back.tolerances.figures == baseline.tolerances.figures);
    CHECK(back.tolerances.position == 1e-5);
    CHECK(back.runs[0].cases == baseline.runs[0].cases);
    CHECK(back.runs[0].queries == baseline.runs[0].queries);
    CHECK(back.runs[0].profile == "published");
    CHECK(back.runs[0].assignments == baseline.runs[0].assignments);
    FigureTolerances none;
    none.figures.assign(contact_figures().size(), 0.0);
    none.position = none.separation = none.angle = 0.0;
    CHECK(find_movements(baseline.rows, back.rows, none).empty());
    std::ostringstream again;
    write_baseline(again, back);
    CHECK(again.str() == text.str());
}

TEST_CASE("JUnit XML is well formed, and its failures name what moved", "[check]") {
    StudyRow before = make_row();
    before.case_id = "<a&\"b'\x1b[31m>";
    before.body_names = {"<floor>", "]]>"};
    StudyRow after = before;
    after.contacts[0].normal = -Vec3::UnitY();
    const std::vector<Movement> movements = movements_of(before, after);
    const StudyRow calm = make_row();
    const std::vector<RowKey> keys{make_figure_row(before, 0).key, make_figure_row(calm, 0).key};
    std::ostringstream out;
    write_junit(out, keys, movements);
    CHECK_THAT(out.str(), !Contains("\x1b"));

    tinyxml2::XMLDocument document;
    REQUIRE(document.Parse(out.str().c_str()) == tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* suites = document.RootElement();
    CHECK(suites->IntAttribute("tests") == 2);
    CHECK(suites->IntAttribute("failures") == 1);
    const tinyxml2::XMLElement* suite = suites->FirstChildElement("testsuite");
    CHECK(suite->IntAttribute("failures") == 1);
    const tinyxml2::XMLElement* failure =
        suite->FirstChildElement("testcase")->FirstChildElement("failure");
    REQUIRE(failure != nullptr);
    CHECK_THAT(failure->GetText(), Contains("contact <floor> – ]]> at (0, 0, 0): was"));
    CHECK(suite->NextSiblingElement()->FirstChildElement("testcase")->FirstChild() == nullptr);
}

TEST_CASE("JUnit XML has a failure for each method that failed in all of its rows", "[check]") {
    const std::vector<RowKey> keys{make_figure_row(make_row(), 0).key};
    std::ostringstream out;
    write_junit(out, keys, {}, std::array<std::string, 1>{"mine failed in all of its 8 rows"});

    tinyxml2::XMLDocument document;
    REQUIRE(document.Parse(out.str().c_str()) == tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* suites = document.RootElement();
    CHECK(suites->IntAttribute("tests") == 2);
    CHECK(suites->IntAttribute("failures") == 1);
    const tinyxml2::XMLElement* test = suites->LastChildElement("testsuite")->FirstChildElement();
    CHECK(test->Attribute("name") == std::string("mine"));
    CHECK(test->FirstChildElement("failure")->Attribute("message") ==
          std::string("mine failed in all of its 8 rows"));
}

TEST_CASE("the table of movements shows a share of a row's lines and counts all", "[check]") {
    std::vector<Movement> movements(kMostMovementsShown + 3,
                                    Movement{make_figure_row(make_row(), 0).key, "a|b\n", "1", ""});
    std::ostringstream out;
    write_movements_markdown(out, movements, {"Baseline", "Now"});
    CHECK_THAT(out.str(), StartsWith("0 better, 0 worse, 1 neither: 1 row.\n"));
    CHECK_THAT(out.str(), Contains("27 moved, in 1 row; 3 not shown."));
    CHECK_THAT(out.str(), Contains("a\\|b "));
    std::ostringstream nothing;
    write_movements_markdown(nothing, {}, {"Baseline", "Now"});
    CHECK(nothing.str() == "Nothing moved.\n");
}

TEST_CASE("a figure is better when it comes nearer to what is right", "[check]") {
    const auto turn_of = [](const std::string& id, double before, double after) {
        StudyRow first = make_row();
        const auto& figures = contact_figures();
        const auto place = std::ranges::find(figures, id, &Figure<StudyRow>::id) - figures.begin();
        std::vector<FigureRow> rows{make_figure_row(first, 0), make_figure_row(first, 0)};
        rows[0].figures[place] = before;
        rows[1].figures[place] = after;
        const std::vector<Movement> movements =
            find_movements(std::span(rows).first(1), std::span(rows).last(1), default_tolerances());
        REQUIRE(movements.size() == 1);
        return movements[0].turn;
    };
    CHECK(turn_of("coverage", 0.5, 0.75) == Turn::Better);
    CHECK(turn_of("quality", 1.0, 0.75) == Turn::Worse);
    CHECK(turn_of("excess", 3.0, 1.5) == Turn::Better);
    CHECK(turn_of("excess", 0.5, 1.0) == Turn::Better);
    CHECK(turn_of("excess", 0.5, 1.5) == Turn::Neither);  // as far off
    CHECK(turn_of("audit_duplicates", 0.0, 2.0) == Turn::Worse);
    CHECK(turn_of("verdict_tilted", 2.0, 1.0) == Turn::Better);
    CHECK(turn_of("contacts", 5.0, 9.0) == Turn::Neither);
    CHECK(turn_of("correct", 5.0, 9.0) == Turn::Neither);
}

TEST_CASE("a row that got worse in one figure is worse, and worse rows stand first", "[check]") {
    RowKey contacts_only;
    contacts_only.case_id = "a";
    RowKey better = contacts_only;
    better.case_id = "b";
    RowKey worse = contacts_only;
    worse.case_id = "c";
    const std::vector<Movement> movements{
        {contacts_only, "contact", "right", "tilted", MovementKind::Contact},
        {better, "quality", "0.5", "1", MovementKind::Figure, Turn::Better},
        {better, "contacts", "4", "5"},
        {worse, "coverage", "0.5", "1", MovementKind::Figure, Turn::Better},
        {worse, "quality", "1", "0.5", MovementKind::Figure, Turn::Worse}};
    const std::vector<MovedRow> rows = moved_rows(movements);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].key.case_id == "c");
    CHECK(rows[1].key.case_id == "b");
    CHECK(rows[2].turn == RowTurn::Contacts);
    CHECK(movement_headline(rows) == "1 better, 1 worse, 1 contacts only: 3 rows.");
}

TEST_CASE("annotations say what got worse, one a row, and cannot be broken out of", "[check]") {
    std::vector<Movement> movements;
    for (int i = 0; i < 12; ++i) {
        RowKey key;
        key.case_id = "case:" + std::to_string(i) + ",100%\n::error::x";
        key.generator_id = "growth";
        movements.push_back({key, "quality", "1", "0.5", MovementKind::Figure, Turn::Worse});
    }
    std::ostringstream out;
    write_movements_github(out, movements);
    CHECK_THAT(out.str(),
               StartsWith("0 better, 12 worse: 12 rows.\n::error title=Contacts%2C worse%3A "
                          "case%3A0%2C100%25 %3A%3Aerror"));
    CHECK_THAT(out.str(), Contains("::quality: 1 → 0.5 (worse)\n"));
    const std::string text = out.str();
    CHECK(std::ranges::count(text, '\n') == 11);  // as many as the runner shows, and the first line
}
