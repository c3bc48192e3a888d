#include "methods/continuous/gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kHalfEpsilon = std::numeric_limits<double>::epsilon() / 2.0;
// Rounding error of a support point, of its coordinate along a unit vector, and of choosing the
// point by rounded coordinates, for numbers of size 1: less than 30 units.
constexpr double kSupportError = 64.0 * kHalfEpsilon;
constexpr double kDistanceConverged = 1e4 * 2.0 * kHalfEpsilon;
constexpr double kStuck = 1e-6;           // gap between the bounds that is worth a second search
constexpr double kFlatTet = 1e-13;        // relative volume below which all faces of a tet count
constexpr double kFlatTriangle = 1e-6;    // sine below which a triangle has no normal of its own
constexpr double kNoTriangle = 1e-24;     // square of the sine below which
                                          // a triangle is only its edges
constexpr double kStalled = 1.0 + 1e-14;  // growth of the length that rounding explains
constexpr int kMaxStalls = 3;
constexpr int kMaxDistanceRounds = 256;

struct SupportPair {
    Vec3 a;  // offsets
    Vec3 b;
    Vec3 w;  // B's point less A's
};

/// A part of the simplex, with its point nearest to the origin.
struct NearestPart {
    int size = 0;
    std::array<int, 4> at{};
    std::array<double, 4> weight{};
    Vec3 point = Vec3::Zero();
    double squared = std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::Zero();  // normal of a triangle, of any length
};

using DistanceSimplex = std::array<SupportPair, 4>;

[[gnu::always_inline]] inline Vec3 difference_of(const PlacedPair& pair, const Vec3& a,
                                                 const Vec3& b) {
    return (times(pair.linear_b, b) - times(pair.linear_a, a)) + pair.offset;
}

/// Finds the pair in place: a copy of numbers just written is a wait for them.
void find_support(const PlacedPair& pair, const Vec3& normal, SupportPair& support) {
    support.a = farthest_offset(*pair.a, transposed_times(pair.linear_a, normal));
    support.b = farthest_offset(*pair.b, -transposed_times(pair.linear_b, normal));
    support.w = difference_of(pair, support.a, support.b);
}

NearestPart nearest_on_point(const DistanceSimplex& s, int i) {
    NearestPart result;
    result.size = 1;
    result.at[0] = i;
    result.weight[0] = 1.0;
    result.point = s[i].w;
    result.squared = s[i].w.squaredNorm();
    return result;
}

NearestPart nearest_on_edge(const DistanceSimplex& s, int i, int j) {
    if (s[j].w.squaredNorm() < s[i].w.squaredNorm()) {
        std::swap(i, j);  // cancellation costs less when measured from the nearer end
    }
    const Vec3 along = s[j].w - s[i].w;
    const double length_squared = along.squaredNorm();
    const double t = -along.dot(s[i].w);
    if (!(t > 0.0) || !(length_squared > 0.0)) {
        return nearest_on_point(s, i);
    }
    NearestPart result;
    result.size = 2;
    result.at = {i, j, 0, 0};
    const double share = std::min(t / length_squared, 1.0);
    result.weight = {1.0 - share, share, 0.0, 0.0};
    result.point = s[i].w + share * along;
    result.squared = result.point.squaredNorm();
    return result;
}

void keep_nearer(NearestPart& best, const NearestPart& other) {
    if (other.squared < best.squared) {
        best = other;
    }
}

NearestPart nearest_on_triangle(const DistanceSimplex& s, int i, int j, int k) {
    const Vec3& p = s[i].w;
    const Vec3& q = s[j].w;
    const Vec3& r = s[k].w;
    const Vec3 normal = (q - p).cross(r - p);
    const double area_squared = normal.squaredNorm();
    const std::array<double, 3> share{normal.dot(q.cross(r)), normal.dot(r.cross(p)),
                                      normal.dot(p.cross(q))};
    const double longest =
        std::max({(q - p).squaredNorm(), (r - p).squaredNorm(), (r - q).squaredNorm()});
    const bool is_flat = !(area_squared > kNoTriangle * longest * longest);
    NearestPart best;
    if (is_flat || share[0] <= 0.0) {
        keep_nearer(best, nearest_on_edge(s, j, k));
    }
    if (is_flat || share[1] <= 0.0) {
        keep_nearer(best, nearest_on_edge(s, k, i));
    }
    if (is_flat || share[2] <= 0.0) {
        keep_nearer(best, nearest_on_edge(s, i, j));
    }
    if (best.size > 0) {
        return best;
    }
    best.size = 3;
    best.at = {i, j, k, 0};
    const double sum = share[0] + share[1] + share[2];
    best.weight = {share[0] / sum, share[1] / sum, share[2] / sum, 0.0};
    best.point = (normal.dot(p) / area_squared) * normal;
    best.squared = best.point.squaredNorm();
    best.normal = normal;
    return best;
}

/// Writes the origin as a mean of all four points, weighted by the volumes that it spans with the
/// faces.
NearestPart inside_tet(const DistanceSimplex& s) {
    NearestPart result;
    result.size = 4;
    result.at = {0, 1, 2, 3};
    result.squared = 0.0;
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        const Vec3& p = s[(i + 1) % 4].w;
        const Vec3& q = s[(i + 2) % 4].w;
        const Vec3& r = s[(i + 3) % 4].w;
        result.weight[i] = std::abs(p.dot(q.cross(r)));
        sum += result.weight[i];
    }
    for (int i = 0; i < 4; ++i) {
        result.weight[i] = sum > 0.0 ? result.weight[i] / sum : 0.25;
    }
    return result;
}

NearestPart nearest_on_tet(const DistanceSimplex& s) {
    NearestPart best;
    for (int apex = 0; apex < 4; ++apex) {
        const int i = (apex + 1) % 4;
        const int j = (apex + 2) % 4;
        const int k = (apex + 3) % 4;
        const Vec3 e = s[j].w - s[i].w;
        const Vec3 f = s[k].w - s[i].w;
        const Vec3 normal = e.cross(f);
        const Vec3 up = s[apex].w - s[i].w;
        const double volume = normal.dot(up);
        const double side = -normal.dot(s[i].w);
        const double flat = kFlatTet * std::sqrt(normal.squaredNorm() * up.squaredNorm());
        if (std::abs(volume) <= flat || (volume > 0.0 ? side < 0.0 : side > 0.0)) {
            keep_nearer(best, nearest_on_triangle(s, i, j, k));
        }
    }
    return best.size > 0 ? best : inside_tet(s);
}

[[gnu::always_inline]] inline NearestPart nearest_on_simplex(const DistanceSimplex& s, int size) {
    switch (size) {
        case 1:
            return nearest_on_point(s, 0);
        case 2:
            return nearest_on_edge(s, 0, 1);
        case 3:
            return nearest_on_triangle(s, 0, 1, 2);
        default:
            return nearest_on_tet(s);
    }
}

/// Returns the direction from the origin to the nearest point. Where the distance is small compared
/// with the bodies that direction has few correct digits, so one perpendicular to the simplex's
/// part is taken; where the part is smaller still, as on round bodies, the point's own is better.
Vec3 square_direction(const DistanceSimplex& s, const NearestPart& nearest) {
    if (nearest.size == 1) {
        return nearest.point.stableNormalized();
    }
    const Vec3 e = s[nearest.at[1]].w - s[nearest.at[0]].w;
    if (nearest.size == 3) {
        const Vec3 f = s[nearest.at[2]].w - s[nearest.at[0]].w;
        const double longer_squared = std::max(e.squaredNorm(), f.squaredNorm());
        const double area_squared = nearest.normal.squaredNorm();
        if (area_squared >
            longer_squared *
                std::max(nearest.squared, kFlatTriangle * kFlatTriangle * longer_squared)) {
            const Vec3 unit = nearest.normal / std::sqrt(area_squared);
            return unit.dot(s[nearest.at[0]].w) < 0.0 ? Vec3(-unit) : unit;
        }
    }
    Vec3 direction = nearest.point.stableNormalized();
    if (e.squaredNorm() <= nearest.squared) {
        return direction;
    }
    return (direction - (direction.dot(e) / e.squaredNorm()) * e).stableNormalized();
}

/// One search, from a given simplex or from nothing.
class DistanceSearch {
 public:
    /// Prepares a search. `size`: size of the pair [m].
    DistanceSearch(const PlacedPair& pair, const PairSimplex& warm, double size,
                   double converged = kDistanceConverged)
        : pair_(pair), error_(kSupportError * size), converged_(converged) {
        for (int i = 0; i < warm.size; ++i) {
            simplex_[i].a = warm.a[i];
            simplex_[i].b = warm.b[i];
            simplex_[i].w = difference_of(pair, warm.a[i], warm.b[i]);
        }
        size_ = warm.size;
        distance_.upper = std::numeric_limits<double>::infinity();
        if (size_ == 0) {
            const Vec3 towards_b = pair.offset.stableNormalized();
            find_support(pair, towards_b.isZero(0.0) ? Vec3(Vec3::UnitX()) : towards_b,
                         simplex_[0]);
            size_ = 1;
            ++distance_.support_calls;
        }
    }

    void run() {
        for (int round = 0; round < kMaxDistanceRounds && !ended_; ++round) {
            step();
        }
    }

    /// Returns true when the simplex encloses the origin, or the bounds stayed apart.
    bool is_in_doubt() const {
        return touches_ || distance_.upper - distance_.lower > kStuck * distance_.upper + error_;
    }
    int support_calls() const { return distance_.support_calls; }
    PairDistance distance() const;
    void keep_simplex(PairSimplex& simplex) const;

 private:
    void step();
    bool is_known(const SupportPair& support) const;
    void reduce();

    const PlacedPair& pair_;
    double error_;
    double converged_;         // gap between the bounds that ends the search, of the upper one
    DistanceSimplex simplex_;  // simplex, with room for a support point under test
    int size_ = 0;
    NearestPart nearest_;
    PairDistance distance_;
    int stalls_ = 0;
    bool ended_ = false;
    bool touches_ = false;
};

bool DistanceSearch::is_known(const SupportPair& support) const {
    for (int i = 0; i < size_; ++i) {
        if (simplex_[i].a == support.a && simplex_[i].b == support.b) {
            return true;
        }
    }
    return false;
}

/// Reduces the simplex to its nearest part.
void DistanceSearch::reduce() {
    size_ = nearest_.size;
    bool is_in_place = true;
    for (int i = 0; i < size_; ++i) {
        is_in_place &= nearest_.at[i] == i;
    }
    if (is_in_place) {
        return;
    }
    DistanceSimplex kept;
    for (int i = 0; i < size_; ++i) {
        kept[i] = simplex_[nearest_.at[i]];
    }
    std::copy_n(kept.begin(), size_, simplex_.begin());
    nearest_.at = {0, 1, 2, 3};
}

void DistanceSearch::step() {
    const NearestPart nearest = nearest_on_simplex(simplex_, size_);
    const double length = std::sqrt(nearest.squared);
    // A separating plane proves that only rounding puts the origin inside.
    const bool is_separated = distance_.lower > error_;
    // When the length is exact to its last digits the plane may still gain many: its error is the
    // square.
    stalls_ += length >= distance_.upper ? 1 : 0;
    if (length > kStalled * distance_.upper || stalls_ > kMaxStalls ||
        (nearest.size == 4 && is_separated)) {
        ended_ = true;
        return;
    }
    nearest_ = nearest;
    reduce();
    distance_.upper = length;
    if (nearest_.size == 4 || length <= error_) {
        touches_ = true;
        ended_ = true;
        return;
    }
    const Vec3 direction = square_direction(simplex_, nearest_);
    SupportPair& support = simplex_[size_];
    find_support(pair_, direction, support);
    ++distance_.support_calls;
    const double gap = direction.dot(support.w);
    if (gap > distance_.lower) {
        distance_.lower = gap;
        distance_.normal = direction;
    }
    ended_ = length - gap <= converged_ * length || is_known(support);
    size_ += ended_ ? 0 : 1;
}

PairDistance DistanceSearch::distance() const {
    PairDistance result = distance_;
    Vec3 a = Vec3::Zero();
    Vec3 b = Vec3::Zero();
    Vec3 w = Vec3::Zero();
    for (int i = 0; i < nearest_.size; ++i) {
        a += nearest_.weight[i] * simplex_[i].a;
        b += nearest_.weight[i] * simplex_[i].b;
        w += nearest_.weight[i] * simplex_[i].w;
    }
    result.point_a = times(pair_.linear_a, a);
    result.point_b = times(pair_.linear_b, b) + pair_.offset;
    result.rounding = error_;
    result.lower = std::max(0.0, result.lower - error_);
    // The mean of support points belongs to B − A however inaccurate the weights are.
    result.upper = w.norm() + error_;
    return result;
}

void DistanceSearch::keep_simplex(PairSimplex& simplex) const {
    simplex.size = touches_ ? 0 : nearest_.size;
    for (int i = 0; i < simplex.size; ++i) {
        simplex.a[i] = simplex_[i].a;
        simplex.b[i] = simplex_[i].b;
    }
}

}  // namespace

PairDistance pair_distance(const PlacedPair& pair, PairSimplex& simplex) {
    return pair_distance(pair, simplex, pair_size(pair));
}

PairDistance pair_distance(const PlacedPair& pair, PairSimplex& simplex, double size) {
    DistanceSearch search(pair, simplex, size);
    search.run();
    PairDistance result = search.distance();
    if (simplex.size > 0 && search.is_in_doubt()) {
        DistanceSearch again(pair, {}, size);
        again.run();
        const double lower = result.lower;
        const Vec3 normal = result.normal;
        result = again.distance();
        if (lower > result.lower) {
            result.lower = lower;
            result.normal = normal;
        }
        result.support_calls += search.support_calls();
        result.restarted = true;
        again.keep_simplex(simplex);
        return result;
    }
    search.keep_simplex(simplex);
    return result;
}

PairDistance pair_distance(const PlacedPair& pair) {
    PairSimplex none;
    return pair_distance(pair, none);
}

PairDistance rough_pair_distance(const PlacedPair& pair, double share) {
    DistanceSearch search(pair, {}, pair_size(pair), std::max(share, kDistanceConverged));
    search.run();
    return search.distance();
}

double separation_along(const PlacedPair& pair, const Vec3& normal) {
    SupportPair support;
    find_support(pair, normal, support);
    return normal.dot(support.w) - kSupportError * pair_size(pair);
}

}  // namespace touchstone
