#include "reports/exports/vtk_writer.h"

#include <algorithm>
#include <functional>
#include <ostream>

#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "methods/elastic/tet_strain.h"
#include "reports/shell/output_file.h"
#include "reports/text/number_text.h"
#include "testcases/motion/deformed_bodies.h"
#include "testcases/recordings/recorded_settings.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone::reports {
namespace {

// Not by tinyxml2: its printer has line breaks of its own, and keeps a file that is mostly numbers
// in memory as a whole.

/// Makes a comment, which may not contain two hyphens in a row.
std::string comment(const std::string& text) {
    std::string result = "<!-- schema touchstone-recording-vtk-1; ";
    for (const char c : printable(text)) {
        result += c == '-' && result.back() == '-' ? std::string(" -") : std::string(1, c);
    }
    return result + " -->\n";
}

void begin_file(std::ostream& out, const std::string& type, const std::string& origin) {
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        << comment(origin) << "<VTKFile type=\"" << type
        << "\" version=\"0.1\" byte_order=\"LittleEndian\">\n";
}

/// Writes one array, one tuple per line.
void write_array(std::ostream& out, const std::string& name, const std::string& type,
                 int components, const std::function<void()>& values) {
    out << "<DataArray type=\"" << type << "\" Name=\"" << name << "\" NumberOfComponents=\""
        << components << "\" format=\"ascii\">\n";
    values();
    out << "</DataArray>\n";
}

void write_line(std::ostream& out, const Vec3& v) {
    out << exact_text(v.x()) << ' ' << exact_text(v.y()) << ' ' << exact_text(v.z()) << '\n';
}

/// Writes one array with a value for each item.
template <typename Items, typename Value>
void write_reals(std::ostream& out, const std::string& name, const Items& items,
                 const Value& value) {
    write_array(out, name, "Float64", 1, [&] {
        for (const auto& item : items) {
            out << exact_text(value(item)) << '\n';
        }
    });
}

template <typename Items, typename Value>
void write_vectors(std::ostream& out, const std::string& name, const Items& items,
                   const Value& value) {
    write_array(out, name, "Float64", 3, [&] {
        for (const auto& item : items) {
            write_line(out, value(item));
        }
    });
}

template <typename Items, typename Value>
void write_integers(std::ostream& out, const std::string& name, const Items& items,
                    const Value& value) {
    write_array(out, name, "Int32", 1, [&] {
        for (const auto& item : items) {
            out << value(item) << '\n';
        }
    });
}

void begin_data(std::ostream& out, const std::string& type, const StepRecord& record,
                const std::string& origin) {
    begin_file(out, type, origin);
    out << "<" << type << ">\n<FieldData>\n"
        << "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">"
        << exact_text(record.time) << "</DataArray>\n"
        << "<DataArray type=\"Int32\" Name=\"Step\" NumberOfTuples=\"1\" format=\"ascii\">"
        << record.step << "</DataArray>\n</FieldData>\n";
}

void begin_poly_data(std::ostream& out, const StepRecord& record, const std::string& origin) {
    begin_data(out, "PolyData", record, origin);
}

void end_poly_data(std::ostream& out) { out << "</Piece>\n</PolyData>\n</VTKFile>\n"; }

/// Writes `offsets` of cells that all have so many vertices.
void write_offsets(std::ostream& out, std::size_t cell_count, int vertices) {
    write_array(out, "offsets", "Int64", 1, [&] {
        for (std::size_t i = 1; i <= cell_count; ++i) {
            out << i * vertices << '\n';
        }
    });
}

/// Returns the index of the body of each triangle.
std::vector<int> triangle_bodies(const std::vector<SurfaceMesh>& surfaces) {
    std::vector<int> bodies;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        bodies.insert(bodies.end(), surfaces[i].triangles.size(), static_cast<int>(i));
    }
    return bodies;
}

/// The points of all bodies one after the other.
std::vector<Vec3> all_points(const FrameSurfaces& frame) {
    std::vector<Vec3> points;
    for (const std::vector<Vec3>& own : frame.points) {
        points.insert(points.end(), own.begin(), own.end());
    }
    return points;
}

/// The strains at all points; 0 on rigid bodies.
std::vector<double> all_strains(const FrameSurfaces& frame) {
    std::vector<double> strains;
    for (std::size_t i = 0; i < frame.points.size(); ++i) {
        const std::vector<double>& own = frame.strains[i];
        strains.insert(strains.end(), own.begin(), own.end());
        strains.insert(strains.end(), frame.points[i].size() - own.size(), 0.0);
    }
    return strains;
}

void write_triangles(std::ostream& out, const std::vector<SurfaceMesh>& surfaces,
                     std::size_t triangle_count) {
    out << "<Polys>\n";
    write_array(out, "connectivity", "Int64", 1, [&] {
        std::size_t first = 0;
        for (const SurfaceMesh& surface : surfaces) {
            for (const Triangle& t : surface.triangles) {
                out << first + t[0] << ' ' << first + t[1] << ' ' << first + t[2] << '\n';
            }
            first += surface.vertices.size();
        }
    });
    write_offsets(out, triangle_count, 3);
    out << "</Polys>\n";
}

/// "0 right, 1 wrong_length, …".
std::string verdict_list() {
    std::string text;
    for (int kind = 0; kind < kVerdictKinds; ++kind) {
        append_item(text, std::to_string(kind) + " " + verdict_id(static_cast<VerdictKind>(kind)));
    }
    return text;
}

/// What the scene must be made for so that contacts ahead are told: other methods' meshes are not
/// needed.
std::vector<std::string> shaped_for(const StudySettings& settings, const std::string& generator) {
    const bool told =
        settings.generators.contains(generator) && settings.methods.find(generator).envelope;
    return told ? std::vector{generator} : std::vector<std::string>{};
}

/// Judges the contacts of a recording's steps as a report does.
class RecordingJudge {
 public:
    explicit RecordingJudge(const Recording& recording)
        : settings_(recorded_settings(recording.header())),
          scene_(make_study_scene(
              recording.test_case(), !is_scene_path(recording.header().case_name), settings_,
              std::nullopt, shaped_for(settings_, recording.header().generator))),
          options_(scene_judging(scene_, settings_, recording.header().generator)) {}

    /// The start, step 0, has neither contacts nor poses of a query.
    Judgement judge_step(const StepRecord& record) const {
        if (record.contacts.empty()) {
            return {};
        }
        return judge(record.contacts, truth_at(scene_, record.query_poses), options_);
    }

 private:
    StudySettings settings_;
    StudyScene scene_;
    JudgeOptions options_;
};

/// "bodies/000012.vtp".
std::string frame_file(const char* folder, int step, const char* ending = ".vtp") {
    std::string digits = std::to_string(step);
    digits.insert(0, 6 - std::min<std::size_t>(digits.size(), 6), '0');
    return std::string(folder) + "/" + digits + ending;
}

/// A tet of an elastic body, with the number of its body's first point.
struct ListedTet {
    int body = -1;
    int first = 0;
    Tet corners{};
    TetStrain strain;
    double pressure = 0.0;
};

/// The tets of all elastic bodies and their points.
struct ListedTets {
    std::vector<Vec3> points;  ///< world frame [m]
    std::vector<Vec3> velocities;
    std::vector<ListedTet> tets;
};

ListedTets list_tets(const Recording& recording, const StepRecord& record) {
    const ElasticRest& rest = recording.header().elastic;
    const std::vector<Pose> poses = body_poses(record);
    ListedTets list;
    for (int i = 0; i < std::ssize(rest.bodies); ++i) {
        const TetMesh& body = rest.bodies[i];
        const std::vector<Vec3> points = elastic_vertices(rest, &record, i, poses[i]);
        const std::vector<TetStrain> strains = tet_strains(body, points);
        const std::vector<double> pressures =
            body_pressures(recording.test_case().bodies[i], body, points);
        const auto first = static_cast<int>(list.points.size());
        list.tets.reserve(list.tets.size() + body.tets.size());
        for (std::size_t t = 0; t < body.tets.size(); ++t) {
            list.tets.push_back({i, first, body.tets[t], strains[t], pressures[t]});
        }
        list.points.insert(list.points.end(), points.begin(), points.end());
        if (record.barrier) {
            const std::vector<Vec3>& velocities = record.barrier->elastic[i].velocities;
            list.velocities.insert(list.velocities.end(), velocities.begin(), velocities.end());
        }
    }
    // Before the first step those of vertices are not recorded.
    list.velocities.resize(list.points.size(), Vec3::Zero());
    return list;
}

}  // namespace

void write_vtk_tets(std::ostream& out, const Recording& recording, const StepRecord& record,
                    const std::string& origin) {
    constexpr int kVtkTetra = 10;  // of the format
    const ListedTets list = list_tets(recording, record);
    begin_data(out, "UnstructuredGrid", record, origin);
    out << "<Piece NumberOfPoints=\"" << list.points.size() << "\" NumberOfCells=\""
        << list.tets.size() << "\">\n<Points>\n";
    write_vectors(out, "Points", list.points, [](const Vec3& point) { return point; });
    out << "</Points>\n<Cells>\n";
    write_array(out, "connectivity", "Int64", 1, [&] {
        for (const ListedTet& tet : list.tets) {
            for (const int corner : tet.corners) {
                out << tet.first + corner << ' ';
            }
            out << '\n';
        }
    });
    write_offsets(out, list.tets.size(), 4);
    write_array(out, "types", "UInt8", 1, [&] {
        for (std::size_t t = 0; t < list.tets.size(); ++t) {
            out << kVtkTetra << '\n';
        }
    });
    out << "</Cells>\n<PointData Vectors=\"velocity\">\n";
    write_vectors(out, "velocity", list.velocities, [](const Vec3& velocity) { return velocity; });
    out << "</PointData>\n<CellData Scalars=\"strain\">\n";
    write_integers(out, "body", list.tets, [](const ListedTet& tet) { return tet.body; });
    write_reals(out, "strain", list.tets, [](const ListedTet& tet) { return tet.strain.strain; });
    write_reals(out, "volume_share", list.tets,
                [](const ListedTet& tet) { return tet.strain.volume_share; });
    write_reals(out, "pressure", list.tets, [](const ListedTet& tet) { return tet.pressure; });
    out << "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

void write_vtk_bodies(std::ostream& out, const Recording& recording,
                      const std::vector<SurfaceMesh>& surfaces, const StepRecord& record,
                      const std::string& origin) {
    const std::vector<int> bodies = triangle_bodies(surfaces);
    const FrameSurfaces frame = frame_surfaces(recording, surfaces, record);
    const std::vector<Vec3> points = all_points(frame);
    const bool has_elastic = !recording.header().elastic.bodies.empty();
    begin_poly_data(out, record, origin);
    out << "<Piece NumberOfPoints=\"" << points.size() << "\" NumberOfVerts=\"0\" "
        << "NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" << bodies.size() << "\">\n"
        << "<Points>\n";
    write_vectors(out, "Points", points, [](const Vec3& point) { return point; });
    out << "</Points>\n";
    write_triangles(out, surfaces, bodies.size());
    if (has_elastic) {
        out << "<PointData Scalars=\"strain\">\n";
        write_reals(out, "strain", all_strains(frame), [](double strain) { return strain; });
        out << "</PointData>\n";
    }
    out << "<CellData Scalars=\"body\">\n";
    write_integers(out, "body", bodies, [](int body) { return body; });
    write_integers(out, "fixed", bodies,
                   [&](int body) { return recording.test_case().bodies[body].fixed ? 1 : 0; });
    if (has_elastic) {
        write_integers(out, "elastic", bodies,
                       [&](int body) { return is_elastic(recording, body) ? 1 : 0; });
    }
    write_vectors(out, "linear_velocity", bodies,
                  [&](int body) { return record.bodies[body].linear_velocity; });
    write_vectors(out, "angular_velocity", bodies,
                  [&](int body) { return record.bodies[body].angular_velocity; });
    out << "</CellData>\n";
    end_poly_data(out);
}

void write_vtk_contacts(std::ostream& out, const StepRecord& record, const Judgement& judgement,
                        const std::string& origin) {
    const std::vector<ContactPoint>& contacts = record.contacts;
    begin_poly_data(out, record, origin + "; verdict: " + verdict_list());
    out << "<Piece NumberOfPoints=\"" << contacts.size() << "\" NumberOfVerts=\"" << contacts.size()
        << "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>\n";
    write_vectors(out, "Points", contacts, [](const ContactPoint& c) { return c.position; });
    out << "</Points>\n<Verts>\n";
    write_array(out, "connectivity", "Int64", 1, [&] {
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            out << i << '\n';
        }
    });
    write_offsets(out, contacts.size(), 1);
    out << "</Verts>\n<PointData Scalars=\"separation\" Normals=\"normal\">\n";
    write_vectors(out, "normal", contacts, [](const ContactPoint& c) { return c.normal; });
    write_reals(out, "separation", contacts, [](const ContactPoint& c) { return c.separation; });
    write_array(out, "impulse", "Float64", 3, [&] {
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            write_line(out, world_impulse(contacts[i], record.impulses[i]));
        }
    });
    write_reals(out, "normal_impulse", record.impulses,
                [](const ContactImpulse& impulse) { return impulse.normal; });
    write_reals(out, "torsion_impulse", record.impulses,
                [](const ContactImpulse& impulse) { return impulse.torsion; });
    write_integers(out, "body_a", contacts, [](const ContactPoint& c) { return c.body_a; });
    write_integers(out, "body_b", contacts, [](const ContactPoint& c) { return c.body_b; });
    write_integers(out, "verdict", judgement.verdicts,
                   [](const Verdict& verdict) { return static_cast<int>(verdict.kind); });
    write_integers(out, "right", judgement.verdicts, [](const Verdict& verdict) {
        const bool is_open =
            verdict.kind == VerdictKind::NotJudged || verdict.kind == VerdictKind::Ahead;
        return is_open ? -1 : verdict.kind == VerdictKind::Right;
    });
    out << "</PointData>\n";
    end_poly_data(out);
}

void write_pvd(std::ostream& out, const std::vector<VtkFrame>& frames, const std::string& origin) {
    begin_file(out, "Collection", origin);
    out << "<Collection>\n";
    for (const VtkFrame& frame : frames) {
        out << "<DataSet timestep=\"" << exact_text(frame.time)
            << "\" group=\"\" part=\"0\" file=\"" << frame.file << "\"/>\n";
    }
    out << "</Collection>\n</VTKFile>\n";
}

int export_vtk(const ExportTask& task) {
    const bool has_elastic = !task.recording.header().elastic.bodies.empty();
    if (has_elastic) {
        check_export(task, {"bodies.pvd", "contacts.pvd", "tets.pvd"});
    } else {
        check_export(task, {"bodies.pvd", "contacts.pvd"});
    }
    const std::vector<SurfaceMesh> surfaces = make_surfaces(task.recording);
    const std::string origin = frame_origin(task.recording);
    const RecordingJudge referee(task.recording);
    std::vector<VtkFrame> bodies;
    std::vector<VtkFrame> contacts;
    std::vector<VtkFrame> tets;
    const int done =
        for_each_frame(task.recording, task.steps, task.loop, [&](const StepRecord& record) {
            bodies.push_back({record.time, frame_file("bodies", record.step)});
            contacts.push_back({record.time, frame_file("contacts", record.step)});
            write_part(task.out / bodies.back().file, [&](std::ostream& out) {
                write_vtk_bodies(out, task.recording, surfaces, record, origin);
            });
            write_part(task.out / contacts.back().file, [&](std::ostream& out) {
                write_vtk_contacts(out, record, referee.judge_step(record), origin);
            });
            if (has_elastic) {
                tets.push_back({record.time, frame_file("tets", record.step, ".vtu")});
                write_part(task.out / tets.back().file, [&](std::ostream& out) {
                    write_vtk_tets(out, task.recording, record, origin);
                });
            }
        });
    write_output(task.out / "bodies.pvd",
                 [&](std::ostream& out) { write_pvd(out, bodies, origin); });
    write_output(task.out / "contacts.pvd",
                 [&](std::ostream& out) { write_pvd(out, contacts, origin); });
    if (has_elastic) {
        write_output(task.out / "tets.pvd",
                     [&](std::ostream& out) { write_pvd(out, tets, origin); });
    }
    return finish_export(task, done, "the series ends there");
}

}  // namespace touchstone::reports
