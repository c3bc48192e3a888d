#include "reports/exports/svg_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>
#include <sstream>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/elastic/strain_color.h"
#include "reports/shell/output_file.h"
#include "reports/text/number_text.h"
#include "reports/text/text_escape.h"
#include "testcases/motion/deformed_bodies.h"

namespace touchstone::reports {
namespace {

constexpr int kMostDrawings = 12;

// View direction: a turn about the vertical, then a tilt towards the viewer [rad].
constexpr double kTurn = 0.5;
constexpr double kTip = 0.3;

constexpr double kPanelHeight = 420.0;   // height of each drawing [pixels]
constexpr double kCaptionHeight = 24.0;  // height of its caption [pixels]
constexpr double kMargin = 0.12;         // margin around the bodies, as a share of their extent
constexpr double kDot = 2.2;             // radius of a contact [pixels]
constexpr double kNormalLength = 11.0;   // length of its normal [pixels]
constexpr double kSharp = 0.97;          // cosine of the angle above which an edge is not drawn
constexpr double kAmbient = 0.55;        // brightness of a face turned away from the light

using Color = std::array<double, 3>;  // parts in 0…1
constexpr Color kFixedColor{0.78, 0.78, 0.76};
constexpr std::array<Color, 4> kBodyColors{
    {{0.62, 0.72, 0.80}, {0.83, 0.76, 0.62}, {0.66, 0.77, 0.66}, {0.78, 0.69, 0.74}}};

/// Returns the rotation from world to view: x to the right, y up, z towards the viewer.
Mat3 view_rotation() {
    return (Eigen::AngleAxisd(kTip, Vec3::UnitX()) * Eigen::AngleAxisd(-kTurn, Vec3::UnitY()))
        .toRotationMatrix();
}

/// The transformation from view coordinates to pixels of one drawing.
struct Frame {
    double left = 0.0;   ///< left end [m]
    double top = 0.0;    ///< upper end [m]
    double scale = 1.0;  ///< pixels per metre
    double width = 0.0;  ///< width of the drawing [pixels]

    double x(const Vec3& p) const { return (p.x() - left) * scale; }
    double y(const Vec3& p) const { return (top - p.y()) * scale; }
};

Frame make_frame(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                 const Mat3& view) {
    const std::vector<BodySetup>& bodies = recording.test_case().bodies;
    BoundingBox moving;
    BoundingBox all;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const Vec3& vertex : surfaces[i].vertices) {
            const Vec3 point = view * (bodies[i].world_from_shape * vertex);
            extend(all, {point, point});
            if (!bodies[i].fixed) {
                extend(moving, {point, point});
            }
        }
    }
    const BoundingBox& box = moving.lower.x() <= moving.upper.x() ? moving : all;
    const Vec3 extent = box.upper - box.lower;
    const double margin = kMargin * std::max(extent.x(), extent.y());
    Frame frame;
    frame.scale = kPanelHeight / (extent.y() + 2.0 * margin);
    // Tall scenes get room at their sides, for bodies that lean.
    const double width = std::max(extent.x() + 2.0 * margin, 0.6 * kPanelHeight / frame.scale);
    frame.left = 0.5 * (box.lower.x() + box.upper.x() - width);
    frame.top = box.upper.y() + margin;
    frame.width = width * frame.scale;
    return frame;
}

struct DrawnTriangle {
    std::array<Vec3, 3> corners;  ///< view coordinates
    std::array<bool, 3> sharp{};  ///< edge from corner i to the next
    double depth = 0.0;           ///< depth of its middle; larger is nearer [m]
    bool fixed = false;
    std::string fill;
};

std::string fill_of(const Color& color, const Vec3& normal) {
    const Vec3 light = Vec3(0.35, 0.8, 0.5).normalized();
    const double brightness = kAmbient + (1.0 - kAmbient) * std::max(0.0, normal.dot(light));
    std::ostringstream out;
    out << '#' << std::hex;
    for (const double part : color) {
        const int value = static_cast<int>(std::lround(255.0 * std::min(1.0, part * brightness)));
        out << value / 16 << value % 16;
    }
    return out.str();
}

/// Returns the colour of a strain, as a share of the key's end.
Color strain_color(double share) {
    const auto [below, more] = find_strain_place(share);
    Color mixed{};
    for (int i = 0; i < 3; ++i) {
        const double from = kStrainRamp[below][i] / 255.0;
        mixed[i] = from + more * (kStrainRamp[below + 1][i] / 255.0 - from);
    }
    return mixed;
}

/// Finds the edges of the surface that bend, by their vertices in ascending order.
std::map<std::pair<int, int>, bool> sharp_edges(const SurfaceMesh& surface) {
    std::map<std::pair<int, int>, Vec3> first;
    std::map<std::pair<int, int>, bool> sharp;
    for (const auto& face : surface.triangles) {
        const Vec3& a = surface.vertices[face[0]];
        const Vec3 normal =
            (surface.vertices[face[1]] - a).cross(surface.vertices[face[2]] - a).normalized();
        for (int i = 0; i < 3; ++i) {
            const std::pair<int, int> edge = std::minmax(int{face[i]}, int{face[(i + 1) % 3]});
            const auto [known, is_new] = first.emplace(edge, normal);
            sharp[edge] = !is_new && known->second.dot(normal) < kSharp;
        }
    }
    return sharp;
}

/// Returns the triangles that face the viewer, farther ones first; fixed bodies lie behind all.
std::vector<DrawnTriangle> visible_triangles(const Recording& recording,
                                             const std::vector<SurfaceMesh>& surfaces,
                                             const StepRecord& record, const Mat3& view,
                                             double key_end) {
    const FrameSurfaces frame = frame_surfaces(recording, surfaces, record);
    std::vector<DrawnTriangle> triangles;
    int color = 0;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        const bool fixed = recording.test_case().bodies[i].fixed;
        const Color& base = fixed ? kFixedColor : kBodyColors[color++ % kBodyColors.size()];
        const auto sharp = sharp_edges(surfaces[i]);
        for (const auto& face : surfaces[i].triangles) {
            DrawnTriangle triangle;
            std::array<Vec3, 3> world;
            for (int k = 0; k < 3; ++k) {
                world[k] = frame.points[i][face[k]];
                triangle.corners[k] = view * world[k];
                triangle.depth += triangle.corners[k].z() / 3.0;
                triangle.sharp[k] = sharp.at(std::minmax(int{face[k]}, int{face[(k + 1) % 3]}));
            }
            const Vec3 normal = (world[1] - world[0]).cross(world[2] - world[0]).normalized();
            if ((view * normal).z() <= 0.0) {
                continue;
            }
            triangle.fixed = fixed;
            const std::vector<double>& strains = frame.strains[i];
            triangle.fill =
                strains.empty()
                    ? fill_of(base, normal)
                    : fill_of(
                          strain_color((strains[face[0]] + strains[face[1]] + strains[face[2]]) /
                                       (3.0 * key_end)),
                          normal);
            triangles.push_back(std::move(triangle));
        }
    }
    std::stable_sort(triangles.begin(), triangles.end(),
                     [](const DrawnTriangle& a, const DrawnTriangle& b) {
                         return a.fixed != b.fixed ? a.fixed : a.depth < b.depth;
                     });
    return triangles;
}

std::string pixels(double value) { return rounded_text(value, 1); }

void write_triangle(std::ostream& out, const DrawnTriangle& triangle, const Frame& frame) {
    out << "<path d=\"";
    for (int k = 0; k < 3; ++k) {
        out << (k == 0 ? 'M' : 'L') << pixels(frame.x(triangle.corners[k])) << ' '
            << pixels(frame.y(triangle.corners[k]));
    }
    out << "Z\" fill=\"" << triangle.fill << "\" stroke=\"" << triangle.fill
        << "\" stroke-width=\"0.6\"/>\n";
    for (int k = 0; k < 3; ++k) {
        if (triangle.sharp[k]) {
            const Vec3& a = triangle.corners[k];
            const Vec3& b = triangle.corners[(k + 1) % 3];
            out << "<path d=\"M" << pixels(frame.x(a)) << ' ' << pixels(frame.y(a)) << 'L'
                << pixels(frame.x(b)) << ' ' << pixels(frame.y(b))
                << "\" stroke=\"#333\" stroke-width=\"0.8\"/>\n";
        }
    }
}

void write_contacts(std::ostream& out, const StepRecord& record, const Frame& frame,
                    const Mat3& view) {
    // Two paths for all of them: a dot is a line without length and with round ends.
    std::ostringstream dots;
    std::ostringstream normals;
    for (const ContactPoint& contact : record.contacts) {
        const Vec3 point = view * contact.position;
        const Vec3 normal = view * contact.normal.normalized();
        const std::string place = 'M' + pixels(frame.x(point)) + ' ' + pixels(frame.y(point));
        dots << place << "h0";
        normals << place << 'l' << pixels(kNormalLength * normal.x()) << ' '
                << pixels(-kNormalLength * normal.y());
    }
    out << "<path d=\"" << normals.view() << "\" stroke=\"#c00\" stroke-width=\"0.7\"/>\n<path d=\""
        << dots.view() << "\" stroke=\"#c00\" stroke-linecap=\"round\" stroke-width=\""
        << pixels(2.0 * kDot) << "\"/>\n";
}

/// Writes the key of strains, from 0 to its end, into the last line of the drawing.
void write_strain_key(std::ostream& out, double key_end) {
    constexpr int kParts = 20;
    constexpr double kWidth = 140.0;  // [pixels]
    constexpr double kLeft = 100.0;
    const double top = kPanelHeight + kCaptionHeight;
    const auto text = [&](double x, const char* anchor, const std::string& words) {
        out << "<text x=\"" << pixels(x) << "\" y=\"" << pixels(top + 14.0) << "\" text-anchor=\""
            << anchor << "\">" << words << "</text>\n";
    };
    text(kLeft - 8.0, "end", "strain 0");
    for (int i = 0; i < kParts; ++i) {
        out << "<rect x=\"" << pixels(kLeft + i * kWidth / kParts) << "\" y=\"" << pixels(top + 3.0)
            << "\" width=\"" << pixels(kWidth / kParts) << "\" height=\"13\" fill=\""
            << fill_of(strain_color((i + 0.5) / kParts), Vec3(0.35, 0.8, 0.5).normalized())
            << "\"/>\n";
    }
    text(kLeft + kWidth + 8.0, "start", short_text(key_end, 3));
}

/// Escapes a name from a file, in which two hyphens would end a comment.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : xml_escaped(text)) {
        result += c == '-' ? "&#45;" : std::string(1, c);
    }
    return result;
}

/// The largest strain of all tets in these steps.
double largest_strain(const std::vector<StepRecord>& records) {
    double largest = 0.0;
    for (const StepRecord& record : records) {
        largest = std::max(largest, record.deformation ? record.deformation->strain : 0.0);
    }
    return largest;
}

}  // namespace

void write_svg(std::ostream& out, const Recording& recording,
               const std::vector<SurfaceMesh>& surfaces, const std::vector<StepRecord>& records,
               const std::string& origin) {
    const Mat3 view = view_rotation();
    const Frame frame = make_frame(recording, surfaces, view);
    const auto panels = static_cast<double>(records.size());
    const bool has_elastic = !recording.header().elastic.bodies.empty();
    const double key_end = strain_key_end(largest_strain(records));
    const double height = kPanelHeight + kCaptionHeight * (has_elastic ? 2.0 : 1.0);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << pixels(panels * frame.width)
        << "\" height=\"" << pixels(height)
        << "\" font-family=\"sans-serif\" font-size=\"13\">\n<!-- touchstone-drawing-1, "
        << escaped(origin) << " -->\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    for (std::size_t i = 0; i < records.size(); ++i) {
        // A nested svg element clips at the border of the drawing.
        out << "<svg x=\"" << pixels(static_cast<double>(i) * frame.width) << "\" width=\""
            << pixels(frame.width) << "\" height=\"" << pixels(kPanelHeight)
            << "\" overflow=\"hidden\">\n";
        for (const DrawnTriangle& triangle :
             visible_triangles(recording, surfaces, records[i], view, key_end)) {
            write_triangle(out, triangle, frame);
        }
        write_contacts(out, records[i], frame, view);
        out << "</svg>\n<text x=\"" << pixels((static_cast<double>(i) + 0.5) * frame.width)
            << "\" y=\"" << pixels(kPanelHeight + 17.0) << "\" text-anchor=\"middle\">"
            << (records[i].step == 0 ? "start" : rounded_text(records[i].time, 2) + " s")
            << "</text>\n";
    }
    if (has_elastic) {
        write_strain_key(out, key_end);
    }
    out << "</svg>\n";
}

int export_svg(const ExportTask& task) {
    if (std::ssize(task.steps) > kMostDrawings) {
        throw UsageError("svg draws at most " + std::to_string(kMostDrawings) +
                         " steps side by side; choose them by --steps and --every");
    }
    check_export(task);
    std::vector<StepRecord> records;
    const int done = for_each_frame(task.recording, task.steps, task.loop,
                                    [&](const StepRecord& record) { records.push_back(record); });
    if (done < std::ssize(task.steps)) {
        return finish_export(task, done, "nothing was written");
    }
    write_output(task.out, [&](std::ostream& out) {
        write_svg(out, task.recording, make_surfaces(task.recording), records,
                  frame_origin(task.recording));
    });
    return 0;
}

}  // namespace touchstone::reports
