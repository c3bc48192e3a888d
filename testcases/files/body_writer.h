#pragma once

#include <nlohmann/json_fwd.hpp>

#include "testcases/scenes/test_case.h"

// The bodies of scene files, written. Private to scene_writer.cpp.

namespace touchstone {

/// Returns an entry of "bodies", without the keys that say what is so without them.
nlohmann::ordered_json body_json(const BodySetup& body);

/// Returns the bodies in which a variant differs from its base, with the keys that differ. Throws
/// FileError when it has not the same bodies.
nlohmann::ordered_json changed_bodies(const TestCase& variant, const TestCase& base);

}  // namespace touchstone
