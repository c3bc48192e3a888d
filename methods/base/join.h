#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace touchstone {

/// Appends an item to a list as people read it: "a, b".
void append_item(std::string& list, std::string_view item, std::string_view separator = ", ");

/// Joins the texts of all items: "a, b". `text_of` returns the text of an item, or is the member
/// that holds it.
template <class Items, class TextOf = std::identity>
std::string join(const Items& items, std::string_view separator = ", ", TextOf text_of = {}) {
    std::string list;
    for (const auto& item : items) {
        append_item(list, std::invoke(text_of, item), separator);
    }
    return list;
}

}  // namespace touchstone
