#include "reports/pages/html_tables.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>

#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

constexpr int kLongTable = 12;  // number of rows from which a table is filtered and scrolls

struct OverviewPart {
    const char* id;     ///< id of the report's table
    const char* label;  ///< label in the cell
};
constexpr std::array<OverviewPart, 3> kOverview{
    {{"coverage", "coverage %"}, {"quality", "quality %"}, {"excess", "excess"}}};

const char* kind_of(const TableCell& cell) {
    return !cell.right ? "" : *cell.right ? "right" : "wrong";
}

/// Ours, the range and the paper's.
void write_values(std::ostream& out, const TableCell& cell, const char* label) {
    const char* const kind = kind_of(cell);
    out << "<span class=\"ours " << kind << "\">";
    if (*label != '\0') {
        out << "<span class=\"what\">" << label << "</span> ";
    }
    out << xml_escaped(cell.ours) << "</span>";
    if (!cell.range.empty()) {
        out << "<span class=\"range\">" << xml_escaped(cell.range) << "</span>";
    }
    if (!cell.paper.empty()) {
        const char* const sign = !cell.agrees ? "" : *cell.agrees ? "= " : "≠ ";
        out << "<span class=\"paper\">" << sign << "paper " << xml_escaped(cell.paper) << "</span>";
    }
}

void write_head(std::ostream& out, const std::vector<std::string>& columns) {
    out << "<thead><tr>";
    for (const std::string& column : columns) {
        out << "<th scope=\"col\">" << xml_escaped(column) << "</th>";
    }
    out << "</tr></thead>\n<tbody>\n";
}

std::vector<std::string> heads_of(const ReportTable& table) {
    std::vector<std::string> heads = table.columns;
    heads.insert(heads.begin(), table.heading);
    return heads;
}

void write_sorted_cell(std::ostream& out, const HtmlCell& cell) {
    out << "<td";
    if (cell.number || !cell.kind.empty()) {
        out << " class=\"" << (cell.number ? "number" : "")
            << (cell.number && !cell.kind.empty() ? " " : "") << cell.kind << '"';
    }
    if (cell.number) {
        out << " data-value=\"" << exact_text(*cell.number) << '"';
    }
    out << '>' << (cell.kind.empty() ? "" : "<span class=\"ours\">") << xml_escaped(cell.text)
        << (cell.kind.empty() ? "" : "</span>") << "</td>";
}

}  // namespace

HtmlCell number_cell(const std::optional<double>& value, double scale, int digits) {
    return value ? HtmlCell{rounded_text(scale * *value, digits), *value} : HtmlCell{};
}

void write_html_table(std::ostream& out, const HtmlTable& table) {
    const bool is_long = std::ssize(table.rows) >= kLongTable;
    out << "<div class=\"wide" << (is_long ? " tall" : "") << "\" tabindex=\"0\"><table class=\""
        << (is_long ? "sortable filterable" : "sortable") << "\">\n";
    write_head(out, table.columns);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        out << "<tr";
        if (!table.keys.empty()) {
            out << " data-row=\"" << xml_escaped(table.keys[i]) << '"';
        }
        out << '>';
        for (const HtmlCell& cell : table.rows[i]) {
            write_sorted_cell(out, cell);
        }
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

void write_html_table(std::ostream& out, const ReportTable& table) {
    out << "<h2 id=\"" << xml_escaped(table.id) << "\">" << xml_escaped(table.title) << "</h2>\n<p>"
        << xml_escaped(table.note)
        << "</p>\n<div class=\"wide\" tabindex=\"0\"><table class=\"sortable\">\n";
    write_head(out, heads_of(table));
    for (const ReportTable::Row& row : table.rows) {
        out << "<tr><th scope=\"row\">" << xml_escaped(row.title) << "</th>";
        for (const std::optional<TableCell>& cell : row.cells) {
            out << "<td>";
            if (cell) {
                write_values(out, *cell, "");
            }
            out << "</td>";
        }
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

void write_html_summary(std::ostream& out, const std::vector<MethodSummary>& summaries) {
    out << "<h2 id=\"summary\">Summary</h2>\n<p>" << xml_escaped(summary_note())
        << "</p>\n<div class=\"wide\" tabindex=\"0\"><table class=\"sortable summary\">\n";
    write_head(out, summary_heads());
    for (const MethodSummary& summary : summaries) {
        const std::vector<std::string> texts = summary_cells(summary);
        out << "<tr><th scope=\"row\">" << xml_escaped(texts[0]) << "</th>";
        const std::array<const CaseMean*, 3> means{&summary.coverage, &summary.quality,
                                                   &summary.excess};
        for (std::size_t i = 0; i < means.size(); ++i) {
            HtmlCell cell{texts[i + 1], means[i]->value};
            cell.kind = is_full(*means[i], summary) ? "right" : "";
            write_sorted_cell(out, cell);
        }
        const std::optional<bool> right = is_right_throughout(summary);
        const char* const kind = !right ? "" : *right ? " right" : " wrong";
        out << "<td class=\"number" << kind << "\" data-value=\"" << summary.right << "\">"
            << (right ? "<span class=\"ours\">" : "") << xml_escaped(texts[4])
            << (right ? "</span>" : "");
        if (summary.judged > 0) {
            out << " <meter min=\"0\" max=\"" << summary.judged << "\" value=\"" << summary.right
                << "\">" << xml_escaped(texts[4]) << "</meter>";
        }
        out << "</td></tr>\n";
    }
    out << "</tbody></table></div>\n";
}

bool is_in_overview(const ReportTable& table) {
    return std::ranges::find(kOverview, table.id, &OverviewPart::id) != kOverview.end();
}

void write_html_settings(std::ostream& out, const std::vector<SettingsSection>& sections) {
    HtmlTable table;
    table.columns = {"Option", "Value"};
    for (const SettingsSection& section : sections) {
        for (const OptionValue& value : section.values) {
            table.rows.push_back({{section.owner + "." + std::string(value.id)}, {value.value}});
        }
    }
    write_html_table(out, table);
}

namespace {

bool has_plain_cells(const ReportTable& table) {
    return std::ranges::all_of(table.rows, [](const ReportTable::Row& row) {
        return std::ranges::all_of(row.cells, [](const std::optional<TableCell>& cell) {
            return !cell || (cell->range.empty() && cell->paper.empty());
        });
    });
}

void write_labels(std::ostream& out, const std::vector<const char*>& labels) {
    out << "<td class=\"labels\">";
    for (const char* const label : labels) {
        out << "<span>" << label << "</span>";
    }
    out << "</td>";
}

}  // namespace

void write_html_overview(std::ostream& out, const std::vector<ReportTable>& stated) {
    std::vector<ReportTable> tables;
    tables.reserve(stated.size());
    for (const ReportTable& table : stated) {
        // What there is more of goes down: a page is scrolled that way.
        tables.push_back(table.columns.size() > table.rows.size() ? transposed(table) : table);
    }
    std::vector<const ReportTable*> parts;
    std::vector<const char*> labels;
    bool is_plain = true;  // cells have a line per part, so labels may stand once a row
    for (const OverviewPart& part : kOverview) {
        const auto found = std::ranges::find(tables, part.id, &ReportTable::id);
        if (found != tables.end()) {
            parts.push_back(&*found);
            is_plain = is_plain && has_plain_cells(*found);
            labels.push_back(part.label);
        }
    }
    if (parts.empty()) {
        return;
    }
    out << "<h2 id=\"overview\">Case by case</h2>\n<ul>\n";
    for (const ReportTable* part : parts) {
        out << "<li><b>" << xml_escaped(part->title) << "</b>: " << xml_escaped(part->note)
            << "</li>\n";
    }
    out << "</ul>\n<div class=\"wide\" tabindex=\"0\"><table id=\"overview-table\">\n";
    std::vector<std::string> heads = heads_of(*parts[0]);
    if (is_plain) {
        heads.insert(heads.begin() + 1, "");
    }
    write_head(out, heads);
    for (std::size_t line = 0; line < parts[0]->rows.size(); ++line) {
        out << "<tr><th scope=\"row\">" << xml_escaped(parts[0]->rows[line].title) << "</th>";
        if (is_plain) {
            write_labels(out, labels);
        }
        for (std::size_t column = 0; column < parts[0]->columns.size(); ++column) {
            out << "<td>";
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const std::optional<TableCell>& cell = parts[i]->rows[line].cells[column];
                if (cell) {
                    write_values(out, *cell, is_plain ? "" : labels[i]);
                }
            }
            out << "</td>";
        }
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

void write_html_list(std::ostream& out, const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return;
    }
    out << "<ul>\n";
    for (const std::string& line : lines) {
        out << "<li>" << xml_escaped(line) << "</li>\n";
    }
    out << "</ul>\n";
}

}  // namespace touchstone::reports
