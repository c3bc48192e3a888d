#include "testcases/query/limits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "testcases/query/motion_summary.h"

namespace touchstone {
namespace {

/// Of the centre of mass, across gravity; in any direction where there is none.
double drift_between(const BodyState& from, const BodyState& to, const Vec3& gravity) {
    Vec3 way = to.world_from_body * to.center_of_mass - from.world_from_body * from.center_of_mass;
    if (!gravity.isZero(0.0)) {
        const Vec3 down = gravity.normalized();
        way -= down.dot(way) * down;
    }
    return way.norm();
}

bool is_of_pair(const ContactPoint& contact, int body_a, int body_b) {
    return std::minmax(contact.body_a, contact.body_b) == std::minmax(body_a, body_b);
}

/// max n·a - min n·b, n the one right normal of the pair; by the contacts where it has not one.
double overlap_of(const PairReference& pair, std::span<const std::vector<Vec3>> vertices,
                  std::span<const ContactPoint> contacts) {
    if (pair.answers.size() != 1 || pair.answers[0].normals.size() != 1) {
        double deepest = 0.0;
        for (const ContactPoint& contact : contacts) {
            if (is_of_pair(contact, pair.body_a, pair.body_b)) {
                deepest = std::max(deepest, -contact.separation);
            }
        }
        return deepest;
    }
    const Vec3& normal = pair.answers[0].normals[0];
    const auto along = [&](const Vec3& vertex) { return normal.dot(vertex); };
    const Vec3 top = std::ranges::max(vertices[pair.body_a], {}, along);
    const Vec3 bottom = std::ranges::min(vertices[pair.body_b], {}, along);
    return std::max(0.0, along(top) - along(bottom));
}

/// The worst of what has been seen so far.
struct Extremes {
    double drift = 0.0;
    double tilt = 0.0;
    double overlap = 0.0;
    double persistence = 1.0;
    int fewest_contacts = 0;  ///< of a pair; with `most_contacts` once a step has been seen
    int most_contacts = 0;
};

class LimitWatch {
 public:
    LimitWatch(const StudyScene& scene, const SolverSettings& solver,
               std::span<const RigidBody> start)
        : scene_(scene), limits_(*scene.test_case.simulate), solver_(solver) {
        for (const RigidBody& body : start) {
            start_.push_back(body.state);
        }
    }

    void look_at(const StepRecord& record) {
        for (const int i : limits_.bodies) {
            const BodyState& now = record.bodies[i];
            worst_.drift = std::max(worst_.drift, drift_between(start_[i], now, solver_.gravity));
            worst_.tilt = std::max(worst_.tilt, turn_between(start_[i].world_from_body.rotation,
                                                             now.world_from_body.rotation));
        }
        look_at_pairs(record);
        if (!is_first_) {
            worst_.persistence =
                std::min(worst_.persistence, persistence(last_.contacts, record.contacts));
        }
        is_first_ = false;
        last_ = record;
    }

    std::vector<LimitOutcome> outcomes() const {
        std::vector<LimitOutcome> result;
        const auto add_at_most = [&](const char* name, const std::optional<double>& limit,
                                     double found) {
            if (limit) {
                result.push_back({name, *limit, found, 0.0, found <= *limit});
            }
        };
        add_at_most("max_drift", limits_.max_drift, worst_.drift);
        add_at_most("max_tilt_deg", limits_.max_tilt, worst_.tilt);
        add_at_most("max_overlap", limits_.max_overlap, worst_.overlap);
        if (limits_.persistence) {
            result.push_back({"persistence", *limits_.persistence, worst_.persistence, 0.0,
                              worst_.persistence >= *limits_.persistence});
        }
        if (limits_.contacts_per_pair) {
            const int wanted = *limits_.contacts_per_pair;
            const int found =
                worst_.fewest_contacts != wanted ? worst_.fewest_contacts : worst_.most_contacts;
            result.push_back({"contacts_per_pair", static_cast<double>(wanted),
                              static_cast<double>(found), 0.0, found == wanted});
        }
        for (const ForceLimit& force : limits_.forces) {
            result.push_back(force_outcome(force));
        }
        return result;
    }

 private:
    void look_at_pairs(const StepRecord& record) {
        std::vector<Pose> poses;
        for (const BodyState& body : record.bodies) {
            poses.push_back(body.world_from_body);
        }
        const std::vector<std::vector<Vec3>> vertices = world_vertices(scene_, poses);
        for (const PairReference& pair : scene_.test_case.reference) {
            worst_.overlap = std::max(worst_.overlap, overlap_of(pair, vertices, record.contacts));
            const auto count = static_cast<int>(
                std::ranges::count_if(record.contacts, [&](const ContactPoint& contact) {
                    return is_of_pair(contact, pair.body_a, pair.body_b);
                }));
            const bool is_first_pair = is_first_ && &pair == scene_.test_case.reference.data();
            worst_.fewest_contacts =
                is_first_pair ? count : std::min(worst_.fewest_contacts, count);
            worst_.most_contacts = std::max(worst_.most_contacts, count);
        }
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
        return outcome;
    }

    const StudyScene& scene_;
    const SimulationLimits& limits_;
    const SolverSettings& solver_;
    std::vector<BodyState> start_;
    Extremes worst_;
    StepRecord last_;
    bool is_first_ = true;
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
