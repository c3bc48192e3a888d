#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "generators/pair_memory.h"
#include "generators/scene_body.h"
#include "methods/base/boxes/box_sweep.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// How much work a memory spared in a query.
struct MemoryCounts {
    std::int64_t body_pairs = 0;  ///< pairs of bodies that were asked about, as in QueryCounts
    std::int64_t repeated = 0;    ///< those of bodies that did not move in any bit, of which the
                                  ///< method was not asked: the contacts are the last ones
    std::int64_t eased = 0;  ///< others, of which the method remembered something that still holds
    std::int64_t settled = 0;  ///< pairs of elements that were known to make no contact
    std::int64_t grouped = 0;  ///< pairs of bodies of which it was known which contacts agree
    bool kept_pairs = false;   ///< true: no body left the room for which the pairs were found
};

/// What is kept of one query for the next. Whoever moves bodies owns one, for one scene whose
/// shapes stay where they are in memory, and one method whose settings do not change, and hands it
/// to every query. The contacts are those of a query without memory, to the last bit: it saves time
/// only. What it holds is bounded by the bodies, by what the last query compared and, for the
/// groups of contacts that agree, by the contacts of the query in which they were learned.
class DetectionMemory {
 public:
    DetectionMemory() = default;
    /// A copy remembers nothing.
    DetectionMemory(const DetectionMemory&) {}
    /// Forgets everything.
    DetectionMemory& operator=(const DetectionMemory& other);
    DetectionMemory(DetectionMemory&&) = default;
    DetectionMemory& operator=(DetectionMemory&&) = default;

    /// Prepares for a query of that many bodies, each of which is to be placed. After a query that
    /// did not come to its end, no contacts repeat.
    void begin(int body_count);

    /// Places a body for the query. Vertices and tets go where those of its last collider were; an
    /// outline has none, and is placed while a pair asks about it, see PlacedBodies. `mass`: see
    /// SceneBody.
    void place_body(int body, const CollisionShape& shape, const Pose& world_from_body, bool fixed,
                    const Vec3& linear_velocity, const Vec3& angular_velocity,
                    bool as_outline = false, double mass = 0.0);

    /// Returns the bodies as they are placed.
    std::span<const SceneBody> bodies() const { return bodies_; }

    /// Returns the counts of the last query.
    const MemoryCounts& counts() const { return counts_; }

    /// A pair of bodies of the last query.
    struct Entry {
        ElementPair bodies;
        PairSlot slot;
        bool repeats = false;   ///< true: a query with the same bits has these contacts
        bool repeated = false;  ///< true: the last query had them without asking the method
        std::vector<ContactPoint> contacts;  ///< those of bodies that stay still, else none
    };

    /// What a method is asked about all bodies, besides its settings.
    struct Question {
        std::string method;         ///< id
        double time_step = kUnset;  ///< as in Query, like the others [s]
        bool look_ahead = false;
        double acceleration = 0.0;  ///< [m/s²]
    };

    /// Takes note of what is asked; comes before the pairs. No contacts repeat when it differs from
    /// what was asked last, and nothing is kept of pairs when the method does.
    void ask(const Question& question);

    /// Returns the pairs of a query in order, with what is kept of those that were in the last one.
    std::span<Entry> enter(std::span<const ElementPair> pairs);

    /// Finds the pairs of bodies as overlapping_bodies does.
    std::vector<ElementPair> overlapping(std::span<const BodyBox> boxes, double margin);

    /// Returns true when neither body of the pair has moved in any bit since the last query.
    bool are_still(const ElementPair& pair) const;

    /// Counts what was of use, once a query has gone through its pairs, which ends it.
    /// `added`: pairs that were asked about besides, without memory.
    void count(std::int64_t added = 0);

 private:
    void forget_contacts();

    Question question_;     ///< of the last query
    bool is_ended_ = true;  ///< true: the last query has gone through all its pairs
    std::vector<SceneBody> bodies_;
    std::vector<bool> still_;  ///< by body: placed as in the last query, with the same velocities
    std::vector<Entry> entries_;  ///< in the order of the pairs
    KeptBodyPairs kept_pairs_;
    MemoryCounts counts_;
};

}  // namespace touchstone
