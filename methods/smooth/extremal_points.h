#pragma once

#include <string>
#include <vector>

#include "methods/smooth/extremal_newton.h"

namespace touchstone {

/// Two points of two surfaces, opposite each other.
struct SmoothContact {
    Vec3 point_a = Vec3::Constant(kUnset);  ///< point on the surface of A [m]
    Vec3 point_b = Vec3::Constant(kUnset);  ///< point on the surface of B [m]
    Vec3 normal = Vec3::Constant(kUnset);   ///< unit vector from A to B
    double separation = kUnset;             ///< n · (p_b − p_a) [m]
};

/// The set along which two surfaces touch when moved together.
enum class ContactSpread { Point, Line, Ring, Area };

/// A place where two surfaces are nearest, or overlap most.
struct ExtremalPair {
    std::vector<SmoothContact> contacts;  ///< one contact, or the corners of a line or an area;
                                          ///< eight points for rings and discs
    ContactSpread spread = ContactSpread::Point;
    /// True: a plane between the bodies proves that no points of these hulls are nearer, see
    /// is_certified.
    bool proven = false;
    int solid_a = 0;     ///< index of the part of A in its union
    int solid_b = 0;     ///< index of the part of B
    int feature_a = -1;  ///< index in the solid's features; -1: found in closed form
    int feature_b = -1;
    ExtremalState state;  ///< solution of (9); with features only
};

/// The answer to one question about two bodies.
struct ExtremalAnswer {
    std::vector<ExtremalPair> pairs;  ///< nearest first
    std::string why_not;              ///< reason why there is no answer; empty: there is one
    int iterations = 0;               ///< number of Newton steps in all
};

/// The way in which extremal points are sought.
struct ExtremalOptions {
    bool published = false;  ///< true: the paper's own iteration, where both surfaces are one
                             ///< feature
};

/// Returns the extremal points of two convex solids: for disjoint ones the nearest points, where
/// the answer is global and `proven`; for overlapping ones the ends of the shortest way out among
/// all that were found. Lines, rings and areas of contact are found in closed form.
ExtremalAnswer convex_pair(const PlacedSolid& a, const PlacedSolid& b,
                           const ExtremalOptions& options = {});

/// Returns all pairs of local extremal points where one of both is a torus or a bowl. Several can
/// touch at once.
ExtremalAnswer curved_pairs(const PlacedSolid& a, const PlacedSolid& b,
                            const ExtremalOptions& options = {});

/// Returns true when the contact passes the certificate of convex bodies: n · (p_b − p_a) = −h_A(n)
/// − h_B(−n) to within 1e-9 of the size, and the points lie on the solids. With a positive
/// separation this proves the bodies apart by a plane, and the points nearest. With a negative one
/// it holds for the farthest points as well.
bool is_certified(const PlacedSolid& a, const PlacedSolid& b, const SmoothContact& contact);

/// A shape with all its solids prepared.
struct SmoothBody {
    std::vector<SmoothSolid> solids;
    std::vector<Pose> body_from_solid;
};
/// Prepares the solids of a shape.
SmoothBody make_smooth_body(const SmoothShape& shape);

/// Returns the solids of a body placed in a frame.
std::vector<PlacedSolid> placed_solids(const SmoothBody& body, const Pose& frame_from_body);

/// Returns the extremal points of all pairs of parts, without those inside another part of their
/// own body.
ExtremalAnswer extremal_points(const SmoothBody& a, const Pose& frame_from_a, const SmoothBody& b,
                               const Pose& frame_from_b, const ExtremalOptions& options = {});

}  // namespace touchstone
