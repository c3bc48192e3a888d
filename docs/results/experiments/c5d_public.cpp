// Runs the public code of Yuan et al. [2025] (github.com/Rabbit-Hu/c5d) and casts
// of Touchstone on the same samples, in turns, and writes what each keeps and how long it takes:
//   c5d_public small|large SAMPLES ROUNDS
// To be compiled beside both, with -O2 -DNDEBUG -DC5D_DOUBLE_PRECISION, and linked with
// touchstone_testcases and with that code's c5d_exp.cpp, gjk.cpp, ACCD.cpp and distances/*.cpp.

#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "ACCD.hpp"
#include "c5d_exp.hpp"
#include "generators/convex_cast/convex_cast.h"
#include "methods/continuous/gjk.h"
#include "testcases/impacts/convex/convex_samples.h"

namespace {

using namespace touchstone;

constexpr double kSlackness = 1.0 - 1e-6;
constexpr double kThickness = 1e-9;
constexpr double kGrowth = 1.1;
constexpr int kMostIterations = 10'000;

struct PublicBody {
    c5d::PointSet points;
    Eigen::MatrixXd vertices;
    Eigen::MatrixXi faces;
};

PublicBody public_body(const SupportShape& shape) {
    PublicBody body;
    body.vertices.resize(shape.point_count, 3);
    for (int i = 0; i < shape.point_count; ++i) {
        body.vertices.row(i) = (shape.centre + point_offset(shape, i)).transpose();
    }
    body.points.vertices = body.vertices.transpose();
    body.faces.resize(static_cast<int>(shape.faces.size()), 3);
    for (int i = 0; i < body.faces.rows(); ++i) {
        for (int k = 0; k < 3; ++k) {
            body.faces(i, k) = shape.faces[i][k];
        }
    }
    return body;
}

struct TimedAnswer {
    double time = 0.0;  ///< of the cast, in units of the motion
    double iterations = 0.0;
};

struct Entrant {
    std::string name;
    std::function<TimedAnswer(int sample)> cast;
    double microseconds = std::numeric_limits<double>::infinity();
};

/// The samples in both forms.
struct Samples {
    std::vector<ConvexSample> ours;
    std::vector<std::array<PublicBody, 2>> theirs;
};

double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Cast>
Entrant public_cone(const char* name, const Samples& samples, Cast cast) {
    return {name, [&samples, cast](int i) {
                const ConvexSample& s = samples.ours[i];
                const auto& [a, b] = samples.theirs[i];
                static std::vector<double> history(kMostIterations + 1);
                int iterations = 0;
                const double time =
                    cast(a.points, b.points, s.motion_a, s.motion_b, iterations, history.data());
                return TimedAnswer{time, static_cast<double>(iterations)};
            }};
}

std::vector<Entrant> public_entrants(const Samples& samples) {
    namespace code = c5d::exp;
    using Motion = const AffineMotion&;
    using Points = const c5d::PointSet&;
    std::vector<Entrant> all;
    all.push_back({"public ACCD", [&samples](int i) {
                       const ConvexSample& s = samples.ours[i];
                       const auto& [a, b] = samples.theirs[i];
                       double iterations = 0.0;
                       const double time = code::additiveCCD(
                           a.vertices, b.vertices, a.faces, b.faces, s.motion_a.linear,
                           s.motion_b.linear, s.motion_a.offset, s.motion_b.offset,
                           s.motion_a.linear_velocity, s.motion_b.linear_velocity,
                           s.motion_a.offset_velocity, s.motion_b.offset_velocity, kSlackness,
                           kThickness, kMostIterations, iterations);
                       return TimedAnswer{time, iterations};
                   }});
    all.push_back(public_cone("public Linear", samples,
                              [](Points a, Points b, Motion m, Motion n, int& k, double* history) {
                                  return code::c5d_full_gjk_linear(
                                      &a, &b, m.linear, n.linear, m.offset, n.offset,
                                      m.linear_velocity, n.linear_velocity, m.offset_velocity,
                                      n.offset_velocity, kSlackness, kThickness, kMostIterations, k,
                                      history);
                              }));
    all.push_back(public_cone("public Quad", samples,
                              [](Points a, Points b, Motion m, Motion n, int& k, double* history) {
                                  return code::c5d_full_gjk_quad(
                                      &a, &b, m.linear, n.linear, m.offset, n.offset,
                                      m.linear_velocity, n.linear_velocity, m.offset_velocity,
                                      n.offset_velocity, kSlackness, kThickness, kGrowth,
                                      kMostIterations, k, history);
                              }));
    all.push_back(public_cone("public Quad-Pw", samples,
                              [](Points a, Points b, Motion m, Motion n, int& k, double* history) {
                                  return code::c5d_full_gjk_quad_pw(
                                      &a, &b, m.linear, n.linear, m.offset, n.offset,
                                      m.linear_velocity, n.linear_velocity, m.offset_velocity,
                                      n.offset_velocity, kSlackness, kThickness, kGrowth,
                                      kMostIterations, k, history);
                              }));
    return all;
}

Entrant own_entrant(const char* id, const Samples& samples) {
    const ConvexCastMethod& method = find_convex_cast(id);
    return {id, [&samples, &method](int i) {
                const ConvexSample& s = samples.ours[i];
                const CastAnswer answer =
                    method.cast(make_pair_motion(s.a, s.motion_a, s.b, s.motion_b), {});
                return TimedAnswer{answer.time, static_cast<double>(answer.iterations)};
            }};
}

/// Mean iterations, and how many answers keep between s d(0) and 10 s d(0), s = 1e-6.
void judge(const Entrant& entrant, const Samples& samples) {
    double iterations = 0.0;
    int kept = 0;
    int late = 0;
    const int count = static_cast<int>(samples.ours.size());
    for (int i = 0; i < count; ++i) {
        const ConvexSample& s = samples.ours[i];
        const TimedAnswer answer = entrant.cast(i);
        const PairMotion motion = make_pair_motion(s.a, s.motion_a, s.b, s.motion_b);
        const double start = pair_distance(motion.start).lower;
        const PairDistance end = pair_distance(pair_at(motion, std::min(answer.time, 1.0)));
        iterations += answer.iterations;
        kept += end.lower >= 1e-6 * start && end.upper < 1e-5 * start ? 1 : 0;
        late += answer.time > s.first_contact ? 1 : 0;
    }
    std::printf("%-18s iterations %7.2f, contract kept %6.2f %%, late %d\n", entrant.name.c_str(),
                iterations / count, 100.0 * kept / count, late);
}

void time_once(Entrant& entrant, int count) {
    double sum = 0.0;
    const double begin = thread_seconds();
    for (int i = 0; i < count; ++i) {
        sum += entrant.cast(i).time;
    }
    const double mean = 1e6 * (thread_seconds() - begin) / count;
    entrant.microseconds = sum > 0.0 ? std::min(entrant.microseconds, mean) : mean;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "c5d_public small|large SAMPLES ROUNDS\n");
        return 2;
    }
    ConvexSampleOptions options =
        std::string(argv[1]) == "large" ? large_hull_samples() : small_hull_samples();
    options.count = std::atoi(argv[2]);
    Samples samples{make_convex_samples(options), {}};
    for (const ConvexSample& sample : samples.ours) {
        samples.theirs.push_back({public_body(sample.a), public_body(sample.b)});
    }
    std::vector<Entrant> entrants = public_entrants(samples);
    for (const char* id : {"published_accd", "published_linear", "published_quad_pw", "cone_linear",
                           "linear_pw", "aimed_linear_pw", "aimed_cubic_pw"}) {
        entrants.push_back(own_entrant(id, samples));
    }
    for (const Entrant& entrant : entrants) {
        judge(entrant, samples);
    }
    for (int round = 0; round < std::atoi(argv[3]); ++round) {
        for (Entrant& entrant : entrants) {
            time_once(entrant, options.count);
        }
    }
    for (const Entrant& entrant : entrants) {
        std::printf("%-18s %9.2f us\n", entrant.name.c_str(), entrant.microseconds);
    }
}
