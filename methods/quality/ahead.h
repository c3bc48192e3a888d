#pragma once

#include <span>

#include "methods/contact/contact_point.h"

namespace touchstone {

// Methods that follow bodies over a time step report contacts that do not exist yet: a gap, and the
// normal at the place where it will close. Such contacts are *ahead*. A right answer states what
// touches now, and so says nothing about them.

/// Returns true for a contact whose gap is larger than that up to which its method reports bodies
/// that do not move. `envelopes`: that gap [m], by body; the smaller one of a contact's bodies
/// counts, up to rounding. Empty: no contact is ahead.
bool is_ahead(const ContactPoint& contact, std::span<const double> envelopes);

}  // namespace touchstone
