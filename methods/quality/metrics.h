#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "methods/quality/judge.h"

namespace touchstone {

enum class MetricUnit {
    Share,  ///< 0…1, shown in per cent
    Factor  ///< 1 is ideal
};

/// A number that says how good the contacts of a scene are.
struct Metric {
    std::string id;     ///< stable, used in files and on the command line: "quality"
    std::string title;  ///< for tables and plots: "Quality"
    MetricUnit unit = MetricUnit::Share;
    std::string meaning;  ///< one line, with its source

    /// Nothing where there is nothing to measure.
    std::optional<double> (*value)(const Judgement&) = nullptr;
};

std::span<const Metric> all_metrics();
const Metric& find_metric(std::string_view id);  ///< or UnknownName, listing the known ids

/// Correct / all contacts. Nothing without contacts.
std::optional<double> quality(const Judgement& judgement);

/// Met / expected normals. Nothing when no normal is expected.
std::optional<double> coverage(const Judgement& judgement);

/// Contacts / fewest contacts that span the region. Nothing when that number is unknown or 0.
std::optional<double> excess(const Judgement& judgement);

/// Share of contacts in the true contact region, up to the position tolerance.
std::optional<double> position_score(const Judgement& judgement);

}  // namespace touchstone
