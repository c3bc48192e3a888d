#include "methods/continuous/impact_query.h"

#include <string>

#include "methods/base/error.h"

namespace touchstone {

void validate(const ImpactQuery& query) {
    for (int i = 0; i < 4; ++i) {
        if (!query.start[i].allFinite() || !query.end[i].allFinite()) {
            throw Error("point " + std::to_string(i) +
                        " at t = " + (query.start[i].allFinite() ? "1" : "0") +
                        ": a coordinate is not finite; give finite numbers");
        }
    }
}

}  // namespace touchstone
