#include "reports/tables/report_tables.h"

#include <algorithm>
#include <array>

#include "methods/base/join.h"
#include "methods/quality/metrics.h"
#include "reports/text/number_text.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

const std::string kNothing = "–";

std::string percent(double share) { return rounded_text(100.0 * share, 1); }

std::string counts(int correct, int contacts) {
    return " (" + std::to_string(correct) + "/" + std::to_string(contacts) + ")";
}

/// Returns " + 34 ahead"; empty without any.
std::string ahead_text(const StudyRow& row) {
    const int ahead = row.judgement.ahead;
    return ahead == 0 ? "" : " + " + std::to_string(ahead) + " ahead";
}

std::string range_text(const std::string& low, const std::string& high) {
    return low == high ? "[" + low + "]" : "[" + low + " … " + high + "]";
}

template <typename Text>
std::string range_text(const std::optional<Range<double>>& range, Text text) {
    return range ? range_text(text(range->low), text(range->high)) : "[" + kNothing + "]";
}

/// Returns the value at the stated placement, or the worst of a sweep.
std::optional<double> value_of(const StudyRow& row, std::string_view metric_id) {
    return row.positions > 1 ? metric_value(row, metric_id)
                             : find_metric(metric_id).value(row.judgement);
}

std::optional<bool> is_one(const std::optional<double>& value) {
    return value ? std::optional<bool>(*value == 1.0) : std::nullopt;
}

TableCell coverage_cell(const StudyRow& row) {
    const std::optional<double> value = value_of(row, "coverage");
    TableCell cell{value ? percent(*value) : kNothing, {}, {}, {}, is_one(value)};
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
    const std::optional<double> value = value_of(row, "quality");
    TableCell cell{value ? percent(*value) : kNothing, {}, {}, {}, is_one(value)};
    if (row.has_reference) {
        cell.ours += counts(row.judgement.correct, row.judgement.contacts);
    }
    cell.ours += ahead_text(row);
    if (row.jitter) {
        cell.range = range_text(row.jitter->quality, &percent);
    }
    const PaperValues paper = paper_values(row);
    if (paper.quality) {
        cell.paper = (paper.quality_is_rough ? "≈ " : "") + percent(*paper.quality);
        if (paper.contacts) {
            cell.paper += counts(*paper.correct, *paper.contacts);
        }
    }
    if (row.agreement) {
        cell.agrees = row.agreement->quality;
    }
    return cell;
}

TableCell excess_cell(const StudyRow& row) {
    const auto text = [](double value) { return rounded_text(value, 1); };
    const auto with_count = [](const std::string& factor, int contacts) {
        return factor + " (" + std::to_string(contacts) + ")";
    };
    const std::optional<double> value = value_of(row, "excess");
    TableCell cell{
        with_count(value ? text(*value) : kNothing, row.judgement.contacts) + ahead_text(row),
        {},
        {},
        {}};
    if (value == 1.0) {
        cell.right = true;  // a contact too many is redundant, not wrong
    }
    if (row.jitter) {
        cell.range = range_text(row.jitter->excess, text);
    }
    const PaperValues paper = paper_values(row);
    if (paper.contacts) {
        cell.paper = with_count(paper.excess ? text(*paper.excess) : "(*)", *paper.contacts);
    }
    if (row.agreement) {
        cell.agrees = row.agreement->excess;
    }
    return cell;
}

std::string share_text(double share) { return rounded_text(share, 3); }

TableCell share_cell(const std::optional<double>& value) {
    TableCell cell{value ? share_text(*value) : kNothing, {}, {}, {}};
    if (value) {
        cell.right = cell.ours == share_text(1.0);
    }
    return cell;
}

TableCell area_cell(const StudyRow& row) {
    TableCell cell = share_cell(value_of(row, "area_coverage"));
    if (row.jitter) {
        cell.range = range_text(row.jitter->area_coverage, &share_text);
    }
    const PaperValues paper = paper_values(row);
    if (paper.area_coverage) {
        cell.paper = rounded_text(*paper.area_coverage, 2);
    }
    return cell;
}

TableCell alignment_cell(const StudyRow& row) {
    return share_cell(value_of(row, "normal_alignment"));
}

TableCell paper_alignment_cell(const StudyRow& row) {
    return share_cell(value_of(row, "paper_alignment"));
}

/// Returns the cell of a generator that was not asked or gave no answer; refusal_lines say why.
TableCell refused_cell() { return {"no answer", {}, {}, {}}; }

struct TableKind {
    const char* id;
    const char* title;
    const char* note;
    const char* agreement;  ///< when a cell agrees with the paper; empty: none does
    TableCell (*cell)(const StudyRow&);
    /// Returns the value without which in all rows the table is left out; null: it is always there.
    std::optional<double> (*value)(const Judgement&);
};
constexpr std::array<TableKind, 6> kTables{{
    {"coverage", "Coverage (%)", "Right normals that a contact has, of all right normals.",
     " Agrees: the printed digits do.", &coverage_cell, nullptr},
    {"quality", "Quality (%)", "Contacts with a right normal, of all contacts (correct/contacts).",
     " Agrees: both counts do.", &quality_cell, nullptr},
    {"excess", "Excess (factor)",
     "Contacts over the fewest that span the region (contacts); 1 is right, more is not "
     "wrong.",
     " Agrees: the count does.", &excess_cell, nullptr},
    {"area_coverage", "Area coverage P",
     "Area that the contacts of each pair span, of the true contact area; 1 is right.", "",
     &area_cell, &area_coverage},
    {"normal_alignment", "Normal alignment Q",
     "Mean of |n·e| over the contacts, e the nearest right normal; 1 is right.", "",
     &alignment_cell, &normal_alignment},
    {"paper_alignment", "Normal alignment Q, with the normals of the paper's formula",
     "The same with e as the paper's formula has it, where that is not the right one.", "",
     &paper_alignment_cell, &paper_alignment},
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

/// Returns what is wrong in a checked row; empty: nothing.
std::string trouble_of(const StudyRow& row) {
    if (!row.answered()) {
        return "cannot be asked";
    }
    std::string text = fault_names(row.faults);
    if (row.positions > 1 && row.faulty_positions > 0) {
        text +=
            " at " + std::to_string(row.faulty_positions) + " of " + std::to_string(row.positions);
    }
    const auto in_trouble = std::ranges::count_if(
        row.variants, [](const VariantOutcome& variant) { return !variant.trouble.empty(); });
    if (in_trouble > 0) {
        append_item(
            text,
            std::to_string(in_trouble) + " of " + std::to_string(row.variants.size()) + " variants",
            "; ");
    }
    return text;
}

std::string check_text(const StudyRow& row) {
    const std::string trouble = trouble_of(row);
    if (!trouble.empty()) {
        return "✗ " + trouble;
    }
    return passes(row) ? "✓" : "truth unknown";
}

ReportTable make_check_table(const Report& report) {
    ReportTable table;
    table.id = "checks";
    table.title = "Checks";
    table.note =
        "What is not as it must be. `normals`: a contact with a wrong normal, or one that must not "
        "be; `missed`: a right\nnormal that no contact has; `place`: a contact outside the contact "
        "region; `separation`: out of the right range;\n`area`: the right contacts span too little "
        "or too much; `variants`: the same situation in another form comes out differently.";
    table.heading = "Case";
    std::vector<std::string> cases;
    std::vector<std::string> generators;
    for (const StudyRow& row : report.rows) {
        if (!row.checked) {
            continue;
        }
        const int line = index_of(cases, row.case_id);
        const int column = index_of(generators, row.generator_id);
        if (column == std::ssize(table.columns)) {
            table.columns.push_back(row.generator_title);
        }
        if (line == std::ssize(table.rows)) {
            table.rows.push_back({row.case_title, {}});
        }
        std::vector<std::optional<TableCell>>& cells = table.rows[line].cells;
        cells.resize(std::max(cells.size(), static_cast<std::size_t>(column) + 1));
        cells[column] = TableCell{check_text(row), {}, {}, {}, passes(row)};
    }
    for (ReportTable::Row& row : table.rows) {
        row.cells.resize(table.columns.size());
    }
    return table;
}

ReportTable make_table(const TableKind& kind, const Report& report) {
    ReportTable table;
    table.id = kind.id;
    table.title = kind.title;
    table.note = kind.note + std::string(shows_paper(report) ? kind.agreement : "");
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
        cells[column] = !row.answered() ? refused_cell() : kind.cell(row);
        if (!shows_paper(report)) {
            cells[column]->paper.clear();
            cells[column]->agrees.reset();
        }
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
    if (std::ranges::any_of(report.rows, &StudyRow::checked)) {
        tables.push_back(make_check_table(report));
    }
    for (const TableKind& kind : kTables) {
        if (kind.value == nullptr || std::ranges::any_of(report.rows, [&](const StudyRow& row) {
                return kind.value(row.judgement).has_value();
            })) {
            tables.push_back(make_table(kind, report));
        }
    }
    return tables;
}

std::string right_mark(const TableCell& cell) {
    return !cell.right ? "" : *cell.right ? " ✓" : " ✗";
}

ReportTable transposed(const ReportTable& table) {
    ReportTable result = table;
    result.heading = table.heading == "Case" ? "Generator" : "Case";
    result.columns.clear();
    result.rows.clear();
    for (const std::string& column : table.columns) {
        result.rows.push_back({column, {}});
    }
    for (const ReportTable::Row& row : table.rows) {
        result.columns.push_back(row.title);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            result.rows[i].cells.push_back(row.cells[i]);
        }
    }
    return result;
}

std::string paper_text(const TableCell& cell) {
    if (cell.paper.empty()) {
        return {};
    }
    return (!cell.agrees ? "paper " : *cell.agrees ? "= " : "≠ ") + cell.paper;
}

}  // namespace touchstone::reports
