#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// A number that users may set in a built-in case.
struct CaseParameter {
    std::string_view id;       ///< name in texts such as "height=4"
    double standard = kUnset;  ///< default value: the paper's or that of its study
    double lowest = kUnset;    ///< smallest value allowed
    double highest = kUnset;   ///< largest value allowed
    bool whole = false;        ///< true: whole numbers only
    std::string_view unit;     ///< unit of the value, "m" or "°"; empty: a plain number
    std::string_view meaning;  ///< meaning on one line, for people
};

/// Returns the allowed values as text, such as "0.1…100 m" or "3…256, whole".
std::string range_text(const CaseParameter& parameter);
/// Returns the default value as text, such as "3.5".
std::string standard_text(const CaseParameter& parameter);

/// Largest number of bodies in a built-in case.
inline constexpr int kMaxBodies = 200'000;

/// The values of a case's parameters, each within its range.
class CaseValues {
 public:
    /// Sets all parameters to their defaults.
    CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters);

    /// Parses "height=4,sides=8". Throws UnknownName for a parameter that the case does not have,
    /// and UsageError for a value that is no number or out of range; both list the parameters.
    CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters,
               std::string_view text);

    /// Returns the value of a parameter. The case must have it.
    double number(std::string_view id) const;
    /// Returns the value of a parameter with whole numbers. The case must have it.
    int whole(std::string_view id) const;

    /// Returns the values that differ from the defaults, in the order of the table, such as
    /// "height=4,sides=8". Equal values have equal texts.
    std::string text() const;

    /// Returns the name of the case, such as "pillar:height=4,sides=8", or "pillar" when nothing
    /// differs.
    std::string case_name() const;

    /// Throws UsageError, naming the case, for values that are each in range but do not fit
    /// together.
    [[noreturn]] void fail(const std::string& message) const;

    /// Throws UsageError when the values ask for more than kMaxBodies bodies. `count`: of bodies.
    void require_body_count(double count) const;

 private:
    void set(std::string_view assignment, std::vector<bool>& seen);
    std::size_t index_of(std::string_view id) const;

    std::string case_id_;
    std::span<const CaseParameter> parameters_;
    std::vector<double> values_;
};

}  // namespace touchstone
