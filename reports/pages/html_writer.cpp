#include "reports/pages/html_writer.h"

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <tuple>

#include "methods/base/base64.h"
#include "reports/pages/html_assets.h"
#include "reports/pages/html_tables.h"
#include "reports/tables/report_lines.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

// Of the wrong contacts; more are in wrong_contacts.csv.
constexpr int kListedOfKind =
    2;  // contacts listed of one row with the same error between the same bodies
constexpr int kListedPerRow = 8;    // contacts listed of one row
constexpr int kListedInPage = 800;  // contacts listed in a page

void write_heading(std::ostream& out, const char* id, const char* title) {
    out << "<h2 id=\"" << id << "\">" << title << "</h2>\n";
}

void write_summary(std::ostream& out, const Report& report, const PageExtras&) {
    if (!report.rows.empty()) {
        write_html_summary(out, summarize(report));
    }
}

/// Returns a link to a file beside the page.
std::string file_link(const std::string& file) {
    return "<a href=\"" + xml_escaped(file) + "\">" + xml_escaped(file) + "</a>";
}

void write_origin(std::ostream& out, const Report& report, const PageExtras& extras) {
    std::vector<std::string> lines = provenance_lines(report.provenance);
    const std::vector<std::string> paper = paper_lines(report);
    lines.insert(lines.end(), paper.begin(), paper.end());
    if (report.stopped) {
        lines.emplace_back("Stopped early: rows are missing");
    }
    out << "<p class=\"origin\">";
    for (const std::string& line : lines) {
        out << (&line == &lines.front() ? "" : " · ") << xml_escaped(line);
    }
    out << "</p>\n";
    if (!extras.data_files.empty()) {
        out << "<p>Data: ";
        for (const std::string& file : extras.data_files) {
            out << (&file == &extras.data_files.front() ? "" : ", ") << file_link(file);
        }
        out << "</p>\n";
    }
    out << "<nav aria-label=\"Sections\"><ul>\n<li><a href=\"#overview\">Case by case</a></li>\n"
           "<li><a href=\"#errors\">What is wrong</a></li>\n"
           "<li><a href=\"#plots\">Plots</a></li>\n<li><a href=\"#rows\">All rows</a></li>\n"
           "<li><a href=\"#audit\">Audit</a></li>\n"
           "<li><a href=\"#settings\">Settings and origin</a></li>\n</ul></nav>\n";
}

void write_tables(std::ostream& out, const Report& report, const PageExtras&) {
    const std::vector<ReportTable> tables = make_tables(report);
    write_html_overview(out, tables);
    for (const ReportTable& table : tables) {
        if (!is_in_overview(table)) {
            write_html_table(out, table);
        }
    }
}

HtmlCell count_cell(const std::optional<int>& value) {
    return value ? HtmlCell{std::to_string(*value), *value} : HtmlCell{};
}

/// Says in the paper's own column whether we agree.
void compare_with(HtmlCell& paper, const std::optional<Agreement>& agreement,
                  bool Agreement::*part) {
    if (agreement && !paper.text.empty()) {
        paper.text = (*agreement.*part ? "= " : "≠ ") + paper.text;
    }
}

/// Returns a cell for a share that is right when it is whole.
HtmlCell judged_cell(const std::optional<double>& share) {
    HtmlCell cell = number_cell(share, 100.0, 1);
    cell.kind = !share ? "" : *share == 1.0 ? "right" : "wrong";
    return cell;
}

/// Returns whether the row is right, in words: "yes", "no" or nothing.
HtmlCell verdict_cell(const StudyRow& row) {
    const std::optional<bool> right = is_right(row);
    return !right   ? HtmlCell{row.answered() ? "" : "no answer"}
           : *right ? HtmlCell{"yes", std::nullopt, "right"}
                    : HtmlCell{"no", std::nullopt, "wrong"};
}

/// Returns the cells of a row, of which 4, 6, 8, 10 and 12 are the paper's.
std::vector<HtmlCell> row_cells(const StudyRow& row) {
    const PaperValues paper = paper_values(row);
    const auto metric = [&](std::string_view id) { return metric_value(row, id); };
    std::vector<HtmlCell> cells{
        {row.case_title},
        {row.generator_title},
        verdict_cell(row),
        count_cell(row.judgement.contacts),
        count_cell(paper.contacts),
        count_cell(row.has_reference ? std::optional(row.judgement.correct) : std::nullopt),
        count_cell(paper.correct),
        judged_cell(metric("coverage")),
        number_cell(paper.coverage, 100.0, 1),
        judged_cell(metric("quality")),
        number_cell(paper.quality, 100.0, 1),
        number_cell(metric("excess"), 1.0, 1),
        number_cell(paper.excess, 1.0, 1),
        number_cell(metric("area_coverage"), 1.0, 3),
        number_cell(metric("normal_alignment"), 1.0, 3)};
    compare_with(cells[4], row.agreement, &Agreement::excess);
    compare_with(cells[6], row.agreement, &Agreement::quality);
    compare_with(cells[8], row.agreement, &Agreement::coverage);
    compare_with(cells[10], row.agreement, &Agreement::quality);
    compare_with(cells[12], row.agreement, &Agreement::excess);
    return cells;
}

/// Drops the items whose heads are "Paper".
template <typename Item>
void drop_paper(std::vector<Item>& items, const std::vector<std::string>& heads) {
    std::vector<Item> kept;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (heads[i] != "Paper") {
            kept.push_back(std::move(items[i]));
        }
    }
    items = std::move(kept);
}

void write_rows(std::ostream& out, const Report& report, const PageExtras&) {
    write_heading(out, "rows", "All rows");
    HtmlTable table;
    const std::vector<std::string> heads{
        "Case",           "Generator", "Is right",     "Contacts", "Paper",
        "Right contacts", "Paper",     "Coverage (%)", "Paper",    "Quality (%)",
        "Paper",          "Excess",    "Paper",        "P",        "Q"};
    table.columns = heads;
    for (const StudyRow& row : report.rows) {
        table.rows.push_back(row_cells(row));
    }
    if (!shows_paper(report)) {
        for (std::vector<HtmlCell>& row : table.rows) {
            drop_paper(row, heads);
        }
        drop_paper(table.columns, heads);
    }
    write_html_table(out, table);
}

/// Returns the drawing as a part of a page: without the prologue of a file, and with ids of its
/// own, since all of gnuplot's drawings use the same.
std::string inline_svg(const std::string& svg, std::size_t number) {
    std::string text = svg.substr(std::min(svg.find("<svg"), svg.size()));
    const auto drop = [&](std::string_view begin, std::string_view end) {
        const std::size_t from = text.find(begin);
        const std::size_t to = from == std::string::npos ? from : text.find(end, from);
        if (to != std::string::npos) {
            text.erase(from, to + end.size() - from);
        }
    };
    drop("<title>", "</title>");
    drop("<desc>", "</desc>");
    const std::string prefix = "p" + std::to_string(number) + "-";
    for (const std::string_view attribute : {"id='", "id=\"", "href='#"}) {
        for (std::size_t at = text.find(attribute); at != std::string::npos;
             at = text.find(attribute, at + attribute.size())) {
            text.insert(at + attribute.size(), prefix);
        }
    }
    return text;
}

void write_plots(std::ostream& out, const Report&, const PageExtras& extras) {
    write_heading(out, "plots", "Plots");
    if (extras.plots.empty()) {
        out << "<p>Nothing to draw.</p>\n";
        return;
    }
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < extras.plots.size(); ++i) {
        const PagePlot& plot = extras.plots[i];
        if (plot.svg.empty()) {
            if (std::ranges::find(reasons, plot.why_not) == reasons.end()) {
                reasons.push_back(plot.why_not);
            }
            continue;
        }
        out << "<figure><div class=\"wide\" tabindex=\"0\"><div class=\"plot\">\n";
        if (plot.file.empty()) {
            out << inline_svg(plot.svg, i + 1);
        } else {
            out << "<img loading=\"lazy\" alt=\"" << xml_escaped(plot.title) << "\" src=\""
                << xml_escaped(plot.file) << "\">";
        }
        out << "</div></div>\n<figcaption>" << xml_escaped(plot.title)
            << ". Data: " << file_link(plot.csv_name) << "</figcaption></figure>\n";
    }
    write_html_list(out, reasons);
}

HtmlCell plain_count(int count) { return {std::to_string(count), count}; }

void write_error_table(std::ostream& out, const Report& report) {
    HtmlTable table;
    table.columns = {"Case",         "Generator",       "Contacts",        "Wrong normals",
                     "Out of place", "Missing normals", "Excess contacts", "Kinds of error"};
    for (const StudyRow& row : report.rows) {
        const RowErrors errors = row_errors(row);
        if (!errors.none()) {
            table.rows.push_back({{row.case_title},
                                  {row.generator_title},
                                  plain_count(row.judgement.contacts),
                                  plain_count(errors.normals),
                                  plain_count(errors.misplaced),
                                  plain_count(errors.missing),
                                  plain_count(errors.excess),
                                  {error_summary(row)}});
        }
    }
    if (table.rows.empty()) {
        out << "<p>Nothing that a reference tells.</p>\n";
        return;
    }
    write_html_table(out, table);
}

void write_contact_table(std::ostream& out, const Report& report) {
    HtmlTable table;
    table.columns = {"Case",   "Generator",     "A", "B", "Error", "Off by (°)", "Position (m)",
                     "Normal", "Separation (m)"};
    int left_out = 0;
    for (const StudyRow& row : report.rows) {
        const std::vector<WrongContact> wrong = wrong_contacts(row);
        std::map<std::tuple<std::string, int, int>, int> listed;
        int of_row = 0;
        for (const WrongContact& each : wrong) {
            const ContactPoint& contact = row.contacts[each.index];
            if (of_row == kListedPerRow || std::ssize(table.rows) == kListedInPage ||
                listed[{each.error, contact.body_a, contact.body_b}]++ >= kListedOfKind) {
                continue;
            }
            ++of_row;
            const double angle = row.judgement.verdicts[each.index].angle;
            table.rows.push_back({{row.case_title},
                                  {row.generator_title},
                                  {row.body_names.at(contact.body_a)},
                                  {row.body_names.at(contact.body_b)},
                                  {each.error},
                                  angle == angle ? number_cell(angle, 1.0, 1) : HtmlCell{},
                                  {rounded_text(contact.position, 4)},
                                  {rounded_text(contact.normal, 4)},
                                  number_cell(contact.separation, 1.0, 5)});
        }
        left_out += static_cast<int>(wrong.size()) - of_row;
    }
    if (table.rows.empty()) {
        return;
    }
    out << "<h3 id=\"contacts\">Wrong contacts</h3>\n<p>Off by: between the contact's normal and "
           "the nearest right one.";
    if (left_out > 0) {
        out << " Of those alike the first " << kListedOfKind
            << ", of each case and generator at most " << kListedPerRow << "; " << left_out
            << " more are in wrong_contacts.csv.";
    }
    out << "</p>\n";
    write_html_table(out, table);
}

void write_pictures(std::ostream& out, const Report& report, const PageExtras& extras) {
    if (!extras.no_pictures.empty()) {
        out << "<p>No pictures: " << xml_escaped(extras.no_pictures) << "</p>\n";
    }
    if (extras.pictures.empty()) {
        return;
    }
    out << "<h3 id=\"pictures\">Pictures</h3>\n<p>Right contacts are green, wrong ones red, true "
           "contact regions and normals that nobody found blue.</p>\n<div class=\"pictures\">\n";
    for (const Picture& picture : extras.pictures) {
        const StudyRow& row = report.rows.at(picture.row);
        const std::string title = xml_escaped(row.case_title + ", " + row.generator_title);
        out << "<figure>";
        if (picture.png.empty()) {
            out << "<p>No picture: " << xml_escaped(picture.why_not) << "</p>";
        } else {
            out << "<img loading=\"lazy\" width=\"640\" height=\"480\" alt=\"" << title
                << "\" src=\""
                << (picture.file.empty() ? "data:image/png;base64," + base64(picture.png)
                                         : xml_escaped(picture.file))
                << "\">";
        }
        const std::string errors = error_summary(row);
        out << "<figcaption>" << title << (errors.empty() ? "" : ": ") << xml_escaped(errors);
        if (!picture.command.empty()) {
            out << "<code>" << xml_escaped(picture.command) << "</code>";
        }
        out << "</figcaption></figure>\n";
    }
    out << "</div>\n";
}

void write_errors(std::ostream& out, const Report& report, const PageExtras& extras) {
    write_heading(out, "errors", "What is wrong");
    write_error_table(out, report);
    write_pictures(out, report, extras);
    write_contact_table(out, report);
}

void write_agreement(std::ostream& out, const Report& report, const PageExtras&) {
    if (report.agreement.cells > 0 && shows_paper(report)) {
        write_heading(out, "agreement", "Agreement with the paper");
        out << "<p>Erleben 2018, Table 8.</p>\n";
        write_html_list(out, agreement_lines(report));
    }
}

/// Writes a section; omitted without lines.
void write_section(std::ostream& out, const char* id, const char* title,
                   const std::vector<std::string>& lines) {
    if (!lines.empty()) {
        write_heading(out, id, title);
        write_html_list(out, lines);
    }
}

void write_truth(std::ostream& out, const Report& report, const PageExtras&) {
    write_section(out, "refusals", "No answer", refusal_lines(report));
    write_section(out, "truth", "Where the truth cannot be told", truth_lines(report));
    write_section(out, "rounding", "Where coordinates are rounded", rounding_lines(report));
    write_section(out, "variants", "Variants that come out differently", variant_lines(report));
}

void write_audit(std::ostream& out, const Report& report, const PageExtras&) {
    write_heading(out, "audit", "Audit");
    const std::vector<std::string> lines = audit_lines(report);
    if (lines.empty()) {
        out << "<p>Every contact is finite, has a unit normal, lies within the bounds of both "
               "bodies, is no deeper than they overlap, and is there once.</p>\n";
    }
    write_html_list(out, lines);
}

void write_settings(std::ostream& out, const Report& report, const PageExtras& extras) {
    write_heading(out, "settings", "Settings and origin");
    out << "<ul>\n<li>Touchstone " << xml_escaped(report.provenance.version) << ", commit "
        << xml_escaped(report.provenance.commit) << ", schema touchstone-report-1</li>\n";
    if (!extras.command.empty()) {
        out << "<li>Made by <code>" << xml_escaped(extras.command) << "</code></li>\n";
    }
    out << "</ul>\n";
    write_html_settings(out, report.provenance.sections);
}

/// The sections of the page from top to bottom: one function, one line here.
using WriteReportSection = void (*)(std::ostream&, const Report&, const PageExtras&);
constexpr std::array<WriteReportSection, 10> kReportSections{
    &write_origin, &write_summary, &write_tables,    &write_truth, &write_errors,
    &write_plots,  &write_rows,    &write_agreement, &write_audit, &write_settings};

}  // namespace

void write_html(std::ostream& out, const Report& report, const PageExtras& extras) {
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << page_policy() << "\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<meta name=\"generator\" content=\"Touchstone "
        << xml_escaped(report.provenance.version)
        << ", touchstone-report-1\">\n<title>Contact points against their right "
        << "answers</title>\n<style>" << page_style() << "</style>\n</head>\n<body>\n"
        << "<h1>Contact points against their right answers</h1>\n";
    for (const WriteReportSection& write : kReportSections) {
        write(out, report, extras);
    }
    out << "<script>" << page_script() << "</script>\n</body>\n</html>\n";
}

}  // namespace touchstone::reports
