#pragma once

#include <string>
#include <string_view>

#include "methods/base/join.h"

namespace touchstone {

/// Throws UnknownName: "unknown metric 'beauty'; known: quality, coverage". `what`: "metric".
[[noreturn]] void refuse_unknown(std::string_view what, std::string_view id,
                                 const std::string& known);

/// Finds the entry of a table that has this `id`. Throws UnknownName, listing the known ids, when
/// there is none; `what` says what an entry is: "metric".
template <class Table>
const auto& find_by_id(const Table& table, std::string_view id, std::string_view what) {
    for (const auto& entry : table) {
        if (entry.id == id) {
            return entry;
        }
    }
    refuse_unknown(what, id, join(table, ", ", [](const auto& entry) -> std::string_view {
                       return entry.id;
                   }));
}

}  // namespace touchstone
