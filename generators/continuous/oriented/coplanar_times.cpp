#include "generators/continuous/oriented/coplanar_times.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

/// Width below which a piece that still shows no single root counts as undecided.
constexpr double kShortestPiece = 1e-4;

using Coefficients = std::array<double, 4>;

/// f over [start, start + width], a dyadic piece.
struct Piece {
    Coefficients b;
    double start;
    double width;
};

[[gnu::always_inline]] inline bool all_above(const Coefficients& b, double bound) {
    return b[0] > bound && b[1] > bound && b[2] > bound && b[3] > bound;
}

[[gnu::always_inline]] inline bool all_below(const Coefficients& b, double bound) {
    return b[0] < bound && b[1] < bound && b[2] < bound && b[3] < bound;
}

bool rises(const Coefficients& b, double error) {
    return b[0] < -error && b[3] > error && b[1] - b[0] > 2.0 * error &&
           b[2] - b[1] > 2.0 * error && b[3] - b[2] > 2.0 * error;
}

/// Returns true when there is exactly one root: f crosses 0 without a turn.
bool has_single_root(const Coefficients& b, double error) {
    return rises(b, error) || rises({-b[0], -b[1], -b[2], -b[3]}, error);
}

/// Splits a piece in the middle, by De Casteljau's scheme.
void split_piece(const Piece& piece, Piece& first, Piece& second) {
    const Coefficients& b = piece.b;
    const double b01 = 0.5 * (b[0] + b[1]);
    const double b12 = 0.5 * (b[1] + b[2]);
    const double b23 = 0.5 * (b[2] + b[3]);
    const double b012 = 0.5 * (b01 + b12);
    const double b123 = 0.5 * (b12 + b23);
    const double middle = 0.5 * (b012 + b123);
    const double width = 0.5 * piece.width;
    second = {{middle, b123, b23, b[3]}, piece.start + width, width};
    first = {{b[0], b01, b012, middle}, piece.start, width};
}

double value_at(const Coefficients& b, double s) {
    const double r = 1.0 - s;
    const double b01 = r * b[0] + s * b[1];
    const double b12 = r * b[1] + s * b[2];
    const double b23 = r * b[2] + s * b[3];
    return r * (r * b01 + s * b12) + s * (r * b12 + s * b23);
}

struct Bracket {
    double low, high;
};

/// A piece with one root, which it narrows until the piece is shorter than `interval` or f is too
/// near 0 to tell its sign. An end moves only to where the sign is certain.
class RootBracket {
 public:
    RootBracket(const Piece& piece, double error)
        : piece_(piece),
          error_(error),
          sign_(piece.b[3] > 0.0 ? 1.0 : -1.0),
          bracket_{piece.start, piece.start + piece.width},
          low_value_(sign_ * piece.b[0]),
          high_value_(sign_ * piece.b[3]) {}

    Bracket narrow(double interval) {
        for (int i = 0; i < 100 && bracket_.high - bracket_.low > interval; ++i) {
            const double length = bracket_.high - bracket_.low;
            const double share = i % 3 == 2 ? 0.5 : -low_value_ / (high_value_ - low_value_);
            const double guess = bracket_.low + share * length;
            // Both sides of the guess are tried: when it is good, one step is enough.
            const bool low_moved = try_end(guess - 0.45 * interval);
            const bool high_moved = try_end(guess + 0.45 * interval);
            if (!low_moved && !high_moved) {
                break;
            }
        }
        return bracket_;
    }

 private:
    bool try_end(double t) {
        if (!(t > bracket_.low && t < bracket_.high)) {
            return false;
        }
        const double value = sign_ * value_at(piece_.b, (t - piece_.start) / piece_.width);
        if (value > error_) {
            bracket_.high = t;
            high_value_ = value;
            return true;
        }
        if (value < -error_) {
            bracket_.low = t;
            low_value_ = value;
            return true;
        }
        return false;
    }

    const Piece& piece_;
    double error_;
    double sign_;
    Bracket bracket_;
    double low_value_;  ///< f at the low end, with the sign that makes it negative
    double high_value_;
};

/// The vectors of F at one time. Each carries an error of 8uL on an axis of extent L.
struct Corners {
    Vec3 p, q, r;
};

Corners corners_at(const MotionPolynomial& motion, double t) {
    Corners corners;
    for (int k = 0; k < 3; ++k) {
        const MotionAxis& axis = motion.axes[k];
        corners.p[k] = axis.a + axis.b * t;
        corners.q[k] = axis.c + axis.d * t;
        corners.r[k] = axis.e + axis.g * t;
    }
    return corners;
}

/// Sets the corners of F in order around the triangle or the parallelogram; returns their number.
int place_corners(ImpactKind kind, const Corners& x, std::array<Vec3, 4>& w) {
    w[0] = x.p;
    w[1] = x.p + x.q;
    if (kind == ImpactKind::VertexFace) {
        w[2] = x.p + x.r;
        return 3;
    }
    w[2] = w[1] + x.r;
    w[3] = x.p + x.r;
    return 4;
}

struct Signs {
    bool above;  ///< certainly positive on the whole interval
    bool below;
};

/// Returns the signs of (v(t) × w(t))·n, a quadratic, by its three Bernstein coefficients.
Signs signs_of(const Vec3& v0, const Vec3& v1, const Vec3& w0, const Vec3& w1, const Vec3& n,
               double error) {
    const double first = v0.cross(w0).dot(n);
    const double last = v1.cross(w1).dot(n);
    const Vec3 mixed = v0.cross(w1) + v1.cross(w0);
    const double middle = 0.5 * mixed.dot(n);
    return {first > error && middle > error && last > error,
            first < -error && middle < -error && last < -error};
}

/// Tests whether the origin is within the corners of F at a time in the bracket at which f is 0.
///
/// There all products w_i × w_(i+1) of neighbouring corners are multiples of one direction. If all
/// are positive along n, then so are the barycentric weights: yes. If one is negative where Q × R
/// is positive, the origin is outside that edge: no.
Decision is_within(const MotionPolynomial& motion, const Bracket& bracket) {
    const Corners low = corners_at(motion, bracket.low);
    const Corners high = corners_at(motion, bracket.high);
    // Any fixed direction is valid; this one keeps the products large.
    const Vec3 n = (low.q + high.q).cross(low.r + high.r);
    const Vec3 size = n.cwiseAbs();
    const double x = motion.axes[0].extent;
    const double y = motion.axes[1].extent;
    const double z = motion.axes[2].extent;
    // Corners carry at most 26uL, products of them 230u Σ |n_i| L_j L_k.
    const double error =
        2048.0 * kRoundoff * (size[0] * y * z + size[1] * z * x + size[2] * x * y) +
        kQuarticUnderflow;
    std::array<Vec3, 4> w0;
    std::array<Vec3, 4> w1;
    const int count = place_corners(motion.kind, low, w0);
    place_corners(motion.kind, high, w1);
    bool all = true;
    bool outside = false;
    for (int i = 0; i < count && !outside; ++i) {
        const int j = i + 1 < count ? i + 1 : 0;
        const Signs signs = signs_of(w0[i], w1[i], w0[j], w1[j], n, error);
        all = all && signs.above;
        outside = signs.below;
    }
    if (all) {
        return Decision::Yes;
    }
    if (!outside) {
        return Decision::Undecided;
    }
    const bool counter_clockwise = signs_of(low.q, high.q, low.r, high.r, n, error).above;
    return counter_clockwise ? Decision::No : Decision::Undecided;
}

}  // namespace

CoplanarCubic make_coplanar_cubic(const MotionPolynomial& motion) {
    const Vec3 first = motion.q[0].cross(motion.r[0]);
    const Vec3 mixed = motion.q[0].cross(motion.r[1]) + motion.q[1].cross(motion.r[0]);
    const Vec3 last = motion.q[1].cross(motion.r[1]);
    CoplanarCubic cubic;
    cubic.b = {first.dot(motion.p[0]), first.dot(motion.p[1]) + mixed.dot(motion.p[0]),
               last.dot(motion.p[0]) + mixed.dot(motion.p[1]), last.dot(motion.p[1])};
    cubic.error =
        256.0 * kRoundoff * motion.axes[0].extent * motion.axes[1].extent * motion.axes[2].extent +
        kCubicUnderflow;
    cubic.b[1] /= 3.0;
    cubic.b[2] /= 3.0;
    const double largest = std::max(std::max(std::abs(cubic.b[0]), std::abs(cubic.b[1])),
                                    std::max(std::abs(cubic.b[2]), std::abs(cubic.b[3])));
    cubic.value_error = cubic.error + 256.0 * kRoundoff * largest;
    return cubic;
}

bool never_coplanar(const CoplanarCubic& cubic) {
    return all_above(cubic.b, cubic.error) || all_below(cubic.b, -cubic.error);
}

CoplanarSearch search_coplanar_times(const MotionPolynomial& motion, const CoplanarCubic& cubic,
                                     double interval, double t_max) {
    const double error = cubic.value_error;
    std::array<Piece, 20> pieces;  // halvings of 1 down to kShortestPiece, and one more
    int count = 1;
    pieces[0] = {cubic.b, 0.0, 1.0};
    CoplanarSearch search;
    while (count > 0) {
        const Piece piece = pieces[--count];
        if (piece.start > t_max) {
            break;
        }
        ++search.work;
        if (all_above(piece.b, error) || all_below(piece.b, -error)) {
            continue;
        }
        if (has_single_root(piece.b, error)) {
            // Most elements are far from each other then, which all of the piece shows.
            if (is_within(motion, {piece.start, piece.start + piece.width}) == Decision::No) {
                continue;
            }
            const Bracket root = RootBracket(piece, error).narrow(interval);
            if (root.low > t_max) {
                break;
            }
            const Decision within = is_within(motion, root);
            if (within == Decision::No) {
                continue;
            }
            const bool late = root.high > t_max || root.high - root.low > interval;
            search.touch = late ? Decision::Undecided : within;
            search.time = root.low;
            return search;
        }
        if (piece.width < kShortestPiece) {
            return search;
        }
        split_piece(piece, pieces[count + 1], pieces[count]);
        count += 2;
    }
    search.touch = Decision::No;
    return search;
}

bool touch_is_certain(const MotionPolynomial& motion, const CoplanarCubic& cubic, double first,
                      double last) {
    const double error = cubic.value_error;
    const double before = value_at(cubic.b, first);
    const double after = value_at(cubic.b, last);
    const bool changes = (before > error && after < -error) || (before < -error && after > error);
    return changes && is_within(motion, {first, last}) == Decision::Yes;
}

}  // namespace touchstone
