#include "methods/quality/ahead.h"

#include <algorithm>

namespace touchstone {

bool is_ahead(const ContactPoint& contact, std::span<const double> envelopes) {
    if (envelopes.empty()) {
        return false;
    }
    constexpr double kRoundOff = 1e-9;  // share of the envelope [-]
    const double envelope = std::min(envelopes[contact.body_a], envelopes[contact.body_b]);
    return contact.separation > envelope * (1.0 + kRoundOff);
}

}  // namespace touchstone
