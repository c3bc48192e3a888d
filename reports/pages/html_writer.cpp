#include "reports/pages/html_writer.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "reports/exports/base64.h"
#include "reports/pages/html_assets.h"
#include "reports/pages/html_tables.h"
#include "reports/tables/wrong_contacts.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

constexpr int kListedPerRow = 25;  // wrong contacts; all are in wrong_contacts.csv

void write_heading(std::ostream& out, const char* id, const char* title) {
    out << "<h2 id=\"" << id << "\">" << title << "</h2>\n";
}

void write_summary(std::ostream& out, const Report& report, const PageExtras&) {
    std::vector<std::string> lines = provenance_lines(report.provenance);
    const std::vector<std::string> paper = paper_lines(report);
    lines.insert(lines.end(), paper.begin(), paper.end());
    if (report.stopped) {
        lines.emplace_back("Stopped early: rows are missing");
    }
    write_html_list(out, lines);
    out << "<nav aria-label=\"Sections\"><ul>\n<li><a href=\"#overview\">Overview</a></li>\n"
           "<li><a href=\"#rows\">All rows</a></li>\n<li><a href=\"#plots\">Plots</a></li>\n"
           "<li><a href=\"#errors\">What is wrong</a></li>\n"
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

/// Marks a cell by whether it agrees with the paper's; the sign stands in the paper's own column.
void mark(HtmlCell& ours, HtmlCell& paper, const std::optional<Agreement>& agreement,
          bool Agreement::*part) {
    if (agreement && !paper.text.empty()) {
        const bool agrees = *agreement.*part;
        ours.kind = agrees ? "agrees" : "differs";
        paper.text = (agrees ? "= " : "≠ ") + paper.text;
    }
}

std::vector<HtmlCell> row_cells(const StudyRow& row) {
    const PaperValues paper = paper_values(row);
    const auto metric = [&](std::string_view id) { return metric_value(row, id); };
    std::vector<HtmlCell> cells{
        {row.case_title},
        {row.generator_title},
        count_cell(row.judgement.contacts),
        count_cell(paper.contacts),
        count_cell(row.has_reference ? std::optional(row.judgement.correct) : std::nullopt),
        count_cell(paper.correct),
        number_cell(metric("coverage"), 100.0, 1),
        number_cell(paper.coverage, 100.0, 1),
        number_cell(metric("quality"), 100.0, 1),
        number_cell(paper.quality, 100.0, 1),
        number_cell(metric("excess"), 1.0, 1),
        number_cell(paper.excess, 1.0, 1),
        number_cell(metric("area_coverage"), 1.0, 3),
        number_cell(metric("normal_alignment"), 1.0, 3)};
    mark(cells[2], cells[3], row.agreement, &Agreement::excess);
    mark(cells[4], cells[5], row.agreement, &Agreement::quality);
    mark(cells[6], cells[7], row.agreement, &Agreement::coverage);
    mark(cells[8], cells[9], row.agreement, &Agreement::quality);
    mark(cells[10], cells[11], row.agreement, &Agreement::excess);
    return cells;
}

void write_rows(std::ostream& out, const Report& report, const PageExtras&) {
    write_heading(out, "rows", "All rows");
    HtmlTable table;
    table.columns = {"Case",  "Generator",   "Contacts", "Paper",  "Right", "Paper", "Coverage (%)",
                     "Paper", "Quality (%)", "Paper",    "Excess", "Paper", "P",     "Q"};
    for (const StudyRow& row : report.rows) {
        table.rows.push_back(row_cells(row));
    }
    write_html_table(out, table);
}

/// The drawing as a part of a page: without the prologue of a file, and with ids of its own, since
/// all of gnuplot's drawings have the same.
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
        out << "<figure><div class=\"wide\" tabindex=\"0\"><div class=\"plot\">\n"
            << inline_svg(plot.svg, i + 1) << "</div></div>\n<figcaption>"
            << xml_escaped(plot.title) << ". Data: " << xml_escaped(plot.csv_name)
            << "</figcaption></figure>\n";
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
        for (int i = 0; i < std::min<int>(kListedPerRow, static_cast<int>(wrong.size())); ++i) {
            const ContactPoint& contact = row.contacts[wrong[i].index];
            const double angle = row.judgement.verdicts[wrong[i].index].angle;
            table.rows.push_back({{row.case_title},
                                  {row.generator_title},
                                  {row.body_names.at(contact.body_a)},
                                  {row.body_names.at(contact.body_b)},
                                  {wrong[i].error},
                                  angle == angle ? number_cell(angle, 1.0, 1) : HtmlCell{},
                                  {rounded_text(contact.position, 4)},
                                  {rounded_text(contact.normal, 4)},
                                  number_cell(contact.separation, 1.0, 5)});
        }
        left_out += std::max(0, static_cast<int>(wrong.size()) - kListedPerRow);
    }
    if (table.rows.empty()) {
        return;
    }
    out << "<h3 id=\"contacts\">Wrong contacts</h3>\n<p>Off by: between the contact's normal and "
           "the nearest right one.";
    if (left_out > 0) {
        out << " Of each case and generator the first " << kListedPerRow << "; " << left_out
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
            out << "<img width=\"480\" height=\"360\" alt=\"" << title
                << "\" src=\"data:image/png;base64," << base64(picture.png) << "\">";
        }
        const std::string errors = error_summary(row);
        out << "<figcaption>" << title << (errors.empty() ? "" : ": ") << xml_escaped(errors)
            << "</figcaption></figure>\n";
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
    if (report.agreement.cells > 0) {
        write_heading(out, "agreement", "Agreement with the paper");
        out << "<p>Erleben 2018, Table 8.</p>\n";
        write_html_list(out, agreement_lines(report));
    }
}

/// Left out without lines.
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

/// The page from top to bottom: one function, one line here.
using WriteReportSection = void (*)(std::ostream&, const Report&, const PageExtras&);
constexpr std::array<WriteReportSection, 9> kReportSections{
    &write_summary, &write_tables, &write_agreement, &write_truth,   &write_rows,
    &write_plots,   &write_errors, &write_audit,     &write_settings};

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
