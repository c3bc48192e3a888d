#include "testcases/impacts/asked_methods.h"

#include <algorithm>

#include "methods/base/error.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
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

AskedMethod asked_method(const ImpactMethod& method) {
    return {std::string(method.id), std::string(method.title), std::string(method.section),
            method.conservative,    method.takes_separation,   method.find};
}

AskedMethod asked_method(const ExternalImpactMethod& method) {
    return {
        method.id, method.title, "external program", method.conservative, method.takes_separation,
        nullptr,   method.find};
}

std::vector<AskedMethod> all_asked_methods() {
    std::vector<AskedMethod> methods;
    for (const ImpactMethod& method : all_impact_methods()) {
        methods.push_back(asked_method(method));
    }
    methods.push_back(asked_method(kExact));
    return methods;
}

void append_others(std::vector<AskedMethod>& methods,
                   std::span<const ExternalImpactMethod> others) {
    const std::vector<AskedMethod> known = all_asked_methods();
    for (const ExternalImpactMethod& other : others) {
        if (std::ranges::find(known, other.id, &AskedMethod::id) != known.end() ||
            std::ranges::find(methods, other.id, &AskedMethod::id) != methods.end()) {
            throw UsageError("the program calls itself '" + printable(other.id) +
                             "', which is the id of another method; give it another name");
        }
        methods.push_back(asked_method(other));
    }
}

std::vector<AskedMethod> find_asked_methods(std::span<const std::string> ids) {
    const std::vector<AskedMethod> known = all_asked_methods();
    std::vector<AskedMethod> methods;
    const auto add = [&](const AskedMethod& method) {
        if (std::ranges::find(methods, method.id, &AskedMethod::id) == methods.end()) {
            methods.push_back(method);
        }
    };
    for (const std::string& id : ids) {
        const auto found = std::ranges::find(known, id, &AskedMethod::id);
        if (id == "all") {
            std::for_each(known.begin(), known.end() - 1, add);
        } else if (found != known.end()) {
            add(*found);
        } else {
            refuse_unknown("impact method", id, join(known, ", ", &AskedMethod::id) + ", and all");
        }
    }
    return methods;
}

}  // namespace touchstone
