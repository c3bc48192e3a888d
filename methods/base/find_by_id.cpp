#include "methods/base/find_by_id.h"

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone {

void refuse_unknown(std::string_view what, std::string_view id, const std::string& known) {
    throw UnknownName("unknown " + std::string(what) + " '" + printable(id) + "'; known: " + known);
}

}  // namespace touchstone
