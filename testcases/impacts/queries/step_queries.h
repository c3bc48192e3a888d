#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"
#include "testcases/impacts/queries/query_file.h"

namespace touchstone {

/// A body as the elements of its surface: every vertex, edge and triangle of the mesh, as seen by
/// programs that know no planar facets.
struct RecordedBody {
    const SurfaceMesh* surface = nullptr;  ///< surface, which must outlive what is made of it
    bool fixed = false;                    ///< true: it does not move; two fixed bodies are no pair
};

/// Writes the queries that a simulation would ask methods of contact times: for each step and each
/// pair of bodies, all pairs of a vertex and a face and all pairs of edges whose boxes around both
/// ends of the step meet. They go to files in the form of query_file.h, `vertex-face/queries.csv`
/// and `edge-edge/queries.csv` in a folder, which state no answer. Memory does not grow with the
/// steps.
class StepQueryWriter {
 public:
    /// Replaces such files of the folder. Throws FileError when one cannot be written.
    StepQueryWriter(const std::filesystem::path& folder, std::span<const RecordedBody> bodies);
    ~StepQueryWriter();
    StepQueryWriter(StepQueryWriter&&) noexcept;
    StepQueryWriter& operator=(StepQueryWriter&&) noexcept;

    /// Writes the queries of one step, from the poses of all bodies at both its ends, world from
    /// body. Their order is that of pairs of bodies, and for each: vertices against faces, faces
    /// against vertices, edges. Throws FileError when the files take no more.
    void write(std::span<const Pose> start, std::span<const Pose> end);

    /// Closes the files, and removes one without queries. Throws FileError when not everything
    /// could be written.
    void finish();

    /// Returns the number of queries of that kind written so far.
    std::int64_t count(ImpactKind kind) const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone
