#include "reports/shell/sharing_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <string_view>

#include "methods/base/error.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/run_options.h"

namespace touchstone::reports {
namespace {

constexpr int kMostParts = 1'000'000;
constexpr std::size_t kMostPartDigits = 7;    // of a number of parts, so that any can be read
constexpr double kLongestTakeover = 86400.0;  // [s]

/// Reads a number of parts; nothing unless the whole text is digits.
std::optional<int> parse_part(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.empty() || text.size() > kMostPartDigits || !std::ranges::all_of(text, is_digit)) {
        return std::nullopt;
    }
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

void add_sharing_options(CLI::App& command, SharingOptions& options) {
    command
        .add_option("--part", options.part,
                    "make only the cells of one part, and write no tables: 2/8 is the second of "
                    "eight; `touchstone gather` joins folders")
        ->type_name("I/N");
    command
        .add_option("--takeover", options.takeover,
                    "seconds until a cell that another machine began is begun anew, counted from "
                    "its last sign of life; default: 120")
        ->type_name("S");
}

CellSharing find_sharing(const SharingOptions& options, bool has_folder) {
    CellSharing sharing;
    if (!has_folder && (options.part || options.takeover)) {
        throw UsageError(std::string(options.part ? "--part" : "--takeover") +
                         " says how a folder is shared; name it by --out DIR");
    }
    if (options.part) {
        const std::string_view text = *options.part;
        const std::size_t slash = std::min(text.find('/'), text.size());
        const std::optional<int> part = parse_part(text.substr(0, slash));
        const std::optional<int> parts = parse_part(text.substr(std::min(slash + 1, text.size())));
        if (!part || !parts) {
            throw UsageError("--part " + *options.part +
                             ": not of the form I/N, as 2/8 for the second of eight parts");
        }
        sharing.part = *part;
        sharing.parts = *parts;
        check_range("--part I/N, its N", sharing.parts, 1, kMostParts);
        check_range("--part I/N, its I", sharing.part, 1, sharing.parts);
    }
    if (options.takeover) {
        if (!(*options.takeover >= 1.0 && *options.takeover <= kLongestTakeover)) {
            throw UsageError("--takeover: must be from 1 to 86400 seconds");
        }
        sharing.takeover =
            std::chrono::milliseconds(static_cast<long>(std::lround(*options.takeover * 1e3)));
    }
    return sharing;
}

bool is_part_only(const SharingOptions& options, int found, int all) {
    if (!options.part || found == all || was_interrupted()) {
        return false;
    }
    std::cerr << "touchstone: part " << *options.part << " is done; " << found << " of " << all
              << " cells are there. When all parts are, the same command without --part writes the "
                 "tables; parts in folders of their own are joined by `touchstone gather`\n";
    return true;
}

}  // namespace touchstone::reports
