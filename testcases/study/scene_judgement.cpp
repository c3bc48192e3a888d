#include "testcases/study/scene_judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "methods/geometry/measure.h"
#include "methods/quality/metrics.h"
#include "methods/quality/truth/planar_reference.h"
#include "methods/quality/truth/smooth_reference.h"

namespace touchstone {
namespace {

std::vector<StartChange> starts_of(const TestCase& test_case) {
    if (!test_case.sweep) {
        return {StartChange{}};
    }
    const PositionSweep& sweep = *test_case.sweep;
    std::vector<StartChange> starts;
    for (int i = 0; i < sweep.count; ++i) {
        const double share = static_cast<double>(i) / (sweep.count - 1);
        StartChange& start = starts.emplace_back();
        start.body = sweep.body;
        start.position =
            i + 1 < sweep.count ? Vec3(sweep.from + share * (sweep.to - sweep.from)) : sweep.to;
    }
    return starts;
}

std::string bodies_text(const TestCase& test_case, const PairReference& pair) {
    return test_case.bodies[pair.body_a].name + " (A) and " + test_case.bodies[pair.body_b].name +
           " (B)";
}

/// Appends a line unless it is there already.
void add_line(std::vector<std::string>& lines, const std::string& line) {
    if (std::ranges::find(lines, line) == lines.end()) {
        lines.push_back(line);
    }
}

void add_unknown(const TestCase& test_case, const Reference& truth,
                 std::vector<std::string>& unknown) {
    for (const PairReference& pair : truth) {
        if (!pair.why_unknown.empty()) {
            add_line(unknown, bodies_text(test_case, pair) +
                                  (pair.smooth ? ": the exact shapes give no answer: "
                                               : ": planar regions do not apply: ") +
                                  pair.why_unknown);
        }
    }
}

void add_rounded(const TestCase& test_case, const Reference& truth,
                 std::vector<std::string>& rounded) {
    for (const PairReference& pair : truth) {
        if (pair.planar_regions && !pair.planar_regions->precision.empty()) {
            add_line(rounded, bodies_text(test_case, pair) + ": " + pair.planar_regions->precision);
        }
        if (pair.smooth && !pair.smooth->mesh_error.empty()) {
            add_line(rounded, bodies_text(test_case, pair) + ": " + pair.smooth->mesh_error);
        }
    }
}

/// Returns the badness of a value: less is better.
double badness(MetricUnit unit, double value) {
    if (unit == MetricUnit::Share) {
        return -value;
    }
    if (unit == MetricUnit::Loss) {
        return value;
    }
    return value > 0.0 ? std::abs(std::log(value)) : std::numeric_limits<double>::infinity();
}

void keep_worst(std::optional<double>& worst, MetricUnit unit, std::optional<double> value) {
    if (value && (!worst || badness(unit, *value) > badness(unit, *worst))) {
        worst = value;
    }
}

/// Returns the rank of a judgement, the worst first: by quality; without contacts there is none,
/// and coverage decides.
std::pair<double, double> rank(const Judgement& judgement) {
    return {quality(judgement).value_or(1.0), coverage(judgement).value_or(1.0)};
}

const PairReference* find_pair(const Reference& reference, int body_a, int body_b) {
    const auto found = std::ranges::find_if(reference, [&](const PairReference& pair) {
        return std::minmax(pair.body_a, pair.body_b) == std::minmax(body_a, body_b);
    });
    return found == reference.end() ? nullptr : &*found;
}

/// Returns the reference at these poses, of those that are shared if there are such: only before
/// the first step all methods have the same poses.
Reference truth_for(const SceneQuestion& question, const StudyScene& scene,
                    std::span<const Pose> poses) {
    return question.truths != nullptr && question.query == 1 ? question.truths->at(scene, poses)
                                                             : truth_at(scene, poses);
}

VariantOutcome judge_variant(const StudyScene& variant, const StudySettings& settings,
                             const SceneQuestion& question, const SceneJudgement& base) {
    VariantOutcome outcome;
    outcome.name = variant.test_case.id;
    const SceneJudgement own = judge_scene(variant, settings, question);
    if (variant.test_case.own_reference) {
        outcome.trouble = fault_names(own.faults);
        return outcome;
    }
    if (own.positions() != base.positions()) {
        outcome.trouble = std::to_string(own.positions()) + " positions instead of " +
                          std::to_string(base.positions());
        return outcome;
    }
    for (int i = 0; i < own.positions() && outcome.trouble.empty(); ++i) {
        outcome.trouble =
            find_difference(base.queries[i].contacts, own.queries[i].contacts,
                            truth_for(question, variant, own.queries[i].world_from_shape))
                .value_or("");
    }
    return outcome;
}

}  // namespace

Reference truth_at(const StudyScene& scene, std::span<const Pose> world_from_shape) {
    Reference planar = with_planar_truth(scene.test_case.reference, [&](int body) {
        const SurfaceMesh& surface = scene.surfaces[body];
        return PlanarSide{&surface, &scene.stock->planar_facets_of(surface),
                          world_from_shape[body]};
    });
    std::vector<bool> is_asked(scene.surfaces.size(), false);
    for (const PairReference& pair : planar) {
        if (pair.smooth) {
            is_asked[pair.body_a] = is_asked[pair.body_b] = true;
        }
    }
    if (std::ranges::find(is_asked, true) == is_asked.end()) {
        return planar;
    }
    std::vector<ExactBody> bodies;
    std::vector<std::shared_ptr<const FacetModel>> models;  // bodies point to these
    bodies.reserve(scene.surfaces.size());
    for (std::size_t i = 0; i < scene.surfaces.size(); ++i) {
        const SmoothShape* const exact = exact_shape(scene.test_case.bodies[i].shape);
        models.push_back(is_asked[i] && exact == nullptr ? scene.stock->facets_of(scene.surfaces[i])
                                                         : nullptr);
        bodies.push_back({exact, &scene.surfaces[i], world_from_shape[i], models.back().get()});
    }
    return with_smooth_truth(planar, bodies);
}

const Reference& SceneTruths::at(const StudyScene& scene, std::span<const Pose> world_from_shape) {
    std::vector<double> numbers;
    for (const Pose& pose : world_from_shape) {
        const Eigen::Vector4d& q = pose.rotation.coeffs();
        numbers.insert(numbers.end(), q.begin(), q.end());
        numbers.insert(numbers.end(), pose.translation.begin(), pose.translation.end());
    }
    Entry* entry = nullptr;
    {
        const std::lock_guard lock(mutex_);
        entry = &entries_[{&scene, std::move(numbers)}];
    }
    entry->once.run([&] { entry->truth = truth_at(scene, world_from_shape); });
    return entry->truth;
}

std::optional<std::string> find_difference(std::span<const ContactPoint> base,
                                           std::span<const ContactPoint> variant,
                                           const Reference& reference) {
    if (base.size() != variant.size()) {
        return std::to_string(variant.size()) + " contacts instead of " +
               std::to_string(base.size());
    }
    std::vector<const ContactPoint*> left;
    for (const ContactPoint& contact : variant) {
        left.push_back(&contact);
    }
    const PairReference defaults;
    for (const ContactPoint& wanted : base) {
        const PairReference* pair = find_pair(reference, wanted.body_a, wanted.body_b);
        pair = pair == nullptr ? &defaults : pair;
        bool normal_found = false;
        const auto found = std::ranges::find_if(left, [&](const ContactPoint* contact) {
            const bool same_normal =
                contact->body_a == wanted.body_a && contact->body_b == wanted.body_b &&
                angle_between(contact->normal, wanted.normal) <= pair->angle_tolerance;
            normal_found = normal_found || same_normal;
            return same_normal &&
                   std::abs(contact->separation - wanted.separation) <= pair->separation_tolerance;
        });
        if (found == left.end()) {
            return normal_found ? "another separation" : "another normal";
        }
        left.erase(found);
    }
    return std::nullopt;
}

SceneJudgement judge_scene(const StudyScene& scene, const StudySettings& settings,
                           const SceneQuestion& question) {
    const std::span<const Metric> metrics = all_metrics();
    SceneJudgement result;
    result.metrics.resize(metrics.size());
    for (const StartChange& start : starts_of(scene.test_case)) {
        SceneQuery query =
            query_scene(scene, question.generator_id, settings, question.query, start);
        const Reference truth = truth_for(question, scene, query.world_from_shape);
        add_unknown(scene.test_case, truth, result.unknown);
        add_rounded(scene.test_case, truth, result.rounded);
        Judgement judgement = judge(query.contacts, truth, question.judging);
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            keep_worst(result.metrics[m], metrics[m].unit, metrics[m].value(judgement));
        }
        const Faults faults = find_faults(judgement);
        result.faulty_positions += faults.none() ? 0 : 1;
        result.faults = worse_of(result.faults, faults);
        if (result.queries.empty() || rank(judgement) < rank(result.judgement)) {
            result.position = static_cast<int>(result.queries.size());
            result.judgement = std::move(judgement);
        }
        result.queries.push_back(std::move(query));
    }
    for (const StudyScene& variant : scene.variants) {
        result.variants.push_back(judge_variant(variant, settings, question, result));
    }
    return result;
}

}  // namespace touchstone
