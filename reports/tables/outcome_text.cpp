#include "reports/tables/outcome_text.h"

namespace touchstone::reports {

std::string refusal_text(Outcome outcome, const std::string& reason) {
    switch (outcome) {
        case Outcome::Answered:
            return "";
        case Outcome::Unsupported:
            return "unsupported: " + reason;
        case Outcome::Failed:
            return "failed: " + reason;
        case Outcome::NotInstalled:
            return "not installed: " + reason;
    }
    return "";
}

}  // namespace touchstone::reports
