#include "generators/tests/plain_methods.h"

#include <string>

#include "generators/tests/plain_pair.h"
#include "methods/base/error.h"

namespace touchstone::testing {

PlainResult plain_contacts(std::string_view generator_id, const PlainTet& a, const PlainTet& b,
                           const GeneratorSettings& settings) {
    using namespace plain;
    struct Entry {
        std::string_view id;
        Contacts (*method)(const Pair&);
    };
    static constexpr Entry kPlainMethods[]{{"closest_points", closest_points},
                                           {"intersection", intersection},
                                           {"vertex_only", vertex_only},
                                           {"consistent_vertex", consistent_vertex},
                                           {"volume_sat", volume_sat},
                                           {"surface_sat", surface_sat},
                                           {"opposing", opposing},
                                           {"growth", growth}};
    for (const Entry& entry : kPlainMethods) {
        if (entry.id == generator_id) {
            Decisions decisions;
            Contacts contacts = entry.method({a, b, settings, decisions});
            return {std::move(contacts), decisions.margin()};
        }
    }
    throw UnknownName("no plain method for " + std::string(generator_id));
}

}  // namespace touchstone::testing
