#include "testcases/impacts/convex/convex_study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/base/processor_time.h"
#include "methods/continuous/gjk.h"

namespace touchstone {
namespace {

PairMotion motion_of(const ConvexSample& sample) {
    return make_pair_motion(sample.a, sample.motion_a, sample.b, sample.motion_b);
}

/// Sums over samples, from which a row's means are taken.
struct StudySums {
    double iterations = 0.0;
    double iterations_squared = 0.0;
    std::array<double, 3> key_iterations{};
    double support_calls = 0.0;
    double kept = 0.0;
    int kept_count = 0;
    double share_of_time = 0.0;
};

/// Iterations until `share` of the contact's time is reached; all of them when that is only in the
/// answer.
int key_iteration(const std::vector<double>& times, double time, int iterations) {
    const auto reached = std::ranges::find_if(times, [&](double t) { return t >= time; });
    return reached == times.end() ? iterations : static_cast<int>(reached - times.begin()) + 1;
}

void count_key_iterations(const ConvexSample& sample, const std::vector<double>& times,
                          int iterations, ConvexStudyRow& row, StudySums& sums) {
    for (int j = 0; j < 3; ++j) {
        const int count = key_iteration(times, kKeyShares[j] * sample.first_contact, iterations);
        sums.key_iterations[j] += count;
        std::vector<int>& curve = row.curves[j];
        curve.resize(std::max(std::ssize(curve), static_cast<std::ptrdiff_t>(count)), 0);
        for (int k = 0; k < count; ++k) {
            ++curve[k];
        }
    }
}

/// Measures what is kept at the answer's time anew, without the cast's simplex.
void judge_answer(const ConvexSample& sample, const PairMotion& motion, const CastAnswer& answer,
                  const CastSettings& settings, ConvexStudyRow& row, StudySums& sums) {
    row.unfinished += answer.end == CastEnd::Stalled || answer.end == CastEnd::Capped ? 1 : 0;
    // The first contact is known from below; whoever answers "none" is late by the rest.
    row.late += answer.time > sample.first_contact ? 1 : 0;
    sums.share_of_time += answer.time / sample.first_contact;
    if (answer.end == CastEnd::NoContact) {
        return;
    }
    const PairDistance start = pair_distance(motion.start);
    const PairDistance end = pair_distance(pair_at(motion, answer.time));
    const double least = settings.kept_share * start.lower;
    row.contract_kept += end.lower >= least && end.upper < settings.slack * least ? 1 : 0;
    row.too_close += end.upper < least ? 1 : 0;
    const double kept = end.upper / least;
    sums.kept += kept;
    ++sums.kept_count;
    row.least_kept = std::isnan(row.least_kept) ? kept : std::min(row.least_kept, kept);
}

void judge_samples(const ConvexCastMethod& method, const std::vector<ConvexSample>& samples,
                   const CastSettings& settings, ConvexStudyRow& row) {
    StudySums sums;
    std::vector<double> times;
    CastSettings traced = settings;
    traced.times = &times;
    for (const ConvexSample& sample : samples) {
        times.clear();
        const PairMotion motion = motion_of(sample);
        const CastAnswer answer = method.cast(motion, traced);
        sums.iterations += answer.iterations;
        sums.iterations_squared += static_cast<double>(answer.iterations) * answer.iterations;
        sums.support_calls += static_cast<double>(answer.support_calls);
        row.worst_iterations = std::max(row.worst_iterations, answer.iterations);
        row.restarts += answer.restarts;
        row.steps_back += answer.steps_back;
        if (!method.needs_faces) {
            count_key_iterations(sample, times, answer.iterations, row, sums);
        }
        judge_answer(sample, motion, answer, settings, row, sums);
    }
    const double count = static_cast<double>(samples.size());
    row.samples = static_cast<int>(samples.size());
    row.mean_iterations = sums.iterations / count;
    row.deviation = std::sqrt(
        std::max(0.0, sums.iterations_squared / count - row.mean_iterations * row.mean_iterations));
    row.support_calls = sums.support_calls / count;
    row.mean_share_of_time = sums.share_of_time / count;
    row.mean_kept = sums.kept_count > 0 ? sums.kept / sums.kept_count : kUnset;
    for (int j = 0; j < 3 && !method.needs_faces; ++j) {
        row.key_iterations[j] = sums.key_iterations[j] / count;
    }
}

/// Returns the mean CPU time of a cast over all samples [µs].
double time_samples(const ConvexCastMethod& method, const std::vector<ConvexSample>& samples,
                    const CastSettings& settings) {
    int iterations = 0;
    const double begin = thread_seconds();
    for (const ConvexSample& sample : samples) {
        iterations += method.cast(motion_of(sample), settings).iterations;
    }
    const double seconds = thread_seconds() - begin;
    return iterations > 0 ? 1e6 * seconds / static_cast<double>(samples.size()) : kUnset;
}

}  // namespace

std::vector<ConvexStudyRow> run_convex_study(const std::vector<ConvexSample>& samples,
                                             const ConvexStudyOptions& options) {
    validate(options.settings);
    std::vector<const ConvexCastMethod*> methods;
    methods.reserve(options.methods.size());
    for (const std::string& id : options.methods) {
        methods.push_back(&find_convex_cast(id));
    }
    if (options.methods.empty()) {
        for (const ConvexCastMethod& method : all_convex_casts()) {
            methods.push_back(&method);
        }
    }
    std::vector<ConvexStudyRow> rows;
    CastSettings untraced = options.settings;
    untraced.times = nullptr;
    Watch watch(options.watcher, static_cast<int>(methods.size()) * (1 + options.timings));
    for (const ConvexCastMethod* method : methods) {
        if (watch.stopped()) {
            return {};
        }
        ConvexStudyRow row;
        row.id = method->id;
        row.title = method->title;
        if (!samples.empty()) {
            judge_samples(*method, samples, untraced, row);
        }
        rows.push_back(std::move(row));
        watch.add_done();
    }
    // Round by round, so that a machine's slow minute meets every method.
    for (int round = 0; round < options.timings && !samples.empty(); ++round) {
        for (int i = 0; i < std::ssize(methods); ++i) {
            if (watch.stopped()) {
                return {};
            }
            const double time = time_samples(*methods[i], samples, untraced);
            rows[i].microseconds = round == 0 ? time : std::min(rows[i].microseconds, time);
        }
    }
    return rows;
}

std::vector<NamedTransform> sample_transforms() {
    const Vec3 far(8e5, -5e5, 6e5);
    const Mat3 turn = Quat(0.3, -0.5, 0.7, 0.1).normalized().toRotationMatrix();
    Mat3 shear = Mat3::Identity();
    shear(0, 1) = 1.5;
    shear(2, 0) = -0.7;
    const Mat3 stretch = turn * Vec3(4.0, 1.0, 0.2).asDiagonal() * turn.transpose();
    std::vector<NamedTransform> all(8);
    all[0] = {"as_drawn", "As drawn", {}, true};
    all[1] = {"turned", "Turned", {.linear = turn}};
    all[2] = {"mirrored", "Mirrored", {.linear = -turn}};
    all[3] = {"stretched", "Stretched 20 : 5 : 1", {.linear = stretch}};
    all[4] = {"sheared", "Sheared", {.linear = shear}};
    all[5] = {"micrometres", "A millionth of the size", {.linear = 1e-6 * Mat3::Identity()}};
    all[6] = {"far", "A million sizes from the origin", {.offset = far, .offset_velocity = far}};
    all[7] = {"far_in_body", "A million sizes from their body frames", {.body_offset = far}};
    return all;
}

std::span<const NamedConvexSet> all_convex_sets() {
    static constexpr std::array<NamedConvexSet, 2> kConvexSets{
        {{"small", false, &small_hull_samples}, {"large", true, &large_hull_samples}}};
    return kConvexSets;
}

std::vector<PublishedConvexRow> published_convex_rows(bool is_large) {
    const std::array<double, 3> none{kUnset, kUnset, kUnset};
    if (is_large) {
        return {{"published_accd", 103.9, 119.5, none, 719.0},
                {"published_linear", 40.9, 55.3, {7.9, 9.8, 14.2}, 48.0},
                {"published_quad", 34.2, 37.0, {7.7, 9.3, 12.9}, 73.0},
                {"published_quad_pw", 14.3, 7.9, {3.9, 4.6, 5.9}, 32.0}};
    }
    return {{"published_accd", 76.4, 93.8, none, 60.0},
            {"published_linear", 32.9, 40.9, {6.2, 7.7, 11.3}, 20.0},
            {"published_quad", 27.5, 29.3, {6.5, 7.9, 10.8}, 42.0},
            {"published_quad_pw", 16.3, 10.6, {4.6, 5.4, 6.9}, 25.0}};
}

}  // namespace touchstone
