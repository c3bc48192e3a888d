#include "reports/writers/league_writers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "methods/testing/catch.h"
#include "reports/pages/league_assets.h"
#include "reports/writers/tests/sample_league.h"

using namespace touchstone;
using namespace touchstone::reports;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

template <typename Write>
std::string text_of(const Write& write) {
    std::ostringstream out;
    write(out);
    return out.str();
}

std::string page_of(const std::string& name) {
    return text_of([&](std::ostream& out) {
        write_league_page(out, make_sample_league(name), make_sample_extras(name));
    });
}

/// Returns every tag of a page with the names of its attributes.
std::vector<std::string> tags_of(const std::string& page) {
    static const std::regex kTag("<[!/a-zA-Z][^>]*>");
    static const std::regex kValue("=\"[^\"]*\"");
    std::vector<std::string> tags;
    for (std::sregex_iterator at(page.begin(), page.end(), kTag), end; at != end; ++at) {
        tags.push_back(std::regex_replace(at->str(), kValue, "="));
    }
    return tags;
}

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("the league's page adds nothing of a hostile name but text", "[league][escape]") {
    const std::string name = GENERATE(
        std::string("<script>alert(1)</script>"), std::string("\"><img src=x onerror=alert(1)>"),
        std::string("' onload='alert(1)"), std::string("-->"), std::string("a | b [c](d)"),
        std::string("\x1b[31mred"), std::string("not \xff UTF-8"));
    CAPTURE(name);
    const std::string page = page_of(name);
    CHECK(tags_of(page) == tags_of(page_of("plain")));
    CHECK(std::ranges::none_of(page, [](char c) { return c == '\x1b' || c == '\xff'; }));
    const std::string markdown =
        text_of([&](std::ostream& out) { write_league_markdown(out, make_sample_league(name)); });
    CHECK(count_of(markdown, "\n") == count_of(text_of([&](std::ostream& out) {
                                                   write_league_markdown(
                                                       out, make_sample_league("plain"));
                                               }),
                                               "\n"));
    CHECK_THAT(markdown, !Contains("\x1b"));
    CHECK_FALSE(std::regex_search(markdown, std::regex("[^\\\\][<>|\\]] *script")));
}

TEST_CASE("the league's page has its filters, its cells and what is wrong in them", "[league]") {
    const std::string page = page_of("plain");
    CHECK(page.find("<script") == page.rfind("<script"));
    CHECK_THAT(page, Contains("default-src 'none'") && !Contains("unsafe-inline") &&
                         !Contains("http://") && !Contains("https://"));
    for (const LeagueError& error : league_errors()) {
        CHECK_THAT(page, Contains("<option value=\"" + std::string(error.id) + "\">"));
    }
    for (const char* id : {"failed", "unsupported", "not_installed", "not_repeatable"}) {
        CHECK_THAT(page, Contains("<option value=\"" + std::string(id) + "\">"));
    }
    CHECK_THAT(page, Contains("<option value=\"tets\">"));
    CHECK_THAT(page, Contains("data-errors=\"missed_normals wrong_contacts excess_contacts "
                              "outside_bounds misplaced not_repeatable\""));
    CHECK(count_of(page, "data-errors=\"not_installed\"") == 2);
    CHECK(count_of(page, "data-errors=\"unsupported\"") == 1);
    CHECK(count_of(page, "data-errors=\"failed\"") == 1);
    CHECK_THAT(page, Contains("not repeatable: contacts 5 … 4, quality 0.8 … 0.75"));
    CHECK_THAT(page, Contains("plain: unsupported in 1 case; plain: plain"));
    CHECK_THAT(page, Contains("plain, plain: contacts 5 … 4, quality 0.8 … 0.75"));
    CHECK_THAT(
        page, Contains("sideways normal, outside the bodies, 90.0° off") && Contains("and 2 more"));
    CHECK_THAT(page, Contains("touchstone-viewer --step 1 recordings/contacts-engine_hull-wall-"));
    CHECK_THAT(page, Contains("data:image/png;base64,UE5H") && Contains("No picture: plain"));
    CHECK_THAT(page, Contains("none of 3 further faulty cells"));
    CHECK_THAT(page, Contains("2026-01-02") && Contains("commit abc"));
    CHECK_THAT(page, Contains("falls at step 12") && Contains("failed after step 3: plain"));
}

TEST_CASE("summarize counts only what a row was judged in", "[league]") {
    const LeagueReport report = make_sample_league("plain");
    const LeagueSummary method = summarize(report.result, 0);
    CHECK(method.coverage.value == 1.0);
    CHECK(method.coverage.cases == 1);  // the field has a column of its own
    CHECK(method.field_passes == 1);
    CHECK(method.field_judged == 1);
    CHECK(method.right == 2);
    CHECK(method.wall_time.value() == Approx(1.5));
    CHECK(method.repeatable);
    const LeagueSummary engine = summarize(report.result, 1);
    CHECK(engine.coverage.value == 0.5);
    CHECK(engine.judged == 1);
    CHECK(engine.unsupported == 1);
    CHECK(engine.field_judged == 0);
    CHECK_FALSE(engine.repeatable);
    const LeagueSummary command = summarize(report.result, 2);
    CHECK_FALSE(command.coverage.value);
    CHECK(command.failed == 1);
    CHECK(command.field_judged == 1);
    CHECK(command.field_passes == 0);
    const LeagueSummary absent = summarize(report.result, 3);
    CHECK(absent.not_installed == 2);
    CHECK(absent.judged == 0);
}

TEST_CASE("the league's files leave empty what has not been measured", "[league]") {
    const LeagueReport report = make_sample_league("plain");
    const std::vector<std::string> cells =
        lines_of(text_of([&](std::ostream& out) { write_league_csv(out, report); }));
    REQUIRE(cells.size() == 9);
    CHECK_THAT(cells[4], Contains(",unsupported,plain,,,,,,,,,"));
    CHECK_THAT(cells[1], Contains(",judged,,4,4,1,1,4,1,1,1,yes,1,0,0,"));
    CHECK(std::ranges::none_of(cells, [](const std::string& line) {
        return line.find("8e-06") != std::string::npos;  // times are elsewhere
    }));
    const std::vector<std::string> motion =
        lines_of(text_of([&](std::ostream& out) { write_motion_csv(out, report); }));
    REQUIRE(motion.size() == 5);
    CHECK_THAT(motion[2], Contains(",wall,judged,,fallen,12,12,"));
    CHECK_THAT(motion[4], Contains(",wall,not_installed,plain,,,,,"));
    const std::vector<std::string> times =
        lines_of(text_of([&](std::ostream& out) { write_league_times_csv(out, report); }));
    CHECK_THAT(times[1], Contains("opposing,wall,query,2,3e-06,1.5,7"));
    const nlohmann::json json =
        nlohmann::json::parse(text_of([&](std::ostream& out) { write_league_json(out, report); }));
    CHECK(json["schema"] == "touchstone-league-1");
    CHECK(json["rows"].size() == 4);
    CHECK(json["cells"].size() == 8);
    CHECK(json["cells"][3]["coverage"].is_null());
    CHECK(json["cells"][2]["again_quality"] == 0.75);
    CHECK(json["motion"][1]["fallen_step"] == 12);
}
