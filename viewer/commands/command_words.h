#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "methods/base/error.h"
#include "viewer/state/application.h"

// What commands have in common: reading the words of a line, and what they ask of the application.
// All throw UsageError or UnknownName, which run_command completes by what is expected.

namespace touchstone::viewer {

using Words = std::span<const std::string>;

const std::string& word(Words words, std::size_t index);
double number(Words words, std::size_t index);  ///< finite
int whole(Words words, std::size_t index, int lowest, int highest);

/// "on", "off", or nothing for the opposite of what is.
bool flag(Words words, std::size_t index, bool now);

template <typename Enum, std::size_t N>
Enum one_of(Words words, std::size_t index, const std::array<std::string_view, N>& names) {
    const auto found = std::ranges::find(names, word(words, index));
    if (found == names.end()) {
        std::string known;
        for (const std::string_view name : names) {
            known += (known.empty() ? "" : ", ") + std::string(name);
        }
        throw UnknownName("'" + words[index] + "' is none of " + known);
    }
    return static_cast<Enum>(found - names.begin());
}

const LoadedScene& open_scene(const Application& application);
const Moment& shown_moment(const Application& application);
int find_body(const Application& application, const std::string& name);

void view_changed(Application& application);
void say(Application& application, std::string text);

}  // namespace touchstone::viewer
