#pragma once

#include <memory>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "python/bindings/scene.h"

namespace touchstone::python {

/// Contacts of a scene, and the generator that found them: the class `Contacts` of the Python
/// module.
struct Contacts {
    std::vector<ContactPoint> points;
    std::vector<std::string> body_names;  ///< names by index; empty: not known
    std::vector<Pose> poses;              ///< world_from_shape of each body; empty: not known
    std::string generator;                ///< id of the generator; empty: not known
};

/// Returns the names of the bodies by index.
std::vector<std::string> body_names(const StudyScene& scene);

}  // namespace touchstone::python
