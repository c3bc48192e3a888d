#include "reports/writers/league_writers.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reports/tables/csv_line.h"
#include "reports/writers/provenance_json.h"
#include "testcases/league/league_tracks.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLeagueSchema = "touchstone-league-1";
constexpr const char* kMotionSchema = "touchstone-league-motion-1";
constexpr const char* kTimesSchema = "touchstone-league-times-1";

NamedValues row_values(const LeagueReport& report, const LeagueRow& row) {
    return {{"row", row.id},
            {"title", row.title},
            {"kind", std::string(row_kind_id(row.kind))},
            {"form", row.form},
            {"settings_kind", settings_kind(report, row)},
            {"engine_version", row.version},
            {"precision", row.precision}};
}

void add_origin(NamedValues& values, const LeagueReport& report, const LeagueRow& row,
                const char* schema) {
    values.emplace_back("engine_settings", row.settings);
    values.emplace_back("schema", std::string(schema));
    values.emplace_back("version", report.provenance.version);
    values.emplace_back("commit", report.provenance.commit);
    values.emplace_back("settings", settings_text(report.provenance, row.id));
}

/// Adds the figures; a cell without a judgement has none, which is not 0.
void add_figures(NamedValues& values, const LeagueCell& cell) {
    const auto judged = [&](const TableValue& value) {
        return cell.judged() ? value : TableValue();
    };
    for (const Figure<LeagueCell>& figure : league_track().figures()) {
        values.emplace_back(figure.id(), figure_value(figure, cell));
    }
    values.emplace_back("passes", cell.passes ? yes_or_no(*cell.passes) : TableValue());
    values.emplace_back("positions", judged(cell.positions));
    for (const LeagueError& error : league_errors()) {
        values.emplace_back(error.id, judged(error.count(cell)));
    }
    const bool asked_twice = cell.outcome == Outcome::Answered || cell.outcome == Outcome::Failed;
    values.emplace_back("repeatable", asked_twice ? yes_or_no(cell.repeatable) : TableValue());
    const auto again = [&](const TableValue& value) {
        return asked_twice && !cell.repeatable ? value : TableValue();
    };
    values.emplace_back("again_contacts", again(cell.again.contacts));
    values.emplace_back("again_coverage", again(table_value(cell.again.coverage)));
    values.emplace_back("again_quality", again(table_value(cell.again.quality)));
    values.emplace_back("again_excess", again(table_value(cell.again.excess)));
    values.emplace_back("digest", cell.digest);
}

NamedValues cell_values(const LeagueReport& report, const LeagueRow& row,
                        const LeagueCase& league_case, const LeagueCell& cell) {
    NamedValues values = row_values(report, row);
    values.emplace_back("case", league_case.name);
    values.emplace_back("group", league_case.group);
    values.emplace_back("state", std::string(outcome_id(cell.outcome)));
    values.emplace_back("reason", cell.reason);
    add_figures(values, cell);
    add_origin(values, report, row, kLeagueSchema);
    return values;
}

NamedValues trial_values(const LeagueReport& report, const LeagueRow& row,
                         const LeagueCase& league_case, const MotionTrial& trial) {
    NamedValues values = row_values(report, row);
    values.emplace_back("case", league_case.name);
    values.emplace_back("state", std::string(outcome_id(trial.outcome)));
    values.emplace_back("reason", trial.reason);
    values.emplace_back(
        "end", trial.judged() ? TableValue(std::string(trial_end_id(trial.end))) : TableValue());
    for (const Figure<MotionTrial>& figure : motion_track().figures()) {
        values.emplace_back(figure.id(), figure_value(figure, trial));
    }
    values.emplace_back("repeatable", trial.steps > 0 ? yes_or_no(trial.repeatable) : TableValue());
    values.emplace_back("digest", trial.digest);
    add_origin(values, report, row, kMotionSchema);
    return values;
}

/// Calls a function with each existing cell, and its row and case.
void for_cells(
    const LeagueResult& result,
    const std::function<void(const LeagueRow&, const LeagueCase&, const LeagueCell&)>& take) {
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        for (int c = 0; c < std::ssize(result.cases); ++c) {
            if (const std::optional<LeagueCell>& cell = result.cell(r, c)) {
                take(result.rows[r], result.cases[c], *cell);
            }
        }
    }
}

void for_trials(
    const LeagueResult& result,
    const std::function<void(const LeagueRow&, const LeagueCase&, const MotionTrial&)>& take) {
    const std::vector<int> stepped = result.stepped_cases();
    for (int r = 0; r < std::ssize(result.rows); ++r) {
        for (int c = 0; c < std::ssize(stepped); ++c) {
            if (const std::optional<MotionTrial>& trial = result.trial(r, c)) {
                take(result.rows[r], result.cases[stepped[c]], *trial);
            }
        }
    }
}

Json value_json(const TableValue& value) {
    return std::visit(
        [](const auto& v) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>) {
                return nullptr;
            } else {
                return v;
            }
        },
        value);
}

Json row_json(const LeagueReport& report, const LeagueRow& row) {
    return {{"row", row.id},
            {"title", row.title},
            {"kind", row_kind_id(row.kind)},
            {"form", row.form},
            {"settings_kind", settings_kind(report, row)},
            {"command", row.shown_command},
            {"version", row.version},
            {"settings", row.settings},
            {"precision", row.precision},
            {"claims", row.claims},
            {"source", row.source},
            {"not_installed", row.not_installed}};
}

/// Writes the identity and the values of its own; values in the row and the head of the document
/// are omitted.
Json named_json(const LeagueRow& row, const NamedValues& values) {
    Json json{{"row", row.id}};
    bool begun = false;
    for (const auto& [name, value] : values) {
        begun = begun || name == "case";
        if (name == "engine_settings") {
            break;
        }
        if (begun) {
            json[name] = value_json(value);
        }
    }
    return json;
}

}  // namespace

void write_league_csv(std::ostream& out, const LeagueReport& report) {
    std::vector<NamedValues> lines;
    for_cells(report.result,
              [&](const LeagueRow& row, const LeagueCase& league_case, const LeagueCell& cell) {
                  lines.push_back(cell_values(report, row, league_case, cell));
              });
    write_named(out, lines);
}

void write_motion_csv(std::ostream& out, const LeagueReport& report) {
    std::vector<NamedValues> lines;
    for_trials(report.result,
               [&](const LeagueRow& row, const LeagueCase& league_case, const MotionTrial& trial) {
                   lines.push_back(trial_values(report, row, league_case, trial));
               });
    write_named(out, lines);
}

void write_league_times_csv(std::ostream& out, const LeagueReport& report) {
    std::vector<NamedValues> lines;
    const auto add_line = [&](const LeagueRow& row, const LeagueCase& league_case) -> NamedValues& {
        lines.push_back({{"row", row.id},
                         {"case", league_case.name},
                         {"what", std::string()},
                         {"pairs", {}},
                         {"seconds", {}},
                         {"microseconds_per_pair", {}},
                         {"repetitions", {}}});
        return lines.back();
    };
    const auto end_line = [&](const LeagueRow& row) {
        add_origin(lines.back(), report, row, kTimesSchema);
    };
    for_cells(report.result,
              [&](const LeagueRow& row, const LeagueCase& league_case, const LeagueCell& cell) {
                  if (!cell.judged()) {
                      return;
                  }
                  NamedValues& line = add_line(row, league_case);
                  line[2].second = std::string("query");
                  line[3].second = cell.times.pairs;
                  line[4].second = table_value(cell.times.seconds);
                  line[5].second = table_value(microseconds_per_pair(cell.times));
                  line[6].second = cell.times.repetitions;
                  end_line(row);
              });
    for_trials(report.result,
               [&](const LeagueRow& row, const LeagueCase& league_case, const MotionTrial& trial) {
                   if (trial.steps > 0) {
                       NamedValues& line = add_line(row, league_case);
                       line[2].second = std::string("motion");
                       line[4].second = table_value(trial.times.seconds);
                       end_line(row);
                   }
               });
    write_named(out, lines);
}

void write_league_json(std::ostream& out, const LeagueReport& report) {
    Json document = document_head(kLeagueSchema, report.provenance);
    const LeagueResult& result = report.result;
    document["steps"] = result.steps;
    document["rows"] = Json::array();
    for (const LeagueRow& row : result.rows) {
        document["rows"].push_back(row_json(report, row));
    }
    document["cases"] = Json::array();
    for (const LeagueCase& league_case : result.cases) {
        document["cases"].push_back({{"case", league_case.name},
                                     {"title", league_case.title},
                                     {"group", league_case.group},
                                     {"digest", league_case.digest}});
    }
    document["cells"] = Json::array();
    for_cells(result, [&](const LeagueRow& row, const LeagueCase& league_case,
                          const LeagueCell& cell) {
        document["cells"].push_back(named_json(row, cell_values(report, row, league_case, cell)));
    });
    document["motion"] = Json::array();
    for_trials(result,
               [&](const LeagueRow& row, const LeagueCase& league_case, const MotionTrial& trial) {
                   document["motion"].push_back(
                       named_json(row, trial_values(report, row, league_case, trial)));
               });
    document["stopped"] = result.stopped;
    write_document(out, document);
}

}  // namespace touchstone::reports
