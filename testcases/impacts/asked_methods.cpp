#include "testcases/impacts/asked_methods.h"

#include <algorithm>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/continuous/exact_impact.h"

namespace touchstone {
namespace {

Impact exact_answer(const ImpactQuery& query, const ImpactSettings& settings) {
    const ExactImpact truth = find_exact_impact(query, settings.separation, settings.t_max);
    Impact impact;
    impact.hit = truth.hit;
    impact.time = truth.low;
    impact.proof = ImpactProof::Exact;
    impact.touches_at_start = truth.hit && truth.high == 0.0;
    return impact;
}

constexpr ImpactMethod kExact{"exact", "Exact decision", "docs/methods/continuous.md", true,
                              true,    exact_answer};

}  // namespace

std::vector<ImpactMethod> all_asked_methods() {
    const std::span<const ImpactMethod> table = all_impact_methods();
    std::vector<ImpactMethod> methods(table.begin(), table.end());
    methods.push_back(kExact);
    return methods;
}

std::vector<ImpactMethod> find_asked_methods(std::span<const std::string> ids) {
    const std::vector<ImpactMethod> known = all_asked_methods();
    std::vector<ImpactMethod> methods;
    const auto add = [&](const ImpactMethod& method) {
        if (std::ranges::find(methods, method.id, &ImpactMethod::id) == methods.end()) {
            methods.push_back(method);
        }
    };
    for (const std::string& id : ids) {
        const auto found = std::ranges::find(known, id, &ImpactMethod::id);
        if (id == "all") {
            std::for_each(known.begin(), known.end() - 1, add);
        } else if (found != known.end()) {
            add(*found);
        } else {
            std::string names;
            for (const ImpactMethod& method : known) {
                names += (names.empty() ? "" : ", ") + std::string(method.id);
            }
            throw UnknownName("unknown impact method '" + printable(id) + "'; known: " + names +
                              ", and all");
        }
    }
    return methods;
}

}  // namespace touchstone
