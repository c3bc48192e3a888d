#pragma once

#include <string>
#include <string_view>

// The parts that every page contains, so that it loads nothing from elsewhere.

namespace touchstone::reports {

/// Returns a file of reports/pages/assets as part of a page, starting on a line of its own.
std::string page_asset(std::string_view name);

/// Returns the style sheet: for wide and narrow screens, dark mode, and paper.
std::string page_style();

/// Returns the script that sorts and filters tables. Without it they are complete, in the order
/// written.
std::string page_script();

/// Returns the Content-Security-Policy of a page: nothing is loaded, and only these two styles and
/// scripts, known by their SHA-256, take effect. Anything else in the page does not run.
std::string page_policy();
/// Returns the policy for a page with this style sheet and this script.
std::string page_policy(std::string_view style, std::string_view script);

}  // namespace touchstone::reports
