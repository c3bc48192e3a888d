#pragma once

#include "methods/contact/collider.h"

namespace touchstone {

/// One body of a scene in a query.
struct SceneBody {
    Collider collider;   ///< may be an outline: its tets are then there while it is asked about
    bool fixed = false;  ///< two fixed bodies are never tested against each other
    double mass = 0.0;   ///< [kg]; 0: unknown, then all bodies count as equally dense
};

}  // namespace touchstone
