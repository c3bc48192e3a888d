#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/external/external_impact.h"

namespace touchstone {

/// A method of contact times that is asked: one of the table, or a program or function of others.
struct AskedMethod {
    std::string id;
    std::string title;
    std::string section;
    bool conservative = false;
    bool takes_separation = false;
    FindImpact find = nullptr;  ///< of a method of the table
    /// In place of it. Throws GeneratorFault when there is no answer. Null: `find` is asked. Apart,
    /// because the indirect call would show in times of nanoseconds.
    std::function<Impact(const ImpactQuery& query, const ImpactSettings& settings)> other = {};

    Impact ask(const ImpactQuery& query, const ImpactSettings& settings) const {
        return other ? other(query, settings) : find(query, settings);
    }
};
AskedMethod asked_method(const ImpactMethod& method);
AskedMethod asked_method(const ExternalImpactMethod& method);

/// The contact-time methods that can be asked: the table of the methods, and after it `exact`, the
/// truth itself, whose time is the largest double that is not late.
std::vector<AskedMethod> all_asked_methods();

/// From ids; "all" stands for all methods but `exact`. Each counts once. Throws UnknownName,
/// listing the known ids.
std::vector<AskedMethod> find_asked_methods(std::span<const std::string> ids);

/// Appends methods of others. Throws UsageError when an id is taken.
void append_others(std::vector<AskedMethod>& methods, std::span<const ExternalImpactMethod> others);

}  // namespace touchstone
