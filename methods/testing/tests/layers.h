#pragma once

#include <string_view>
#include <vector>

namespace touchstone::testing {

/// A folder of a layer, or the files of one name in the layer's own folder ("settings" is
/// settings.h and settings.cpp), and the rooms of the same layer that it may include.
struct Room {
    std::string_view name;
    std::vector<std::string_view> below;
};

/// A folder at the root, what it may include at the root (a whole folder, or a room of one, like
/// "reports/tables"), and its rooms from bottom to top.
struct Layer {
    std::string_view folder;
    std::vector<std::string_view> below;
    std::vector<Room> rooms;
};

/// Returns the layers from bottom to top.
const std::vector<Layer>& all_layers();

/// Returns true when `path` is `folder` or lies in it; both with forward slashes, from the root.
bool is_in(std::string_view path, std::string_view folder);

/// Returns true for tests and timings: only these may include anything, and only these may include
/// each other.
bool is_test(std::string_view path);

/// Returns the layer that a path lies in; null: none.
const Layer* find_layer(std::string_view path);

/// Returns the innermost room that a file of the layer lies in; null: none.
const Room* find_room(std::string_view path, const Layer& layer);

/// Returns true when a file may include another one; both from the root.
bool may_include(std::string_view file, std::string_view included);

}  // namespace touchstone::testing
