#include "generators/find_contacts.h"

#include <algorithm>

#include "generators/asked_pairs.h"
#include "generators/blows/followed_blows.h"
#include "generators/swept_bodies.h"
#include "generators/third_bodies.h"
#include "methods/base/same_bits.h"

namespace touchstone {
namespace {

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

/// Drops what third bodies cover, and adds what blows bring, in the contacts of all pairs. Returns
/// how many pairs blows have added to those asked about.
std::int64_t look_at_third_bodies(std::span<const SceneBody> bodies,
                                  std::span<const ElementPair> pairs, const Generator& generator,
                                  const Query& query, std::vector<ContactPoint>& contacts) {
    if (!generator.looks_ahead || std::ssize(bodies) < 3) {
        return 0;
    }
    // What is none strikes no one.
    drop_beside_third_bodies(bodies, broad_reach(bodies, generator, query), contacts);
    return query.look_ahead ? follow_blows(bodies, pairs, generator, query, contacts) : 0;
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
    std::vector<ContactPoint> contacts =
        ask_pairs(bodies, pairs, generator, query,
                  [&](int i, PairAsker& asker) { return asker.contacts(pairs[i]); });
    const std::int64_t added = look_at_third_bodies(bodies, pairs, generator, query, contacts);
    if (counts != nullptr) {
        counts->body_pairs = std::ssize(pairs) + added;
    }
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
    const std::span<DetectionMemory::Entry> entries = memory.enter(pairs);
    std::vector<ContactPoint> contacts = ask_pairs(
        bodies, pairs, generator, query,
        [&](int i, PairAsker& asker) { return remembered_contacts(memory, entries[i], asker); });
    const std::int64_t added = look_at_third_bodies(bodies, pairs, generator, query, contacts);
    memory.count(added);
    if (counts != nullptr) {
        counts->body_pairs = memory.counts().body_pairs;
    }
    return contacts;
}

}  // namespace touchstone
