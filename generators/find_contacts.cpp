#include "generators/find_contacts.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "generators/pair_fault.h"
#include "generators/placed_bodies.h"
#include "generators/struck_bodies.h"
#include "generators/third_bodies.h"
#include "methods/base/boxes/box_sweep.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/same_bits.h"

namespace touchstone {
namespace {

/// The time over which bodies are followed, and the acceleration in it.
struct Sweep {
    double time = 0.0;          ///< [s]; 0: not at all
    double acceleration = 0.0;  ///< [m/s²]
};

Sweep sweep_of(const Generator& generator, const Query& query) {
    if (generator.looks_ahead && query.look_ahead) {
        return {kLookSteps * query.time_step, query.acceleration};
    }
    return {generator.sweeps ? query.time_step : 0.0, 0.0};
}

/// Returns a bound on the travel of a point of the body in the time [m].
double farthest_travel(const SceneBody& body, const Sweep& sweep) {
    const Collider& collider = body.collider;
    // The centre of mass lies in the bounds, so no point is farther from it than their diagonal.
    const double diagonal = (collider.bounds.upper - collider.bounds.lower).norm();
    const double fall = body.fixed ? 0.0 : sweep.acceleration * sweep.time * sweep.time;
    return fall + sweep.time * (collider.linear_velocity.norm() +
                                collider.angular_velocity.norm() * diagonal);
}

/// Returns the bounds of bodies, grown by what they travel.
std::vector<BodyBox> swept_boxes(std::span<const SceneBody> bodies, const Sweep& sweep) {
    std::vector<BodyBox> boxes;
    boxes.reserve(bodies.size());
    for (const SceneBody& body : bodies) {
        const double travel = sweep.time > 0.0 ? farthest_travel(body, sweep) : 0.0;
        boxes.push_back({inflated(body.collider.bounds, travel), body.fixed});
    }
    return boxes;
}

/// Returns the generator's reach plus the rounding of coordinates [m]: the broad phase only has to
/// be conservative, the generators decide.
double broad_reach(std::span<const SceneBody> bodies, const Generator& generator,
                   const Query& query) {
    double farthest = 0.0;
    ShapeSizes sizes;
    for (const SceneBody& body : bodies) {
        farthest = std::max({farthest, body.collider.bounds.lower.cwiseAbs().maxCoeff(),
                             body.collider.bounds.upper.cwiseAbs().maxCoeff()});
        sizes.add(shape_size(*body.collider.shape));
    }
    return generator.reach(query.settings, sizes) + 1e-12 * farthest;
}

/// Returns the part of sorted contacts that lies between two bodies.
std::span<const ContactPoint> contacts_between(std::span<const ContactPoint> contacts,
                                               const ElementPair& pair) {
    const auto comes_before = [](const ContactPoint& contact, const ElementPair& other) {
        return std::pair(contact.body_a, contact.body_b) < std::pair(other.a, other.b);
    };
    const auto first = std::lower_bound(contacts.begin(), contacts.end(), pair, comes_before);
    auto last = first;
    while (last != contacts.end() && last->body_a == pair.a && last->body_b == pair.b) {
        ++last;
    }
    return {first, last};
}

/// The contacts that a query has found so far, which may be no more than most_contacts.
class ContactTally {
 public:
    ContactTally(std::span<const SceneBody> bodies, std::string method)
        : most_(most_contacts(bodies)), method_(std::move(method)) {}

    /// Adds to the count. Throws GeneratorFault beyond the most: whether it does, and what it says,
    /// is the same for any number of threads, unless a pair fails as well.
    void add(std::int64_t count) {
        const std::int64_t total = total_ += count;
        if (total > most_) {
            throw GeneratorFault(Outcome::Unsupported,
                                 method_ + ": there are more than " + std::to_string(most_) +
                                     " contacts, as bodies in one place have them, or faces of "
                                     "many slivers; move the bodies apart, or give fewer, rounder "
                                     "faces");
        }
    }

    /// Returns the most contacts that there may be.
    std::int64_t most() const { return most_; }

 private:
    std::int64_t most_;
    std::string method_;
    std::atomic<std::int64_t> total_ = 0;
};

/// Asks a method about pairs of bodies, for one thread.
class PairAsker {
 public:
    PairAsker(std::span<const SceneBody> bodies, const Generator& generator, const Query& query)
        : placed_(bodies),
          generator_(generator),
          all_last_contacts_(query.last_contacts),
          query_(query) {}

    /// Returns the contacts of a pair in the step before.
    std::span<const ContactPoint> last_contacts(const ElementPair& pair) const {
        return all_last_contacts_.empty() ? all_last_contacts_
                                          : contacts_between(all_last_contacts_, pair);
    }

    /// Returns the contacts of a pair, in the order of its method. `gain`, `memory`: see Query.
    std::vector<ContactPoint> contacts(const ElementPair& pair, double gain = 0.0,
                                       PairSlot* memory = nullptr) {
        query_.last_contacts = last_contacts(pair);
        query_.gain = gain;
        query_.memory = memory;
        const PlacedBodies::Pair bodies = placed_.of(pair);
        try {
            return generator_.generate(bodies.a, bodies.b, query_);
        } catch (PairFault& fault) {
            fault.body_a = pair.a;
            fault.body_b = pair.b;
            throw;
        }
    }

 private:
    PlacedBodies placed_;
    const Generator& generator_;
    std::span<const ContactPoint> all_last_contacts_;
    Query query_;  ///< copied once, not for each pair
};

/// Lends an asker to each thread that works on a query. One that comes back is lent again, with the
/// colliders that it keeps.
class Askers {
 public:
    Askers(std::span<const SceneBody> bodies, const Generator& generator, const Query& query)
        : bodies_(bodies), generator_(generator), query_(query) {}

    std::unique_ptr<PairAsker> take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) {
            return std::make_unique<PairAsker>(bodies_, generator_, query_);
        }
        std::unique_ptr<PairAsker> asker = std::move(free_.back());
        free_.pop_back();
        return asker;
    }

    void give_back(std::unique_ptr<PairAsker> asker) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(asker));
    }

 private:
    std::span<const SceneBody> bodies_;
    const Generator& generator_;
    const Query& query_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<PairAsker>> free_;
};

/// Returns true when all that Query::last_contacts tells is the same to the last bit.
bool tell_the_same(std::span<const ContactPoint> a, std::span<const ContactPoint> b) {
    return std::ranges::equal(a, b, [](const ContactPoint& x, const ContactPoint& y) {
        return same_bits(x.position, y.position) && same_bits(x.normal, y.normal) &&
               same_bits(x.separation, y.separation) && x.feature_a == y.feature_a &&
               x.feature_b == y.feature_b;
    });
}

/// Returns the contacts of one pair with what is remembered of it. Those of bodies that do not move
/// in any bit are the last ones, since a method gives the same answer to the same question, of
/// which the contacts of the step before are a part.
std::vector<ContactPoint> remembered_contacts(const DetectionMemory& memory,
                                              DetectionMemory::Entry& entry, PairAsker& asker) {
    const std::span<const ContactPoint> last = asker.last_contacts(entry.bodies);
    const bool still = memory.are_still(entry.bodies);
    entry.slot.was_of_use = false;
    entry.slot.was_grouped = false;
    entry.slot.settled = 0;
    entry.repeated = still && entry.repeats && tell_the_same(last, entry.contacts);
    if (entry.repeated) {
        return entry.contacts;
    }
    std::vector<ContactPoint> contacts = asker.contacts(entry.bodies, 0.0, &entry.slot);
    entry.repeats = still && tell_the_same(last, contacts);
    entry.contacts = entry.repeats ? contacts : std::vector<ContactPoint>();
    return contacts;
}

}  // namespace

std::int64_t most_contacts(std::span<const SceneBody> bodies) {
    constexpr std::int64_t kAlways = std::int64_t{1} << 19;
    constexpr std::int64_t kOfElement = 64;
    std::int64_t elements = 0;
    for (const SceneBody& body : bodies) {
        const CollisionShape& shape = *body.collider.shape;
        elements += std::ssize(shape.mesh.tets) + std::ssize(shape.triangles);
    }
    return kAlways + kOfElement * elements;
}

namespace {

/// Enters the bodies of a pair into its contacts.
void name_bodies(const ElementPair& bodies, std::vector<ContactPoint>& contacts) {
    for (ContactPoint& contact : contacts) {
        contact.body_a = bodies.a;
        contact.body_b = bodies.b;
    }
}

/// Appends the contacts of a pair, with its bodies, and gives back their memory.
void append_pair(const ElementPair& bodies, std::vector<ContactPoint>& own,
                 std::vector<ContactPoint>& contacts) {
    name_bodies(bodies, own);
    contacts.insert(contacts.end(), std::make_move_iterator(own.begin()),
                    std::make_move_iterator(own.end()));
    own = std::vector<ContactPoint>();  // {} would keep the memory
}

/// Makes room for the contacts of a round, and for those to come as far as the present ones tell:
/// `times` as many in the end, up to `most`.
void reserve_for(std::vector<ContactPoint>& contacts,
                 std::span<const std::vector<ContactPoint>> round, double times,
                 std::int64_t most) {
    std::size_t total = contacts.size();
    for (const std::vector<ContactPoint>& part : round) {
        total += part.size();
    }
    if (total > contacts.capacity()) {
        constexpr double kSpare = 1.3;  // memory that is not used in the end is not taken either
        const double foretold = times > 1.0 ? kSpare * times : 1.0;
        contacts.reserve(static_cast<std::size_t>(
            std::min(foretold * static_cast<double>(total), static_cast<double>(most))));
    }
}

/// Asks about all pairs and joins the answers. `contacts_of` returns those of the pair with that
/// number, by a PairAsker of its thread.
template <typename ContactsOf>
std::vector<ContactPoint> contacts_of_pairs(std::span<const SceneBody> bodies,
                                            std::span<const ElementPair> pairs,
                                            const Generator& generator, const Query& query,
                                            const ContactsOf& contacts_of) {
    // Pairs are asked in rounds, whose contacts join the others before the next: all of them beside
    // the answer would take its memory twice.
    constexpr int kPairsOfRound = 8192;
    constexpr int kPairsOfBlock = 32;
    const int count = static_cast<int>(std::ssize(pairs));
    std::vector<ContactPoint> contacts;
    ContactTally tally(bodies, generator.id);
    if (count == 1) {
        PairAsker asker(bodies, generator, query);
        contacts = contacts_of(0, asker);
        tally.add(std::ssize(contacts));
        name_bodies(pairs[0], contacts);
        return contacts;
    }
    std::vector<std::vector<ContactPoint>> found(std::min(count, kPairsOfRound));
    Askers askers(bodies, generator, query);
    for (int first = 0; first < count; first += kPairsOfRound) {
        const int end_of_round = std::min(count, first + kPairsOfRound);
        for_blocks(first, end_of_round, kPairsOfBlock, [&](int begin, int end) {
            std::unique_ptr<PairAsker> asker = askers.take();
            for (int pair = begin; pair < end; ++pair) {
                std::vector<ContactPoint>& own = found[pair - first];
                own = contacts_of(pair, *asker);
                tally.add(std::ssize(own));
            }
            askers.give_back(std::move(asker));
        });
        const std::span<std::vector<ContactPoint>> round =
            std::span(found).first(end_of_round - first);
        reserve_for(contacts, round, static_cast<double>(count) / end_of_round, tally.most());
        for (int pair = first; pair < end_of_round; ++pair) {
            append_pair(pairs[pair], found[pair - first], contacts);
        }
    }
    return contacts;
}

/// Returns the pairs that blows may bring together, or nearer than they are asked about anyway.
std::vector<ElementPair> struck_pairs(std::span<const SceneBody> bodies, const StruckBodies& struck,
                                      double reach, const Query& query) {
    std::vector<BodyBox> boxes =
        swept_boxes(bodies, {.time = query.time_step, .acceleration = query.acceleration});
    for (int body = 0; body < std::ssize(bodies); ++body) {
        boxes[body].bounds = inflated(boxes[body].bounds, query.time_step * struck.speed_of(body));
    }
    std::vector<ElementPair> pairs = overlapping_bodies(boxes, reach);
    std::erase_if(pairs, [&](const ElementPair& pair) { return struck.gain_of(pair) == 0.0; });
    return pairs;
}

bool is_pair_before(const ElementPair& p, const ElementPair& q) {
    return std::pair(p.a, p.b) < std::pair(q.a, q.b);
}

ElementPair bodies_of(const ContactPoint& contact) { return {contact.body_a, contact.body_b}; }

/// Puts the contacts of pairs in the place of those that they have; both lists are sorted.
void replace_contacts(std::span<const ElementPair> pairs, std::vector<ContactPoint> own,
                      std::vector<ContactPoint>& contacts) {
    std::erase_if(contacts, [&](const ContactPoint& contact) {
        return std::ranges::binary_search(pairs, bodies_of(contact), is_pair_before);
    });
    const auto kept = std::ssize(contacts);
    contacts.insert(contacts.end(), std::make_move_iterator(own.begin()),
                    std::make_move_iterator(own.end()));
    std::inplace_merge(contacts.begin(), contacts.begin() + kept, contacts.end(),
                       [](const ContactPoint& x, const ContactPoint& y) {
                           return is_pair_before(bodies_of(x), bodies_of(y));
                       });
}

/// Asks again about the pairs of bodies that others strike, with the contacts that these have. What
/// a struck body meets may be struck in turn.
class BlowsFollowed {
 public:
    BlowsFollowed(std::span<const SceneBody> bodies, const Generator& generator, const Query& query)
        : bodies_(bodies),
          generator_(generator),
          query_(query),
          reach_(broad_reach(bodies, generator, query)) {}

    /// Adds to the contacts of all pairs.
    void follow(std::vector<ContactPoint>& contacts) {
        constexpr int kMostRounds = 8;
        for (int round = 0; round < kMostRounds; ++round) {
            const StruckBodies struck(bodies_, contacts, query_.time_step);
            if (struck.none()) {
                return;
            }
            std::vector<Asked> questions = questions_of(struck);
            if (questions.empty()) {
                return;
            }
            std::vector<ElementPair> pairs;
            std::ranges::transform(questions, std::back_inserter(pairs), &Asked::pair);
            replace_contacts(pairs,
                             contacts_of_pairs(bodies_, pairs, generator_, query_,
                                               [&](int i, PairAsker& asker) {
                                                   return asker.contacts(pairs[i],
                                                                         questions[i].gain);
                                               }),
                             contacts);
            take_note(std::move(questions));
        }
    }

 private:
    /// A pair, and the gain that it was asked with.
    struct Asked {
        ElementPair pair;
        double gain = 0.0;  ///< [m/s]
    };

    static bool is_before(const Asked& x, const Asked& y) { return is_pair_before(x.pair, y.pair); }

    /// Returns what has not been asked yet with as large a gain.
    std::vector<Asked> questions_of(const StruckBodies& struck) const {
        std::vector<Asked> questions;
        for (const ElementPair& pair : struck_pairs(bodies_, struck, reach_, query_)) {
            const Asked question{pair, struck.gain_of(pair)};
            const auto asked = std::lower_bound(asked_.begin(), asked_.end(), question, is_before);
            if (asked == asked_.end() || is_before(question, *asked) ||
                asked->gain < question.gain) {
                questions.push_back(question);
            }
        }
        return questions;
    }

    void take_note(std::vector<Asked> questions) {
        std::vector<Asked> all;
        // Of pairs asked twice the new one comes first, and alone stays.
        std::ranges::merge(questions, asked_, std::back_inserter(all), is_before);
        const auto repeats = std::ranges::unique(
            all, [](const Asked& x, const Asked& y) { return !is_before(x, y); });
        all.erase(repeats.begin(), repeats.end());
        asked_ = std::move(all);
    }

    std::span<const SceneBody> bodies_;
    const Generator& generator_;
    const Query& query_;
    double reach_;
    std::vector<Asked> asked_;  ///< sorted by pair
};

/// Adds what blows bring, and drops what third bodies cover, in the contacts of all pairs.
void look_at_third_bodies(std::span<const SceneBody> bodies, const Generator& generator,
                          const Query& query, std::vector<ContactPoint>& contacts) {
    if (!generator.looks_ahead || std::ssize(bodies) < 3) {
        return;
    }
    const auto drop_covered = [&] {
        drop_beside_third_bodies(bodies, broad_reach(bodies, generator, query), contacts);
    };
    if (query.look_ahead && !StruckBodies(bodies, contacts, query.time_step).none()) {
        drop_covered();  // what is none strikes no one
        BlowsFollowed(bodies, generator, query).follow(contacts);
    }
    drop_covered();
}

/// Finds the pairs to ask about. `overlapping`: finds those of boxes, as overlapping_bodies does.
template <typename Overlapping>
std::vector<ElementPair> pairs_asked(std::span<const SceneBody> bodies, const Generator& generator,
                                     const Query& query, const Overlapping& overlapping) {
    return overlapping(swept_boxes(bodies, sweep_of(generator, query)),
                       broad_reach(bodies, generator, query));
}

}  // namespace

std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts) {
    std::vector<ElementPair> pairs = pairs_asked(bodies, generator, query, overlapping_bodies);
    if (query.only_with != nullptr) {
        const std::vector<bool>& wanted = *query.only_with;
        std::erase_if(pairs,
                      [&](const ElementPair& pair) { return !wanted[pair.a] && !wanted[pair.b]; });
    }
    if (counts != nullptr) {
        counts->body_pairs = std::ssize(pairs);
    }
    std::vector<ContactPoint> contacts =
        contacts_of_pairs(bodies, pairs, generator, query,
                          [&](int i, PairAsker& asker) { return asker.contacts(pairs[i]); });
    look_at_third_bodies(bodies, generator, query, contacts);
    return contacts;
}

std::vector<ContactPoint> find_contacts(DetectionMemory& memory, const Generator& generator,
                                        const Query& query, QueryCounts* counts) {
    const std::span<const SceneBody> bodies = memory.bodies();
    memory.ask({generator.id, query.time_step, query.look_ahead, query.acceleration});
    const std::vector<ElementPair> pairs =
        pairs_asked(bodies, generator, query, [&](std::span<const BodyBox> boxes, double reach) {
            return memory.overlapping(boxes, reach);
        });
    if (counts != nullptr) {
        counts->body_pairs = std::ssize(pairs);
    }
    const std::span<DetectionMemory::Entry> entries = memory.enter(pairs);
    std::vector<ContactPoint> contacts = contacts_of_pairs(
        bodies, pairs, generator, query,
        [&](int i, PairAsker& asker) { return remembered_contacts(memory, entries[i], asker); });
    look_at_third_bodies(bodies, generator, query, contacts);
    memory.count();
    return contacts;
}

}  // namespace touchstone
