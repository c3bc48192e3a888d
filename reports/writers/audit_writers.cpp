#include "reports/writers/audit_writers.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

#include "methods/base/join.h"
#include "reports/tables/columns.h"
#include "reports/tables/csv_line.h"
#include "reports/tables/outcome_text.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"
#include "reports/writers/provenance_json.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

/// Returns the short text of a cell; the full text is below the table.
std::string cell_text(const RetellingOutcome& outcome) {
    if (outcome.changed) {
        const RetellingStep& step = *outcome.changed;
        switch (step.retelling) {
            case Retelling::Swap:
                return "changed";
            case Retelling::Rotation:
                return short_number(step.size) + "°";
            case Retelling::Translation:
                return short_number(step.size) + " m";
            case Retelling::Scaling:
                return "× " + short_number(step.size);
            case Retelling::Retessellation:
                return step.diagonals ? (step.size > 1.0 ? "diagonals" : "1 diagonal")
                                      : "split " + short_number(step.size);
            case Retelling::FaceVertices:
                return "+ " + short_number(step.size);
            case Retelling::Renumbering:
                return "order " + std::to_string(step.seed);
            case Retelling::Jitter:
                return short_number(step.size);
        }
    }
    return outcome.asked == 0 ? "not asked" : "same";
}

std::string words(const AnswerDifference& difference) {
    std::string text;
    const auto add = [&text](int count, const std::string& what) {
        if (count > 0) {
            append_item(text, std::to_string(count) + " " + what);
        }
    };
    add(difference.lost, "lost");
    add(difference.gained, "new");
    add(difference.turned, "turned by up to " + short_number(difference.largest_turn) + "°");
    add(difference.resized, "with a separation that differs by up to " +
                                short_number(difference.largest_size_change) + " m");
    return text;
}

std::vector<std::string> retelling_names() {
    std::vector<std::string> names;
    for (int i = 0; i < kRetellings; ++i) {
        std::string name(retelling_id(static_cast<Retelling>(i)));
        std::ranges::replace(name, '_', ' ');
        names.push_back(std::move(name));
    }
    return names;
}

TableLine head(std::initializer_list<std::string> first) {
    TableLine line(first);
    for (std::string& name : retelling_names()) {
        line.push_back(std::move(name));
    }
    return line;
}

void write_details(std::ostream& out, const AuditedRow& row) {
    const std::string who =
        markdown_escaped(row.case_id) + ", " + markdown_escaped(row.generator_id) + ": ";
    if (!row.answered()) {
        out << "- " << who << markdown_escaped(refusal_text(row.outcome, row.reason)) << '\n';
        return;
    }
    for (const RetellingOutcome& outcome : row.outcomes) {
        if (outcome.changed) {
            out << "- " << who << describe(*outcome.changed) << ": " << words(outcome.difference)
                << '\n';
        }
        if (!outcome.trouble.empty()) {
            out << "- " << who << "no answer, " << markdown_escaped(outcome.trouble) << '\n';
        }
    }
}

Json outcome_json(const RetellingOutcome& outcome) {
    Json json{{"asked", outcome.asked}, {"changed", nullptr}};
    if (outcome.changed) {
        const RetellingStep& step = *outcome.changed;
        const AnswerDifference& difference = outcome.difference;
        json["changed"] = Json{{"by", describe(step)},
                               {"size", step.size},
                               {"lost", difference.lost},
                               {"new", difference.gained},
                               {"turned", difference.turned},
                               {"largest_turn", difference.largest_turn},
                               {"separation_changed", difference.resized},
                               {"largest_separation_change", difference.largest_size_change}};
    }
    json["trouble"] = outcome.trouble.empty() ? Json(nullptr) : Json(outcome.trouble);
    return json;
}

/// A line of CSV, written cell by cell.
class CsvLine {
 public:
    void add(const TableValue& value) { add_text(csv_cell(value)); }
    void add_empty(int cells) {
        for (int i = 0; i < cells; ++i) {
            add_text({});
        }
    }
    void write(std::ostream& out) const { out << text_ << '\n'; }

 private:
    void add_text(const std::string& cell) {
        text_ += (first_ ? "" : ",") + cell;
        first_ = false;
    }

    std::string text_;
    bool first_ = true;
};

}  // namespace

void write_audit_table(std::ostream& out, const AuditReport& report) {
    std::vector<TableLine> lines{head({"Case", "Generator", "Contacts"})};
    int changed = 0;
    for (const AuditedRow& row : report.rows) {
        TableLine line{markdown_escaped(row.case_id), markdown_escaped(row.generator_title),
                       row.answered() ? std::to_string(row.contacts) : ""};
        for (const RetellingOutcome& outcome : row.outcomes) {
            line.push_back(row.answered() ? cell_text(outcome) : "not asked");
            changed += outcome.changed ? 1 : 0;
        }
        lines.push_back(std::move(line));
    }
    write_text_table(out, std::move(lines));
    out << '\n';
    for (const AuditedRow& row : report.rows) {
        write_details(out, row);
    }
    out << (changed == 0 ? "No answer changed.\n"
                         : std::to_string(changed) + " answers changed.\n");
}

void write_audit_summary(std::ostream& out, const AuditReport& report) {
    struct Count {
        std::string title;
        int cases = 0;
        int unchanged = 0;
        std::array<int, kRetellings> changed{};
        std::array<int, kRetellings> asked{};
    };
    std::vector<Count> counts;
    for (const AuditedRow& row : report.rows) {
        auto count = std::ranges::find(counts, row.generator_title, &Count::title);
        if (count == counts.end()) {
            count = counts.insert(counts.end(), {row.generator_title});
        }
        // A method that finds nothing earns no credit for finding nothing again.
        count->cases += row.contacts > 0 ? 1 : 0;
        count->unchanged += row.contacts > 0 && row.unchanged() ? 1 : 0;
        for (int i = 0; i < kRetellings; ++i) {
            count->changed[i] += row.outcomes[i].changed ? 1 : 0;
            count->asked[i] += row.outcomes[i].asked > 0 ? 1 : 0;
        }
    }
    TableLine names = head({"Changes of the answer by"});
    names.emplace_back("no change, of cases with contacts");
    std::vector<TableLine> lines{names};
    for (const Count& count : counts) {
        TableLine line{markdown_escaped(count.title)};
        for (int i = 0; i < kRetellings; ++i) {
            line.push_back(std::to_string(count.changed[i]) + " of " +
                           std::to_string(count.asked[i]));
        }
        line.push_back(std::to_string(count.unchanged) + " of " + std::to_string(count.cases));
        lines.push_back(std::move(line));
    }
    write_text_table(out, std::move(lines));
}

void write_json(std::ostream& out, const AuditReport& report) {
    Json document = document_head("touchstone-audit-1", report.provenance);
    document["complete"] = !report.stopped;
    document["rows"] = Json::array();
    for (const AuditedRow& row : report.rows) {
        Json json{{"case", row.case_id}, {"generator", row.generator_id}};
        if (row.answered()) {
            json["contacts"] = row.contacts;
            json["silent"] = Json::array();
            for (const SilentPair& pair : row.silent) {
                json["silent"].push_back({pair.body_a, pair.body_b});
            }
            for (int i = 0; i < kRetellings; ++i) {
                json[std::string(retelling_id(static_cast<Retelling>(i)))] =
                    outcome_json(row.outcomes[i]);
            }
        } else {
            json["refusal"] = refusal_text(row.outcome, row.reason);
        }
        document["rows"].push_back(std::move(json));
    }
    write_document(out, document);
}

void write_csv(std::ostream& out, const AuditReport& report) {
    CsvLine head_line;
    for (const char* name : {"case", "generator", "contacts", "retelling", "asked", "changed_by",
                             "size", "lost", "new", "turned", "largest_turn_degrees",
                             "separation_changed", "largest_separation_change_m", "trouble",
                             "settings", "version", "commit", "silent_pairs"}) {
        head_line.add(std::string(name));
    }
    head_line.write(out);
    for (const AuditedRow& row : report.rows) {
        for (int i = 0; i < kRetellings; ++i) {
            const RetellingOutcome& outcome = row.outcomes[i];
            const AnswerDifference& difference = outcome.difference;
            CsvLine line;
            line.add(row.case_id);
            line.add(row.generator_id);
            line.add(row.answered() ? TableValue(row.contacts) : TableValue());
            line.add(std::string(retelling_id(static_cast<Retelling>(i))));
            line.add(outcome.asked);
            if (outcome.changed) {
                line.add(describe(*outcome.changed));
                line.add(outcome.changed->size);
                line.add(difference.lost);
                line.add(difference.gained);
                line.add(difference.turned);
                line.add(difference.largest_turn);
                line.add(difference.resized);
                line.add(difference.largest_size_change);
            } else {
                line.add_empty(8);
            }
            line.add(row.answered() ? outcome.trouble : refusal_text(row.outcome, row.reason));
            line.add(settings_text(report.provenance, row.generator_id));
            line.add(report.provenance.version);
            line.add(report.provenance.commit);
            line.add(row.answered() ? TableValue(static_cast<int>(row.silent.size()))
                                    : TableValue());
            line.write(out);
        }
    }
}

}  // namespace touchstone::reports
