#include "reports/report_tables.h"

#include <algorithm>
#include <array>

#include "methods/quality/metrics.h"
#include "reports/columns.h"
#include "reports/number_text.h"

namespace touchstone {
namespace {

const std::string kNothing = "–";

std::string percent(double share) { return rounded_text(100.0 * share, 1); }

std::string counts(int correct, int contacts) {
    return " (" + std::to_string(correct) + "/" + std::to_string(contacts) + ")";
}

std::string range_text(const std::string& low, const std::string& high) {
    return low == high ? "[" + low + "]" : "[" + low + " … " + high + "]";
}

template <typename Text>
std::string range_text(const std::optional<Range<double>>& range, Text text) {
    return range ? range_text(text(range->low), text(range->high)) : "[" + kNothing + "]";
}

TableCell coverage_cell(const StudyRow& row) {
    const std::optional<double> value = coverage(row.judgement);
    TableCell cell{value ? percent(*value) : kNothing, {}, {}, {}};
    if (row.jitter) {
        cell.range = range_text(row.jitter->coverage, &percent);
    }
    if (row.paper) {
        cell.paper = percent(row.paper->coverage);
        cell.agrees = row.agreement->coverage;
    }
    return cell;
}

TableCell quality_cell(const StudyRow& row) {
    const std::optional<double> value = quality(row.judgement);
    TableCell cell{value ? percent(*value) : kNothing, {}, {}, {}};
    if (row.has_reference) {
        cell.ours += counts(row.judgement.correct, row.judgement.contacts);
    }
    if (row.jitter) {
        cell.range = range_text(row.jitter->quality, &percent);
    }
    if (row.paper) {
        cell.paper =
            percent(row.paper->quality()) + counts(row.paper->correct, row.paper->contacts);
        cell.agrees = row.agreement->quality;
    }
    return cell;
}

TableCell excess_cell(const StudyRow& row) {
    const auto text = [](double value) { return rounded_text(value, 1); };
    const auto with_count = [](const std::string& factor, int contacts) {
        return factor + " (" + std::to_string(contacts) + ")";
    };
    const std::optional<double> value = excess(row.judgement);
    TableCell cell{with_count(value ? text(*value) : kNothing, row.judgement.contacts), {}, {}, {}};
    if (row.jitter) {
        cell.range = range_text(row.jitter->excess, text);
    }
    if (row.paper) {
        const std::optional<double> paper = row.paper->excess();
        cell.paper = with_count(paper ? text(*paper) : "(*)", row.paper->contacts);
        cell.agrees = row.agreement->excess;
    }
    return cell;
}

struct TableKind {
    const char* id;
    const char* title;
    const char* note;
    TableCell (*cell)(const StudyRow&);
};
constexpr std::array<TableKind, 3> kTables{{
    {"coverage", "Coverage (%)",
     "Right normals that a contact has, of all right normals. Agrees: the printed digits do.",
     &coverage_cell},
    {"quality", "Quality (%)",
     "Contacts with a right normal, of all contacts (correct/contacts). Agrees: both counts do.",
     &quality_cell},
    {"excess", "Excess (factor)",
     "Contacts over the fewest that span the region (contacts). Agrees: the count does.",
     &excess_cell},
}};

template <typename Key>
int index_of(std::vector<Key>& keys, const Key& key) {
    const auto found = std::find(keys.begin(), keys.end(), key);
    const auto index = static_cast<int>(found - keys.begin());
    if (found == keys.end()) {
        keys.push_back(key);
    }
    return index;
}

ReportTable make_table(const TableKind& kind, const Report& report) {
    ReportTable table{kind.id, kind.title, kind.note, {}, {}, 0, 0};
    std::vector<std::string> cases;
    std::vector<std::string> generators;
    for (const StudyRow& row : report.rows) {
        const int column = index_of(cases, row.case_id);
        const int line = index_of(generators, row.generator_id);
        if (column == std::ssize(table.columns)) {
            table.columns.push_back(row.case_title);
        }
        if (line == std::ssize(table.rows)) {
            table.rows.push_back({row.generator_title, {}});
        }
        std::vector<std::optional<TableCell>>& cells = table.rows[line].cells;
        cells.resize(std::max(cells.size(), static_cast<std::size_t>(column) + 1));
        cells[column] = kind.cell(row);
        if (cells[column]->agrees) {
            ++table.compared;
            table.agreeing += *cells[column]->agrees ? 1 : 0;
        }
    }
    for (ReportTable::Row& row : table.rows) {
        row.cells.resize(table.columns.size());
    }
    return table;
}

}  // namespace

std::vector<ReportTable> make_tables(const Report& report) {
    std::vector<ReportTable> tables;
    for (const TableKind& kind : kTables) {
        tables.push_back(make_table(kind, report));
    }
    return tables;
}

std::vector<std::string> provenance_lines(const Provenance& provenance) {
    std::vector<std::string> lines;
    lines.push_back("Profile: " + std::string(profile_id(provenance.profile)));
    lines.push_back("Pose: " + (provenance.pose ? std::string(pose_id(*provenance.pose))
                                                : "as each case states it"));
    lines.push_back("Query: " + std::to_string(provenance.query));
    if (provenance.jitter > 0) {
        lines.push_back("Ranges in brackets: under " + std::to_string(provenance.jitter) +
                        " shifts of at most 0.5 mm per axis");
    }
    lines.push_back("Touchstone " + provenance.version + ", commit " + provenance.commit);
    return lines;
}

std::vector<std::string> audit_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        if (row.audit.clean()) {
            continue;
        }
        std::string line = row.case_title + ", " + row.generator_title + ":";
        for (const AuditCount& part : audit_counts(row.audit)) {
            if (part.count > 0) {
                line += std::string(line.back() == ':' ? " " : ", ") + part.id + " " +
                        std::to_string(part.count);
            }
        }
        lines.push_back(line + " of " + std::to_string(row.judgement.contacts) + " contacts");
    }
    return lines;
}

}  // namespace touchstone
