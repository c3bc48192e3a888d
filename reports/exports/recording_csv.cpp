#include "reports/exports/recording_csv.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "methods/elastic/tet_strain.h"
#include "reports/provenance/version.h"
#include "reports/shell/output_file.h"
#include "reports/tables/contact_list.h"
#include "reports/tables/csv_line.h"
#include "reports/text/number_text.h"
#include "testcases/motion/deformed_bodies.h"

namespace touchstone::reports {
namespace {

constexpr const char* kRecordingSchema = "touchstone-recording-csv-1";
constexpr const char* kProvenanceHead = ",schema,version,commit\n";

void put(std::ostream& out, double value) { out << ',' << exact_text(value); }

void put(std::ostream& out, const Vec3& v) {
    for (const double x : v) {
        put(out, x);
    }
}

void put(std::ostream& out, const std::string& text) { out << ',' << csv_cell(text); }

/// Writes the last cells of a line: schema, version and commit.
void put_provenance(std::ostream& out) {
    put(out, std::string(kRecordingSchema));
    put(out, program_version());
    put(out, program_commit());
    out << '\n';
}

}  // namespace

void write_steps_head(std::ostream& out) {
    out << "step,time,contacts,min_separation,mean_separation,max_separation,kinetic,potential,"
           "sweeps,first_residual,last_residual,error,divergences,stop,detection_time,solve_time,"
           "stops,stop_contacts,bound_time,witness_hits,witness_misses,case,generator"
        << kProvenanceHead;
}

void write_steps_csv(std::ostream& out, const Recording& recording, const StepRecord& record) {
    if (record.step == 0) {
        return;  // step 0 is the start, before any step
    }
    out << record.step;
    put(out, record.time);
    out << ',' << record.contacts.size();
    if (record.contacts.empty()) {
        out << ",,,";
    } else {
        double sum = 0.0;
        double lowest = record.contacts[0].separation;
        double highest = lowest;
        for (const ContactPoint& contact : record.contacts) {
            sum += contact.separation;
            lowest = std::min(lowest, contact.separation);
            highest = std::max(highest, contact.separation);
        }
        put(out, lowest);
        put(out, sum / static_cast<double>(record.contacts.size()));
        put(out, highest);
    }
    put(out, record.energy.kinetic);
    put(out, record.energy.potential);
    const std::vector<double>& residuals = record.solve.residuals;
    out << ',' << residuals.size();
    if (residuals.empty()) {
        out << ",,";
    } else {
        put(out, residuals.front());
        put(out, residuals.back());
    }
    put(out, record.solve.error);
    out << ',' << record.solve.divergences << ',' << stop_reason_id(record.solve.stop);
    put(out, record.times.detection);
    put(out, record.times.solve);
    if (recording.header().holds_bound) {
        out << ',' << record.stops.size() << ',' << record.stop_contacts;
        put(out, record.times.bound);
    } else {
        out << ",,,";
    }
    if (record.witnesses) {
        out << ',' << record.witnesses->hits << ',' << record.witnesses->misses;
    } else {
        out << ",,";
    }
    put(out, recording.header().case_name);
    put(out, recording.header().generator);
    put_provenance(out);
}

void write_bodies_head(std::ostream& out) {
    out << "step,time,body,name,position_x,position_y,position_z,rotation_w,rotation_x,rotation_y,"
           "rotation_z,linear_velocity_x,linear_velocity_y,linear_velocity_z,angular_velocity_x,"
           "angular_velocity_y,angular_velocity_z"
        << kProvenanceHead;
}

void write_bodies_csv(std::ostream& out, const Recording& recording, const StepRecord& record) {
    for (std::size_t i = 0; i < record.bodies.size(); ++i) {
        const BodyState& body = record.bodies[i];
        out << record.step;
        put(out, record.time);
        out << ',' << i;
        put(out, recording.test_case().bodies[i].name);
        put(out, body.world_from_body.translation);
        const Quat& q = body.world_from_body.rotation;
        put(out, q.w());
        put(out, q.vec());
        put(out, body.linear_velocity);
        put(out, body.angular_velocity);
        put_provenance(out);
    }
}

void write_contacts_head(std::ostream& out) {
    out << "step,time,contact,body_a,body_b,position_x,position_y,position_z,normal_x,normal_y,"
           "normal_z,separation,normal_impulse,tangent_impulse,binormal_impulse,torsion_impulse,"
           "feature_a,feature_b"
        << kProvenanceHead;
}

/// Writes the first cells of a line about two bodies.
void put_pair(std::ostream& out, const Recording& recording, const StepRecord& record,
              std::size_t index, int body_a, int body_b) {
    const std::vector<BodySetup>& bodies = recording.test_case().bodies;
    out << record.step;
    put(out, record.time);
    out << ',' << index;
    put(out, bodies[body_a].name);
    put(out, bodies[body_b].name);
}

void write_contacts_csv(std::ostream& out, const Recording& recording, const StepRecord& record) {
    for (std::size_t i = 0; i < record.contacts.size(); ++i) {
        const ContactPoint& contact = record.contacts[i];
        const ContactImpulse& impulse = record.impulses[i];
        put_pair(out, recording, record, i, contact.body_a, contact.body_b);
        put(out, contact.position);
        put(out, contact.normal);
        put(out, contact.separation);
        put(out, impulse.normal);
        put(out, impulse.tangent);
        put(out, impulse.binormal);
        put(out, impulse.torsion);
        put(out, feature_text(contact.feature_a));
        put(out, feature_text(contact.feature_b));
        put_provenance(out);
    }
}

void write_stops_head(std::ostream& out) {
    out << "step,time,stop,body_a,body_b,share" << kProvenanceHead;
}

void write_stops_csv(std::ostream& out, const Recording& recording, const StepRecord& record) {
    for (std::size_t i = 0; i < record.stops.size(); ++i) {
        const StepStop& stop = record.stops[i];
        put_pair(out, recording, record, i, stop.body_a, stop.body_b);
        put(out, stop.share);
        put_provenance(out);
    }
}

void write_vertices_head(std::ostream& out) {
    out << "step,time,body,vertex,position_x,position_y,position_z,velocity_x,velocity_y,"
           "velocity_z,strain,pressure"
        << kProvenanceHead;
}

void write_vertices_csv(std::ostream& out, const Recording& recording, const StepRecord& record) {
    const ElasticRest& rest = recording.header().elastic;
    const std::vector<Pose> poses = body_poses(record);
    for (int i = 0; i < std::ssize(rest.bodies); ++i) {
        const std::vector<Vec3> points = elastic_vertices(rest, &record, i, poses[i]);
        const std::vector<double> strains =
            vertex_strains(rest.bodies[i], tet_strains(rest.bodies[i], points));
        const std::vector<double> pressures =
            vertex_means(rest.bodies[i],
                         body_pressures(recording.test_case().bodies[i], rest.bodies[i], points));
        for (std::size_t v = 0; v < points.size(); ++v) {
            out << record.step;
            put(out, record.time);
            put(out, recording.test_case().bodies[i].name);
            out << ',' << v;
            put(out, points[v]);
            if (record.barrier) {
                put(out, record.barrier->elastic[i].velocities[v]);
            } else {
                out << ",,,";  // velocities at the start are not recorded
            }
            put(out, strains[v]);
            put(out, pressures[v]);
            put_provenance(out);
        }
    }
}

int export_csv(const ExportTask& task) {
    const bool has_stops = task.recording.header().holds_bound;
    const bool has_elastic = !task.recording.header().elastic.bodies.empty();
    if (has_elastic) {  // steps of the barrier solver are not bounded
        check_export(task, {"steps.csv", "bodies.csv", "contacts.csv", "vertices.csv"});
    } else if (has_stops) {
        check_export(task, {"steps.csv", "bodies.csv", "contacts.csv", "stops.csv"});
    } else {
        check_export(task, {"steps.csv", "bodies.csv", "contacts.csv"});
    }
    std::ostringstream steps;
    std::ostringstream bodies;
    std::ostringstream contacts;
    std::ostringstream stops;
    std::ostringstream vertices;
    write_vertices_head(vertices);
    write_steps_head(steps);
    write_bodies_head(bodies);
    write_contacts_head(contacts);
    write_stops_head(stops);
    const int done =
        for_each_frame(task.recording, task.steps, task.loop, [&](const StepRecord& record) {
            write_steps_csv(steps, task.recording, record);
            write_bodies_csv(bodies, task.recording, record);
            write_contacts_csv(contacts, task.recording, record);
            write_stops_csv(stops, task.recording, record);
            write_vertices_csv(vertices, task.recording, record);
        });
    if (done < std::ssize(task.steps)) {
        return finish_export(task, done, "nothing was written");
    }
    write_output(task.out / "steps.csv", [&](std::ostream& out) { out << steps.view(); });
    write_output(task.out / "bodies.csv", [&](std::ostream& out) { out << bodies.view(); });
    write_output(task.out / "contacts.csv", [&](std::ostream& out) { out << contacts.view(); });
    if (has_elastic) {
        write_output(task.out / "vertices.csv", [&](std::ostream& out) { out << vertices.view(); });
    }
    if (has_stops) {
        write_output(task.out / "stops.csv", [&](std::ostream& out) { out << stops.view(); });
    }
    return 0;
}

}  // namespace touchstone::reports
