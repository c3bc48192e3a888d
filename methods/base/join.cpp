#include "methods/base/join.h"

namespace touchstone {

void append_item(std::string& list, std::string_view item, std::string_view separator) {
    if (!list.empty()) {
        list += separator;
    }
    list += item;
}

}  // namespace touchstone
