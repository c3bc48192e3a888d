#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

#include "reports/tables/figures.h"

namespace touchstone::reports {

/// What moved, as a table; one line that says so when nothing did. `before`, `after`: heads of the
/// two columns of values. Of each row at most kMostMovementsShown lines are shown.
void write_movements(std::ostream& out, std::span<const Movement> movements,
                     std::string_view before, std::string_view after);

inline constexpr int kMostMovementsShown = 24;

}  // namespace touchstone::reports
