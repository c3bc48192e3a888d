#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rigid_solver/events/flight.h"

namespace touchstone {

/// A part of a step up to the next collision, or to its end.
struct Reach {
    std::vector<RigidBody> bodies;
    double time = 0.0;                      ///< since the start of the flight [s]
    std::optional<EventContact> collision;  ///< contact that ends it; nothing: it is the end
    int evaluations = 0;                    ///< evaluations of separations to find the time
    bool met = true;  ///< false: the collision was there at once, as an overlap
};

/// Returns the contact with the largest overlap among those that were not held; nothing when none
/// overlaps by more than `overlap`. Contacts that existed before come first: one that appears while
/// it overlaps, like that of an edge which another one reaches past its end, has no time at which
/// it was zero.
std::optional<EventContact> deepest_overlap(const std::vector<EventContact>& contacts,
                                            const std::vector<EventContact>& before,
                                            const std::vector<EventContact>& touching,
                                            double overlap);

/// Returns the names of a contact's bodies for messages.
std::string names_of(const std::vector<RigidBody>& bodies, const EventContact& contact);

/// Goes on to the first time at which a contact that is not held would overlap, or to the end of
/// the flight, which gives up its state there. Also looks at the times at which contacts that close
/// at one look and open at the next are nearest, so that a graze is met. Throws Error where the
/// time is not found.
Reach next_collision(HeldFlight& held);

}  // namespace touchstone
