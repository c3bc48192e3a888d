#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/quality/judge.h"

namespace touchstone {

/// The units of metrics.
enum class MetricUnit {
    Share,   ///< 0…1, shown as a percentage; 1 is ideal
    Factor,  ///< 1 is ideal
    Loss     ///< 0…1, shown as a percentage; 0 is ideal
};
/// Returns the name of a unit in files: "share", "factor" or "loss".
const char* metric_unit_id(MetricUnit unit);

/// A number that states the quality of the contacts of a scene.
struct Metric {
    std::string id;     ///< stable id, used in files and on the command line: "quality"
    std::string title;  ///< name in tables and plots: "Quality"
    MetricUnit unit = MetricUnit::Share;
    std::string meaning;  ///< one line, with its source

    /// Computes the metric; nothing where there is nothing to measure.
    std::optional<double> (*value)(const Judgement&) = nullptr;

    /// Id of the denominator in files: "min_contacts". Empty: none.
    std::string measured_by = {};
    std::optional<int> (*measure)(const Judgement&) = nullptr;  ///< computes it; null without
                                                                ///< `measured_by`
};

/// Returns the table of metrics, in the order of reports.
std::span<const Metric> all_metrics();
/// Returns the metric with this id. Throws UnknownName, listing the known ids.
const Metric& find_metric(std::string_view id);

/// Returns correct / all contacts. Nothing without contacts.
std::optional<double> quality(const Judgement& judgement);

/// Returns met / expected normals. Nothing when no normal is expected.
std::optional<double> coverage(const Judgement& judgement);

/// Returns contacts / fewest contacts that span the region. Nothing when that number is unknown or
/// 0.
std::optional<double> excess(const Judgement& judgement);

/// Returns the share of contacts in the true contact region, up to the position tolerance.
std::optional<double> position_score(const Judgement& judgement);

/// Returns P: the area that the contacts span / the area of the true regions. Erleben [2018], Eqs.
/// (5), (8). Nothing when some pair does not state its area, or none has any.
std::optional<double> area_coverage(const Judgement& judgement);

/// Returns Q of each contact that has one, from the worst to the best, as the paper plots it.
std::vector<double> sorted_alignments(const Judgement& judgement);

/// Returns the mean of Q = |n·e|. Erleben [2018], Eqs. (2) and (7). Nothing when no contact has
/// one.
std::optional<double> normal_alignment(const Judgement& judgement);

/// Returns the mean for the normals of the paper's own formula. Nothing where the reference states
/// none.
std::optional<double> paper_alignment(const Judgement& judgement);

/// Returns the force of contacts with a right normal / the force of all. Nothing without forces.
std::optional<double> force_quality(const Judgement& judgement);

/// Returns the right normals that carry at least a tenth of an equal share of the force / right
/// normals. Nothing without forces, or when no normal is expected.
std::optional<double> force_coverage(const Judgement& judgement);

/// Returns the number of equal contacts over which the force would be as concentrated / fewest
/// contacts that span the region. Nothing without forces, or when that number is unknown or 0.
std::optional<double> force_excess(const Judgement& judgement);

/// Returns the force across the mean right normals of the pairs / the force of all contacts.
/// Nothing without forces.
std::optional<double> sideways_force(const Judgement& judgement);

}  // namespace touchstone
