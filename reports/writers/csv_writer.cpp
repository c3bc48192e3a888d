#include "reports/writers/csv_writer.h"

#include <algorithm>
#include <ostream>
#include <string_view>

#include "methods/base/printable.h"
#include "reports/text/number_text.h"

namespace touchstone {
namespace {

/// Spaces in front, and the wide forms of the signs, do not keep every spreadsheet from it.
bool looks_like_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
        if (text.starts_with(sign)) {
            return true;
        }
    }
    return false;
}

std::string csv_quoted(std::string text) {
    text = printable(text);
    if (looks_like_formula(text)) {
        text.insert(0, 1, '\'');
    }
    if (text.find_first_of(",\"") == std::string::npos) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + '"';
}

struct CellText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(int value) const { return std::to_string(value); }
    std::string operator()(double value) const { return exact_text(value); }
    std::string operator()(const std::string& value) const { return csv_quoted(value); }
};

}  // namespace

std::string feature_text(const Feature& feature) {
    std::string text = std::string(feature_name(feature.type)) + ":";
    for (const int vertex : feature_vertices(feature)) {
        text += (text.back() == ':' ? "" : " ") + std::to_string(vertex);
    }
    return text;
}

std::string csv_cell(const TableValue& value) { return std::visit(CellText{}, value); }

void write_csv_line(std::ostream& out, const std::vector<TableValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        out << (i == 0 ? "" : ",") << csv_cell(values[i]);
    }
    out << '\n';
}

void write_csv(std::ostream& out, const Report& report) {
    const std::vector<Column> columns = report_columns();
    std::vector<TableValue> values;
    for (const Column& column : columns) {
        values.emplace_back(column.id);
    }
    write_csv_line(out, values);
    for (const StudyRow& row : report.rows) {
        values.clear();
        for (const Column& column : columns) {
            values.push_back(column.value(report, row));
        }
        write_csv_line(out, values);
    }
}

void write_csv(std::ostream& out, const ContactList& list) {
    out << "body_a,body_b,position_x,position_y,position_z,normal_x,normal_y,normal_z,separation,"
           "feature_a,feature_b,case,generator,pose,query,schema,version,commit,settings\n";
    const Provenance& provenance = list.provenance;
    const std::string settings = settings_text(provenance, list.generator_id);
    for (const ContactPoint& contact : list.contacts) {
        const Vec3& p = contact.position;
        const Vec3& n = contact.normal;
        write_csv_line(out, {list.body_names[contact.body_a], list.body_names[contact.body_b],
                             p.x(), p.y(), p.z(), n.x(), n.y(), n.z(), contact.separation,
                             feature_text(contact.feature_a), feature_text(contact.feature_b),
                             list.case_id, list.generator_id, std::string(pose_id(list.pose)),
                             provenance.query, std::string("touchstone-contacts-1"),
                             provenance.version, provenance.commit, settings});
    }
}

}  // namespace touchstone
