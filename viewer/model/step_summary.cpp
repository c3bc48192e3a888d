#include "viewer/model/step_summary.h"

#include <algorithm>

namespace touchstone::viewer {
namespace {

bool is_known(const PairReference& pair) {
    return !pair.not_judged && pair.why_unknown.empty() && (pair.none || !pair.answers.empty());
}

}  // namespace

StepSummary summarize(const Moment& moment) {
    StepSummary summary;
    summary.time = moment.time;
    summary.contacts = moment.judgement.contacts;
    summary.correct = moment.judgement.correct;
    summary.judged = std::ranges::any_of(moment.truth, is_known);
    if (moment.record) {
        summary.energy = moment.record->energy;
        summary.stops = moment.record->stops;
        for (const ContactPoint& contact : moment.contacts) {
            summary.gap = std::min(summary.gap.value_or(contact.separation), contact.separation);
        }
    }
    const std::vector<PairJudgement>& pairs = moment.judgement.pairs;
    const std::size_t followed = std::min<std::size_t>(pairs.size(), kFollowedPairs);
    for (std::size_t i = 0; i < followed; ++i) {
        summary.areas.push_back({moment.truth[i].body_a, moment.truth[i].body_b,
                                 pairs[i].contact_area, pairs[i].known_area,
                                 is_known(moment.truth[i])});
    }
    return summary;
}

}  // namespace touchstone::viewer
