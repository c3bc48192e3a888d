#include "testcases/scenes/convex_decomposition.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "testcases/scenes/convex_cut.h"

namespace touchstone {
namespace {

/// Thickness of what the hull of two pieces may have beyond both, if it lay spread over the hull's
/// surface, as a share of what parts may be off: the rounding of corners, and no more [-].
constexpr double kHullSlack = 1e-6;

/// Largest number of pieces that are joined: each is compared with all others.
constexpr std::ptrdiff_t kMostPieces = 20 * kMostConvexParts;

/// A convex piece, or several that were joined.
struct JoinedPiece {
    SurfaceMesh surface;   ///< hull of its corners
    BoundingBox box;       ///< box around it
    double volume = 0.0;   ///< [m³]
    bool is_used = false;  ///< true: it has become part of another one
};

/// Makes a piece; nothing for one without volume.
std::optional<JoinedPiece> make_piece(std::span<const Vec3> corners) {
    try {
        JoinedPiece piece;
        piece.surface = make_convex_hull(corners);
        piece.box = bounds_of(piece.surface.vertices);
        piece.volume = signed_volume(piece.surface);
        return piece;
    } catch (const MeshError&) {
        return std::nullopt;
    }
}

/// Returns the hull of two pieces where it has nothing beyond them. `slack`: see kHullSlack [m].
std::optional<JoinedPiece> join(const JoinedPiece& a, const JoinedPiece& b, double slack) {
    if (!overlap(inflated(a.box, slack), b.box)) {
        return std::nullopt;
    }
    std::vector<Vec3> corners = a.surface.vertices;
    corners.insert(corners.end(), b.surface.vertices.begin(), b.surface.vertices.end());
    std::optional<JoinedPiece> hull = make_piece(corners);
    if (hull && hull->volume - a.volume - b.volume <= slack * surface_area(hull->surface)) {
        return hull;
    }
    return std::nullopt;
}

/// Joins the last piece with the first other one with which it has a convex union, which then is
/// the last.
bool join_last(std::vector<JoinedPiece>& pieces, double slack) {
    JoinedPiece& last = pieces.back();
    for (int i = 0; i + 1 < std::ssize(pieces); ++i) {
        if (pieces[i].is_used) {
            continue;
        }
        if (std::optional<JoinedPiece> joined = join(pieces[i], last, slack)) {
            pieces[i].is_used = true;
            last.is_used = true;
            pieces.push_back(*std::move(joined));
            return true;
        }
    }
    return false;
}

/// Throws MeshError for a body of more parts, or pieces of them, than it may have.
[[noreturn]] void refuse_count(std::ptrdiff_t count, const std::string& what) {
    throw MeshError("the body falls into " + std::to_string(count) + " convex " + what +
                    ", and may have " + std::to_string(kMostConvexParts) +
                    " parts; give a coarser surface, or leave the key out, so that bounds on "
                    "steps go by its tets");
}

/// Returns a message without its remedy.
std::string reason_in(const std::string& message) { return message.substr(0, message.find("; ")); }

}  // namespace

std::vector<HullShape> join_convex_pieces(const SurfaceMesh& solid,
                                          std::span<const std::vector<Vec3>> pieces) {
    const double tolerance = cut_tolerance(solid);
    const double slack = kHullSlack * tolerance;
    std::vector<JoinedPiece> joined;
    joined.reserve(2 * pieces.size());
    for (const std::vector<Vec3>& corners : pieces) {
        if (std::optional<JoinedPiece> piece = make_piece(corners)) {
            joined.push_back(*std::move(piece));
            while (join_last(joined, slack)) {
            }
        }
    }
    std::vector<HullShape> parts;
    for (JoinedPiece& piece : joined) {
        if (!piece.is_used && !is_too_thin(piece.surface, tolerance)) {
            parts.push_back({std::move(piece.surface.vertices)});
        }
    }
    return parts;
}

std::vector<HullShape> decompose_solid(const SurfaceMesh& solid, const CutOptions& options) {
    const std::vector<std::vector<Vec3>> pieces = cut_into_convex_pieces(solid, options);
    if (std::ssize(pieces) > kMostPieces) {
        refuse_count(std::ssize(pieces), "pieces");
    }
    std::vector<HullShape> parts = join_convex_pieces(solid, pieces);
    if (std::ssize(parts) > kMostConvexParts) {
        refuse_count(std::ssize(parts), "parts");
    }
    try {
        check_convex_cut(solid, parts);
    } catch (const MeshError& error) {
        // Its remedies are for parts that somebody gave.
        throw MeshError("CGAL's parts do not fill the body (" + reason_in(error.what()) +
                        "): it has details thinner than 4e-6 of its size; remove them, give the "
                        "parts, or leave the key out");
    }
    return parts;
}

}  // namespace touchstone
