#include "reports/writers/impacts/impact_writers.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reports/provenance/version.h"
#include "reports/tables/csv_line.h"
#include "reports/tables/impacts/impact_table.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr const char* kUnmeasured = "–";  // nothing was measured; not the same as 0

nlohmann::ordered_json json_value(const TableValue& value) {
    return std::visit(
        [](const auto& held) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return nullptr;
            } else {
                return held;
            }
        },
        value);
}

nlohmann::ordered_json row_json(const ImpactStudyRow& row,
                                const std::vector<ImpactColumn>& columns) {
    nlohmann::ordered_json entry;
    for (const ImpactColumn& column : columns) {
        entry[column.id] = json_value(column.value(row));
    }
    entry["wrong"] = nlohmann::ordered_json::array();
    for (const WrongImpact& wrong : row.wrong) {
        entry["wrong"].push_back(
            {{"number", wrong.number}, {"verdict", impact_verdict_id(wrong.verdict)}});
    }
    return entry;
}

/// Writes two significant digits: "3.4e-07".
std::string brief_exponent(double value) {
    if (std::isnan(value)) {
        return kUnmeasured;
    }
    if (value == 0.0) {
        return "0";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", value);
    return text.data();
}

/// Writes seconds as microseconds, with three significant digits.
std::string micro_text(double seconds) {
    if (std::isnan(seconds)) {
        return kUnmeasured;
    }
    const double value = 1e6 * seconds;
    return rounded_text(value, value < 10.0 ? 2 : value < 100.0 ? 1 : 0);
}

TableLine table_line(const ImpactStudyRow& row) {
    const ImpactFigures& figures = row.figures;
    return {row.method,
            std::to_string(figures.false_positives),
            std::to_string(figures.missed),
            figures.late == 0
                ? "0"
                : std::to_string(figures.late) + " (" + brief_exponent(figures.worst_late) + ")",
            brief_exponent(figures.early.quantile(0.5)),
            brief_exponent(figures.early.quantile(0.9)),
            brief_exponent(figures.early.largest()),
            micro_text(row.seconds.mean()),
            micro_text(row.seconds.quantile(0.5)),
            micro_text(row.seconds.quantile(0.9)),
            micro_text(row.seconds.quantile(0.99)),
            micro_text(row.seconds.largest()),
            rounded_text(row.work.mean(), 1),
            rounded_text(row.work.largest(), 0),
            std::to_string(row.capped)};
}

/// Writes rows first to last - 1, which are of one set and kind.
void write_section(std::ostream& out, const std::vector<ImpactStudyRow>& rows, std::size_t first,
                   std::size_t last) {
    const ImpactStudyRow& head = rows[first];
    out << "\n## " << markdown_escaped(head.set) << ", " << kind_name(head.kind) << ": "
        << head.figures.queries << " queries, " << head.figures.hits << " hits\n\n";
    std::vector<TableLine> lines{{"method", "false pos.", "missed", "late (worst)", "early median",
                                  "90 %", "worst", "µs mean", "median", "90 %", "99 %", "worst",
                                  "work mean", "worst", "capped"}};
    for (std::size_t i = first; i < last; ++i) {
        lines.push_back(table_line(rows[i]));
    }
    write_text_table(out, std::move(lines));
}

}  // namespace

void write_csv(std::ostream& out, const ImpactReport& report) {
    const std::vector<ImpactColumn> columns = impact_columns();
    std::vector<TableValue> cells;
    cells.reserve(columns.size());
    for (const ImpactColumn& column : columns) {
        cells.emplace_back(column.id);
    }
    write_csv_line(out, cells);
    for (const ImpactStudyRow& row : report.result.rows) {
        cells.clear();
        for (const ImpactColumn& column : columns) {
            cells.push_back(column.value(row));
        }
        write_csv_line(out, cells);
    }
}

namespace {

nlohmann::ordered_json own_json(const std::vector<SettingsSection>& sections) {
    nlohmann::ordered_json methods = nlohmann::ordered_json::object();
    for (const SettingsSection& section : sections) {
        for (const OptionValue& value : section.values) {
            methods[section.owner][value.id] = value.value;
        }
    }
    return methods;
}

}  // namespace

void write_json(std::ostream& out, const ImpactReport& report) {
    const ImpactSettings& settings = report.settings;
    nlohmann::ordered_json document{{"schema", "touchstone-impacts-1"},
                                    {"version", program_version()},
                                    {"commit", program_commit()},
                                    {"settings",
                                     {{"separation", settings.separation},
                                      {"tolerance", settings.tolerance},
                                      {"t_max", settings.t_max},
                                      {"max_boxes", settings.max_boxes},
                                      {"methods", own_json(report.own)}}},
                                    {"queries", report.result.queries},
                                    {"contradicted", report.result.contradicted},
                                    {"no_answers", report.result.no_answers},
                                    {"complete", !report.result.stopped},
                                    {"rows", nlohmann::ordered_json::array()}};
    const std::vector<ImpactColumn> columns = impact_columns();
    for (const ImpactStudyRow& row : report.result.rows) {
        document["rows"].push_back(row_json(row, columns));
    }
    out << document.dump(2) << '\n';
}

void write_markdown(std::ostream& out, const ImpactReport& report) {
    const std::vector<ImpactStudyRow>& rows = report.result.rows;
    out << "# Contact times\n\n" << report.result.queries << " queries";
    if (report.result.contradicted > 0) {
        out << "; of " << report.result.contradicted
            << " the source states what exact arithmetic denies";
    }
    out << ". Judged by exact arithmetic at separation " << exact_text(report.settings.separation)
        << " (0 for methods that mind none); tolerance " << exact_text(report.settings.tolerance)
        << " unless the set brings its own. Early and late: before and after the true time, in "
           "steps. Times: processor time of one query.\n";
    std::size_t first = 0;
    for (std::size_t i = 1; i <= rows.size(); ++i) {
        if (i == rows.size() || rows[i].set != rows[first].set ||
            rows[i].kind != rows[first].kind) {
            write_section(out, rows, first, i);
            first = i;
        }
    }
    if (!report.result.no_answers.empty()) {
        out << "\n## No answer\n\nThese gave none to some query, and so have no row there.\n\n";
        for (const std::string& line : report.result.no_answers) {
            out << "- " << markdown_escaped(line) << '\n';
        }
    }
    if (report.result.stopped) {
        out << "\nStopped early: what was not finished has no row.\n";
    }
}

}  // namespace touchstone::reports
