#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::reports {

/// The options of `touchstone report c5d`, see docs/methods/convex_cast.md.
struct ConvexReportOptions {
    bool is_asked = false;
    int samples = 10'000;
    std::uint64_t seed = 1;
    std::optional<int> threads;
    std::vector<std::string> sets;         ///< "small", "large"; none: both
    std::vector<std::string> transforms;   ///< ids, or "all"; none: as drawn
    std::vector<std::string> methods;      ///< ids; none: all
    std::vector<std::string> assignments;  ///< "cast.OPTION=VALUE"
    int timings = 3;
    std::optional<std::string> out;  ///< folder for all formats
    std::optional<std::string> csv;  ///< file
};

/// Adds `c5d` below the command `report`.
void add_convex_report(CLI::App& report, ConvexReportOptions& options);

/// Returns the exit status: 130 when Ctrl-C ended it early.
int run_convex_report(const ConvexReportOptions& options);

}  // namespace touchstone::reports
