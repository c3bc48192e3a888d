#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "generators/generator.h"
#include "generators/placed_bodies.h"
#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// Returns how many contacts a query may have: 2¹⁹, and 64 for each tet and face of the bodies.
/// Bodies that touch have some for each element near the contact; more come of bodies in one place,
/// where every element of each meets those of all others, and memory would be the only end.
std::int64_t most_contacts(std::span<const SceneBody> bodies);

/// Asks a method about pairs of bodies, for one thread.
class PairAsker {
 public:
    PairAsker(std::span<const SceneBody> bodies, const Generator& generator, const Query& query)
        : placed_(bodies),
          generator_(generator),
          all_last_contacts_(query.last_contacts),
          query_(query) {}

    /// Returns the contacts of a pair in the step before.
    std::span<const ContactPoint> last_contacts(const ElementPair& pair) const;

    /// Returns the contacts of a pair, in the order of its method. `gain`, `memory`: see Query.
    /// Throws PairFault with the bodies' numbers where the method does.
    std::vector<ContactPoint> contacts(const ElementPair& pair, double gain = 0.0,
                                       PairSlot* memory = nullptr);

 private:
    PlacedBodies placed_;
    const Generator& generator_;
    std::span<const ContactPoint> all_last_contacts_;
    Query query_;  ///< copied once, not for each pair
};

/// Returns the contacts of the pair with that number, by an asker of the thread.
using ContactsOfPair = std::function<std::vector<ContactPoint>(int pair, PairAsker& asker)>;

/// Asks about pairs, on the calling arena's threads, and joins the answers in the order of the
/// pairs, each contact with its bodies. Throws GeneratorFault (Unsupported) beyond most_contacts.
std::vector<ContactPoint> ask_pairs(std::span<const SceneBody> bodies,
                                    std::span<const ElementPair> pairs, const Generator& generator,
                                    const Query& query, const ContactsOfPair& contacts_of);

}  // namespace touchstone
