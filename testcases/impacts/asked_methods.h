#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/external/external_impact.h"
#include "generators/settings.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// A method of contact times as it is asked: one of the table, or a program or function of others.
struct AskedMethod {
    std::string id;                 ///< stable name, as in ImpactMethod
    std::string title;              ///< name in tables
    std::string section;            ///< place in the paper that describes it
    bool conservative = false;      ///< true: it never misses a contact and is never late
    bool takes_separation = false;  ///< true: it respects the separation; otherwise it uses 0
    FindImpact find = nullptr;      ///< function of a method of the table
    /// Function of a method of others, asked in place of `find`. Throws GeneratorFault when there
    /// is no answer. Null: `find` is asked. The two are apart because the indirect call would show
    /// in times of nanoseconds.
    std::function<Impact(const ImpactQuery& query, const ImpactSettings& settings)> other = {};

    MethodOptions options = {};  ///< options of its own
    MethodSettings own = {};     ///< present values of these

    /// Returns the method's answer to a query; its own settings are those in `settings`, see
    /// settings_for.
    Impact ask(const ImpactQuery& query, const ImpactSettings& settings) const {
        return other ? other(query, settings) : find(query, settings);
    }
};
/// Makes the method to ask of an entry of the table.
AskedMethod asked_method(const ImpactMethod& method);
/// Makes the method to ask of a method of others.
AskedMethod asked_method(const ExternalImpactMethod& method);

/// Returns the contact-time methods that can be asked: the table of the methods, followed by
/// `exact`, the truth itself, whose time is the largest double that is not late.
std::vector<AskedMethod> all_asked_methods();

/// Returns the methods with these ids, each once; "all" stands for all methods but `exact`. Throws
/// UnknownName, listing the known ids.
std::vector<AskedMethod> find_asked_methods(std::span<const std::string> ids);

/// Returns the own settings of these methods that have any, by the method's id.
std::vector<SettingsSection> own_sections(std::span<const AskedMethod> methods);

/// Sets an option of all queries, "impact.tolerance", of one method that is asked,
/// "tight_inclusion.filter", or of all that have it, "impact.filter", which replaces what was set
/// in one: callers set the latter first. Throws UsageError or UnknownName when no method that is
/// asked has it, or the value is none of its.
void assign_impact(ImpactSettings& settings, std::span<AskedMethod> methods,
                   const Assignment& assignment);

/// Appends methods of others. Throws UsageError when an id is taken.
void append_others(std::vector<AskedMethod>& methods, std::span<const ExternalImpactMethod> others);

}  // namespace touchstone
