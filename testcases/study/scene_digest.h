#pragma once

#include <optional>
#include <string>

#include "testcases/query/study_scene.h"

namespace touchstone {

/// Returns a digest of a scene's content, wherever it stands and whatever its file is called: its
/// text, the meshes that the text names, and its variants. Of the collision shapes it takes those
/// of `rule`, or all that the scene has: the same scene made for other methods too has the same
/// digest under a rule.
std::string scene_digest(const StudyScene& scene, const std::optional<ShapeRule>& rule = {});
/// Does the same with the scene's text, as write_scene returns it.
std::string scene_digest(const StudyScene& scene, const std::optional<ShapeRule>& rule,
                         std::string text);

}  // namespace touchstone
