#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// A right answer for a pair of bodies, in world frame. Fields left empty are not judged.
struct Answer {
    std::vector<Vec3> normals;        ///< right normals: unit, from a to b
    std::vector<Vec3> paper_normals;  ///< normals by the paper's formula where it is not exact; for
                                      ///< Q only
    std::optional<int> min_contacts;  ///< fewest contacts that span the region
    std::vector<Vec3> points;         ///< corners of the contact region, between the surfaces [m]
    std::optional<double> area;       ///< area of the contact region [m²]
    std::optional<double> hull_area;  ///< area of the contacts' hull where it differs [m²]
    std::optional<std::array<double, 2>> separation;  ///< lowest and highest value for a right
                                                      ///< contact [m]
};

/// A request to compute the answer from the geometry, see planar_regions.h.
struct PlanarTruth {
    std::optional<double> gap;   ///< largest gap to count as contact [m]; nothing: `default_gap`
    std::string precision = {};  ///< set with the answers: which coordinates were rounded, and how
};

/// A request to compute the answer from the exact shapes of smooth bodies, see smooth_reference.h.
struct SmoothTruth {
    std::string mesh_error = {};  ///< set with the answers: tolerances that the meshes' own error
                                  ///< asks for
};

/// The right answers for a pair of bodies in a scene.
struct PairReference {
    int body_a = -1;                            ///< index in the scene
    int body_b = -1;                            ///< index in the scene
    std::vector<Answer> answers;                ///< several: a tie, the best counts
    std::optional<PlanarTruth> planar_regions;  ///< `answers` are made by `with_planar_truth`
    std::optional<SmoothTruth> smooth;          ///< `answers` are made by `with_smooth_truth`
    std::string why_unknown;           ///< reason why those are unknown; empty: they are known
    bool none = false;                 ///< the pair must yield no contact; then no answers
    bool not_judged = false;           ///< true: no contact of the pair is judged; then no answers
    bool none_is_right = false;        ///< no contact is right as well
    bool kinematic = false;            ///< the answer depends on the velocities too
    double angle_tolerance = 1.0;      ///< largest angle to a right normal [degrees]
    double position_tolerance = 0.02;  ///< largest distance from the contact region [m]
    double separation_tolerance = 1e-6;  ///< largest error of a separation [m]
};

/// The right answers of a scene, by pair; empty: unknown. Contacts of pairs not named here are
/// wrong.
using Reference = std::vector<PairReference>;

}  // namespace touchstone
