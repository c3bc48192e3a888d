#include "testcases/motion/limits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "testcases/motion/motion_summary.h"
#include "testcases/query/vertex_depth.h"

namespace touchstone {
namespace {

/// Returns the displacement of the centre of mass perpendicular to gravity; in any direction where
/// there is no gravity.
double drift_between(const BodyState& from, const BodyState& to, const Vec3& gravity) {
    Vec3 way = to.world_from_body * to.center_of_mass - from.world_from_body * from.center_of_mass;
    if (!gravity.isZero(0.0)) {
        const Vec3 down = gravity.normalized();
        way -= down.dot(way) * down;
    }
    return way.norm();
}

/// Returns how far the centre of mass has sunk along gravity [m]; 0 where it is higher than it was.
double sinking_between(const BodyState& from, const BodyState& to, const Vec3& gravity) {
    const Vec3 way =
        to.world_from_body * to.center_of_mass - from.world_from_body * from.center_of_mass;
    return std::max(0.0, gravity.normalized().dot(way));
}

bool is_of_pair(const ContactPoint& contact, int body_a, int body_b) {
    return std::minmax(contact.body_a, contact.body_b) == std::minmax(body_a, body_b);
}

/// Returns max n·a − min n·b with n the only right normal of the pair; the depth of the deepest
/// vertex where there is no such one [m].
double overlap_of(const PairReference& pair, std::span<const std::vector<Vec3>> vertices,
                  std::span<const SurfaceMesh> surfaces) {
    const std::vector<Vec3>& of_a = vertices[pair.body_a];
    const std::vector<Vec3>& of_b = vertices[pair.body_b];
    if (pair.answers.size() != 1 || pair.answers[0].normals.size() != 1) {
        return deepest_vertex(of_a, surfaces[pair.body_a].triangles, of_b,
                              surfaces[pair.body_b].triangles);
    }
    const Vec3& normal = pair.answers[0].normals[0];
    const auto along = [&](const Vec3& vertex) { return normal.dot(vertex); };
    const Vec3 top = std::ranges::max(of_a, {}, along);
    const Vec3 bottom = std::ranges::min(of_b, {}, along);
    return std::max(0.0, along(top) - along(bottom));
}

/// The worst of what has been seen so far; nothing seen: nothing.
struct Extremes {
    std::optional<double> drift;
    std::optional<double> sinking;
    std::optional<double> tilt;
    std::optional<double> overlap;
    std::optional<double> persistence;
    std::optional<int> fewest_contacts;  ///< of a pair
    std::optional<int> most_contacts;
};

template <typename Number>
void raise(std::optional<Number>& worst, Number value) {
    worst = std::max(worst.value_or(value), value);
}

template <typename Number>
void lower(std::optional<Number>& worst, Number value) {
    worst = std::min(worst.value_or(value), value);
}

std::string counted_things(int count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

class LimitWatch {
 public:
    LimitWatch(const StudyScene& scene, const SolverSettings& solver,
               std::span<const RigidBody> start)
        : scene_(scene), limits_(*scene.test_case.simulate), solver_(solver) {
        for (const RigidBody& body : start) {
            start_.push_back(body.state);
        }
        judged_pairs_ = static_cast<int>(
            std::ranges::count(scene.test_case.reference, false, &PairReference::not_judged));
    }

    void look_at(const StepRecord& record) {
        ++steps_;
        for (const int i : limits_.bodies) {
            const BodyState& now = record.bodies[i];
            raise(worst_.drift, drift_between(start_[i], now, solver_.gravity));
            if (!solver_.gravity.isZero(0.0)) {
                raise(worst_.sinking, sinking_between(start_[i], now, solver_.gravity));
            }
            raise(worst_.tilt,
                  turn_between(start_[i].world_from_body.rotation, now.world_from_body.rotation));
        }
        look_at_pairs(record);
        if (steps_ > 1 && !(last_.contacts.empty() && record.contacts.empty())) {
            lower(worst_.persistence, persistence(last_.contacts, record.contacts));
        }
        last_ = record;
    }

    std::vector<LimitOutcome> outcomes() const {
        const std::string bodies =
            limits_.bodies.empty()
                ? "no body is named under \"bodies\""
                : counted_things(static_cast<int>(std::ssize(limits_.bodies)), "body", "bodies");
        const std::string pairs =
            judged_pairs_ == 0
                ? "no pair of \"expected\" is judged"
                : counted_things(judged_pairs_, "pair", "pairs") + " of \"expected\"";
        std::vector<LimitOutcome> result;
        const auto add_at_most = [&](const char* name, const std::optional<double>& limit,
                                     const std::optional<double>& found,
                                     const std::string& looked_at) {
            if (limit) {
                result.push_back({name, *limit, found.value_or(kUnset), 0.0,
                                  found.has_value() && *found <= *limit, looked_at});
            }
        };
        add_at_most("max_drift", limits_.max_drift, worst_.drift, bodies);
        add_at_most("max_sinking", limits_.max_sinking, worst_.sinking,
                    solver_.gravity.isZero(0.0) ? "there is no gravity to sink along" : bodies);
        add_at_most("max_tilt_deg", limits_.max_tilt, worst_.tilt, bodies);
        add_at_most("max_overlap", limits_.max_overlap, worst_.overlap, pairs);
        if (limits_.persistence) {
            const bool held =
                worst_.persistence.has_value() && *worst_.persistence >= *limits_.persistence;
            result.push_back({"persistence", *limits_.persistence,
                              worst_.persistence.value_or(kUnset), 0.0, held,
                              worst_.persistence ? "all contacts" : "no two steps with contacts"});
        }
        if (limits_.contacts_per_pair) {
            result.push_back(count_outcome(*limits_.contacts_per_pair, pairs));
        }
        for (const ForceLimit& force : limits_.forces) {
            result.push_back(force_outcome(force));
        }
        return result;
    }

 private:
    void look_at_pairs(const StepRecord& record) {
        std::vector<Pose> poses;
        poses.reserve(record.bodies.size());
        for (const BodyState& body : record.bodies) {
            poses.push_back(body.world_from_body);
        }
        const std::vector<std::vector<Vec3>> vertices = world_vertices(scene_, poses);
        for (const PairReference& pair : scene_.test_case.reference) {
            if (pair.not_judged) {
                continue;
            }
            if (limits_.max_overlap) {
                raise(worst_.overlap, overlap_of(pair, vertices, scene_.surfaces));
            }
            const auto count = static_cast<int>(
                std::ranges::count_if(record.contacts, [&](const ContactPoint& contact) {
                    return is_of_pair(contact, pair.body_a, pair.body_b);
                }));
            lower(worst_.fewest_contacts, count);
            raise(worst_.most_contacts, count);
        }
    }

    LimitOutcome count_outcome(int wanted, const std::string& pairs) const {
        LimitOutcome outcome;
        outcome.name = "contacts_per_pair";
        outcome.limit = static_cast<double>(wanted);
        outcome.looked_at = pairs;
        if (worst_.fewest_contacts) {
            const int found =
                *worst_.fewest_contacts != wanted ? *worst_.fewest_contacts : *worst_.most_contacts;
            outcome.found = static_cast<double>(found);
            outcome.held = found == wanted;
        }
        return outcome;
    }

    LimitOutcome force_outcome(const ForceLimit& force) const {
        double impulse = 0.0;
        for (std::size_t i = 0; i < last_.contacts.size(); ++i) {
            if (is_of_pair(last_.contacts[i], force.body_a, force.body_b)) {
                impulse += last_.impulses[i].normal;
            }
        }
        const std::vector<BodySetup>& bodies = scene_.test_case.bodies;
        LimitOutcome outcome;
        outcome.name = "force " + bodies[force.body_a].name + "-" + bodies[force.body_b].name;
        outcome.limit = force.normal_force;
        outcome.slack = force.relative_tolerance * force.normal_force;
        outcome.found = impulse / solver_.time_step;
        outcome.held = std::abs(outcome.found - outcome.limit) <= outcome.slack;
        outcome.looked_at = "the last step";
        return outcome;
    }

    const StudyScene& scene_;
    const SimulationLimits& limits_;
    const SolverSettings& solver_;
    std::vector<BodyState> start_;
    Extremes worst_;
    StepRecord last_;
    int steps_ = 0;
    int judged_pairs_ = 0;
};

}  // namespace

bool LimitReport::held() const { return std::ranges::all_of(outcomes, &LimitOutcome::held); }

double persistence(std::span<const ContactPoint> now, std::span<const ContactPoint> next) {
    if (now.empty()) {
        return 1.0;
    }
    const auto key = [](const ContactPoint& contact) {
        return std::tuple(contact.body_a, contact.body_b, contact.feature_a, contact.feature_b);
    };
    std::multiset<decltype(key(now[0]))> left;
    for (const ContactPoint& contact : next) {
        left.insert(key(contact));
    }
    int kept = 0;
    for (const ContactPoint& contact : now) {
        const auto found = left.find(key(contact));
        if (found != left.end()) {
            left.erase(found);
            ++kept;
        }
    }
    return static_cast<double>(kept) / static_cast<double>(now.size());
}

LimitReport run_limits(const StudyScene& scene, const std::string& generator_id,
                       const StudySettings& settings, int steps) {
    assert(scene.test_case.simulate);
    const SimulationLimits& limits = *scene.test_case.simulate;
    StudySettings own = with_scene_solver(settings, scene.test_case);
    own.time_step = own.time_step.value_or(limits.time_step);
    Simulation simulation(scene, generator_id, own);
    LimitWatch watch(scene, simulation.solver(), simulation.bodies());
    LimitReport report;
    report.steps = steps > 0 ? std::min(steps, limits.steps) : limits.steps;
    for (int i = 0; i < report.steps; ++i) {
        const StepRecord record = simulation.step();
        watch.look_at(record);
        report.diverging_sweeps += record.solve.divergences;
        report.largest_error = std::max(report.largest_error, record.solve.error);
    }
    report.outcomes = watch.outcomes();
    return report;
}

}  // namespace touchstone
