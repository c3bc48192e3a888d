#include "reports/pages/league_assets.h"

#include "reports/pages/html_assets.h"

namespace touchstone::reports {

std::string league_style() { return page_style() + page_asset("league.css"); }

std::string league_script() { return page_script() + page_asset("league.js"); }

}  // namespace touchstone::reports
