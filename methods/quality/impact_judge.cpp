#include "methods/quality/impact_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace touchstone {

const char* impact_verdict_id(ImpactVerdictKind kind) {
    constexpr std::array kIds{"right", "early", "false_positive", "late", "missed"};
    return kIds[static_cast<std::size_t>(kind)];
}

ImpactVerdict judge_impact(bool hit, double time, const ExactImpact& truth) {
    if (hit != truth.hit) {
        return {hit ? ImpactVerdictKind::FalsePositive : ImpactVerdictKind::Missed};
    }
    if (!hit || std::isnan(time) || std::isnan(truth.low)) {
        return {};
    }
    // The true time is low itself, or lies between it and the next double.
    if (time > truth.low) {
        return {ImpactVerdictKind::Late, kUnset, time - truth.low};
    }
    const double early = truth.low - time;
    return {early > 0.0 ? ImpactVerdictKind::Early : ImpactVerdictKind::Right, early, kUnset};
}

void add_verdict(ImpactFigures& figures, const ExactImpact& truth, const ImpactVerdict& verdict,
                 double speed) {
    ++figures.queries;
    figures.hits += truth.hit ? 1 : 0;
    switch (verdict.kind) {
        case ImpactVerdictKind::FalsePositive:
            ++figures.false_positives;
            break;
        case ImpactVerdictKind::Missed:
            ++figures.missed;
            break;
        case ImpactVerdictKind::Late:
            ++figures.late;
            figures.worst_late = std::max(figures.worst_late, verdict.late);
            break;
        case ImpactVerdictKind::Right:
        case ImpactVerdictKind::Early:
            break;
    }
    if (!std::isnan(verdict.early)) {
        figures.early.add(verdict.early);
        figures.early_length.add(
            std::min(verdict.early * speed, std::numeric_limits<double>::max()));
    }
}

void add_figures(ImpactFigures& figures, const ImpactFigures& others) {
    figures.queries += others.queries;
    figures.hits += others.hits;
    figures.false_positives += others.false_positives;
    figures.missed += others.missed;
    figures.late += others.late;
    figures.worst_late = std::max(figures.worst_late, others.worst_late);
    figures.early.add(others.early);
    figures.early_length.add(others.early_length);
}

double approach_bound(const ImpactQuery& query) {
    const int first_count = query.kind == ImpactKind::VertexFace ? 1 : 2;
    double most = 0.0;
    for (int i = 0; i < first_count; ++i) {
        for (int j = first_count; j < 4; ++j) {
            const Vec3 change = (query.end[i] - query.end[j]) - (query.start[i] - query.start[j]);
            if (!change.allFinite()) {
                return std::numeric_limits<double>::max();
            }
            most = std::max(most, change.lpNorm<Eigen::Infinity>());
        }
    }
    return most;
}

}  // namespace touchstone
