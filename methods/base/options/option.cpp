#include "methods/base/options/option.h"

#include "methods/base/error.h"
#include "methods/base/join.h"

namespace touchstone {

void refuse_option(std::string_view owner, std::string_view id,
                   const std::vector<std::string>& known) {
    throw UnknownName(std::string(owner) + " has no option \"" + std::string(id) + "\"" +
                      (known.empty() ? ", nor any other" : "; known: " + join(known)));
}

void refuse_value(std::string_view owner, std::string_view id, std::string_view value,
                  std::string_view values) {
    throw UsageError("option " + std::string(owner) + "." + std::string(id) + " cannot be \"" +
                     std::string(value) + "\"; give it: " + std::string(values));
}

}  // namespace touchstone
