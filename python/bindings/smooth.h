#pragma once

#include <memory>

#include "methods/smooth/extremal_points.h"

namespace touchstone::python {

/// An exact curved shape, prepared for queries.
struct ExactShape {
    SmoothShape shape;
    SmoothBody body;
};
using ExactHolder = std::shared_ptr<ExactShape>;

/// Prepares a valid shape.
ExactHolder make_exact(const SmoothShape& shape);

}  // namespace touchstone::python
