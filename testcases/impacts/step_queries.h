#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "testcases/impacts/query_file.h"

namespace touchstone {

/// A body as the elements of its surface: every vertex, edge and triangle of the mesh, as programs
/// see it that know of no flat facets.
struct RecordedBody {
    const SurfaceMesh* surface = nullptr;  ///< must outlive what is made of it
    bool fixed = false;                    ///< two fixed bodies are no pair
};

/// Writes what a simulation would ask methods of contact times: for each step and each pair of
/// bodies, all pairs of a vertex and a face and of two edges whose boxes around both ends of the
/// step meet, as files in the form of query_file.h: `vertex-face/queries.csv` and
/// `edge-edge/queries.csv` in a folder. What they say of the answer is nothing. Memory does not
/// grow with the steps.
class StepQueryWriter {
 public:
    /// Replaces such files of the folder. Throws FileError when one cannot be written.
    StepQueryWriter(const std::filesystem::path& folder, std::span<const RecordedBody> bodies);
    ~StepQueryWriter();
    StepQueryWriter(StepQueryWriter&&) noexcept;
    StepQueryWriter& operator=(StepQueryWriter&&) noexcept;

    /// The poses of all bodies at both ends of the step, world from body. In the order of pairs of
    /// bodies: vertices against faces, faces against vertices, edges. Throws FileError when the
    /// files take no more.
    void write(std::span<const Pose> start, std::span<const Pose> end);

    /// Closes the files, and removes one without queries. Throws FileError when they did not take
    /// all.
    void finish();

    std::int64_t count(ImpactKind kind) const;  ///< written so far

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone
