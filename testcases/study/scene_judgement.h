#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "methods/quality/faults.h"
#include "methods/quality/judge.h"
#include "testcases/query/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// The scene's reference with the bodies at these places: what it asks to be computed is.
Reference truth_at(const StudyScene& scene, std::span<const Pose> world_from_shape);

/// Whose contacts are judged, and how.
struct SceneQuestion {
    std::string generator_id;
    int query = 1;
    JudgeOptions judging;
};

/// How a variant of a scene came out.
struct VariantOutcome {
    std::string name;
    std::string trouble;  ///< what is not as it must be, for people; empty: nothing
};

/// The contacts of a scene at every position of its sweep, or at the one it has, judged.
struct SceneJudgement {
    std::vector<SceneQuery> queries;  ///< per position
    int position = 0;                 ///< that of the lowest quality, then the lowest coverage,
                                      ///< then the first
    Judgement judgement;              ///< there
    std::vector<std::optional<double>>
        metrics;               ///< each at its worst, in the order of all_metrics()
    int faulty_positions = 0;  ///< at which something is not as the reference wants it
    Faults faults;             ///< the most at any position
    std::vector<VariantOutcome> variants;
    std::vector<std::string> unknown;  ///< pairs of which the truth cannot be told, and why
    std::vector<std::string>
        rounded;  ///< pairs whose truth rests on rounded coordinates, and which

    int positions() const { return static_cast<int>(queries.size()); }
};

/// `scene` must have been made for the generator. Of a factor, 1 being right, the worst value is
/// the one farthest from it.
SceneJudgement judge_scene(const StudyScene& scene, const StudySettings& settings,
                           const SceneQuestion& question);

/// Why the contacts of a variant are not those of the base: their number, a normal or a separation
/// differs by more than the tolerances of its pair. Nothing when they are. Which contact answers
/// which is left open.
std::optional<std::string> find_difference(std::span<const ContactPoint> base,
                                           std::span<const ContactPoint> variant,
                                           const Reference& reference);

}  // namespace touchstone
