#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "methods/base/printable.h"
#include "methods/testing/catch.h"
#include "reports/pages/html_assets.h"
#include "reports/pages/html_writer.h"
#include "reports/tables/columns.h"
#include "reports/tables/csv_line.h"
#include "reports/tables/method_summary.h"
#include "reports/tables/report_lines.h"
#include "reports/tables/report_tables.h"
#include "reports/text/number_text.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/latex_writer.h"
#include "reports/writers/markdown_writer.h"
#include "reports/writers/tests/golden_file.h"
#include "reports/writers/tests/sample_report.h"

using namespace touchstone;
using namespace touchstone::reports;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

std::string html_text() {
    std::ostringstream out;
    write_html(out, make_sample_report());
    return out.str();
}

/// Replaces the one occurrence of a part that has a file, and tests, of its own.
void leave_out(std::string& text, const std::string& part, const std::string& name) {
    const std::size_t place = text.find(part);
    REQUIRE(place != std::string::npos);
    text.replace(place, part.size(), name);
}

nlohmann::ordered_json report_json() {
    std::ostringstream out;
    write_json(out, make_sample_report());
    return nlohmann::ordered_json::parse(out.str());
}

std::vector<std::string> keys(const nlohmann::ordered_json& object) {
    std::vector<std::string> result;
    for (const auto& [key, value] : object.items()) {
        result.push_back(key);
    }
    return result;
}

}  // namespace

TEST_CASE("the writers make what the golden files hold", "[golden]") {
    const Report report = make_sample_report();
    const ContactList contacts = make_sample_contacts();
    std::ostringstream out;
    SECTION("Markdown") {
        write_markdown(out, report);
        CHECK(difference_from_golden("report.md", out.str()) == "");
    }
    SECTION("CSV") {
        write_csv(out, report);
        CHECK(difference_from_golden("report.csv", out.str()) == "");
    }
    SECTION("JSON") {
        write_json(out, report);
        CHECK(difference_from_golden("report.json", out.str()) == "");
    }
    SECTION("LaTeX") {
        write_latex(out, report);
        CHECK(difference_from_golden("report.tex", out.str()) == "");
    }
    SECTION("HTML") {
        std::string page = html_text();
        page = std::regex_replace(page, std::regex("sha256-[^']*"), "sha256-HASH");
        leave_out(page, page_style(), "\nSTYLE\n");
        leave_out(page, page_script(), "\nSCRIPT\n");
        CHECK(difference_from_golden("report.html", page) == "");
    }
    SECTION("contacts as CSV") {
        write_csv(out, contacts);
        CHECK(difference_from_golden("contacts.csv", out.str()) == "");
    }
    SECTION("contacts as JSON") {
        write_json(out, contacts);
        CHECK(difference_from_golden("contacts.json", out.str()) == "");
    }
}

TEST_CASE("the JSON of a report has the promised keys first, in their order", "[reports]") {
    const nlohmann::ordered_json report = report_json();
    const std::vector<std::string> top = keys(report);
    CHECK(std::vector<std::string>(top.begin(), top.begin() + 5) ==
          std::vector<std::string>{"schema", "version", "commit", "settings", "rows"});
    const std::vector<std::string> row = keys(report["rows"][0]);
    CHECK(std::vector<std::string>(row.begin(), row.begin() + 23) ==
          std::vector<std::string>{"case",
                                   "generator",
                                   "profile",
                                   "pose",
                                   "query",

                                   "contacts",
                                   "correct",
                                   "correct_at",
                                   "quality",
                                   "coverage",
                                   "excess",
                                   "min_contacts",
                                   "position_score",
                                   "area_coverage",
                                   "normal_alignment",
                                   "paper_alignment",
                                   "force_quality",
                                   "force_coverage",
                                   "force_excess",
                                   "sideways_force",
                                   "paper",
                                   "jitter",
                                   "audit"});
    CHECK(keys(report["rows"][0]["correct_at"]) == std::vector<std::string>{"0.1", "1", "5", "10"});
    CHECK(keys(report["rows"][0]["paper"]) == std::vector<std::string>{"contacts", "correct",
                                                                       "quality", "coverage",
                                                                       "excess", "area_coverage"});
    CHECK(report["settings"]["generators"]["growth"]["first_scale"] == "0.9");
}

TEST_CASE("the JSON of a report says null for what is missing", "[reports]") {
    const nlohmann::ordered_json rows = report_json()["rows"];
    CHECK(rows[1]["quality"].is_null());
    CHECK(rows[1]["coverage"] == 0.0);
    CHECK(rows[1]["paper"]["excess"].is_null());
    CHECK(rows[1]["jitter"]["quality"].is_null());
    CHECK(rows[2]["correct"].is_null());
    CHECK(rows[2]["coverage"].is_null());
    CHECK(rows[2]["paper"].is_null());
    CHECK(rows[2]["jitter"].is_null());
    // All bits of a number come back.
    CHECK(rows[0]["quality"].get<double>() == 5.0 / 7.0);
}

TEST_CASE("the HTML page escapes text, runs its own script alone and loads nothing", "[reports]") {
    const std::string page = html_text();
    CHECK_THAT(page, Contains("&lt;b&gt;A &amp; &#39;B&#39;&lt;/b&gt;"));
    CHECK_THAT(page, !Contains("<b>A"));
    CHECK(page.find("<script") == page.rfind("<script"));
    CHECK_THAT(page, Contains("script-src 'sha256-") && !Contains("unsafe-inline"));
    CHECK_THAT(page, !Contains("http://") && !Contains("https://"));
    CHECK_THAT(page, Contains("Content-Security-Policy") && Contains("default-src 'none'"));
    CHECK_THAT(page, Contains("width=device-width") && Contains("@media print"));
    CHECK_THAT(page, Contains("0123456789ab-dirty") && Contains("touchstone-report-1"));
}

TEST_CASE("csv_cell quotes and disarms text, and leaves numbers alone", "[reports]") {
    CHECK(csv_cell({}) == "");
    CHECK(csv_cell(-3) == "-3");
    CHECK(csv_cell(-0.1) == "-0.1");
    CHECK(csv_cell(2.0 / 3.0) == "0.6666666666666666");
    CHECK(csv_cell(std::string("a b")) == "a b");
    CHECK(csv_cell(std::string("a,b")) == "\"a,b\"");
    CHECK(csv_cell(std::string("say \"a\"")) == "\"say \"\"a\"\"\"");
    CHECK(csv_cell(std::string("=1+2")) == "'=1+2");
    CHECK(csv_cell(std::string("+1")) == "'+1");
    CHECK(csv_cell(std::string("-1")) == "'-1");
    CHECK(csv_cell(std::string("@a,b")) == "\"'@a,b\"");
    CHECK(csv_cell(std::string("a\nb")) == "a b");
}

TEST_CASE("printable keeps text and replaces what a terminal obeys", "[reports]") {
    const std::string replaced = "\xEF\xBF\xBD";
    CHECK(printable("spike, ≥ 0 — 😀") == "spike, ≥ 0 — 😀");
    CHECK(printable("two\nlines\tand\r") == "two lines and ");
    CHECK(printable("\x1b[31m") == replaced + "[31m");
    CHECK(printable("\x7f") == replaced);
    CHECK(printable("\xC2\x9B") == replaced);             // C1: CSI as one character
    CHECK(printable("a\xffz") == "a" + replaced + "z");   // not UTF-8
    CHECK(printable("\xC0\x9B") == replaced + replaced);  // overlong
    CHECK(printable("\xE2\x82") == replaced + replaced);  // cut off
    CHECK(printable("\xE2\x80\xAE") == replaced);         // right to left
    CHECK(printable(std::string_view("a\0b", 3)) == "a" + replaced + "b");
}

TEST_CASE("exact_text reads back as the same bits, rounded_text has the digits asked for",
          "[reports]") {
    const double value = GENERATE(0.1, 1.0 / 3.0, -2.5e-300, 1e22, 0.0, 123456789.0);
    CHECK(std::stod(exact_text(value)) == value);
    CHECK(rounded_text(1.25, 1) == "1.2");
    CHECK(rounded_text(66.66666, 1) == "66.7");
}

TEST_CASE("no file holds a number that is none", "[reports]") {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, -infinity, std::nan("")}) {
        CAPTURE(value);
        CHECK(exact_text(value).empty());
        CHECK(rounded_text(value, 2) == "–");
        CHECK(csv_cell(value).empty());
    }
}

TEST_CASE("make_tables has cases across, generators down and gaps where nothing was asked",
          "[reports]") {
    const std::vector<ReportTable> tables = make_tables(make_sample_report());
    REQUIRE(tables.size() == 5);  // no row has a Q of the paper's formula
    CHECK(tables[0].id == "coverage");
    CHECK(tables[1].id == "quality");
    CHECK(tables[2].id == "excess");
    CHECK(tables[0].columns.size() == 2);
    REQUIRE(tables[0].rows.size() == 2);
    CHECK(tables[0].rows[1].title == "Growth");
    CHECK(!tables[0].rows[1].cells[1]);
    CHECK(tables[0].rows[0].cells[0]->ours == "50.0");
    CHECK(tables[0].rows[0].cells[0]->paper == "25.0");
    CHECK(tables[0].rows[0].cells[0]->agrees == false);
    CHECK(tables[0].agreeing == 1);
    CHECK(tables[0].compared == 2);
    CHECK(tables[1].rows[0].cells[0]->ours == "71.4 (5/7)");
    CHECK(tables[1].rows[0].cells[0]->range == "[66.7 … 71.4]");
    CHECK(tables[1].rows[0].cells[0]->agrees == true);
    CHECK(tables[1].rows[1].cells[0]->ours == "– (0/0)");
    CHECK(tables[1].rows[1].cells[0]->agrees == true);
    CHECK(tables[2].rows[1].cells[0]->paper == "(*) (0)");
    CHECK(!tables[2].rows[0].cells[1]->agrees);
}

TEST_CASE("a summary has a line per method, the best first, and its means", "[reports]") {
    Report report = make_sample_report();
    StudyRow right = report.rows[1];  // Growth, without contacts
    right.case_id = "wedges";
    right.judgement.contacts = right.judgement.correct = 3;
    right.metrics[0] = right.metrics[1] = right.metrics[2] = 1.0;  // quality, coverage, excess
    StudyRow refused = right;
    refused.outcome = Outcome::Unsupported;
    StudyRow failed = report.rows[0];
    failed.outcome = Outcome::Failed;
    report.rows.insert(report.rows.end(), {right, refused, failed});

    const std::vector<MethodSummary> summaries = summarize(report);
    REQUIRE(summaries.size() == 2);
    CHECK(summaries[0].title == "Growth");
    CHECK(summaries[0].right == 1);
    CHECK(summaries[0].judged == 2);  // the refused case counts in nothing
    CHECK(summaries[0].unanswered == 1);
    CHECK(summaries[0].coverage.value == 0.5);
    CHECK(summaries[0].quality.value == 1.0);
    CHECK(summaries[0].quality.cases == 1);
    CHECK(summaries[1].right == 0);
    CHECK(summaries[1].judged == 2);  // what failed is not right; the third case says nothing
    CHECK(summary_cells(summaries[0]) ==
          std::vector<std::string>{"Growth", "50", "100 (1)", "0.5", "1 of 2"});
}

TEST_CASE("what is right is marked, and the paper's values stay away unless asked for",
          "[reports]") {
    Report report = make_sample_report();
    report.provenance.profile = Profile::Corrected;
    std::vector<ReportTable> tables = make_tables(report);
    CHECK(tables[0].rows[0].cells[0]->right == false);  // coverage of 50 %
    CHECK(tables[0].rows[0].cells[0]->paper.empty());
    CHECK(!tables[0].rows[0].cells[0]->agrees);
    CHECK(!tables[1].rows[1].cells[0]->right);  // no quality without contacts
    CHECK(!tables[2].rows[0].cells[0]->right);  // an excess above 1 is not wrong
    CHECK(paper_lines(report).empty());
    CHECK(agreement_lines(report).empty());
    std::ostringstream markdown;
    write_markdown(markdown, report);
    CHECK_THAT(markdown.str(), Contains("50.0 ✗") && !Contains("≠") && !Contains("paper"));
    std::ostringstream page;
    write_html(page, report);
    CHECK_THAT(page.str(), Contains("class=\"ours wrong\"") && !Contains("Erleben 2018"));
    report.paper = true;
    tables = make_tables(report);
    CHECK(tables[0].rows[0].cells[0]->paper == "25.0");
    CHECK(tables[0].rows[0].cells[0]->agrees == false);
}

TEST_CASE("the Markdown of many cases has them below each other", "[reports]") {
    Report report = make_sample_report();
    const StudyRow row = report.rows[0];
    report.rows.clear();
    for (int i = 0; i < 30; ++i) {
        report.rows.push_back(row);
        report.rows.back().case_id = "case_" + std::to_string(i);
    }
    std::ostringstream out;
    write_markdown(out, report);
    std::istringstream lines(out.str());
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) {
        widest = std::max(widest, line.starts_with("|") ? line.size() : 0);
    }
    CHECK(widest < 120);
}

TEST_CASE("make_tables puts the paper's values of Pillar, Wall and Arch beside ours, uncounted",
          "[reports]") {
    Report report = make_sample_report();
    StudyRow pillar = report.rows[0];
    pillar.case_id = "pillar";
    pillar.paper.reset();
    pillar.agreement.reset();
    pillar.paper_pillar = PaperPillarCounts{188, 184};
    StudyRow arch = pillar;
    arch.case_id = "arch";
    arch.paper_pillar.reset();
    arch.paper_masonry = PaperMasonry{0.30, true, 0.64};
    report.rows = {pillar, arch};
    report.agreement = count_agreement(report.rows);
    CHECK(report.agreement.cells == 0);

    const std::vector<ReportTable> tables = make_tables(report);
    REQUIRE(tables.size() == 5);
    const auto cell = [&](int table, int column) { return *tables[table].rows[0].cells[column]; };
    CHECK(cell(0, 0).paper == "");
    CHECK(cell(1, 0).paper == "97.9 (184/188)");
    CHECK(cell(1, 1).paper == "≈ 70.0");
    CHECK(cell(2, 0).paper == "4.7 (188)");
    CHECK(cell(2, 1).paper == "");
    CHECK(tables[3].id == "area_coverage");
    CHECK(cell(3, 1).ours == "0.625");
    CHECK(cell(3, 1).range == "[0.500 … 0.625]");
    CHECK(cell(3, 1).paper == "0.64");
    CHECK(tables[4].id == "normal_alignment");
    CHECK(cell(4, 0).ours == "0.786");  // five of 1 and two of 0.25
    CHECK(paper_text(cell(1, 0)) == "paper 97.9 (184/188)");
    CHECK(paper_text(cell(4, 0)) == "");
    CHECK(agreement_lines(report).empty());
    REQUIRE(paper_lines(report).size() == 1);
    CHECK_THAT(paper_lines(report)[0], Contains("query 2"));

    std::ostringstream csv;
    write_csv(csv, report);
    CHECK_THAT(csv.str(), Contains("paper_area_coverage") && Contains(",0.64,"));
    std::ostringstream json;
    write_json(json, report);
    const nlohmann::json rows = nlohmann::json::parse(json.str())["rows"];
    CHECK(rows[0]["paper"]["contacts"] == 188);
    CHECK(rows[0]["paper"]["coverage"].is_null());
    CHECK(rows[0]["agrees"].is_null());
    CHECK(rows[1]["paper"]["quality"] == 0.7);
    CHECK(rows[1]["paper"]["contacts"].is_null());
}
