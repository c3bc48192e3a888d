#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// A parameter of a built-in case.
struct CaseParameter {
    std::string_view id;
    double standard = kUnset;  ///< default value: the paper's or that of its study
    double lowest = kUnset;
    double highest = kUnset;
    bool whole = false;        ///< true: whole numbers only
    std::string_view unit;     ///< "m", "°"; empty: a number
    std::string_view meaning;  ///< one line for people
};

std::string range_text(const CaseParameter& parameter);     ///< allowed values: "0.1…100
                                                            ///< m", "3…256, whole"
std::string standard_text(const CaseParameter& parameter);  ///< default value: "3.5"

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

    double number(std::string_view id) const;  ///< value of a parameter that the case has
    int whole(std::string_view id) const;      ///< value of a parameter with whole numbers

    /// Writes the values that differ from the defaults, in the order of the table:
    /// "height=4,sides=8". Equal values have equal texts.
    std::string text() const;

    /// Writes the name of the case: "pillar:height=4,sides=8", or "pillar" when nothing differs.
    std::string case_name() const;

    /// Throws UsageError for values that are each in range but do not fit together.
    [[noreturn]] void fail(const std::string& message) const;

    /// Throws UsageError when there are more than kMaxBodies.
    void require_body_count(double count) const;

 private:
    void set(std::string_view assignment, std::vector<bool>& seen);
    std::size_t index_of(std::string_view id) const;

    std::string case_id_;
    std::span<const CaseParameter> parameters_;
    std::vector<double> values_;
};

}  // namespace touchstone
