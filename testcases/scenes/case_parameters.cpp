#include "testcases/scenes/case_parameters.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

/// Returns the shortest text without exponent that reads back as the same number.
std::string number_text(double value) {
    std::array<char, 400> text{};
    const std::to_chars_result end =
        std::to_chars(text.data(), text.data() + text.size(), value == 0.0 ? 0.0 : value,
                      std::chars_format::fixed);
    return {text.data(), end.ptr};
}

/// Reads a finite number that takes up the whole text; nothing for other texts.
std::optional<double> read_number(std::string_view text) {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// Returns the interval of allowed values with its unit, such as "0.1…100 m".
std::string interval_text(const CaseParameter& parameter) {
    return number_text(parameter.lowest) + "…" + number_text(parameter.highest) +
           (parameter.unit.empty() ? "" : " ") + std::string(parameter.unit);
}

/// Returns the list of parameters with which an error ends.
std::string list_of(std::span<const CaseParameter> parameters) {
    const auto text_of = [](const CaseParameter& parameter) {
        return std::string(parameter.id) + " (" + range_text(parameter) + ")";
    };
    return parameters.empty() ? "; it takes no parameters"
                              : "; parameters: " + join(parameters, ", ", text_of);
}

}  // namespace

std::string range_text(const CaseParameter& parameter) {
    return interval_text(parameter) + (parameter.whole ? ", whole" : "");
}

std::string standard_text(const CaseParameter& parameter) {
    return number_text(parameter.standard);
}

CaseValues::CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters)
    : case_id_(case_id), parameters_(parameters) {
    for (const CaseParameter& parameter : parameters) {
        assert(parameter.standard >= parameter.lowest && parameter.standard <= parameter.highest);
        values_.push_back(parameter.standard);
    }
}

CaseValues::CaseValues(std::string_view case_id, std::span<const CaseParameter> parameters,
                       std::string_view text)
    : CaseValues(case_id, parameters) {
    std::vector<bool> seen(parameters.size(), false);
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        set(text.substr(start, end - start), seen);
        start = end + 1;
    }
}

void CaseValues::set(std::string_view assignment, std::vector<bool>& seen) {
    const std::size_t sign = assignment.find('=');
    const std::string_view id = assignment.substr(0, sign);
    const auto found = std::ranges::find(parameters_, id, &CaseParameter::id);
    if (found == parameters_.end()) {
        throw UnknownName("case \"" + case_id_ + "\": unknown parameter \"" + printable(id) + "\"" +
                          list_of(parameters_));
    }
    if (sign == std::string_view::npos) {
        fail(std::string(id) + " has no value; write " + std::string(id) + "=VALUE");
    }
    const auto index = static_cast<std::size_t>(found - parameters_.begin());
    if (seen[index]) {
        fail(std::string(id) + " is given twice");
    }
    seen[index] = true;
    const std::string_view text = assignment.substr(sign + 1);
    const std::optional<double> value = read_number(text);
    const bool fits = value && *value >= found->lowest && *value <= found->highest &&
                      !(found->whole && std::floor(*value) != *value);
    if (!fits) {
        fail(std::string(id) + " is \"" + printable(text) + "\"; it must be a " +
             (found->whole ? "whole " : "") + "number in " + interval_text(*found));
    }
    values_[index] = *value;
}

std::size_t CaseValues::index_of(std::string_view id) const {
    const auto found = std::ranges::find(parameters_, id, &CaseParameter::id);
    assert(found != parameters_.end());
    return static_cast<std::size_t>(found - parameters_.begin());
}

double CaseValues::number(std::string_view id) const { return values_[index_of(id)]; }

int CaseValues::whole(std::string_view id) const {
    assert(parameters_[index_of(id)].whole);
    return static_cast<int>(number(id));
}

std::string CaseValues::text() const {
    std::string result;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i] != parameters_[i].standard) {
            append_item(result, std::string(parameters_[i].id) + "=" + number_text(values_[i]),
                        ",");
        }
    }
    return result;
}

std::string CaseValues::case_name() const {
    const std::string changed = text();
    return changed.empty() ? case_id_ : case_id_ + ":" + changed;
}

void CaseValues::fail(const std::string& message) const {
    throw UsageError("case \"" + case_id_ + "\": " + message + list_of(parameters_));
}

void CaseValues::require_body_count(double count) const {
    if (count > kMaxBodies) {
        fail(number_text(count) + " bodies; at most " + std::to_string(kMaxBodies));
    }
}

}  // namespace touchstone
