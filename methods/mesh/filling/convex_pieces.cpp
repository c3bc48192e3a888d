#include "methods/mesh/filling/convex_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/base/process/child_process.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/cavities.h"
#include "methods/mesh/filling/mesh_cache.h"
#include "methods/mesh/filling/mesh_worker.h"
#include "methods/mesh/filling/tetgen_protocol.h"

namespace touchstone {
namespace {

using ConvexPieces = std::vector<std::vector<Vec3>>;

// Changed whenever the same surface could give other pieces or another file.
constexpr std::string_view kPiecesFormat = "touchstone-pieces-1";

[[noreturn]] void fail_cut(const SurfaceMesh& surface, const std::string& reason) {
    throw MeshError("the solid of " + std::to_string(surface.triangles.size()) +
                    " triangles cannot be cut into convex parts: " + reason);
}

[[noreturn]] void fail_cut_in_time(const SurfaceMesh& surface, double limit) {
    fail_cut(surface, "CGAL took longer than " + describe(limit) +
                          " s; give a surface with fewer triangles, or the parts themselves");
}

/// Share of the size to which coordinates are rounded before the cut, 4e-12: what turning a flat
/// part adds to them goes, and no corner of a part is off by more than a part may be [-].
constexpr double kGridShare = 0x1p-38;
/// Sine of the angle up to which faces look along one line [-].
constexpr double kParallel = 1e-9;

/// Share by which an axis may miss an axis of the body frame and still is taken for it [-].
constexpr double kAxisSlack = 1e-12;

/// A frame in which the solid lies straight, so that large flat parts, cut in several triangles,
/// are flat to the last bit: otherwise each of their inner edges may be concave by rounding.
struct StraightFrame {
    Mat3 straight_from_body = Mat3::Identity();
    Vec3 origin = Vec3::Zero();  ///< in body frame [m]
    double grid = 0.0;           ///< multiple of coordinates in the straight frame [m]

    Vec3 to_straight(const Vec3& point) const {
        const Vec3 turned = straight_from_body * (point - origin);
        return {grid * std::round(turned.x() / grid), grid * std::round(turned.y() / grid),
                grid * std::round(turned.z() / grid)};
    }
    Vec3 to_body(const Vec3& point) const {
        return origin + straight_from_body.transpose() * point;
    }
};

/// A face's area along its unit normal [m²].
struct FaceArea {
    Vec3 normal = Vec3::Zero();
    double area = 0.0;
};

/// Returns the direction along which the largest area looks, among faces whose normals are square
/// to `axis` (all for 0). Zero: there are none.
Vec3 widest_direction(std::span<const FaceArea> faces, const Vec3& axis) {
    Vec3 best = Vec3::Zero();
    double most = 0.0;
    for (const FaceArea& face : faces) {
        if (std::abs(face.normal.dot(axis)) > kParallel) {
            continue;
        }
        double area = 0.0;
        for (const FaceArea& other : faces) {
            area += face.normal.cross(other.normal).norm() <= kParallel ? other.area : 0.0;
        }
        if (area > most) {
            most = area;
            best = face.normal;
        }
    }
    return best;
}

/// Returns the frame whose z axis is the direction of the largest area, and x axis that of the
/// largest square to it.
StraightFrame make_straight_frame(const SurfaceMesh& surface) {
    std::vector<FaceArea> faces;
    faces.reserve(surface.triangles.size());
    for (const Triangle& face : surface.triangles) {
        const Vec3& a = surface.vertices[face[0]];
        const Vec3 across = (surface.vertices[face[1]] - a).cross(surface.vertices[face[2]] - a);
        faces.push_back({across.stableNormalized(), 0.5 * across.norm()});
    }
    const Vec3 z = widest_direction(faces, Vec3::Zero());
    const Vec3 along = widest_direction(faces, z);
    const Vec3 x =
        (along.isZero(0.0) ? z.unitOrthogonal() : Vec3(along - along.dot(z) * z)).normalized();
    StraightFrame frame;
    frame.straight_from_body.row(0) = x;
    frame.straight_from_body.row(1) = z.cross(x);
    frame.straight_from_body.row(2) = z;
    for (double& entry : frame.straight_from_body.reshaped()) {
        const double whole = std::round(entry);
        entry = std::abs(entry - whole) <= kAxisSlack ? whole : entry;
    }
    frame.origin = surface.vertices.front();
    const BoundingBox box = bounds_of(surface.vertices);
    frame.grid = kGridShare * std::exp2(std::ceil(std::log2((box.upper - box.lower).norm())));
    return frame;
}

/// Throws MeshError, with the remedy, for a surface that cannot be cut.
void check_before_cut(const SurfaceMesh& surface) {
    if (std::ssize(surface.triangles) > kMostCutTriangles) {
        fail_cut(surface,
                 "more than " + std::to_string(kMostCutTriangles) +
                     " take CGAL too long; give a coarser surface, or the parts themselves");
    }
    require_solid_surface(surface);
    if (const std::vector<Vec3> cavities = find_cavity_points(surface); !cavities.empty()) {
        fail_cut(surface, "it has a cavity, at " + describe(cavities.front()) +
                              "; fill the cavity, or give the parts themselves");
    }
}

std::string cut_request(const SurfaceMesh& surface, const StraightFrame& frame, double time_limit) {
    std::vector<Vec3> vertices;
    vertices.reserve(surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        vertices.push_back(frame.to_straight(vertex));
    }
    std::string bytes;
    tetgen_protocol::append(bytes, tetgen_protocol::kCutRequestMark);
    tetgen_protocol::append(bytes, time_limit);
    tetgen_protocol::append(bytes, kWorkerMemory);
    tetgen_protocol::append_rows(bytes, vertices);
    tetgen_protocol::append_rows(bytes, surface.triangles);
    return bytes;
}

std::string pieces_key(const SurfaceMesh& surface) {
    std::string bytes;
    tetgen_protocol::append_text(bytes, kPiecesFormat);
    tetgen_protocol::append_text(bytes, TOUCHSTONE_CGAL_VERSION);
    tetgen_protocol::append_rows(bytes, surface.vertices);
    tetgen_protocol::append_rows(bytes, surface.triangles);
    return bytes;
}

/// Reads pieces, and brings them and their corners into an order that does not depend on CGAL's.
std::optional<ConvexPieces> read_pieces(std::string_view bytes, const StraightFrame& frame) {
    tetgen_protocol::Reader reader(bytes);
    const bool marked = reader.take<std::uint64_t>() == tetgen_protocol::kCutResponseMark;
    const std::vector<Vec3> corners = reader.take_rows<Vec3>();
    const std::vector<std::array<int, 1>> counts = reader.take_rows<std::array<int, 1>>();
    if (!marked || !reader.is_complete()) {
        return std::nullopt;
    }
    const auto is_before = [](const Vec3& a, const Vec3& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    ConvexPieces pieces;
    pieces.reserve(counts.size());
    std::ptrdiff_t first = 0;
    for (const auto& [count] : counts) {
        if (count < 0 || count > std::ssize(corners) - first) {
            return std::nullopt;
        }
        std::vector<Vec3>& piece =
            pieces.emplace_back(corners.begin() + first, corners.begin() + first + count);
        for (Vec3& corner : piece) {
            corner = frame.to_body(corner);
        }
        std::ranges::sort(piece, is_before);
        first += count;
    }
    std::ranges::sort(pieces, [&](const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
        return std::ranges::lexicographical_compare(a, b, is_before);
    });
    return first == std::ssize(corners) ? std::optional(std::move(pieces)) : std::nullopt;
}

/// Throws what the worker's end means. Returns only when there may be a response.
void judge_cut_end(const ChildResult& result, const SurfaceMesh& surface, double time_limit) {
    const std::string others = "; give a coarser surface, or the parts themselves";
    switch (result.end) {
        case ChildEnd::TimedOut:
            fail_cut_in_time(surface, time_limit);
        case ChildEnd::Unknown:
            return;  // the answer itself tells
        case ChildEnd::OutputTooLong:
            fail_cut(surface, "there are too many parts" + others);
        case ChildEnd::Signaled:
            if (result.code == SIGXCPU) {
                fail_cut_in_time(surface, time_limit);
            }
            fail_cut(surface,
                     "CGAL crashed (" + std::string(::strsignal(result.code)) + ")" + others);
        case ChildEnd::Exited:
            break;
    }
    switch (result.code) {
        case tetgen_protocol::Done:
            return;
        case tetgen_protocol::OutOfMemory:
            fail_cut(surface, "CGAL needs more than 4 GiB of memory" + others);
        case tetgen_protocol::StackOverflow:
            fail_cut(surface, "CGAL recursed too deeply" + others);
        case tetgen_protocol::CutFailed:
            fail_cut(surface, "CGAL gave up after saying '" + last_lines_of(result.errors) +
                                  "'; give the parts themselves");
        default:
            fail_cut(surface, "the worker ended with status " + std::to_string(result.code) +
                                  "; check that it belongs to this program");
    }
}

}  // namespace

std::vector<std::vector<Vec3>> cut_into_convex_pieces(const SurfaceMesh& surface,
                                                      const CutOptions& options) {
    check_before_cut(surface);
    const std::string key = pieces_key(surface);
    const StraightFrame frame = make_straight_frame(surface);
    if (const std::optional<std::string> bytes = read_cache(options.cache_folder, key)) {
        if (std::optional<ConvexPieces> pieces = read_pieces(*bytes, frame)) {
            return *std::move(pieces);
        }
    }
    const ChildCommand command{.program = find_mesh_worker(), .time_limit = options.time_limit};
    const ChildResult result =
        run_child_process(command, cut_request(surface, frame, options.time_limit));
    judge_cut_end(result, surface, options.time_limit);
    std::optional<ConvexPieces> pieces = read_pieces(result.output, frame);
    if (!pieces && result.end == ChildEnd::Unknown) {
        fail_cut(surface, std::string(kLostWorkerEnd));
    }
    if (!pieces || pieces->empty()) {
        fail_cut(surface, "the worker's answer is garbled; check that it belongs to this program");
    }
    write_cache(options.cache_folder, key, result.output);
    return *std::move(pieces);
}

}  // namespace touchstone
