#include "generators/plain/methods.h"

namespace touchstone::plain {
namespace {

constexpr PlainMethod kPlainMethods[]{
    {"closest_points", closest_points},
    {"intersection", intersection},
    {"vertex_only", vertex_only},
    {"consistent_vertex", consistent_vertex},
    {"volume_sat", volume_sat},
    {"surface_sat", surface_sat},
    {"opposing", opposing},
    {"growth", growth},
};

}  // namespace

std::span<const PlainMethod> all_plain_methods() { return kPlainMethods; }

PlainResult find_plain_contacts(const PlainMethod& method, const PlainTet& a, const PlainTet& b,
                                const LocalSettings& settings) {
    Decisions decisions;
    Contacts contacts = method.find({a, b, settings, decisions});
    return {std::move(contacts), decisions.margin()};
}

}  // namespace touchstone::plain
