#include "reports/commands/tests/hostile_names.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "methods/base/printable.h"
#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "reports/pages/html_writer.h"
#include "reports/plots/plot.h"
#include "reports/plots/report_plots.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/text/text_escape.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/junit_writer.h"
#include "reports/writers/latex_writer.h"
#include "reports/writers/markdown_writer.h"
#include "reports/writers/tests/sample_report.h"

using namespace touchstone;
using namespace touchstone::reports;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

const std::string kReplaced = "\xEF\xBF\xBD";

/// Every text of a report that comes from a file is the name.
Report report_named(const std::string& name) {
    StudyRow row = make_sample_report().rows[0];
    row.case_id = name;
    row.case_title = name;
    row.generator_id = name;
    row.generator_title = name;
    row.body_names = {name, name};
    row.contacts = make_sample_contacts().contacts;
    row.contacts.resize(row.judgement.verdicts.size(), row.contacts[0]);
    row.outcome = Outcome::Failed;
    row.reason = name;
    row.unknown = {name};
    row.variants = {{name, name}};
    Report report = make_sample_report();
    report.rows = {row};
    report.provenance.sections.push_back({name, {{"option", name}}});
    return report;
}

/// What follows a fixed text in two outputs must not be markup: the tags are those of a report with
/// a plain name.
std::vector<std::string> tags_of(const std::string& page) {
    static const std::regex kTag("<[^>]*>");
    static const std::regex kValue("(data-value|src|alt|id)=\"[^\"]*\"");
    std::vector<std::string> tags;
    for (std::sregex_iterator it(page.begin(), page.end(), kTag), end; it != end; ++it) {
        tags.push_back(std::regex_replace(it->str(), kValue, ""));
    }
    return tags;
}

bool has_control(const std::string& text) {
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == '\x7f') {
            return true;
        }
    }
    // Neither C1 nor what turns the direction of text, and all of it UTF-8.
    std::string lines = text;
    std::ranges::replace(lines, '\n', ' ');
    return printable(lines) != lines;
}

template <typename Write>
std::string text_of(const Write& write) {
    std::ostringstream out;
    write(out);
    return out.str();
}

PageExtras extras_named(const std::string& name) {
    PageExtras extras;
    extras.command = name;
    extras.no_pictures = name;
    extras.plots = {{name, "", name, name}};
    extras.pictures = {{0, "", name}, {0, "\x89PNG", ""}};
    return extras;
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

void check_csv(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    const std::size_t columns = cells_of(line).size();
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cells_of(line);
        CHECK(cells.size() == columns);
        for (const std::string& cell : cells) {
            static const std::regex kNumber(R"([-+]?[0-9.]+(e[-+]?[0-9]+)?)");
            const std::size_t first = cell.find_first_not_of(' ');
            if (first != std::string::npos &&
                std::string_view("=+-@").find(cell[first]) != std::string_view::npos) {
                CHECK(std::regex_match(cell, kNumber));
            }
        }
    }
    CHECK(!has_control(text));
}

}  // namespace

TEST_CASE("a hostile name adds nothing to a page but text", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const auto page = [](const std::string& title) {
        return text_of(
            [&](std::ostream& out) { write_html(out, report_named(title), extras_named(title)); });
    };
    const std::string text = page(name);
    CHECK(tags_of(text) == tags_of(page("plain")));
    CHECK(!has_control(text));
}

TEST_CASE("a hostile name stays one cell of a table in CSV, and is no formula", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const Report report = report_named(name);
    check_csv(text_of([&](std::ostream& out) { write_csv(out, report); }));
    check_csv(text_of([&](std::ostream& out) { write_wrong_contacts_csv(out, report); }));
    ContactList contacts = make_sample_contacts();
    contacts.body_names = {name, name};
    check_csv(text_of([&](std::ostream& out) { write_csv(out, contacts); }));
    for (const StudyPlot& plot : make_report_plots(report, {{name, name, {1, 2}}})) {
        check_csv(text_of([&](std::ostream& out) { write_plot_csv(out, plot); }));
    }
}

TEST_CASE("a hostile name comes back from JSON, bytes that are no UTF-8 replaced", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const std::string text =
        text_of([&](std::ostream& out) { write_json(out, report_named(name)); });
    const nlohmann::json row = nlohmann::json::parse(text)["rows"][0];
    CHECK(row["case"] == (name == "not \xff UTF-8" ? "not " + kReplaced + " UTF-8" : name));
    CHECK_THAT(text, !Contains("\x1b") && !Contains(std::string(1, '\0')));
}

TEST_CASE("a hostile name gives a terminal nothing to obey, and Markdown no markup", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const auto markdown = [](const std::string& title) {
        return text_of([&](std::ostream& out) { write_markdown(out, report_named(title)); });
    };
    const std::string text = markdown(name);
    CHECK(!has_control(text));
    CHECK(std::ranges::count(text, '\n') == std::ranges::count(markdown("plain"), '\n'));
    static const std::regex kMarkup(R"((^|[^\\])(\\\\)*[<`\[|])");
    const std::string escaped = markdown_escaped(name);
    CHECK(!std::regex_search(escaped, kMarkup));
}

TEST_CASE("a hostile name holds no command of LaTeX", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const std::string escaped = latex_escaped(name);
    // Without the forms that stand for characters nothing is left that TeX would act on.
    static const std::regex kForms(
        R"(\\text(backslash|asciicircum|asciitilde)\{\}|\\[{}$&#%_]|\$[<>|]\$|\{[`\[*]\}|''?\{\}|-\{\})");
    const std::string rest = std::regex_replace(escaped, kForms, "");
    CHECK(rest.find_first_of("\\{}$&#%_^~<>|\"`") == std::string::npos);
    CHECK(!escaped.starts_with('['));
    const std::string text =
        text_of([&](std::ostream& out) { write_latex(out, report_named(name)); });
    CHECK_THAT(text, Contains(escaped));
    CHECK(!has_control(text));
}

TEST_CASE("a hostile name adds nothing to JUnit's XML but text", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    const auto junit = [](const std::string& title) {
        const RowKey key{0, title, title, title, title, 1};
        const std::vector<RowKey> rows{key};
        const std::vector<Movement> movements{{key, title, title, title}};
        return text_of([&](std::ostream& out) { write_junit(out, rows, movements); });
    };
    static const std::regex kValue("=\"[^\"]*\"");
    std::vector<std::string> ours = tags_of(junit(name));
    std::vector<std::string> plain = tags_of(junit("plain"));
    for (std::vector<std::string>* tags : {&ours, &plain}) {
        for (std::string& tag : *tags) {
            tag = std::regex_replace(tag, kValue, "");
        }
    }
    CHECK(ours == plain);
    CHECK(!has_control(junit(name)));
}

TEST_CASE("a hostile name is drawn by gnuplot as it is, and nothing in it is run", "[escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    Plot plot;
    plot.title = plot.x_label = plot.y_label = name;
    plot.panels = {{name, {{name, {{0.0, 1.0}, {1.0, 2.0}}}}}, {name, {}}};
    const std::string script = gnuplot_script(plot);
    // Double quotes would run backticks: every text stands between single ones.
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);) {
        CHECK(std::ranges::count(line, '\'') % 2 == 0);
    }
    const std::optional<std::filesystem::path> gnuplot = find_gnuplot();
    if (!gnuplot) {
        WARN("gnuplot is not installed: its drawings were not looked at");
        return;
    }
    Plot harmless = plot;
    harmless.title = harmless.x_label = harmless.y_label = "plain";
    harmless.panels = {{"plain", {{"plain", {{0.0, 1.0}, {1.0, 2.0}}}}}, {"plain", {}}};
    const std::string svg = draw_svg(*gnuplot, plot);
    CHECK(!std::filesystem::exists("pwned"));
    CHECK(tags_of(svg).size() == tags_of(draw_svg(*gnuplot, harmless)).size());
    CHECK_THAT(svg, !Contains("<script") && !Contains("<img") && !Contains("<b>"));
}
