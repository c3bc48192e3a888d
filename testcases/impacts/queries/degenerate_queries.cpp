#include "testcases/impacts/queries/degenerate_queries.h"

#include <array>
#include <cmath>

#include "methods/continuous/exact_impact.h"
#include "testcases/impacts/queries/query_random.h"

namespace touchstone {
namespace {

constexpr int kMostInteger = 4;

Vec3 integer_point(QueryRandom& random) {
    Vec3 point;
    for (int axis = 0; axis < 3; ++axis) {
        point[axis] = random.between(-kMostInteger, kMostInteger);
    }
    return point;
}

ImpactQuery small_integers(QueryRandom& random, ImpactKind kind) {
    ImpactQuery query;
    query.kind = kind;
    for (int i = 0; i < 4; ++i) {
        query.start[i] = integer_point(random);
        query.end[i] = integer_point(random);
    }
    return query;
}

/// A point of an element: its corners' weights, in quarters.
using Weights = std::array<int, 3>;

Weights random_weights(QueryRandom& random, bool is_face) {
    constexpr std::array<Weights, 4> kOnEdge{{{4, 0, 0}, {0, 4, 0}, {2, 2, 0}, {1, 3, 0}}};
    constexpr std::array<Weights, 4> kOnFace{{{0, 0, 4}, {0, 2, 2}, {1, 1, 2}, {3, 0, 1}}};
    const auto index = static_cast<std::size_t>(random.below(4));
    return is_face && random.below(2) == 0 ? kOnFace[index] : kOnEdge[index];
}

Vec3 weighted(const std::array<Vec3, 4>& points, int first, const Weights& weights) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        if (weights[i] != 0) {
            sum += weights[i] * points[first + i];
        }
    }
    return sum / 4.0;
}

/// Makes a touch of given points of the two elements at 0, 1/2 or 1.
ImpactQuery touch(QueryRandom& random, ImpactKind kind) {
    constexpr double kRoomForHalves = 8.0;
    ImpactQuery query = small_integers(random, kind);
    for (int i = 0; i < 4; ++i) {
        query.start[i] *= kRoomForHalves;
        query.end[i] *= kRoomForHalves;
    }
    const bool is_face = kind == ImpactKind::VertexFace;
    const int second = is_face ? 1 : 2;
    const Weights on_first = is_face ? Weights{4, 0, 0} : random_weights(random, false);
    const Weights on_second = random_weights(random, is_face);
    const auto gap = [&](const std::array<Vec3, 4>& points) -> Vec3 {
        return weighted(points, second, on_second) - weighted(points, 0, on_first);
    };
    const int half_time = random.below(3);
    const Vec3 at_start = gap(query.start);
    const Vec3 at_end = gap(query.end);
    const Vec3 middle = 0.5 * (at_start + at_end);
    for (int i = 0; i < second; ++i) {
        query.start[i] += half_time == 0 ? at_start : half_time == 1 ? middle : Vec3::Zero();
        query.end[i] += half_time == 2 ? at_end : half_time == 1 ? middle : Vec3::Zero();
    }
    return query;
}

ImpactQuery in_one_plane(QueryRandom& random, ImpactKind kind) {
    ImpactQuery query = small_integers(random, kind);
    for (int i = 0; i < 4; ++i) {
        query.start[i].z() = 0.0;
        query.end[i].z() = 0.0;
    }
    return query;
}

/// Makes edges that stay parallel, or a vertex that moves along the face's plane.
ImpactQuery parallel(QueryRandom& random, ImpactKind kind) {
    ImpactQuery query = small_integers(random, kind);
    if (kind == ImpactKind::EdgeEdge) {
        const Vec3 along = integer_point(random);
        query.start[1] = query.start[0] + along;
        query.end[1] = query.end[0] + random.between(0, 2) * along;
        query.start[3] = query.start[2] + random.between(-2, 2) * along;
        query.end[3] = query.end[2] + random.between(-1, 1) * along;
        return query;
    }
    const double height = random.between(0, 1);
    for (int i = 0; i < 4; ++i) {
        query.start[i].z() = i == 0 ? height : 0.0;
        query.end[i] = i == 0 ? query.end[i] : query.start[i];
    }
    query.end[0].z() = height;
    return query;
}

/// Makes a motion whose volume is a multiple of (2t − 1)²: the elements pass one another while one
/// of them turns over.
ImpactQuery double_root(QueryRandom& random, ImpactKind kind) {
    const double length = random.between(1, kMostInteger);
    const double far = random.between(0, kMostInteger);
    const double height = random.between(1, kMostInteger);
    const double x = random.between(-kMostInteger, kMostInteger);
    const double y = random.between(-1, 1);
    const Vec3 before(x, y, -height);
    const Vec3 after(x, y, height);
    const Vec3 origin = Vec3::Zero();
    const Vec3 along(length, 0.0, 0.0);
    const Vec3 left(far, -1.0, 0.0);
    const Vec3 right(far, 1.0, 0.0);
    if (kind == ImpactKind::EdgeEdge) {
        return {
            kind, {before, before + along, origin, left}, {after, after + along, origin, right}};
    }
    return {kind, {before, origin, along, left}, {after, origin, along, right}};
}

/// Makes edges that are points, and faces that are segments or points.
ImpactQuery without_extent(QueryRandom& random, ImpactKind kind) {
    ImpactQuery query = touch(random, kind);
    const int which = random.below(3);
    const auto collapse = [&](int onto, int point) {
        query.start[point] = query.start[onto];
        query.end[point] = query.end[onto];
    };
    if (which != 0) {
        collapse(2, 3);
    }
    if (which != 1) {
        collapse(kind == ImpactKind::EdgeEdge ? 0 : 2, 1);
    }
    return query;
}

ImpactQuery half_still(QueryRandom& random, ImpactKind kind) {
    ImpactQuery query = random.below(2) == 0 ? small_integers(random, kind) : touch(random, kind);
    const int second = kind == ImpactKind::VertexFace ? 1 : 2;
    const int which = random.below(5);  // rarely nothing moves
    for (int i = 0; i < 4; ++i) {
        if (which == 4 || (i < second) == (which % 2 == 0)) {
            query.end[i] = query.start[i];
        }
    }
    return query;
}

using MakeQuery = ImpactQuery (*)(QueryRandom& random, ImpactKind kind);
constexpr std::array<MakeQuery, 7> kRecipes{small_integers, touch,          in_one_plane, parallel,
                                            double_root,    without_extent, half_still};

template <typename Change>
void change_points(ImpactQuery& query, const Change& change) {
    for (int i = 0; i < 4; ++i) {
        change(query.start[i]);
        change(query.end[i]);
    }
}

/// Maps planes onto planes and touches onto touches, exactly.
void disguise(QueryRandom& random, ImpactQuery& query) {
    if (random.below(2) == 0) {
        const double a = random.between(-2, 2);
        const double b = random.between(-2, 2);
        const double c = random.between(-2, 2);
        change_points(query, [&](Vec3& p) {
            p.z() += a * p.x() + b * p.y();
            p.x() += c * p.z();
        });
    }
    if (random.below(3) == 0) {
        const Vec3 away = 100.0 * integer_point(random);
        change_points(query, [&](Vec3& p) { p += away; });
    }
    constexpr int kMostExponent = 20;
    const int exponent = random.between(-kMostExponent, kMostExponent);
    change_points(query, [&](Vec3& p) { p *= std::ldexp(1.0, exponent); });
}

/// Leaves what was exact nearly so.
void disturb(QueryRandom& random, ImpactQuery& query) {
    const int way = random.below(4);
    if (way == 0) {
        const double factor = random.uniform(0.5, 2.0);
        change_points(query, [&](Vec3& p) { p *= factor; });
    } else if (way == 1) {
        const int point = random.below(4);
        Vec3& moved = random.below(2) == 0 ? query.start[point] : query.end[point];
        double& coordinate = moved[random.below(3)];
        const double towards = random.below(2) == 0 ? -HUGE_VAL : HUGE_VAL;
        coordinate = coordinate == 0.0 ? 0.0 : std::nextafter(coordinate, towards);
    }
}

}  // namespace

QueryStream make_degenerate_queries(const DegenerateOptions& options) {
    return [random = QueryRandom(options.seed), i = 0,
            count = options.count](StatedQuery& stated) mutable {
        if (i == count) {
            return false;
        }
        const ImpactKind kind = i % 2 == 0 ? ImpactKind::VertexFace : ImpactKind::EdgeEdge;
        const MakeQuery make = kRecipes[static_cast<std::size_t>(i / 2) % kRecipes.size()];
        stated = {};
        stated.query = make(random, kind);
        disguise(random, stated.query);
        disturb(random, stated.query);
        stated.hit = find_exact_impact(stated.query).hit;
        ++i;
        return true;
    };
}

}  // namespace touchstone
