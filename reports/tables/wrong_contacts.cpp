#include "reports/tables/wrong_contacts.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "methods/base/join.h"
#include "reports/tables/columns.h"
#include "reports/tables/csv_line.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

const char* const kOutOfPlace = "out of place";
const char* const kSeparation = "separation out of range";

/// Returns the error of a normal; empty: nothing is wrong with it, or nothing says what is right.
const char* normal_error(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::Right:
        case VerdictKind::NotJudged:
        case VerdictKind::Ahead:
            return "";
        case VerdictKind::WrongLength:
            return "normal of wrong length";
        case VerdictKind::Tilted:
            return "tilted normal";
        case VerdictKind::Flipped:
            return "flipped normal";
        case VerdictKind::Sideways:
            return "sideways normal";
        case VerdictKind::Oblique:
            return "oblique normal";
        case VerdictKind::Invalid:
            return "invalid normal";
        case VerdictKind::Unexpected:
            return "excess: the pair must have none";
        case VerdictKind::UnexpectedPair:
            return "excess: no such pair is expected";
    }
    return "";
}

std::vector<std::string> errors_of(const Verdict& verdict) {
    std::vector<std::string> errors;
    if (const std::string error = normal_error(verdict.kind); !error.empty()) {
        errors.push_back(error);
    }
    if (verdict.well_placed == false) {
        errors.emplace_back(kOutOfPlace);
    }
    if (verdict.separation_in_range == false) {
        errors.emplace_back(kSeparation);
    }
    return errors;
}

/// Returns at most kMostWrongListed of them, evenly spread.
std::vector<WrongContact> thinned(const std::vector<WrongContact>& all) {
    const int count = static_cast<int>(all.size());
    if (count <= kMostWrongListed) {
        return all;
    }
    std::vector<WrongContact> some;
    some.reserve(kMostWrongListed);
    for (int i = 0; i < kMostWrongListed; ++i) {
        some.push_back(all[static_cast<std::size_t>(i) * all.size() / kMostWrongListed]);
    }
    return some;
}

TableValue finite(double value) { return value == value ? TableValue(value) : TableValue(); }

}  // namespace

std::vector<WrongContact> wrong_contacts(const StudyRow& row) {
    std::vector<WrongContact> result;
    for (int i = 0; i < std::ssize(row.judgement.verdicts); ++i) {
        std::string text = join(errors_of(row.judgement.verdicts[i]));
        if (!text.empty() && i < std::ssize(row.contacts)) {
            result.push_back({i, std::move(text)});
        }
    }
    return result;
}

RowErrors row_errors(const StudyRow& row) {
    const Judgement& judgement = row.judgement;
    RowErrors errors;
    for (const Verdict& verdict : judgement.verdicts) {
        errors.normals += *normal_error(verdict.kind) == '\0' ? 0 : 1;
        errors.misplaced += verdict.well_placed == false ? 1 : 0;
    }
    errors.missing = judgement.expected_normals - judgement.met_normals;
    if (judgement.min_contacts) {
        errors.excess = std::max(0, judgement.contacts - *judgement.min_contacts);
    }
    return errors;
}

std::string error_summary(const StudyRow& row) {
    std::vector<std::pair<std::string, int>> counts;
    for (const Verdict& verdict : row.judgement.verdicts) {
        for (const std::string& error : errors_of(verdict)) {
            const auto found =
                std::ranges::find(counts, error, &std::pair<std::string, int>::first);
            if (found == counts.end()) {
                counts.emplace_back(error, 1);
            } else {
                ++found->second;
            }
        }
    }
    std::string text;
    for (const auto& [error, count] : counts) {
        append_item(text, std::to_string(count) + " × " + error);
    }
    return text;
}

void write_wrong_contacts_csv(std::ostream& out, const Report& report) {
    out << "case,generator,query,contact,wrong_contacts,body_a,body_b,error,angle,position_x,"
           "position_y,position_"
           "z,"
           "normal_x,normal_y,normal_z,separation,schema,version,commit,settings\n";
    for (const StudyRow& row : report.rows) {
        const std::string settings = settings_text(report.provenance, row.generator_id);
        const std::vector<WrongContact> all = wrong_contacts(row);
        bool is_first = true;
        for (const WrongContact& wrong : thinned(all)) {
            const ContactPoint& contact = row.contacts[wrong.index];
            const Vec3& p = contact.position;
            const Vec3& n = contact.normal;
            write_csv_line(out, {row.case_id,
                                 row.generator_id,
                                 row.query,
                                 wrong.index,
                                 static_cast<int>(all.size()),
                                 row.body_names.at(contact.body_a),
                                 row.body_names.at(contact.body_b),
                                 wrong.error,
                                 finite(row.judgement.verdicts[wrong.index].angle),
                                 p.x(),
                                 p.y(),
                                 p.z(),
                                 n.x(),
                                 n.y(),
                                 n.z(),
                                 contact.separation,
                                 std::string("touchstone-wrong-contacts-2"),
                                 report.provenance.version,
                                 report.provenance.commit,
                                 is_first ? TableValue(settings) : TableValue()});
            is_first = false;
        }
    }
}

}  // namespace touchstone::reports
