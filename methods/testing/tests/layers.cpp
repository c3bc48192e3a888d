#include "methods/testing/tests/layers.h"

#include <algorithm>
#include <string>

namespace touchstone::testing {
namespace {

/// As a name in `below`: every room of the layer but the test helpers.
constexpr std::string_view kAllRooms = "*";

constexpr std::string_view kTestHelpers = "testing";  ///< a room of methods

/// Returns true when `path` lies in that room of the layer.
bool is_in_room(std::string_view path, const Layer& layer, std::string_view room) {
    const std::string full = std::string(layer.folder) + "/" + std::string(room);
    return is_in(path, full) || path.starts_with(full + ".");
}

/// Returns true when a file in `room` may include one in `other`, both of the same layer.
bool may_enter(const Room& room, const Room& other) {
    return room.name == other.name || std::ranges::any_of(room.below, [&](std::string_view name) {
               return name == other.name || (name == kAllRooms && other.name != kTestHelpers);
           });
}

}  // namespace

const std::vector<Layer>& all_layers() {
    static const std::vector<Layer> layers{
        {"methods",
         {},
         {
             {"base", {}},
             {"base/parallel", {}},
             {"base/boxes", {"base", "base/parallel"}},
             {"base/options", {"base"}},
             {"base/process", {"base"}},
             {"base/work", {}},
             {"lanes", {"base"}},
             {"mesh", {"base", "base/parallel"}},
             {"mesh/files", {"base", "mesh"}},
             {"mesh/health", {"base", "base/boxes", "base/parallel", "mesh", "mesh/files"}},
             {"mesh/filling", {"base", "base/boxes", "base/process", "mesh", "mesh/health"}},
             {"geometry", {"base", "base/boxes", "base/work", "lanes", "mesh"}},
             {"barrier", {"base", "base/boxes", "mesh", "geometry", "contact"}},
             {"elastic", {"base", "mesh"}},
             {"continuous", {"base", "mesh", "geometry"}},
             {"smooth", {"base", "base/boxes", "mesh", "geometry", "continuous"}},
             {"contact", {"base", "base/boxes", "mesh", "geometry", "smooth"}},
             {"quality", {"base", "mesh", "geometry", "continuous", "contact"}},
             {"quality/truth",
              {"base", "base/boxes", "base/work", "mesh", "geometry", "smooth", "contact",
               "quality"}},
             {"testing", {kAllRooms}},
         }},
        {"generators",
         {"methods"},
         {
             {"settings", {}},
             {"outcome", {}},
             {"pair_memory", {}},
             {"scene_body", {}},
             {"placed_bodies", {"scene_body"}},
             {"detection_memory", {"pair_memory", "scene_body"}},
             {"generator", {"settings", "pair_memory"}},
             {"method_list", {"settings", "generator"}},
             {"external", {"settings", "outcome", "generator", "continuous/impact_method"}},
             {"local/settings", {"settings", "generator"}},
             {"plain", {"settings", "generator", "local/settings"}},
             {"local", {"settings", "generator", "pair_memory", "local/settings"}},
             {"semi_local/semi_local_settings", {"settings"}},
             {"semi_local/overlay", {}},
             {"semi_local/candidates",
              {"settings", "generator", "semi_local/semi_local_settings", "semi_local/overlay"}},
             {"semi_local/choice", {"semi_local/candidates"}},
             {"semi_local",
              {"settings", "generator", "pair_memory", "semi_local/semi_local_settings",
               "semi_local/overlay", "semi_local/candidates", "semi_local/choice"}},
             {"barrier", {"settings", "outcome", "generator", "semi_local"}},
             {"smooth", {"settings", "outcome", "generator", "semi_local"}},
             {"own", {"settings", "outcome", "generator"}},  // for methods of one file each
             {"continuous/impact_method", {"settings"}},
             {"continuous/impact_answers", {"continuous/impact_method"}},
             {"continuous/zero_time", {"settings", "continuous/impact_method"}},
             {"continuous/kernels", {}},
             {"continuous/inclusion",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time"}},
             {"continuous/oriented",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time",
               "continuous/kernels"}},
             {"continuous/roots",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time",
               "continuous/oriented"}},
             {"continuous",
              {"continuous/impact_method", "continuous/zero_time", "continuous/inclusion",
               "continuous/oriented", "continuous/roots"}},
             {"continuous/bodies/rigid_sweep", {}},
             {"continuous/bodies",
              {"settings", "generator", "continuous/impact_method",
               "continuous/bodies/rigid_sweep"}},
             {"convex_cast", {"settings", "outcome", "generator", "continuous/bodies/rigid_sweep"}},
             {"pair_fault", {"outcome"}},
             {"asked_pairs",
              {"settings", "generator", "pair_fault", "scene_body", "placed_bodies"}},
             {"swept_bodies", {"generator", "scene_body"}},
             {"third_bodies", {"scene_body"}},
             {"blows", {"generator", "scene_body", "asked_pairs", "swept_bodies", "third_bodies"}},
             {"find_contacts",
              {"settings", "generator", "pair_fault", "local", "detection_memory", "scene_body",
               "placed_bodies", "asked_pairs", "swept_bodies", "blows", "third_bodies"}},
             {"registry", {kAllRooms}},
         }},
        {"rigid_solver",
         {"methods"},
         {
             {"body_motion", {}},
             {"rigid_body", {"body_motion"}},
             {"body_groups", {}},
             {"barrier/barrier_settings", {}},
             {"barrier/barrier_report", {}},
             {"barrier/bodies", {"rigid_body", "body_motion"}},
             {"barrier/linear", {"barrier/bodies"}},
             {"barrier/energy", {"barrier/bodies"}},
             {"barrier/near", {"barrier/bodies", "barrier/energy"}},
             {"barrier/barrier_state",
              {"rigid_body", "body_motion", "barrier/barrier_settings", "barrier/bodies",
               "barrier/linear", "barrier/near"}},
             {"barrier/search",
              {"body_groups", "barrier/barrier_settings", "barrier/barrier_report",
               "barrier/barrier_state", "barrier/bodies", "barrier/linear", "barrier/energy",
               "barrier/near"}},
             {"barrier",
              {"barrier/barrier_settings", "barrier/barrier_report", "barrier/barrier_state",
               "barrier/bodies", "barrier/energy", "barrier/near", "barrier/search"}},
             {"events", {"rigid_body", "body_motion"}},
             {"proximal", {"rigid_body", "body_motion", "body_groups"}},
         }},
        {"testcases",
         {"methods", "generators", "rigid_solver"},
         {
             {"scenes", {}},
             {"settings", {"scenes"}},
             {"files/json", {}},
             {"files/endless_file", {}},
             {"files/inner_path", {}},
             {"files/script", {"scenes", "files/endless_file", "files/inner_path"}},
             {"files",
              {"scenes", "settings", "files/json", "files/endless_file", "files/inner_path",
               "files/script"}},
             {"cases", {"scenes", "files", "files/script"}},
             {"query", {"scenes", "settings"}},
             {"events", {"scenes"}},
             {"motion", {"scenes", "settings", "query", "events"}},
             {"trials", {"scenes", "settings", "query", "motion"}},
             {"cells", {"files", "files/json"}},
             {"study",
              {"scenes", "settings", "files", "files/json", "cases", "query", "motion", "cells"}},
             {"impacts/queries", {"scenes", "files", "files/json", "cells"}},
             {"impacts/convex", {"cells"}},
             {"impacts", {"scenes", "settings", "files", "cells", "impacts/queries"}},
             {"audit", {"scenes", "settings", "files", "query", "motion", "cells", "study"}},
             {"recordings", {"scenes", "settings", "files", "query", "motion"}},
             {"league",
              {"scenes", "settings", "files", "files/json", "cases", "query", "motion", "cells",
               "study", "recordings"}},
             {"engines", {}},
         }},
        {"reports",
         {"methods", "generators", "rigid_solver", "testcases"},
         {
             {"text", {}},
             {"provenance", {}},
             {"tables", {"text", "provenance"}},
             {"plots", {"text", "tables"}},
             {"writers", {"text", "provenance", "tables"}},
             {"shell", {"text", "provenance", "tables"}},
             {"exports", {"text", "provenance", "tables", "shell"}},
             {"pages", {"text", "provenance", "tables", "plots", "exports"}},
             {"folders",
              {"text", "provenance", "tables", "plots", "exports", "writers", "shell", "pages"}},
             {"commands", {kAllRooms}},
             {"main", {kAllRooms}},
         }},
        {"viewer",
         {"methods", "generators", "rigid_solver", "testcases"},
         {
             {"model", {}},
             {"scene", {"model"}},
             {"tables", {"model", "scene"}},
             {"state", {"model", "scene", "tables"}},
             {"gl", {"model", "scene"}},
             {"commands", {"model", "scene", "tables", "state"}},
             {"panels", {"model", "scene", "tables", "state", "commands"}},
             {"program", {kAllRooms}},
         }},
        {"python",
         {"methods", "generators", "rigid_solver", "testcases", "reports/provenance",
          "reports/tables", "reports/plots", "reports/writers", "reports/shell", "reports/folders"},
         {{"bindings", {}}}},
    };
    return layers;
}

bool is_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_test(std::string_view path) {
    return path.find("/tests/") != std::string_view::npos ||
           path.find("/bench/") != std::string_view::npos;
}

const Layer* find_layer(std::string_view path) {
    const auto& layers = all_layers();
    const auto found =
        std::ranges::find_if(layers, [&](const Layer& layer) { return is_in(path, layer.folder); });
    return found == layers.end() ? nullptr : &*found;
}

const Room* find_room(std::string_view path, const Layer& layer) {
    const Room* best = nullptr;
    for (const Room& room : layer.rooms) {
        if (is_in_room(path, layer, room.name) &&
            (best == nullptr || room.name.size() > best->name.size())) {
            best = &room;
        }
    }
    return best;
}

bool may_include(std::string_view file, std::string_view included) {
    if (is_test(file)) {
        return true;
    }
    const Layer* layer = find_layer(file);
    const Layer* other = find_layer(included);
    if (layer == nullptr || other == nullptr || is_test(included)) {
        return false;
    }
    const Room* room = find_room(file, *layer);
    const Room* other_room = find_room(included, *other);
    if (room == nullptr || other_room == nullptr) {
        return false;
    }
    if (layer == other) {
        return may_enter(*room, *other_room);
    }
    return other_room->name != kTestHelpers &&
           std::ranges::any_of(layer->below, [&](std::string_view below) {
               return below == other->folder ||
                      below == std::string(other->folder) + "/" + std::string(other_room->name);
           });
}

}  // namespace touchstone::testing
