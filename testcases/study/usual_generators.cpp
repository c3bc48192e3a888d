#include "testcases/study/usual_generators.h"

#include <algorithm>

#include "generators/generator.h"
#include "testcases/query/study_scene.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

/// Returns true when a body has an exact curved shape. Built-in cases have none.
bool has_exact_shape(const std::string& name, SceneStock& stock) {
    if (is_built_in(name)) {
        return false;
    }
    const TestCase& test_case = stock.load(name, BodyOrder::LowerFirst);
    return std::ranges::any_of(
        test_case.bodies, [](const BodySetup& body) { return exact_shape(body.shape) != nullptr; });
}

}  // namespace

std::vector<std::string> usual_generators(const MethodList& methods,
                                          std::span<const std::string> cases, SceneStock& stock) {
    const bool has_exact = std::ranges::any_of(
        cases, [&](const std::string& name) { return has_exact_shape(name, stock); });
    std::vector<std::string> ids;
    for (const auto& method : methods.all()) {
        if (method->is_for_all() || (!method->only_by_name && has_exact)) {
            ids.push_back(method->id);
        }
    }
    return ids;
}

}  // namespace touchstone
