#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "viewer/state/application.h"

// Helpers of commands: reading the words of a line, and access to the application. All throw
// UsageError or UnknownName, and run_command adds what it expected.

namespace touchstone::viewer {

/// The arguments of a command.
using Words = std::span<const std::string>;

/// Returns a word; throws when there are fewer.
const std::string& word(Words words, std::size_t index);
double number(Words words, std::size_t index);  ///< reads a finite number
/// Reads a whole number in a range.
int whole(Words words, std::size_t index, int lowest, int highest);

/// Reads "on" or "off"; without a word, returns the opposite of `now`.
bool flag(Words words, std::size_t index, bool now);

/// Reads one of the names, which are in the order of the enumerators.
template <typename Enum, std::size_t N>
Enum one_of(Words words, std::size_t index, const std::array<std::string_view, N>& names) {
    const auto found = std::ranges::find(names, word(words, index));
    if (found == names.end()) {
        throw UnknownName("'" + words[index] + "' is none of " + join(names));
    }
    return static_cast<Enum>(found - names.begin());
}

/// Returns the open scene; throws when there is none.
const LoadedScene& open_scene(const Application& application);
/// Returns the moment on display; throws when there is none.
const Moment& shown_moment(const Application& application);
/// Finds a body of the open scene by name.
int find_body(const Application& application, const std::string& name);

/// Marks the scene view as changed.
void view_changed(Application& application);
/// Shows a message to the user.
void say(Application& application, std::string text);

}  // namespace touchstone::viewer
