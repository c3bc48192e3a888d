#include "testcases/impacts/convex/convex_samples.h"

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <utility>

#include "generators/convex_cast/convex_cast.h"
#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/continuous/gjk.h"
#include "methods/mesh/shapes.h"

namespace touchstone {
namespace {

constexpr double kLeastDistance = 1e-9;
constexpr double kLeastTime = 0.01;
constexpr int kFirstPoints = 8;  // points of each body after which overlap is looked for
constexpr double kPlacementNoise = 0.1;
constexpr double kLargestOffsetVelocity = 0.5;
constexpr double kDisagreement = 1e-5;
constexpr double kTruthShare = 1e-9;

/// A stream of its own for each sample; the standard library's distributions differ by compiler.
class SampleStream {
 public:
    SampleStream(std::uint64_t seed, int index)
        : random_(seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(index)) {}

    double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
    double normal() {
        if (spare_) {
            return *std::exchange(spare_, std::nullopt);
        }
        const double radius = std::sqrt(-2.0 * std::log(uniform()));
        const double angle = 2.0 * std::numbers::pi * uniform();
        spare_ = radius * std::sin(angle);
        return radius * std::cos(angle);
    }
    Vec3 normal_vector() {
        const double x = normal();
        const double y = normal();
        return {x, y, normal()};
    }
    Mat3 normal_matrix() {
        Mat3 matrix;
        for (int i = 0; i < 3; ++i) {
            matrix.row(i) = normal_vector().transpose();
        }
        return matrix;
    }
    Vec3 in_ball(double radius) {
        const Vec3 direction = normal_vector().normalized();
        return radius * std::cbrt(uniform()) * direction;
    }

 private:
    std::mt19937_64 random_;
    std::optional<double> spare_;
};

struct SampleBody {
    std::vector<Vec3> points;
    SupportShape shape;  ///< of all points, until the sample is accepted
    AffineMotion motion;
};

/// Draws the placement of a body at t = 0.
AffineMotion draw_placement(SampleStream& stream, double radius) {
    const Eigen::JacobiSVD<Mat3> svd(stream.normal_matrix(),
                                     Eigen::ComputeFullU | Eigen::ComputeFullV);
    AffineMotion motion;
    // An orthogonal matrix, a reflection as often as not.
    motion.linear = svd.matrixU() * svd.matrixV().transpose();
    motion.linear += kPlacementNoise * stream.normal_matrix();
    motion.offset = stream.in_ball(radius);
    return motion;
}

void add_points(SampleStream& stream, SampleBody& body, int count) {
    for (int i = 0; i < count; ++i) {
        body.points.push_back(stream.normal_vector());
    }
    body.shape = make_support_hull(body.points);
}

bool are_apart(const SampleBody& a, const SampleBody& b) {
    const PlacedPair start =
        place_pair(a.shape, placement_at(a.motion, 0.0), b.shape, placement_at(b.motion, 0.0));
    return pair_distance(start).lower >= kLeastDistance;
}

/// Draws two bodies that are apart at t = 0; returns nothing when they are not. Most are not, which
/// a few of their points show: bodies that overlap do so with more points too.
std::optional<std::array<SampleBody, 2>> draw_start(SampleStream& stream,
                                                    const ConvexSampleOptions& options) {
    std::array<SampleBody, 2> bodies;
    for (SampleBody& body : bodies) {
        body.motion = draw_placement(stream, options.radius);
    }
    for (int count = 0; count < options.points;) {
        const int more = std::min(std::max(kFirstPoints, count), options.points - count);
        add_points(stream, bodies[0], more);
        add_points(stream, bodies[1], more);
        if (!are_apart(bodies[0], bodies[1])) {
            return std::nullopt;
        }
        count += more;
    }
    return bodies;
}

void draw_motion(SampleStream& stream, AffineMotion& motion) {
    const Mat3 raw = stream.normal_matrix();
    const Eigen::JacobiSVD<Mat3> svd(raw);
    motion.linear_velocity = (stream.uniform() / svd.singularValues()[0]) * raw;
    motion.offset_velocity = stream.in_ball(kLargestOffsetVelocity);
}

CastAnswer cast_by(const char* id, const PairMotion& motion, double kept_share) {
    CastSettings settings;
    settings.kept_share = kept_share;
    return find_convex_cast(id).cast(motion, settings);
}

bool methods_agree(const PairMotion& motion) {
    const double expected = cast_by("convex_accd", motion, 1e-6).time;
    return std::ranges::all_of(
        std::array{"cone_linear", "cone_quad", "cone_quad_pw"}, [&](const char* id) {
            return std::abs(cast_by(id, motion, 1e-6).time - expected) <= kDisagreement;
        });
}

/// Returns the sample with its contact time, from two bounds that share nothing but the distance.
std::optional<ConvexSample> accepted(SampleBody& a, SampleBody& b,
                                     const ConvexSampleOptions& options) {
    const PairMotion motion = make_pair_motion(a.shape, a.motion, b.shape, b.motion);
    const double plane = cast_by("aimed_linear_pw", motion, kTruthShare).time;
    const double cubic = cast_by("aimed_cubic_pw", motion, kTruthShare).time;
    if (std::abs(plane - cubic) > kDisagreement ||
        (options.leaves_out_disagreement && !methods_agree(motion))) {
        return std::nullopt;
    }
    return ConvexSample{std::move(a.shape), std::move(b.shape), a.motion, b.motion,
                        std::max(plane, cubic)};
}

/// Makes one attempt; returns nothing when the sample is to be left out.
std::optional<ConvexSample> draw_sample(SampleStream& stream, const ConvexSampleOptions& options) {
    std::optional<std::array<SampleBody, 2>> bodies = draw_start(stream, options);
    if (!bodies) {
        return std::nullopt;
    }
    auto& [a, b] = *bodies;
    draw_motion(stream, a.motion);
    draw_motion(stream, b.motion);
    const CastAnswer rough = cast_by(
        "aimed_linear_pw", make_pair_motion(a.shape, a.motion, b.shape, b.motion), kTruthShare);
    if (rough.end == CastEnd::NoContact || rough.time < kLeastTime) {
        return std::nullopt;
    }
    // Most attempts end before here, so hulls are made no earlier.
    a.shape = make_support_hull(make_convex_hull(a.points));
    b.shape = make_support_hull(make_convex_hull(b.points));
    return accepted(a, b, options);
}

}  // namespace

ConvexSampleOptions small_hull_samples() { return {}; }

ConvexSampleOptions large_hull_samples() {
    ConvexSampleOptions options;
    options.points = 256;
    options.radius = 3.0;
    return options;
}

std::vector<ConvexSample> make_convex_samples(const ConvexSampleOptions& options,
                                              const Watcher& watcher) {
    if (options.points < 4 || options.count < 0 || !(options.radius > 0.0)) {
        throw UsageError(
            "convex samples need at least 4 points a body, a radius above 0 and a count of at "
            "least 0");
    }
    std::vector<ConvexSample> samples(options.count);
    Watch watch(watcher, options.count);
    Arena(options.threads).execute([&] {
        for_all(options.count, [&](int i) {
            if (watch.stopped()) {
                return;
            }
            SampleStream stream(options.seed, i);
            std::optional<ConvexSample> sample;
            while (!sample) {
                sample = draw_sample(stream, options);
            }
            samples[i] = std::move(*sample);
            watch.add_done();
        });
    });
    return watch.stopped() ? std::vector<ConvexSample>() : samples;
}

ConvexSample transformed(const ConvexSample& sample, const SampleTransform& transform) {
    ConvexSample result = sample;
    for (SupportShape* shape : {&result.a, &result.b}) {
        std::vector<Vec3> points;
        points.reserve(shape->point_count);
        for (int i = 0; i < shape->point_count; ++i) {
            points.push_back(shape->centre + point_offset(*shape, i) + transform.body_offset);
        }
        const SupportShape moved = make_support_hull(points);
        shape->centre = moved.centre;
        shape->x = moved.x;
        shape->y = moved.y;
        shape->z = moved.z;
        shape->reach = moved.reach;
    }
    for (AffineMotion* motion : {&result.motion_a, &result.motion_b}) {
        motion->linear = transform.linear * motion->linear;
        motion->linear_velocity = transform.linear * motion->linear_velocity;
        motion->offset = transform.linear * motion->offset + transform.offset -
                         motion->linear * transform.body_offset;
        motion->offset_velocity = transform.linear * motion->offset_velocity +
                                  transform.offset_velocity -
                                  motion->linear_velocity * transform.body_offset;
    }
    return result;
}

}  // namespace touchstone
