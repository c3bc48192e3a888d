#include "generators/asked_pairs.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "generators/pair_fault.h"
#include "methods/base/parallel/parallel.h"

namespace touchstone {
namespace {

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

std::span<const ContactPoint> PairAsker::last_contacts(const ElementPair& pair) const {
    return all_last_contacts_.empty() ? all_last_contacts_
                                      : contacts_between(all_last_contacts_, pair);
}

std::vector<ContactPoint> PairAsker::contacts(const ElementPair& pair, double gain,
                                              PairSlot* memory) {
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

std::vector<ContactPoint> ask_pairs(std::span<const SceneBody> bodies,
                                    std::span<const ElementPair> pairs, const Generator& generator,
                                    const Query& query, const ContactsOfPair& contacts_of) {
    // Pairs are asked in rounds, whose contacts join the others before the next: all of them beside
    // the answer would take its memory twice.
    constexpr int kPairsOfRound = 8192;
    constexpr int kPairsOfBlock = 32;
    const int count = static_cast<int>(std::ssize(pairs));
    std::vector<ContactPoint> contacts;
    ContactTally tally(bodies, generator.id);
    if (count == 1) {
        const auto ask = [&](int, int) {
            PairAsker asker(bodies, generator, query);
            contacts = contacts_of(0, asker);
        };
        for_blocks(0, 1, 1, std::ref(ask));  // a copy would be on the heap
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

}  // namespace touchstone
