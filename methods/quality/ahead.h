#pragma once

#include <span>

#include "methods/contact/contact_point.h"

namespace touchstone {

// Methods that follow bodies over a time step report contacts that are not there yet: a gap, and
// the normal of the place where it will be closed. They are *ahead*. A right answer tells what
// touches now, so it says nothing of them.

/// Returns true for a contact whose gap is larger than that at which its method reports bodies that
/// do not move. `envelopes`: that gap, by body; the smaller one of a contact's bodies holds, up to
/// rounding. Empty: the method looks no way ahead [m].
bool is_ahead(const ContactPoint& contact, std::span<const double> envelopes);

}  // namespace touchstone
