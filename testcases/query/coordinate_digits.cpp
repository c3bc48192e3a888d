#include "testcases/query/coordinate_digits.h"

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {

void check_speed(const std::string& whose, double size, double speed, double time_step,
                 const std::string& setting) {
    if (!(time_step * speed <= kFarthestSizes * size)) {
        throw UsageError(whose + ": the body is " + describe(size) + " m wide and moves at " +
                         describe(speed) +
                         " m/s, after a step of which coordinates hold too few digits for its "
                         "shape; give a smaller " +
                         setting);
    }
}

}  // namespace touchstone
