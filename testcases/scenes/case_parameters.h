#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// What can be set in a built-in case.
struct CaseParameter {
    std::string_view id;
    double standard = kUnset;  ///< what it is when left out: the paper's or its study's value
    double lowest = kUnset;
    double highest = kUnset;
    bool whole = false;     ///< takes whole numbers only
    std::string_view unit;  ///< "m", "°"; empty: a number
    std::string_view meaning;
};

std::string range_text(const CaseParameter& parameter);     ///< "0.1…100 m", "3…256, whole"
std::string standard_text(const CaseParameter& parameter);  ///< "3.5"

/// The most bodies a built-in case makes.
inline constexpr int kMaxBodies = 200'000;

/// The values of a case's parameters, each within its range.
class CaseValues {
 public:
    /// All parameters left out.
    CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters);

    /// From "height=4,sides=8". Throws UnknownName for a parameter that the case does not have, and
    /// UsageError for a value that is no number or out of range; both list the parameters.
    CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters,
               std::string_view text);

    double number(std::string_view id) const;  ///< the case must have the parameter
    int whole(std::string_view id) const;      ///< the same, of a whole one

    /// What differs from the standard, in the order of the table: "height=4,sides=8". Equal values
    /// have equal texts.
    std::string text() const;

    /// "pillar:height=4,sides=8", or "pillar" when nothing differs.
    std::string case_name() const;

    /// A UsageError about values that are each in range and do not fit together.
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
