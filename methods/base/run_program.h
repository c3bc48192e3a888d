#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

// How the programs end: with status 0 when done, and with one of these otherwise.

namespace touchstone {

inline constexpr int kBadInputStatus = 1;    ///< bad file, mesh or output, or out of memory
inline constexpr int kWrongUsageStatus = 2;  ///< UsageError

/// Returns the name that the word is most probably meant for: the one with the fewest letters to
/// add, drop, change or swap, if these are few. Empty: none is near.
std::string nearest_name(std::string_view word, std::span<const std::string> names);

/// Returns the first of the words that is an option, "--steps" or "--steps=3", and none of these
/// names; without its value. Empty: there is none.
std::string first_unknown_option(std::span<const std::string> words,
                                 std::span<const std::string> names);

/// Returns the message of an UnknownName, completed by the nearest of the names that it lists:
/// `unknown case "spiks" (did you mean spikes?); cases: …`. The unknown word is the last in quotes
/// before the list.
std::string with_suggestion(const std::string& message);

/// Calls `run` and returns the exit status: its own, or that of what it threw, which is told in one
/// line on standard error: "touchstone: error: …".
int run_program(std::string_view name, const std::function<int()>& run);

}  // namespace touchstone
