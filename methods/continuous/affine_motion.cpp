#include "methods/continuous/affine_motion.h"

#include <cmath>
#include <string>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr double kFastest = 1e60;         // speed whose fourth power is still finite
constexpr double kLargestMotion = 1e100;  // size for which sums of products
                                          // of three numbers stay finite

void require_motion(bool is_fine, const char* what) {
    if (!is_fine) {
        throw Error(std::string(what) +
                    " of an affine motion is not finite or beyond 1e100; give smaller numbers");
    }
}

/// Sums of magnitudes: NaN or infinite where a number is.
double total(const AffineMotion& motion) {
    return motion.linear.cwiseAbs().sum() + motion.linear_velocity.cwiseAbs().sum() +
           motion.offset.cwiseAbs().sum() + motion.offset_velocity.cwiseAbs().sum();
}

/// A sum of numbers and products with about twice the precision of its terms: Ogita, Rump and Oishi
/// [2005], Dot2, with Veltkamp's split in place of a fused multiply-add.
class CompensatedSum {
 public:
    void add(double value) {
        const double sum = sum_ + value;
        const double shifted = sum - sum_;
        error_ += (sum_ - (sum - shifted)) + (value - shifted);
        sum_ = sum;
    }
    void add_product(double a, double b) {
        const double product = a * b;
        const double high_a = high(a);
        const double high_b = high(b);
        const double low_a = a - high_a;
        const double low_b = b - high_b;
        error_ += low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b);
        add(product);
    }
    double value() const { return sum_ + error_; }

 private:
    static double high(double value) {
        const double shifted = 134217729.0 * value;
        return shifted - (shifted - value);
    }

    double sum_ = 0.0;
    double error_ = 0.0;
};

/// Returns linear_b centre_b + offset_b − (linear_a centre_a + offset_a), rounded once.
Vec3 centre_difference(const Vec3& centre_a, const AffinePlacement& a, const Vec3& centre_b,
                       const AffinePlacement& b) {
    if (centre_a.isZero(0.0) && centre_b.isZero(0.0)) {
        return b.offset - a.offset;
    }
    Vec3 result;
    for (int i = 0; i < 3; ++i) {
        CompensatedSum sum;
        sum.add(b.offset[i]);
        sum.add(-a.offset[i]);
        for (int j = 0; j < 3; ++j) {
            sum.add_product(b.linear(i, j), centre_b[j]);
            sum.add_product(-a.linear(i, j), centre_a[j]);
        }
        result[i] = sum.value();
    }
    return result;
}

}  // namespace

AffinePlacement placement_at(const AffineMotion& motion, double time) {
    return {motion.linear + time * motion.linear_velocity,
            motion.offset + time * motion.offset_velocity};
}

AffineMotion motion_between(const AffinePlacement& start, const AffinePlacement& end) {
    return {start.linear, end.linear - start.linear, start.offset, end.offset - start.offset};
}

void validate(const AffineMotion& motion) {
    if (total(motion) <= kLargestMotion) {
        return;
    }
    const auto is_fine = [](double largest) { return largest <= kLargestMotion; };  // false for NaN
    const auto largest = [](const auto& values) {
        return values.allFinite() ? values.cwiseAbs().maxCoeff() : kUnset;
    };
    require_motion(is_fine(largest(motion.linear)), "the matrix at t = 0");
    require_motion(is_fine(largest(motion.linear_velocity)), "the matrix's velocity");
    require_motion(is_fine(largest(motion.offset)), "the offset at t = 0");
    require_motion(is_fine(largest(motion.offset_velocity)), "the offset's velocity");
}

PlacedPair place_pair(const SupportShape& a, const AffinePlacement& placement_a,
                      const SupportShape& b, const AffinePlacement& placement_b) {
    return {&a, &b, placement_a.linear, placement_b.linear,
            centre_difference(a.centre, placement_a, b.centre, placement_b)};
}

PairMotion make_pair_motion(const SupportShape& a, const AffineMotion& motion_a,
                            const SupportShape& b, const AffineMotion& motion_b) {
    validate(motion_a);
    validate(motion_b);
    for (const SupportShape* shape : {&a, &b}) {
        if (!(shape->reach <= kLargestMotion) ||
            !(shape->centre.cwiseAbs().maxCoeff() <= kLargestMotion)) {
            throw Error("a convex body is larger than 1e100; give it in a larger unit");
        }
    }
    PairMotion motion;
    motion.start = place_pair(a, placement_at(motion_a, 0.0), b, placement_at(motion_b, 0.0));
    motion.velocity_a = motion_a.linear_velocity;
    motion.velocity_b = motion_b.linear_velocity;
    motion.offset_velocity =
        centre_difference(a.centre, {motion_a.linear_velocity, motion_a.offset_velocity}, b.centre,
                          {motion_b.linear_velocity, motion_b.offset_velocity});
    const double size = pair_size(motion.start);
    if (size > 0.0 && !(pair_size(velocities_of(motion)) <= kFastest * size)) {
        throw Error("a convex body moves more than 1e60 times its size; give a shorter motion");
    }
    motion.centre_a = motion_a.linear * a.centre + motion_a.offset;
    motion.centre_velocity_a = motion_a.linear_velocity * a.centre + motion_a.offset_velocity;
    return motion;
}

PlacedPair pair_at(const PairMotion& motion, double time) {
    PlacedPair pair = motion.start;
    place_at(motion, time, pair);
    return pair;
}

void place_at(const PairMotion& motion, double time, PlacedPair& pair) {
    for (int i = 0; i < 9; ++i) {
        pair.linear_a(i) = motion.start.linear_a(i) + time * motion.velocity_a(i);
        pair.linear_b(i) = motion.start.linear_b(i) + time * motion.velocity_b(i);
    }
    pair.offset = motion.start.offset + time * motion.offset_velocity;
}

PlacedPair velocities_of(const PairMotion& motion) {
    return {motion.start.a, motion.start.b, motion.velocity_a, motion.velocity_b,
            motion.offset_velocity};
}

double pair_size(const PlacedPair& pair) {
    return pair.linear_a.norm() * pair.a->reach + pair.linear_b.norm() * pair.b->reach +
           pair.offset.norm();
}

}  // namespace touchstone
