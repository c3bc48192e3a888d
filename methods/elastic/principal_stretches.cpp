#include "methods/elastic/principal_stretches.h"

#include <array>
#include <cmath>
#include <utility>

namespace touchstone {
namespace {

constexpr int kMostSweeps = 40;  // five are usual
// Columns count as orthogonal up to this share of the product of their lengths; rounding of their
// scalar product reaches 3.3e-16 of it [-].
constexpr double kOrthogonal = 4e-16;
constexpr std::array<std::pair<int, int>, 3> kColumnPairs{{{0, 1}, {0, 2}, {1, 2}}};

/// Rotates two columns in their plane. `tangent`: of the angle.
void turn_columns(Mat3& matrix, int p, int q, double tangent) {
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const double sine = tangent * cosine;
    const Vec3 first = matrix.col(p);
    const Vec3 second = matrix.col(q);
    matrix.col(p) = cosine * first - sine * second;
    matrix.col(q) = sine * first + cosine * second;
}

/// Returns the tangent of the smaller angle θ with tan 2θ = 2 off/(end − start), Jacobi's rotation.
double turn_tangent(double start, double end, double off) {
    const double zeta = (end - start) / (2.0 * off);
    return (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
}

/// Rotates columns p and q so that they become orthogonal, and `turned` along. Returns false when
/// they were orthogonal already.
bool make_orthogonal(Mat3& columns, Mat3& turned, int p, int q) {
    const double start = columns.col(p).squaredNorm();
    const double end = columns.col(q).squaredNorm();
    const double off = columns.col(p).dot(columns.col(q));
    if (!(std::abs(off) > kOrthogonal * std::sqrt(start * end))) {
        return false;
    }
    const double tangent = turn_tangent(start, end, off);
    turn_columns(columns, p, q, tangent);
    turn_columns(turned, p, q, tangent);
    return true;
}

/// Exchanges two columns and negates one of them, so that a rotation stays one.
void exchange(Mat3& matrix, int p, int q) {
    const Vec3 first = matrix.col(p);
    matrix.col(p) = matrix.col(q);
    matrix.col(q) = -first;
}

/// Returns a unit vector at right angles to a unit vector, by the axis that is farthest from it.
Vec3 any_normal(const Vec3& unit) {
    int smallest = 0;
    unit.cwiseAbs().minCoeff(&smallest);
    return unit.cross(Vec3(Vec3::Unit(smallest))).normalized();
}

}  // namespace

PrincipalStretches principal_stretches(const Mat3& gradient) {
    PrincipalStretches parts;
    Mat3 columns = gradient;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool turned = false;
        for (const auto& [p, q] : kColumnPairs) {
            turned = make_orthogonal(columns, parts.v, p, q) || turned;
        }
        ++parts.sweeps;
        if (!turned) {
            break;
        }
    }
    for (const auto& [p, q] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)}) {
        if (columns.col(p).squaredNorm() < columns.col(q).squaredNorm()) {
            exchange(columns, p, q);
            exchange(parts.v, p, q);
        }
    }
    // U comes from the two longest columns, which is safe where F is flat; the third stretch takes
    // the sign that a rotation U leaves to it.
    const double first = columns.col(0).norm();
    const Vec3 u = first > 0.0 ? Vec3(columns.col(0) / first) : Vec3(Vec3::UnitX());
    const Vec3 across = columns.col(1) - u.dot(columns.col(1)) * u;
    const double second = across.norm();
    const Vec3 v = second > 0.0 ? Vec3(across / second) : any_normal(u);
    const Vec3 w = u.cross(v);
    parts.u.col(0) = u;
    parts.u.col(1) = v;
    parts.u.col(2) = w;
    parts.stretches = Vec3(first, second, w.dot(columns.col(2)));
    return parts;
}

Mat3 rotation_part(const PrincipalStretches& parts) { return parts.u * parts.v.transpose(); }

PrincipalStretches eigen_parts(const Mat3& symmetric, bool semidefinite) {
    PrincipalStretches parts;
    Mat3 left = symmetric;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool turned = false;
        for (const auto& [p, q] : kColumnPairs) {
            const double off = left(p, q);
            if (!(std::abs(off) > kOrthogonal * (std::abs(left(p, p)) + std::abs(left(q, q))))) {
                continue;
            }
            turned = true;
            const double tangent = turn_tangent(left(p, p), left(q, q), off);
            turn_columns(parts.v, p, q, tangent);
            turn_columns(left, p, q, tangent);
            Mat3 rows = left.transpose();
            turn_columns(rows, p, q, tangent);
            left = rows.transpose();
        }
        ++parts.sweeps;
        if (!turned) {
            break;
        }
    }
    parts.u = parts.v;
    for (int i = 0; i < 3; ++i) {
        parts.stretches[i] = semidefinite && left(i, i) < 0.0 ? 0.0 : left(i, i);
    }
    return parts;
}

}  // namespace touchstone
