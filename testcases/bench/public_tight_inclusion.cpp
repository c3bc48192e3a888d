#include "testcases/bench/public_tight_inclusion.h"

#include <tight_inclusion/ccd.hpp>

namespace touchstone {

Impact public_tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings) {
    const auto& s = query.start;
    const auto& e = query.end;
    const ticcd::Array3 own_intervals(-1.0, -1.0, -1.0);
    double time = 0.0;
    double accuracy = 0.0;
    const auto ask = [&](auto method) {
        return method(s[0], s[1], s[2], s[3], e[0], e[1], e[2], e[3], own_intervals,
                      settings.separation, time, settings.tolerance, settings.t_max,
                      static_cast<long>(settings.max_boxes), accuracy, false,
                      ticcd::CCDRootFindingMethod::BREADTH_FIRST_SEARCH);
    };
    Impact impact;
    impact.hit =
        query.kind == ImpactKind::VertexFace ? ask(ticcd::vertexFaceCCD) : ask(ticcd::edgeEdgeCCD);
    if (impact.hit) {
        impact.time = time;
    }
    return impact;
}

}  // namespace touchstone
