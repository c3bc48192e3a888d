#include "testcases/impacts/asked_methods.h"

#include <algorithm>

#include "generators/continuous/impact_options.h"
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
    AskedMethod asked;
    asked.id = method.id;
    asked.title = method.title;
    asked.section = method.section;
    asked.conservative = method.conservative;
    asked.takes_separation = method.takes_separation;
    asked.find = method.find;
    if (method.options != nullptr) {
        asked.options = method.options();
        asked.own = asked.options.corrected;
    }
    return asked;
}

AskedMethod asked_method(const ExternalImpactMethod& method) {
    AskedMethod asked;
    asked.id = method.id;
    asked.title = method.title;
    asked.section = "external program";
    asked.conservative = method.conservative;
    asked.takes_separation = method.takes_separation;
    asked.other = method.find;
    return asked;
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

std::vector<SettingsSection> own_sections(std::span<const AskedMethod> methods) {
    std::vector<SettingsSection> sections;
    for (const AskedMethod& method : methods) {
        if (!method.options.list.empty()) {
            sections.push_back({method.id, option_values(method.own, method.options.list)});
        }
    }
    return sections;
}

namespace {

bool has_option(const MethodOptions& options, std::string_view id) {
    return std::ranges::find(options.list, id, &Option<MethodSettings>::id) != options.list.end();
}

void set_own(AskedMethod& method, const Assignment& assignment) {
    set_option(method.own, method.options.list, method.id, assignment.option, assignment.value);
}

/// Sets an option of methods in all that are asked.
void assign_to_all(std::span<AskedMethod> methods, const Assignment& assignment) {
    bool is_set = false;
    for (AskedMethod& method : methods) {
        if (has_option(method.options, assignment.option)) {
            set_own(method, assignment);
            is_set = true;
        }
    }
    if (is_set) {
        return;
    }
    std::vector<std::string> known;
    for (const Option<ImpactSettings>& option : impact_options()) {
        known.push_back(option.id);
    }
    std::vector<std::string> owners;
    for (const AskedMethod& method : all_asked_methods()) {
        if (has_option(method.options, assignment.option)) {
            owners.push_back(method.id);
        }
        for (const Option<MethodSettings>& option : method.options.list) {
            if (std::ranges::find(known, option.id) == known.end()) {
                known.push_back(option.id);
            }
        }
    }
    if (owners.empty()) {
        refuse_option(kImpactOwner, assignment.option, known);
    }
    throw UsageError(assignment.option + " is an option of " + join(owners) +
                     "; no method that is asked has it");
}

}  // namespace

void assign_impact(ImpactSettings& settings, std::span<AskedMethod> methods,
                   const Assignment& assignment) {
    const auto method = std::ranges::find(methods, assignment.owner, &AskedMethod::id);
    if (method != methods.end()) {
        set_own(*method, assignment);
        return;
    }
    if (assignment.owner != kImpactOwner) {
        throw UsageError("--set " + assignment.owner + "." + assignment.option +
                         ": takes impact.OPTION=VALUE here, or METHOD.OPTION=VALUE of a method "
                         "that is asked");
    }
    const Options<ImpactSettings>& options = impact_options();
    if (std::ranges::find(options, assignment.option, &Option<ImpactSettings>::id) !=
        options.end()) {
        set_option(settings, options, kImpactOwner, assignment.option, assignment.value);
    } else {
        assign_to_all(methods, assignment);
    }
}

}  // namespace touchstone
