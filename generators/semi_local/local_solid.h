#pragma once

#include <array>
#include <span>

#include "methods/geometry/facet_model.h"

namespace touchstone::semi_local {

/// What a body looks like from close by: the cone of a corner, the wedge of an edge or the half
/// space of a facet, with its apex in the origin. It is taken from the feature as it stands in the
/// body, so that errors of the pose do not reach it. Body frame.
class LocalSolid {
 public:
    LocalSolid(const FacetModel& model, const FacetFeature& feature);

    bool is_convex() const { return is_convex_; }

    /// True when the ray lies inside, by more than 0.05 of its length. Unit direction.
    bool contains(const Vec3& direction) const;

    /// The mean of the rays that bound it; inside unless the solid is bent. Unit.
    Vec3 middle() const;

 private:
    bool nearest_is_inside(const Vec3& direction) const;
    Vec3 normal_of_ray(const Sector& sector) const;

    std::array<Sector, 4> own_;  ///< of an edge or facet
    int own_count_ = 0;
    std::span<const Sector> corner_;  ///< of a corner
    bool is_convex_ = true;

    std::span<const Sector> sectors() const {
        return own_count_ > 0 ? std::span<const Sector>(own_).first(own_count_) : corner_;
    }
};

/// The directions in which local solids are probed: a spiral over the unit sphere.
inline constexpr int kRays = 300;
const std::array<Vec3, kRays>& all_rays();

}  // namespace touchstone::semi_local
