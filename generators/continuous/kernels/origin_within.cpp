#include "generators/continuous/kernels/origin_within.h"

#include "generators/continuous/kernels/front.h"
#include "methods/continuous/motion_axis.h"
#include "methods/lanes/lanes.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// The vectors of F at one time. Each carries an error of 8uL on an axis of extent L.
struct FVectors {
    Vector p, q, r;
};

Vector between(const VectorPair& v, double t) {
    return {v.x[0] + (v.x[1] - v.x[0]) * t, v.y[0] + (v.y[1] - v.y[0]) * t,
            v.z[0] + (v.z[1] - v.z[0]) * t};
}

FVectors vectors_at(const OriginQuestion& question, double t) {
    return {between(question.p, t), between(question.q, t), between(question.r, t)};
}

Lanes where(LaneMask mask, double value) { return select(mask, broadcast(value), broadcast(0.0)); }

/// The corners of F in order around the triangle or the parallelogram, one in each lane; of a
/// triangle the last one twice.
Lanes corners_along(bool face, double p, double q, double r) {
    const LaneMask with_q = face ? LaneMask{0, -1, 0, 0} : LaneMask{0, -1, -1, 0};
    const LaneMask with_r{0, 0, -1, -1};
    return broadcast(p) + where(with_q, q) + where(with_r, r);
}

VectorLanes corners_of(bool face, const FVectors& f) {
    return {corners_along(face, f.p.x, f.q.x, f.r.x), corners_along(face, f.p.y, f.q.y, f.r.y),
            corners_along(face, f.p.z, f.q.z, f.r.z)};
}

Lanes next_along(bool face, Lanes w) {
    return face ? shuffled<1, 2, 0, 0>(w) : shuffled<1, 2, 3, 0>(w);
}

/// Returns in each lane the corner after the one there.
VectorLanes next_of(bool face, const VectorLanes& w) {
    return {next_along(face, w.x), next_along(face, w.y), next_along(face, w.z)};
}

/// The Bernstein coefficients of (v(t) × w(t))·n, a quadratic, over the interval.
template <class Number>
struct Quadratic {
    Number first, middle, last;
};

template <class Number, class V>
Quadratic<Number> turn_along(const V& v0, const V& v1, const V& w0, const V& w1, const V& n) {
    return {dot(cross(v0, w0), n), 0.5 * dot(cross(v0, w1) + cross(v1, w0), n),
            dot(cross(v1, w1), n)};
}

/// Bounds the rounding error of the quadratics: corners carry at most 26uL, products of them 230u Σ
/// |n_i| L_j L_k.
double error_along(const double* extents, const Vector& n) {
    const double x = extents[0];
    const double y = extents[1];
    const double z = extents[2];
    return 2048.0 * kRoundoff *
               (absolute(n.x) * y * z + absolute(n.y) * z * x + absolute(n.z) * x * y) +
           kQuarticUnderflow;
}

}  // namespace

// At such a time all products w_i × w_(i+1) of neighbouring corners are multiples of one direction.
// If all are positive along n, then so are the barycentric weights: yes. If one is negative where Q
// × R is positive, the origin is outside that edge: no.
Decision is_origin_within(const OriginQuestion& question) {
    const FVectors f0 = vectors_at(question, question.first);
    const FVectors f1 = vectors_at(question, question.last);
    // Any fixed direction is valid; this one keeps the products large.
    const Vector n = cross(f0.q + f1.q, f0.r + f1.r);
    const double error = error_along(question.extents, n);
    const VectorLanes w0 = corners_of(question.face, f0);
    const VectorLanes w1 = corners_of(question.face, f1);
    const auto edges = turn_along<Lanes>(w0, w1, next_of(question.face, w0),
                                         next_of(question.face, w1), broadcast(n));
    const Lanes above = broadcast(error);
    const Lanes below = broadcast(-error);
    if (bits((edges.first > above) & (edges.middle > above) & (edges.last > above)) == 15) {
        return Decision::Yes;
    }
    if (bits((edges.first < below) & (edges.middle < below) & (edges.last < below)) == 0) {
        return Decision::Undecided;
    }
    const auto turn = turn_along<double>(f0.q, f1.q, f0.r, f1.r, n);
    const bool counter_clockwise = turn.first > error && turn.middle > error && turn.last > error;
    return counter_clockwise ? Decision::No : Decision::Undecided;
}

}  // namespace touchstone::TOUCHSTONE_ISA
