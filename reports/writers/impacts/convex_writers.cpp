#include "reports/writers/impacts/convex_writers.h"

#include <cmath>
#include <optional>
#include <ostream>

#include "methods/base/join.h"
#include "reports/tables/csv_line.h"
#include "reports/text/number_text.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr const char* kConvexSchema = "touchstone-convex-1";

/// Writes a number, or a dash when it is unset.
std::string number_or_dash(double value, int digits) {
    return std::isnan(value) ? "–" : rounded_text(value, digits);
}

std::string mean_and_deviation(double mean, double deviation) {
    return number_or_dash(mean, 1) + " ± " + number_or_dash(deviation, 1);
}

std::string key_text(const std::array<double, 3>& key_iterations) {
    if (std::isnan(key_iterations[0])) {
        return "–";
    }
    std::string text;
    for (const double count : key_iterations) {
        append_item(text, rounded_text(count, 1));
    }
    return text;
}

TableLine head_line() {
    return {"method",           "iterations", "most", "to 0.9, 0.95, 0.99", "µs",
            "kept of samples",  "too close",  "late", "d(T) / s d(0)",      "least",
            "T / first contact"};
}

TableLine line_of(const ConvexStudyRow& row) {
    return {row.title,
            mean_and_deviation(row.mean_iterations, row.deviation),
            std::to_string(row.worst_iterations),
            key_text(row.key_iterations),
            number_or_dash(row.microseconds, 2),
            std::to_string(row.contract_kept) + " of " + std::to_string(row.samples),
            std::to_string(row.too_close),
            std::to_string(row.late),
            number_or_dash(row.mean_kept, 2),
            number_or_dash(row.least_kept, 3),
            number_or_dash(row.mean_share_of_time, 6)};
}

/// Returns nothing when the paper has no such row.
std::optional<TableLine> published_line(const ConvexTable& table, const std::string& id) {
    for (const PublishedConvexRow& row : published_convex_rows(table.set.is_large)) {
        if (row.id == id && table.transform.is_published) {
            return TableLine{"– in the paper",
                             mean_and_deviation(row.iterations, row.deviation),
                             "–",
                             key_text(row.key_iterations),
                             rounded_text(row.microseconds, 0),
                             "–",
                             "–",
                             "–",
                             "–",
                             "–",
                             "–"};
        }
    }
    return std::nullopt;
}

TableValue cell(double value) { return std::isnan(value) ? TableValue() : TableValue(value); }

}  // namespace

void write_convex_markdown(std::ostream& out, const ConvexReport& report) {
    out << "Casts of convex bodies, s = " << exact_text(report.settings.kept_share)
        << ", α = " << exact_text(report.settings.slack)
        << ", K = " << exact_text(report.settings.frame_growth) << "; touchstone " << report.version
        << ", commit " << report.commit << '\n';
    for (const ConvexTable& table : report.tables) {
        out << "\nHulls of " << table.samples.points << " points ("
            << number_or_dash(table.vertices, 1) << " vertices), " << table.samples.count
            << " samples, seed " << table.samples.seed << ": " << table.transform.title << "\n\n";
        std::vector<TableLine> lines{head_line()};
        for (const ConvexStudyRow& row : table.rows) {
            lines.push_back(line_of(row));
            if (const std::optional<TableLine> published = published_line(table, row.id)) {
                lines.push_back(*published);
            }
        }
        write_text_table(out, lines);
    }
}

void write_convex_csv(std::ostream& out, const ConvexReport& report) {
    out << "schema,version,commit,set,points,samples,seed,transform,kept_share,slack,method,"
           "iterations,deviation,most_iterations,to_0.9,to_0.95,to_0.99,microseconds,"
           "support_calls,contract_kept,too_close,late,unfinished,mean_kept,least_kept,"
           "mean_share_of_time,restarts,steps_back,frame_growth,max_iterations\n";
    for (const ConvexTable& table : report.tables) {
        for (const ConvexStudyRow& row : table.rows) {
            write_csv_line(out, {std::string(kConvexSchema),
                                 report.version,
                                 report.commit,
                                 std::string(table.set.id),
                                 table.samples.points,
                                 row.samples,
                                 std::to_string(table.samples.seed),
                                 std::string(table.transform.id),
                                 report.settings.kept_share,
                                 report.settings.slack,
                                 row.id,
                                 cell(row.mean_iterations),
                                 cell(row.deviation),
                                 row.worst_iterations,
                                 cell(row.key_iterations[0]),
                                 cell(row.key_iterations[1]),
                                 cell(row.key_iterations[2]),
                                 cell(row.microseconds),
                                 cell(row.support_calls),
                                 row.contract_kept,
                                 row.too_close,
                                 row.late,
                                 row.unfinished,
                                 cell(row.mean_kept),
                                 cell(row.least_kept),
                                 cell(row.mean_share_of_time),
                                 row.restarts,
                                 row.steps_back,
                                 report.settings.frame_growth,
                                 report.settings.max_iterations});
        }
    }
}

}  // namespace touchstone::reports
