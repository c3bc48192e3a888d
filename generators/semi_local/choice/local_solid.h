#pragma once

#include <array>
#include <span>

#include "methods/geometry/facet_model.h"

namespace touchstone::semi_local {

/// The shape of a body near a feature: the cone of a corner, the wedge of an edge or the half space
/// of a facet, with its apex at the origin. It is built from the feature in body frame, so that
/// errors of the pose do not affect it.
class LocalSolid {
 public:
    /// Builds the solid at a feature of the model, which must outlive it.
    LocalSolid(const FacetModel& model, const FacetFeature& feature);

    /// Returns true when the solid is convex.
    bool is_convex() const { return is_convex_; }

    /// Returns true when the ray lies inside, by more than 0.05 of its length. `direction` is unit.
    bool contains(const Vec3& direction) const;

    /// Returns the mean of the rays that bound the solid, unit; it lies inside unless the solid is
    /// concave.
    Vec3 middle() const;

 private:
    bool nearest_is_inside(const Vec3& direction) const;
    Vec3 normal_of_ray(const Sector& sector) const;

    std::array<Sector, 4> own_;  ///< sectors of an edge or a facet
    int own_count_ = 0;
    std::span<const Sector> corner_;  ///< sectors of a corner
    bool is_convex_ = true;

    std::span<const Sector> sectors() const {
        return own_count_ > 0 ? std::span<const Sector>(own_).first(own_count_) : corner_;
    }
};

/// Number of directions in which local solids are probed.
inline constexpr int kRays = 300;
/// Returns these directions: a spiral over the unit sphere.
const std::array<Vec3, kRays>& all_rays();

}  // namespace touchstone::semi_local
