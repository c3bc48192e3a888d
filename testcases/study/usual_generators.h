#pragma once

#include <span>
#include <string>
#include <vector>

#include "generators/method_list.h"
#include "testcases/query/scene_stock.h"

namespace touchstone {

/// Returns the methods that are asked about these cases when none is named: all of the list, but
/// those for exact curved shapes only where a case has one, and those asked by name never.
/// `cases`: ids or paths as expand_cases gives them. `stock`: that of the run, which then has them
/// loaded. Throws the errors of reading a scene.
std::vector<std::string> usual_generators(const MethodList& methods,
                                          std::span<const std::string> cases, SceneStock& stock);

}  // namespace touchstone
