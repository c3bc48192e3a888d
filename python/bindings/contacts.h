#pragma once

#include <memory>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/judge.h"
#include "python/bindings/scene.h"

namespace touchstone::python {

/// Contacts of a scene, and whose they are.
struct Contacts {
    std::vector<ContactPoint> points;
    std::vector<std::string> body_names;  ///< by index; empty: not known
    std::vector<Pose> poses;              ///< world_from_shape of each body; empty: not known
    std::string generator;                ///< id; empty: not known
};

/// How contacts came out.
struct JudgedContacts {
    Judgement judgement;
};

std::vector<std::string> body_names(const StudyScene& scene);

}  // namespace touchstone::python
