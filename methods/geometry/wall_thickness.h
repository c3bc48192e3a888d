#pragma once

#include <span>

#include "methods/base/boxes/bounding_box.h"
#include "methods/geometry/facet_model.h"

namespace touchstone {

/// Returns the thickness of a body's thinnest wall [m]: two facets beside each other that face away
/// from each other, see FacetModel::thickness. Infinite where none is thinner than kThinWall sizes.
/// The model needs its facets, edges, corners and tree; `facet_boxes`: bounds of its facets, body
/// frame.
double thinnest_wall(const FacetModel& model, std::span<const BoundingBox> facet_boxes);

}  // namespace touchstone
