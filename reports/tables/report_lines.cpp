#include "reports/tables/report_lines.h"

#include <algorithm>

#include "reports/tables/outcome_text.h"
#include "reports/tables/report_tables.h"
#include "testcases/study/contact_figures.h"

namespace touchstone::reports {
namespace {

/// Returns what the rows say of their cases, each line once.
std::vector<std::string> case_lines(const Report& report,
                                    std::vector<std::string> StudyRow::*said) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        for (const std::string& what : row.*said) {
            const std::string line = row.case_title + ": " + what;
            if (std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
    }
    return lines;
}

/// Returns how to state the truth of a scene, which nobody can judge without it.
std::string how_to_state_truth(const StudyRow& row) {
    const auto name = [&](std::size_t body) {
        return body < row.body_names.size() ? row.body_names[body] : "…";
    };
    return "states no right answer. Of flat contact regions it is computed where the scene says "
           "\"expected\": [{\"a\": \"" +
           name(0) + "\", \"b\": \"" + name(1) +
           "\", \"reference\": {\"planar_regions\": {}}}]; else write the answer "
           "(docs/formats/scenes.md)";
}

}  // namespace

std::vector<std::string> paper_lines(const Report& report) {
    std::vector<std::string> lines;
    if (!shows_paper(report)) {
        return lines;
    }
    if (report.agreement.cells > 0) {
        lines.emplace_back("Cells: ours = or ≠ the paper's (Erleben 2018, Table 8)");
    }
    if (std::ranges::any_of(report.rows, [](const StudyRow& row) {
            return row.paper_pillar || row.paper_masonry;
        })) {
        lines.emplace_back(
            "Cells of Pillar, Wall and Arch: ours, then the paper's at its step 3, which is query "
            "2 (Erleben 2018, Table 7, §8.2, §8.3; of Wall and Arch 100 % less its share of wrong "
            "normals)");
    }
    return lines;
}

std::vector<std::string> agreement_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const ReportTable& table : make_tables(report)) {
        if (table.compared > 0) {
            lines.push_back(table.title + ": " + std::to_string(table.agreeing) + " of " +
                            std::to_string(table.compared) + " cells agree");
        }
    }
    return lines;
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

std::vector<std::string> truth_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        const std::string line = row.case_title + ": " + how_to_state_truth(row);
        if (!row.has_reference && row.answered() && std::ranges::find(lines, line) == lines.end()) {
            lines.push_back(line);
        }
    }
    const std::vector<std::string> unknown = case_lines(report, &StudyRow::unknown);
    lines.insert(lines.end(), unknown.begin(), unknown.end());
    return lines;
}

std::vector<std::string> rounding_lines(const Report& report) {
    return case_lines(report, &StudyRow::rounded);
}

std::vector<std::string> refusal_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        if (!row.answered()) {
            lines.push_back(row.case_title + ", " + row.generator_title + ": " +
                            refusal_text(row.outcome, row.reason));
        }
    }
    return lines;
}

std::vector<std::string> variant_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        for (const VariantOutcome& variant : row.variants) {
            if (!variant.trouble.empty()) {
                lines.push_back(row.case_title + ", " + row.generator_title + ", " + variant.name +
                                ": " + variant.trouble);
            }
        }
    }
    return lines;
}

std::vector<std::string> audit_lines(const Report& report) {
    std::vector<std::string> lines;
    for (const StudyRow& row : report.rows) {
        if (row.audit.clean()) {
            continue;
        }
        std::string line = row.case_title + ", " + row.generator_title + ":";
        for (const Figure<StudyRow>& figure : contact_figures()) {
            const int count =
                figure.group == "audit" ? static_cast<int>(*figure.read(row, figure.index)) : 0;
            if (count > 0) {
                line += std::string(line.back() == ':' ? " " : ", ") + figure.key + " " +
                        std::to_string(count);
            }
        }
        lines.push_back(row.positions > 1
                            ? line + " over " + std::to_string(row.positions) + " positions"
                            : line + " of " + std::to_string(row.judgement.contacts) + " contacts");
    }
    return lines;
}

}  // namespace touchstone::reports
