#pragma once

#include <string>
#include <string_view>

// What every page carries within itself, so that it needs nothing from elsewhere.

namespace touchstone::reports {

/// A file of reports/pages/assets as a page carries it, beginning on a line of its own.
std::string page_asset(std::string_view name);

/// The style sheet: for wide screens, narrow ones, the dark, and paper.
std::string page_style();

/// Makes tables sort and filter. Without it they are there all the same, in the order written.
std::string page_script();

/// The Content-Security-Policy of a page: nothing is loaded, and of styles and scripts only these
/// two count, known by their SHA-256. Whatever else a page may come to hold does not run.
std::string page_policy();
/// The same for a page with this style sheet and this script.
std::string page_policy(std::string_view style, std::string_view script);

}  // namespace touchstone::reports
