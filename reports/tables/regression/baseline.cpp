#include "reports/tables/regression/baseline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>

#include "methods/base/files/text_file.h"
#include "testcases/files/json/json_document.h"
#include "testcases/files/json/json_place.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBaselineSchema = "touchstone-baseline-1";
constexpr std::string_view kReportSchema = "touchstone-report-1";
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr int kMostCounted = 1'000'000;

void require_schema(const JsonPlace& file, std::string_view schema) {
    const JsonPlace place = file.require("schema");
    if (place.line_of_text() != schema) {
        place.fail_expected("\"" + std::string(schema) + "\"");
    }
}

template <typename Read>
auto read_list(const JsonPlace& place, std::string_view expected, const Read& read) {
    std::vector<decltype(read(place))> items;
    const int count = place.item_count(expected);
    items.reserve(count);
    for (int i = 0; i < count; ++i) {
        items.push_back(read(place.item(i)));
    }
    return items;
}

std::vector<std::string> read_texts(const JsonPlace& place, std::string_view expected) {
    return read_list(place, expected, [](const JsonPlace& item) { return item.line_of_text(); });
}

std::optional<double> read_figure(const JsonPlace& place) {
    if (place.is_null()) {
        return std::nullopt;
    }
    return place.number("a number or null");
}

/// Which of contact_figures() the file's columns are, and how far each may move.
struct FigureColumns {
    std::vector<int> index;
    std::vector<double> tolerance;
};

FigureColumns read_columns(const JsonPlace& place) {
    const std::span<const Figure<StudyRow>> known = contact_figures();
    FigureColumns columns;
    for (int i = 0; i < place.item_count("an array of figures"); ++i) {
        const JsonPlace item = place.item(i);
        item.allow_keys({"id", "tolerance"});
        const std::string id = item.require("id").line_of_text();
        const auto found = std::ranges::find_if(
            known, [&](const Figure<StudyRow>& kind) { return kind.id() == id; });
        if (found == known.end()) {
            item.require("id").fail("this version knows no figure \"" + id +
                                    "\"; make the baseline anew with --update");
        }
        columns.index.push_back(static_cast<int>(found - known.begin()));
        columns.tolerance.push_back(item.require("tolerance").not_negative("a number ≥ 0"));
    }
    return columns;
}

FigureTolerances read_tolerances(const JsonPlace& file, const FigureColumns& columns) {
    FigureTolerances tolerances = default_tolerances();
    // A figure that has come since the file was written is no movement.
    std::ranges::fill(tolerances.figures, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < columns.index.size(); ++i) {
        tolerances.figures[columns.index[i]] = columns.tolerance[i];
    }
    const JsonPlace contacts = file.require("contact_tolerances");
    contacts.allow_keys({"position", "separation", "angle_deg"});
    tolerances.position = contacts.require("position").not_negative("a length ≥ 0 in m");
    tolerances.separation = contacts.require("separation").not_negative("a length ≥ 0 in m");
    tolerances.angle = contacts.require("angle_deg").not_negative("an angle ≥ 0 in degrees");
    return tolerances;
}

BaselineRun read_run(const JsonPlace& place) {
    place.allow_keys({"cases", "generators", "queries", "profile", "set"});
    BaselineRun run;
    run.cases = read_texts(place.require("cases"), "an array of cases, groups or scene files");
    run.generators = read_texts(place.require("generators"), "an array of generator ids");
    run.queries = read_list(
        place.require("queries"), "an array of query numbers",
        [](const JsonPlace& item) { return item.integer(1, kMostCounted, "a query, from 1 on"); });
    run.profile = place.require("profile").line_of_text();
    if (const auto set = place.find("set")) {
        run.assignments = read_texts(*set, "an array of assignments");
    }
    return run;
}

ContactFigures read_contact(const JsonPlace& place) {
    place.allow_keys({"a", "b", "position", "normal", "separation", "verdict"});
    ContactFigures contact;
    contact.body_a = place.require("a").line_of_text();
    contact.body_b = place.require("b").line_of_text();
    contact.position = place.require("position").vector("a point [x, y, z] in m");
    contact.normal = place.require("normal").vector("a vector [x, y, z]");
    contact.separation = place.require("separation").number("a length in m");
    contact.verdict = place.require("verdict").line_of_text();
    return contact;
}

PairFigures read_pair(const JsonPlace& place) {
    place.allow_keys({"a", "b", "contacts", "correct", "normal_sum"});
    PairFigures pair;
    pair.body_a = place.require("a").line_of_text();
    pair.body_b = place.require("b").line_of_text();
    pair.contacts = place.require("contacts").integer(0, kMostCounted, "a count");
    pair.correct = place.require("correct").integer(0, kMostCounted, "a count");
    pair.normal_sum = place.require("normal_sum").vector("a vector [x, y, z]");
    return pair;
}

RowKey read_key(const JsonPlace& place) {
    RowKey key;
    key.case_id = place.require("case").line_of_text();
    key.generator_id = place.require("generator").line_of_text();
    key.profile = place.require("profile").line_of_text();
    key.pose = place.require("pose").line_of_text();
    key.query = place.require("query").integer(1, kMostCounted, "a query, from 1 on");
    return key;
}

FigureRow read_row(const JsonPlace& place, const FigureColumns& columns, int runs) {
    place.allow_keys(
        {"run", "case", "generator", "profile", "pose", "query", "figures", "contacts", "pairs"});
    FigureRow row;
    row.key = read_key(place);
    row.key.run = place.require("run").integer(0, runs - 1, "the index of a run of this file");
    row.figures.resize(contact_figures().size());
    const JsonPlace figures = place.require("figures");
    if (figures.item_count("an array of numbers") != std::ssize(columns.index)) {
        figures.fail("expected one number for each of the file's figures");
    }
    for (int i = 0; i < std::ssize(columns.index); ++i) {
        row.figures[columns.index[i]] = read_figure(figures.item(i));
    }
    if (const auto contacts = place.find("contacts")) {
        row.contacts = read_list(*contacts, "an array of contacts", &read_contact);
    }
    if (const auto pairs = place.find("pairs")) {
        row.pairs = read_list(*pairs, "an array of pairs", &read_pair);
    }
    return row;
}

Json vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json run_json(const BaselineRun& run) {
    Json json{{"cases", run.cases},
              {"generators", run.generators},
              {"queries", run.queries},
              {"profile", run.profile}};
    if (!run.assignments.empty()) {
        json["set"] = run.assignments;
    }
    return json;
}

Json row_json(const FigureRow& row) {
    Json json{{"run", row.key.run},
              {"case", row.key.case_id},
              {"generator", row.key.generator_id},
              {"profile", row.key.profile},
              {"pose", row.key.pose},
              {"query", row.key.query}};
    json["figures"] = Json::array();
    for (const std::optional<double>& value : row.figures) {
        json["figures"].push_back(value ? Json(*value) : Json(nullptr));
    }
    for (const ContactFigures& contact : row.contacts) {
        json["contacts"].push_back({{"a", contact.body_a},
                                    {"b", contact.body_b},
                                    {"position", vector_json(contact.position)},
                                    {"normal", vector_json(contact.normal)},
                                    {"separation", contact.separation},
                                    {"verdict", contact.verdict}});
    }
    for (const PairFigures& pair : row.pairs) {
        json["pairs"].push_back({{"a", pair.body_a},
                                 {"b", pair.body_b},
                                 {"contacts", pair.contacts},
                                 {"correct", pair.correct},
                                 {"normal_sum", vector_json(pair.normal_sum)}});
    }
    return json;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Writes one item a line.
template <typename Items, typename ToJson>
void write_lines(std::ostream& out, const char* key, const Items& items, const ToJson& to_json) {
    out << " \"" << key << "\": [";
    const char* separator = "\n  ";
    for (const auto& item : items) {
        out << separator << text_of(to_json(item));
        separator = ",\n  ";
    }
    out << "\n ]";
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& path) {
    const std::string text = read_text_file(path, kMostBytes);
    const JsonDocument document = parse_json(text, path.string());
    const JsonPlace file(document);
    require_schema(file, kBaselineSchema);
    file.allow_keys(
        {"schema", "version", "commit", "contact_tolerances", "figures", "runs", "rows"});
    Baseline baseline;
    baseline.version = file.require("version").line_of_text();
    baseline.commit = file.require("commit").line_of_text();
    const FigureColumns columns = read_columns(file.require("figures"));
    baseline.tolerances = read_tolerances(file, columns);
    baseline.runs = read_list(file.require("runs"), "an array of runs", &read_run);
    const int runs = static_cast<int>(baseline.runs.size());
    baseline.rows = read_list(file.require("rows"), "an array of rows",
                              [&](const JsonPlace& item) { return read_row(item, columns, runs); });
    return baseline;
}

void write_baseline(std::ostream& out, const Baseline& baseline) {
    out << "{\n \"schema\": \"" << kBaselineSchema
        << "\",\n \"version\": " << text_of(baseline.version)
        << ",\n \"commit\": " << text_of(baseline.commit) << ",\n \"contact_tolerances\": "
        << text_of({{"position", baseline.tolerances.position},
                    {"separation", baseline.tolerances.separation},
                    {"angle_deg", baseline.tolerances.angle}})
        << ",\n";
    const FigureTolerances usual = default_tolerances();
    std::vector<Json> figures;
    figures.reserve(contact_figures().size());
    for (std::size_t i = 0; i < contact_figures().size(); ++i) {
        const double own = baseline.tolerances.figures[i];
        figures.push_back({{"id", contact_figures()[i].id()},
                           {"tolerance", std::isinf(own) ? usual.figures[i] : own}});
    }
    write_lines(out, "figures", figures, [](const Json& json) { return json; });
    out << ",\n";
    write_lines(out, "runs", baseline.runs, &run_json);
    out << ",\n";
    write_lines(out, "rows", baseline.rows, &row_json);
    out << "\n}\n";
}

std::vector<FigureRow> read_report_figures(const std::filesystem::path& path) {
    const std::string text = read_text_file(path, kMostBytes);
    const JsonDocument document = parse_json(text, path.string());
    const JsonPlace file(document);
    require_schema(file, kReportSchema);
    return read_list(file.require("rows"), "an array of rows", [](const JsonPlace& place) {
        FigureRow row;
        row.key = read_key(place);
        row.figures.reserve(contact_figures().size());
        for (const Figure<StudyRow>& kind : contact_figures()) {
            const JsonPlace holder = kind.group.empty() ? place : place.require(kind.group);
            row.figures.push_back(read_figure(holder.require(kind.key)));
        }
        return row;
    });
}

}  // namespace touchstone::reports
