#include "generators/outcome.h"

#include <algorithm>
#include <array>

#include "methods/base/join.h"

namespace touchstone {
namespace {

constexpr std::array<const char*, kOutcomes> kOutcomeIds{"judged", "unsupported", "failed",
                                                         "not_installed"};

}  // namespace

const char* outcome_id(Outcome outcome) { return kOutcomeIds[static_cast<int>(outcome)]; }

Outcome find_outcome(std::string_view id) {
    const auto found = std::ranges::find(kOutcomeIds, id);
    if (found == kOutcomeIds.end()) {
        throw UnknownName("unknown outcome '" + std::string(id) + "'; known: " + join(kOutcomeIds));
    }
    return static_cast<Outcome>(found - kOutcomeIds.begin());
}

}  // namespace touchstone
