#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/parallel/once.h"
#include "methods/quality/faults.h"
#include "methods/quality/judge.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// Returns the reference at these poses, with the parts computed that it leaves open.
Reference truth_at(const StudyScene& scene, std::span<const Pose> world_from_shape);

/// The references of scenes at the poses that have been asked for, each computed once: methods that
/// are asked about one scene share them. Any thread may use it.
class SceneTruths {
 public:
    /// Returns truth_at. The scene must stay where it is.
    const Reference& at(const StudyScene& scene, std::span<const Pose> world_from_shape);

 private:
    struct Entry {
        Once once;
        Reference truth;
    };

    std::mutex mutex_;
    /// References by the scene and the numbers of its poses.
    std::map<std::pair<const StudyScene*, std::vector<double>>, Entry> entries_;
};

/// The contacts that are judged, and the way of judging.
struct SceneQuestion {
    std::string generator_id;
    int query = 1;
    JudgeOptions judging;
    SceneTruths* truths = nullptr;  ///< references that others need as well; null: none do
};

/// The outcome of one variant of a scene.
struct VariantOutcome {
    std::string name;
    std::string trouble;  ///< what is not as it must be, in words; empty: nothing
};

/// The judged contacts of a scene at every position of its sweep, or at its only one.
struct SceneJudgement {
    std::vector<SceneQuery> queries;  ///< contacts and poses at each position
    int position = 0;  ///< position of the lowest quality, then the lowest coverage, then the first
    Judgement judgement;                         ///< judgement at that position
    std::vector<std::optional<double>> metrics;  ///< worst value of each metric, in the order of
                                                 ///< all_metrics()
    int faulty_positions = 0;  ///< number of positions at which something is not as the reference
                               ///< wants it
    Faults faults;             ///< largest number of each fault at any position
    std::vector<VariantOutcome> variants;
    std::vector<std::string> unknown;  ///< pairs whose truth cannot be told, with the reason
    std::vector<std::string> rounded;  ///< pairs whose truth rests on rounded coordinates, with the
                                       ///< detail

    /// Returns the number of positions.
    int positions() const { return static_cast<int>(queries.size()); }
};

/// Judges a scene, which must have been made for the generator. The worst value of a factor, for
/// which 1 is right, is the one farthest from 1 as a ratio.
SceneJudgement judge_scene(const StudyScene& scene, const StudySettings& settings,
                           const SceneQuestion& question);

/// Returns in words why the contacts of a variant are not those of the base: their number, a normal
/// or a separation differs by more than the tolerances of its pair. Nothing when they agree. Which
/// contact corresponds to which is left open.
std::optional<std::string> find_difference(std::span<const ContactPoint> base,
                                           std::span<const ContactPoint> variant,
                                           const Reference& reference);

}  // namespace touchstone
