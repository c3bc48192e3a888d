#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcases/files/json/json_place.h"
#include "testcases/files/scene_expected.h"
#include "testcases/files/scene_shapes.h"
#include "testcases/scenes/test_case.h"

// The bodies of a scene file, and the keys that bodies and scenes have in common. Private to
// scene_reader.cpp.

namespace touchstone {

/// Sets a vector or a line of text where the key stands; else it keeps what it has.
void overlay(const JsonPlace& parent, std::string_view key, Vec3& field);
void overlay(const JsonPlace& parent, std::string_view key, std::string& field);

/// Reads a text that others refer to. Fails for an empty one.
std::string read_name(const JsonPlace& parent, std::string_view key);

/// Reads the bodies of a scene, and puts the index of each into `indices` by its name.
std::vector<BodySetup> read_bodies(const JsonPlace& place, const SceneSources& sources,
                                   BodyIndices& indices);

/// Lays the bodies of a variant over those of its scene, by their names.
void overlay_bodies(const JsonPlace& place, const SceneSources& sources, const BodyIndices& indices,
                    std::vector<BodySetup>& bodies);

}  // namespace touchstone
