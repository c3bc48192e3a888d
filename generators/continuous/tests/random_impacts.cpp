#include "generators/continuous/tests/random_impacts.h"

#include <cmath>

namespace touchstone::testing {

int RandomImpacts::below(int count) {
    // Steele, Lea and Flood [2014]: SplitMix64.
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return static_cast<int>(z % static_cast<std::uint64_t>(count));
}

double RandomImpacts::unit() { return std::ldexp(below(1 << 30), -29) - 1.0; }

Vec3 RandomImpacts::point(int style, int reach) {
    Vec3 x;
    for (int k = 0; k < 3; ++k) {
        const bool general = style == 3 || (style == 2 && below(3) == 0);
        x[k] = general ? unit() + std::ldexp(unit(), -29) : below(2 * reach + 1) - reach;
    }
    return x;
}

void RandomImpacts::degenerate(ImpactQuery& query, int style, int reach) {
    if (below(3) == 0) {
        for (int i = 0; i < 4; ++i) {
            query.end[i] = below(2) == 0 ? query.start[i] : query.end[i];
        }
    }
    if (below(4) == 0) {
        const int axis = below(3);
        const double plane = below(5) - 2;
        for (int i = 0; i < 4; ++i) {
            query.start[i][axis] = plane;
            query.end[i][axis] = below(8) == 0 ? query.end[i][axis] : plane;
        }
    }
    if (below(5) == 0) {
        const int to = below(4);
        const int from = below(4);
        query.start[to] = query.start[from];
        query.end[to] = below(2) == 0 ? query.end[from] : query.end[to];
    }
    if (below(5) == 0) {
        const Vec3 way = point(style, reach);
        const int movers = query.kind == ImpactKind::VertexFace ? 1 : 2;
        for (int i = 0; i < 4; ++i) {
            query.end[i] = query.start[i];
            if (i < movers) {
                query.end[i] += way;
            }
        }
    }
}

void RandomImpacts::move(ImpactQuery& query, int style, int reach) {
    const double shrink = below(2) == 0 ? 1.0 : 0.1;
    const Vec3 shift = below(3) == 0 ? Vec3(point(style, reach) * shrink) : Vec3(Vec3::Zero());
    const double scale =
        below(3) == 0 ? std::ldexp(below(2) == 0 ? 1.0 : 0.1, below(60) - 30) : 1.0;
    for (int i = 0; i < 4; ++i) {
        query.start[i] = scale * (query.start[i] + shift);
        query.end[i] = scale * (query.end[i] + shift);
    }
    if (below(4) == 0) {
        for (int count = 1 + below(3); count > 0; --count) {
            double& x = (below(2) == 0 ? query.start : query.end)[below(4)][below(3)];
            x = std::nextafter(x, below(2) == 0 ? 1e300 : -1e300);
        }
    }
}

ImpactQuery RandomImpacts::draw() {
    ImpactQuery query;
    query.kind = below(2) == 0 ? ImpactKind::VertexFace : ImpactKind::EdgeEdge;
    const int style = below(4);
    const int reach = 1 + below(4);
    for (int i = 0; i < 4; ++i) {
        query.start[i] = point(style, reach);
        query.end[i] = point(style, reach);
    }
    degenerate(query, style, reach);
    move(query, style, reach);
    return query;
}

}  // namespace touchstone::testing
