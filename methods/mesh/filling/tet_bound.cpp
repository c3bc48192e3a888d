#include "methods/mesh/filling/tet_bound.h"

#include <charconv>

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {

double least_tet_count(const SurfaceMesh& surface, const std::string& switches) {
    const std::size_t letter = switches.find('a');
    if (letter == std::string::npos || switches.find_first_of("YS") != std::string::npos) {
        return 0.0;
    }
    double largest = 0.0;
    const char* const number = switches.data() + letter + 1;
    std::from_chars(number, switches.data() + switches.size(), largest, std::chars_format::fixed);
    return largest > 0.0 ? signed_volume(surface) / largest : 0.0;
}

void validate_tet_count(const SurfaceMesh& surface, const std::string& switches) {
    const double count = least_tet_count(surface, switches);
    if (count > kMostTetsAskedFor) {
        throw MeshError("TetGen's switches '" + switches + "' ask for at least " + describe(count) +
                        " tets, to fill " + describe(signed_volume(surface)) +
                        " m³; the limit is " + describe(kMostTetsAskedFor) +
                        ": take a larger number after a, or cap the added points with S");
    }
}

}  // namespace touchstone
