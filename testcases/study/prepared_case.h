#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/query/study_scene.h"
#include "testcases/study/study.h"

namespace touchstone {

/// A case prepared for all generators of a request at once; where that fails, for each by itself.
struct PreparedCase {
    std::optional<StudyScene> shared;  ///< scene of all generators; nothing: see `single`
    std::vector<std::optional<StudyScene>> single;  ///< scenes by generator; empty with `shared`
    std::vector<std::string> refusals;              ///< reasons by generator why it has no scene;
                                                    ///< empty: it has one
    std::vector<std::string> digests = {};  ///< digests of the scenes by generator; none or empty:
                                            ///< its row is not kept

    /// Returns the scene to ask the generator about, by its place in the request; null: none could
    /// be made.
    const StudyScene* scene_for(int generator) const;
    /// Returns the digest that the generator's row is kept under; null: it is not kept.
    const std::string* digest_of(int generator) const;
    /// Returns the warnings of the case's mesh files, see mesh_warnings in test_case.h.
    std::vector<std::string> mesh_warnings() const;
};

/// Loads and meshes a case, by its id or path, for the generators of the request. Where the bodies
/// of a scene from a file or the field cannot be made for some of them, as a plate that is too thin
/// to be eroded, those are refused alone. Throws MeshError when no generator can be asked, and
/// where a case of the paper cannot be asked by all; else what make_study_scene throws.
PreparedCase prepare_case(const std::string& case_name, const StudyRequest& request);

/// Fills in the digests of the generators whose rows are kept, see keeps_answers. Generators that
/// share scene and collision shapes share the digest; a scene that cannot be written down has none.
void add_digests(PreparedCase& prepared, const StudyRequest& request);

/// Returns the warnings of the mesh files of all cases, each once, in the order of the cases.
std::vector<std::string> all_mesh_warnings(std::span<const PreparedCase> prepared);

}  // namespace touchstone
