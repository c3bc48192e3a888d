#include "generators/continuous/oriented/coplanar_times.h"

#include <algorithm>
#include <cmath>

#include "generators/continuous/kernels/front.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

/// Width below which a piece that still shows no single root counts as undecided.
constexpr double kShortestPiece = 1e-4;

using Coefficients = std::array<double, 4>;

/// f over [start, start + width], a dyadic piece.
struct Piece {
    NumberPair outer;  ///< b0 and b3
    NumberPair inner;  ///< b1 and b2
    double start;
    double width;
};

/// Returns true when there is exactly one root: f crosses 0 without a turn.
[[gnu::always_inline]] inline bool has_single_root(const Piece& piece, double error) {
    // Along the signs of a cubic that rises.
    const double sign = piece.outer[1] > 0.0 ? 1.0 : -1.0;
    const NumberPair from_zero = piece.outer * NumberPair{-sign, sign};
    const NumberPair steps = (piece.inner - piece.outer) * NumberPair{sign, -sign};
    const double middle_step = (piece.inner[1] - piece.inner[0]) * sign;
    return all_lanes((from_zero > both(error)) & (steps > both(2.0 * error))) &&
           middle_step > 2.0 * error;
}

/// Splits a piece in the middle, by De Casteljau's scheme.
void split_piece(Piece& piece, Piece& second) {
    const NumberPair ends = 0.5 * (piece.outer + piece.inner);  // b01 and b23
    const double b12 = 0.5 * (piece.inner[0] + piece.inner[1]);
    const NumberPair next = 0.5 * (ends + both(b12));  // b012 and b123
    const double middle = 0.5 * (next[0] + next[1]);
    const double width = 0.5 * piece.width;
    second = {NumberPair{middle, piece.outer[1]}, NumberPair{next[1], ends[1]}, piece.start + width,
              width};
    piece = {NumberPair{piece.outer[0], middle}, NumberPair{ends[0], next[0]}, piece.start, width};
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
        : b_{piece.outer[0], piece.inner[0], piece.inner[1], piece.outer[1]},
          start_(piece.start),
          width_(piece.width),
          error_(error),
          sign_(b_[3] > 0.0 ? 1.0 : -1.0),
          bracket_{piece.start, piece.start + piece.width},
          low_value_(sign_ * b_[0]),
          high_value_(sign_ * b_[3]) {}

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
        const double value = sign_ * value_at(b_, (t - start_) / width_);
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

    Coefficients b_;
    double start_;
    double width_;
    double error_;
    double sign_;
    Bracket bracket_;
    double low_value_;  ///< f at the low end, with the sign that makes it negative
    double high_value_;
};

/// Tests whether the origin is within the corners of F at a time in the bracket at which f is 0.
Decision is_within(const EndVectors& ends, const Bracket& bracket) {
    return best_continuous_kernels().is_origin_within({ends.p, ends.q, ends.r, ends.extents,
                                                       ends.kind == ImpactKind::VertexFace,
                                                       bracket.low, bracket.high});
}

/// What is known of a piece with one root.
struct RootAnswer {
    Decision touch;
    double time;  ///< time before the root; set unless touch is No
};

RootAnswer ask_root(const EndVectors& ends, const Piece& piece, double error, double tolerance,
                    double t_max) {
    const double interval = tolerance / motion_rates(make_motion_polynomial(ends))[0];
    const Bracket root = RootBracket(piece, error).narrow(interval);
    if (root.low > t_max) {
        return {Decision::No, root.low};
    }
    const Decision touch = is_within(ends, root);
    const bool late = root.high > t_max || root.high - root.low > interval;
    return {late && touch == Decision::Yes ? Decision::Undecided : touch, root.low};
}

}  // namespace

CoplanarSearch search_coplanar_times(const EndVectors& ends, const CoplanarCubic& cubic,
                                     double tolerance, double t_max) {
    const double error = value_error(cubic);
    std::array<Piece, 20> later;  // halvings of 1 down to kShortestPiece
    int count = 0;
    Piece piece{cubic.outer, cubic.inner, 0.0, 1.0};
    std::int64_t work = 0;
    while (piece.start <= t_max) {
        ++work;
        if (!keep_one_sign(piece.outer, piece.inner, error)) {
            if (!has_single_root(piece, error)) {
                if (piece.width < kShortestPiece) {
                    return {Decision::Undecided, 0.0, work};
                }
                split_piece(piece, later[count++]);
                continue;
            }
            // Most elements are far from each other then, which all of the piece shows.
            if (is_within(ends, {piece.start, piece.start + piece.width}) != Decision::No) {
                const RootAnswer root = ask_root(ends, piece, error, tolerance, t_max);
                if (root.touch != Decision::No) {
                    return {root.touch, root.time, work};
                }
            }
        }
        if (count == 0) {
            break;
        }
        piece = later[--count];
    }
    return {Decision::No, 0.0, work};
}

bool touch_is_certain(const EndVectors& ends, const CoplanarCubic& cubic, double first,
                      double last) {
    const Coefficients b = bernstein_coefficients(cubic);
    const double error = value_error(cubic);
    const double before = value_at(b, first);
    const double after = value_at(b, last);
    const bool changes = (before > error && after < -error) || (before < -error && after > error);
    return changes && is_within(ends, {first, last}) == Decision::Yes;
}

}  // namespace touchstone
