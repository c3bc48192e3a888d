#include "testcases/league/league_motion.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/silent_pairs.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone {
namespace {

constexpr std::array<const char*, 4> kEndIds{"all_steps", "fallen", "contacts", "broken"};

constexpr int kSweeps = 100;

/// Depth below where a body is to come to rest at which it counts as fallen, as a share of the
/// scene's height: less is an overlap of a landing.
constexpr double kFallenDepth = 0.5;

/// The numbers that grow from step to step.
class TrialWatch {
 public:
    TrialWatch(const StudyScene& scene, const Simulation& simulation, JudgeOptions judging)
        : scene_(scene),
          start_(simulation.bodies()),
          height_(moving_height(scene, start_, simulation.solver().gravity)),
          gravity_(simulation.solver().gravity),
          judging_(std::move(judging)) {
        // Bodies that are to come to rest elsewhere are measured from there.
        for (int i = 0; i < std::ssize(scene.test_case.ends); ++i) {
            start_[i].state.world_from_body.translation = scene.test_case.ends[i];
        }
    }

    void take(const StepRecord& record, MotionTrial& trial) {
        ++trial.steps;
        judge_contacts(record, trial);
        counts_.push_back(static_cast<int>(record.contacts.size()));
        contacts_ += counts_.back();
        if (const std::optional<Penetration> deep = penetration(record.contacts)) {
            trial.penetration = std::max(trial.penetration, deep->max);
        }
        const MotionVerdict verdict = judge_motion(start_, record.bodies, height_);
        trial.drift = verdict.drift;
        trial.tilt = verdict.tilt;
        trial.kinetic = record.energy.kinetic;
        trial.error = record.solve.error;
        trial.silent += count_silent_pairs(scene_, record.query_poses, record.contacts,
                                           record.barrier.has_value());
        trial.contacts = count_statistics(counts_);
        most_tilt_ = std::max(most_tilt_, verdict.tilt);
        fallen_ =
            is_moving() ? verdict.tilt > kFallenTilt || is_below(record.bodies) : !verdict.stands;
    }

    bool fallen() const { return fallen_; }
    bool is_full() const { return contacts_ >= kMostTrialContacts; }

 private:
    bool is_moving() const { return !scene_.test_case.ends.empty(); }

    /// Returns true when a body is below where it is to come to rest, by what counts as a fall.
    bool is_below(std::span<const BodyState> bodies) const {
        for (int i = 0; i < std::ssize(bodies); ++i) {
            const BodyState& rest = start_[i].state;
            const Vec3 way = bodies[i].world_from_body * bodies[i].center_of_mass -
                             rest.world_from_body * rest.center_of_mass;
            if (way.dot(gravity_.normalized()) > kFallenDepth * height_) {
                return true;
            }
        }
        return false;
    }

    void judge_contacts(const StepRecord& record, MotionTrial& trial) {
        if (most_tilt_ > kJudgedTilt) {
            return;
        }
        const Judgement judgement =
            judge(record.contacts, truth_at(scene_, record.query_poses), judging_);
        const Faults faults = find_faults(judgement);
        ++trial.judged_steps;
        trial.judged_contacts += judgement.contacts;
        trial.wrong_contacts += faults.wrong_contacts;
        trial.steps_with_missed += faults.missed_normals > 0 ? 1 : 0;
    }

    const StudyScene& scene_;
    std::vector<RigidBody> start_;  ///< bodies as they are to come to rest
    double height_;
    Vec3 gravity_;
    JudgeOptions judging_;
    std::vector<int> counts_;
    std::int64_t contacts_ = 0;
    double most_tilt_ = 0.0;
    bool fallen_ = false;
};

/// One run of a trial of a contestant.
struct ContestantRun {
    MotionTrial trial;
    std::string early_digest;  ///< of the answers up to step kRepeatedSteps, or to an earlier end
};

/// Runs a trial once; returns nothing when told to stop. `all`: steps of the whole trial, of which
/// it tells its own; 0: it tells nothing.
std::optional<ContestantRun> run_once(Contestant& contestant, const StudyScene& scene,
                                      const StudySettings& settings, int steps, int all,
                                      const CellWatch& cell) {
    contestant.start();
    ContestantRun run;
    MotionTrial& trial = run.trial;
    bool is_made = false;
    try {
        // A look at the start asks the method as well.
        Simulation simulation(scene, contestant.generator_id(), settings);
        TrialWatch watch(scene, simulation,
                         scene_judging(scene, settings, contestant.generator_id()));
        is_made = true;
        while (trial.steps < steps && trial.end == TrialEnd::AllSteps) {
            if (cell.stopped()) {
                return std::nullopt;
            }
            watch.take(simulation.step(), trial);
            cell.tell(trial.steps, all);
            if (trial.steps <= kRepeatedSteps) {
                run.early_digest = contestant.log().digest;
            }
            trial.end = watch.fallen()    ? TrialEnd::Fallen
                        : watch.is_full() ? TrialEnd::Contacts
                                          : TrialEnd::AllSteps;
        }
    } catch (const Error& error) {
        if (!is_made && dynamic_cast<const UsageError*>(&error) != nullptr) {
            throw;  // settings that go with no trial
        }
        const auto* const fault = dynamic_cast<const GeneratorFault*>(&error);
        trial.outcome = fault != nullptr ? fault->outcome : Outcome::Failed;
        trial.end = TrialEnd::Broken;
        trial.reason = error.what();
        if (trial.steps < kRepeatedSteps) {
            run.early_digest = contestant.log().digest;
        }
    }
    trial.digest = contestant.log().digest;
    return run;
}

}  // namespace

const char* trial_end_id(TrialEnd end) { return kEndIds[static_cast<int>(end)]; }

TrialEnd find_trial_end(std::string_view id) {
    const auto found = std::ranges::find(kEndIds, id);
    if (found == kEndIds.end()) {
        throw UnknownName("unknown end '" + std::string(id) + "' of a trial");
    }
    return static_cast<TrialEnd>(found - kEndIds.begin());
}

std::optional<MotionTrial> run_trial(Contestant& contestant, const std::string& case_name,
                                     const StudySettings& settings,
                                     const std::shared_ptr<SceneStock>& stock, int steps,
                                     const CellWatch& watch) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const std::array ids{contestant.generator_id()};
    const StudyScene scene = make_study_scene(case_name, settings, std::nullopt, ids, stock);
    const int repeated = std::min(steps, kRepeatedSteps);
    std::optional<ContestantRun> run =
        run_once(contestant, scene, settings, steps, steps + repeated, watch);
    if (run && run->trial.outcome != Outcome::Unsupported) {
        const std::optional<ContestantRun> again =
            run_once(contestant, scene, settings, repeated, 0, watch);
        if (!again) {
            return std::nullopt;
        }
        run->trial.repeatable = run->early_digest == again->early_digest;
    }
    if (!run) {
        return std::nullopt;
    }
    run->trial.times.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return run->trial;
}

void set_league_solver(StudySettings& settings) {
    settings = with_free_solver_options(
        settings, std::array<NamedSetting, 3>{{{"warm_start", "on"},
                                               {"max_sweeps", std::to_string(kSweeps)},
                                               {"stagnation_tolerance", "0"}}});
}

}  // namespace touchstone
