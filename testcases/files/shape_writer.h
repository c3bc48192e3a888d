#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "methods/base/types.h"
#include "testcases/scenes/test_case.h"

// The writers of scene files for shapes, and for the numbers that shapes share with all else there.

namespace touchstone {

/// Returns the number as JSON. What is not finite, for which JSON has no word, becomes a text,
/// which the reader refuses and names.
nlohmann::ordered_json to_json(double value);

nlohmann::ordered_json to_json(const Vec3& v);                    ///< Returns [x, y, z].
nlohmann::ordered_json to_json(const Quat& q);                    ///< Returns [w, x, y, z].
nlohmann::ordered_json to_json(const std::vector<Vec3>& points);  ///< Returns [[x, y, z], …].

/// Adds a number, or a vector, under its key where it is another one; also -0 in place of 0 in a
/// vector.
void add_unless_default(nlohmann::ordered_json& object, const char* key, double value,
                        double otherwise);
void add_unless_default(nlohmann::ordered_json& object, const char* key, const Vec3& value,
                        const Vec3& otherwise);

/// Returns the value of a body's "shape": one key, which is the kind, with the sizes in its own
/// frame [m]. Of a mesh file it has the name, not the content. Throws nothing: what no file may
/// hold is refused by read_shape.
nlohmann::ordered_json shape_json(const Shape& shape);

/// Returns the value of a body's "tessellation"; null for shapes that are meshes already.
nlohmann::ordered_json tessellation_json(const Shape& shape);

}  // namespace touchstone
