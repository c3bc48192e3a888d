#include "generators/blows/followed_blows.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/asked_pairs.h"
#include "generators/blows/struck_bodies.h"
#include "generators/swept_bodies.h"
#include "generators/third_bodies.h"

namespace touchstone {
namespace {

bool is_pair_before(const ElementPair& p, const ElementPair& q) {
    return std::pair(p.a, p.b) < std::pair(q.a, q.b);
}

ElementPair bodies_of(const ContactPoint& contact) { return {contact.body_a, contact.body_b}; }

/// Removes the contacts of pairs, which are sorted.
void erase_contacts(std::span<const ElementPair> pairs, std::vector<ContactPoint>& contacts) {
    std::erase_if(contacts, [&](const ContactPoint& contact) {
        return std::ranges::binary_search(pairs, bodies_of(contact), is_pair_before);
    });
}

/// Adds the contacts of pairs that have none; both lists are sorted.
void merge_contacts(std::vector<ContactPoint> own, std::vector<ContactPoint>& contacts) {
    const auto kept = std::ssize(contacts);
    contacts.insert(contacts.end(), std::make_move_iterator(own.begin()),
                    std::make_move_iterator(own.end()));
    std::inplace_merge(contacts.begin(), contacts.begin() + kept, contacts.end(),
                       [](const ContactPoint& x, const ContactPoint& y) {
                           return is_pair_before(bodies_of(x), bodies_of(y));
                       });
}

/// A pair, and the gain that it is asked with.
struct BlowQuestion {
    ElementPair pair;
    double gain = 0.0;  ///< [m/s]
};

bool is_question_before(const BlowQuestion& x, const BlowQuestion& y) {
    return is_pair_before(x.pair, y.pair);
}

/// Asks in rounds, each about what the contacts of the last one bring.
class BlowsFollowed {
 public:
    BlowsFollowed(std::span<const SceneBody> bodies, const Generator& generator, const Query& query)
        : bodies_(bodies),
          generator_(generator),
          query_(query),
          reach_(broad_reach(bodies, generator, query)),
          boxes_(
              swept_boxes(bodies, {.time = query.time_step, .acceleration = query.acceleration})) {}

    /// Changes contacts by one round. Returns false where there is nothing left to ask.
    bool follow(std::vector<ContactPoint>& contacts) {
        const StruckBodies struck(bodies_, contacts, query_.time_step, query_.restitution);
        if (struck.none()) {
            return false;
        }
        std::vector<BlowQuestion> questions = questions_of(struck);
        if (questions.empty()) {
            return false;
        }
        std::vector<ElementPair> pairs;
        std::ranges::transform(questions, std::back_inserter(pairs), &BlowQuestion::pair);
        const auto contacts_of = [&](int i, PairAsker& asker) {
            return asker.contacts(pairs[i], questions[i].gain);
        };
        std::vector<ContactPoint> own = ask_pairs(bodies_, pairs, generator_, query_, contacts_of);
        erase_contacts(pairs, contacts);
        drop_beside_third_bodies(bodies_, reach_, own, contacts);
        merge_contacts(std::move(own), contacts);
        take_note(std::move(questions));
        return true;
    }

    /// Returns the pairs that were asked about, sorted.
    std::span<const BlowQuestion> asked() const { return asked_; }

 private:
    /// Returns the pairs that blows may bring together, or nearer than they are asked about anyway.
    std::vector<ElementPair> struck_pairs(const StruckBodies& struck) const {
        std::vector<BodyBox> boxes = boxes_;
        for (int body = 0; body < std::ssize(bodies_); ++body) {
            boxes[body].bounds =
                inflated(boxes[body].bounds, query_.time_step * struck.speed_of(body));
        }
        return overlapping_bodies(boxes, reach_);
    }

    /// Returns true when bodies whose velocity relative to each other changes by a gain may come
    /// within reach.
    bool may_meet(const ElementPair& pair, double gain) const {
        const BoundingBox& a = boxes_[pair.a].bounds;
        const BoundingBox& b = boxes_[pair.b].bounds;
        const Vec3 apart = (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(0.0);
        return apart.norm() <= reach_ + query_.time_step * gain;
    }

    /// Returns true when a gain closes the distance of any two points of both bodies in the step:
    /// then no larger one finds more.
    bool reaches_all(const ElementPair& pair, double gain) const {
        BoundingBox both = boxes_[pair.a].bounds;
        extend(both, boxes_[pair.b].bounds);
        return query_.time_step * gain >= (both.upper - both.lower).norm();
    }

    /// Returns true for a pair that the query asks about.
    bool is_wanted(const ElementPair& pair) const {
        return query_.only_with == nullptr || (*query_.only_with)[pair.a] ||
               (*query_.only_with)[pair.b];
    }

    /// Returns what has not been asked yet with as large a gain.
    std::vector<BlowQuestion> questions_of(const StruckBodies& struck) const {
        std::vector<BlowQuestion> questions;
        for (const ElementPair& pair : struck_pairs(struck)) {
            if (!is_wanted(pair)) {
                continue;
            }
            const double gain = struck.gain_of(pair);
            if (gain == 0.0 || !may_meet(pair, gain)) {
                continue;
            }
            const BlowQuestion question{pair, rounded_gain(gain)};
            const auto asked =
                std::lower_bound(asked_.begin(), asked_.end(), question, is_question_before);
            if (asked == asked_.end() || is_question_before(question, *asked) ||
                (asked->gain < question.gain && !reaches_all(pair, asked->gain))) {
                questions.push_back(question);
            }
        }
        return questions;
    }

    void take_note(std::vector<BlowQuestion> questions) {
        std::vector<BlowQuestion> all;
        // Of pairs asked twice the new one comes first, and alone stays.
        std::ranges::merge(questions, asked_, std::back_inserter(all), is_question_before);
        const auto repeats = std::ranges::unique(
            all,
            [](const BlowQuestion& x, const BlowQuestion& y) { return !is_question_before(x, y); });
        all.erase(repeats.begin(), repeats.end());
        asked_ = std::move(all);
    }

    std::span<const SceneBody> bodies_;
    const Generator& generator_;
    const Query& query_;
    double reach_;
    std::vector<BodyBox> boxes_;       ///< by body, grown by its way without blows
    std::vector<BlowQuestion> asked_;  ///< sorted by pair
};

}  // namespace

std::int64_t follow_blows(std::span<const SceneBody> bodies, std::span<const ElementPair> pairs,
                          const Generator& generator, const Query& query,
                          std::vector<ContactPoint>& contacts) {
    // A blow goes at least one body farther in each round, but hardly in most of them.
    const auto most_rounds = 8 + std::ssize(bodies);
    BlowsFollowed blows(bodies, generator, query);
    for (std::ptrdiff_t round = 0; round < most_rounds && blows.follow(contacts); ++round) {
    }
    return std::ranges::count_if(blows.asked(), [&](const BlowQuestion& question) {
        return !std::ranges::binary_search(pairs, question.pair, is_pair_before);
    });
}

}  // namespace touchstone
