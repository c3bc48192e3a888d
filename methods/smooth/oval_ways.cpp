#include "methods/smooth/oval_ways.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kRatioStep = 0.5;    // spacing of ln t
constexpr double kSameBranch = 0.95;  // cosine between the normals of neighbours
constexpr int kImprovements = 6;      // of each way, at most
constexpr double kImproved = 1e-6;    // gain below which a way is left, as a share of it
constexpr double kRootError = 1e-3;   // of a sum that is to be 1
constexpr int kMostRootSteps = 20;
constexpr double kNoOffset = 1e-12;  // share of a semi-axis

/// An oval by its matrix.
struct OvalMatrix {
    Mat3 square;   ///< R diag(aᵢ²) Rᵀ [m²]
    double least;  ///< least of its squared semi-axes [m²]

    /// Returns h², which rounding may bring to 0 or below across a needle.
    double squared_height(const Vec3& normal) const {
        return std::max(normal.dot(square * normal), least);
    }
};

/// Two ovals and the way between their centres.
struct OvalPair {
    OvalMatrix a;
    OvalMatrix b;
    Vec3 between;  ///< from the centre of A to that of B [m]

    double ratio(const Vec3& normal) const {
        return std::sqrt(a.squared_height(normal) / b.squared_height(normal));
    }
    double separation(const Vec3& normal) const {
        return normal.dot(between) - std::sqrt(a.squared_height(normal)) -
               std::sqrt(b.squared_height(normal));
    }
};

Vec3 semi_axes(const PlacedSolid& oval) {
    const auto* shape = std::get_if<SmoothEllipsoid>(&oval.solid->primitive);
    return shape != nullptr ? shape->semi_axes : Vec3::Constant(oval.solid->core_radius);
}

Mat3 along_axes(const PlacedSolid& oval, const Vec3& factors) {
    return oval.rotation * factors.asDiagonal() * oval.rotation.transpose();
}

OvalMatrix oval_matrix(const PlacedSolid& oval) {
    const Vec3 squares = semi_axes(oval).cwiseAbs2();
    return {along_axes(oval, squares), squares.minCoeff()};
}

/// Returns the normal at the point of the surface xᵀ E⁻¹ x = 1 that is nearest to c, outward.
///
/// In the axes of E, with squared semi-axes e, the normal is along cᵢ / (eᵢ − m) where m is the
/// least root of Σ eᵢ cᵢ² / (eᵢ − m)² = 1. The inverse root of the sum is concave in m, so that
/// Newton steps from above come down to it and never pass it. Where c is on a plane of symmetry and
/// deep inside there are two nearest points, of which one is taken.
Vec3 nearest_normal(const Mat3& matrix, const Vec3& c, int& steps) {
    Eigen::SelfAdjointEigenSolver<Mat3> axes;
    axes.computeDirect(matrix);
    // Ascending; rounding may bring the least ones of a needle to 0 or below.
    const Vec3 e =
        axes.eigenvalues().cwiseMax(std::numeric_limits<double>::epsilon() * axes.eigenvalues()[2]);
    const Vec3 local = axes.eigenvectors().transpose() * c;
    double m = e[0];
    Vec3 weights = Vec3::Zero();  // eᵢ cᵢ²
    for (int i = 0; i < 3; ++i) {
        const double offset = std::sqrt(e[i]) * std::abs(local[i]);
        if (offset > kNoOffset * e[i]) {
            weights[i] = offset * offset;
            m = std::min(m, e[i] - offset);
        }
    }
    const auto share = [&](int i) {
        return weights[i] > 0.0 ? weights[i] / ((e[i] - m) * (e[i] - m)) : 0.0;
    };
    double sum = share(0) + share(1) + share(2);
    const bool symmetric = m >= e[0] && sum <= 1.0;
    for (int i = 0; i < kMostRootSteps && !symmetric && sum - 1.0 > kRootError; ++i, ++steps) {
        double slope = 0.0;
        for (int j = 0; j < 3; ++j) {
            slope += 2.0 * share(j) / (e[j] - m);
        }
        m += 2.0 * sum * (1.0 - std::sqrt(sum)) / slope;
        sum = share(0) + share(1) + share(2);
    }
    Vec3 normal = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        normal[i] = weights[i] > 0.0 ? local[i] / (e[i] - m) : 0.0;
    }
    if (symmetric) {
        normal[0] = std::copysign(std::sqrt((1.0 - sum) / e[0]), local[0]);
    }
    return (axes.eigenvectors() * normal).normalized();
}

OvalWays::Way way_at(const OvalPair& pair, double ratio, OvalWays& work) {
    const Mat3 matrix = (1.0 + 1.0 / ratio) * pair.a.square + (1.0 + ratio) * pair.b.square;
    ++work.ellipsoids;
    const Vec3 normal = nearest_normal(matrix, pair.between, work.root_steps);
    return {normal, pair.separation(normal)};
}

/// The least and the largest ln of h_A / h_B over all directions.
struct RatioRange {
    double low = 0.0;
    double high = 0.0;
};

RatioRange ratio_range(const PlacedSolid& a, const PlacedSolid& b, const Mat3& square_a) {
    const Vec3 axes_a = semi_axes(a);
    const Vec3 axes_b = semi_axes(b);
    const Mat3 scaled = along_axes(b, axes_b.cwiseInverse());
    Eigen::SelfAdjointEigenSolver<Mat3> squares;
    squares.computeDirect(scaled * square_a * scaled, Eigen::EigenvaluesOnly);
    // Rounding may bring the least one to 0 for needles; the axes bound it too.
    const double least = axes_a.minCoeff() / axes_b.maxCoeff();
    const double most = axes_a.maxCoeff() / axes_b.minCoeff();
    const auto root = [&](double square) {
        return std::log(std::clamp(std::sqrt(std::max(square, 0.0)), least, most));
    };
    return {root(squares.eigenvalues()[0]), root(squares.eigenvalues()[2])};
}

/// Returns true where a neighbour on the same branch has a larger separation.
bool is_beaten(const OvalWays& ways, int i) {
    const auto beaten_by = [&](int j, bool ties) {
        const double more = ways.ways[j].separation - ways.ways[i].separation;
        return (more > 0.0 || (ties && more == 0.0)) &&
               ways.ways[i].normal.dot(ways.ways[j].normal) > kSameBranch;
    };
    return (i > 0 && beaten_by(i - 1, true)) || (i + 1 < ways.count && beaten_by(i + 1, false));
}

}  // namespace

OvalWays oval_ways(const PlacedSolid& a, const PlacedSolid& b) {
    const OvalPair pair{oval_matrix(a), oval_matrix(b), b.centre - a.centre};
    const RatioRange range = ratio_range(a, b, pair.a.square);
    const double width = range.high - range.low;
    OvalWays asked;
    asked.count = std::min(static_cast<int>(std::ceil(width / kRatioStep)) + 1,
                           static_cast<int>(asked.ways.size()));
    for (int i = 0; i < asked.count; ++i) {
        const double at = range.low + (i > 0 ? width * i / (asked.count - 1) : 0.0);
        asked.ways[i] = way_at(pair, std::exp(at), asked);
    }
    OvalWays found;
    found.ellipsoids = asked.ellipsoids;
    found.root_steps = asked.root_steps;
    for (int i = 0; i < asked.count; ++i) {
        if (is_beaten(asked, i)) {
            continue;
        }
        OvalWays::Way way = asked.ways[i];
        for (int j = 0; j < kImprovements; ++j) {
            const OvalWays::Way next = way_at(pair, pair.ratio(way.normal), found);
            const double gain = next.separation - way.separation;
            if (gain > 0.0) {
                way = next;
            }
            if (!(gain > kImproved * std::abs(way.separation))) {
                break;
            }
        }
        found.ways[found.count++] = way;
    }
    std::stable_sort(found.ways.begin(), found.ways.begin() + found.count,
                     [](const auto& p, const auto& q) { return p.separation > q.separation; });
    return found;
}

}  // namespace touchstone
