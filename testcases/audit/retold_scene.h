#pragma once

#include <vector>

#include "generators/generator.h"
#include "methods/contact/contact_point.h"
#include "testcases/audit/retelling.h"
#include "testcases/query/study_scene.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// A scene as it stands, and what its retellings are measured by. It refers to its parts.
struct OriginalScene {
    const StudyScene& scene;        ///< scene, made for the generator
    const Generator& generator;     ///< method that is asked
    const StudySettings& settings;  ///< settings that it is asked with
    double size = kUnset;  ///< diagonal of the box around all bodies, see scene_diagonal [m]
};

/// A scene retold, and how its answer reads in the old one.
struct RetoldScene {
    /// x → scale R x + t, with R and t those of the pose.
    struct Similarity {
        Pose world_from_old;
        double scale = 1.0;
    };
    StudyScene scene;        ///< scene, made for the same generator as the original
    StudySettings settings;  ///< settings to ask with: their lengths are scaled as the scene is
    Similarity similarity;   ///< map from the original's world frame to that of this scene
    bool swapped = false;    ///< true: the bodies are in reverse order
};

/// Returns the diagonal of the box around all bodies, in world frame as the case places them [m].
double scene_diagonal(const StudyScene& scene);

/// Returns the case without what only a verdict needs: reference, variants, sweep and limits.
TestCase bare_case(TestCase test_case);

/// Tells the scene anew. Throws MeshError where the bodies cannot be meshed in this way: a scene
/// that brings its own tets has no other surface.
RetoldScene retell(const OriginalScene& original, const RetellingStep& step);

/// Returns the contacts of a retold scene as the original would have them: placed in its world
/// frame, in its lengths, between the bodies by its numbers, normals from its A to its B.
std::vector<ContactPoint> taken_back(std::vector<ContactPoint> contacts, const RetoldScene& retold);

}  // namespace touchstone
