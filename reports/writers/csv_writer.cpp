#include "reports/writers/csv_writer.h"

#include <ostream>

#include "reports/tables/csv_line.h"

namespace touchstone::reports {

void write_csv(std::ostream& out, const Report& report) {
    const std::vector<Column> columns = report_columns();
    std::vector<TableValue> values;
    values.reserve(columns.size());
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
    bool is_first = true;
    for (const ContactPoint& contact : list.contacts) {
        const Vec3& p = contact.position;
        const Vec3& n = contact.normal;
        write_csv_line(
            out, {list.body_names[contact.body_a], list.body_names[contact.body_b], p.x(), p.y(),
                  p.z(), n.x(), n.y(), n.z(), contact.separation, feature_text(contact.feature_a),
                  feature_text(contact.feature_b), list.case_id, list.generator_id,
                  std::string(pose_id(list.pose)), provenance.query,
                  std::string("touchstone-contacts-1"), provenance.version, provenance.commit,
                  is_first ? TableValue(settings) : TableValue()});
        is_first = false;
    }
}

}  // namespace touchstone::reports
