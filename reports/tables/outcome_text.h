#pragma once

#include <string>

#include "generators/outcome.h"

namespace touchstone::reports {

/// Says why a method gave no answer: "unsupported: no balls", "failed: …". Empty for an answer.
std::string refusal_text(Outcome outcome, const std::string& reason);

}  // namespace touchstone::reports
