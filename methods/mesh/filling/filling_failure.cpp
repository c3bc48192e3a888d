#include "methods/mesh/filling/filling_failure.h"

namespace touchstone {

std::string filling_failure_text(const SurfaceMesh& surface, const std::string& switches,
                                 const std::string& reason) {
    return "the surface of " + std::to_string(surface.vertices.size()) + " vertices and " +
           std::to_string(surface.triangles.size()) +
           " triangles could not be filled with TetGen's switches '" + switches + "': " + reason;
}

void fail_filling(const SurfaceMesh& surface, const std::string& switches,
                  const std::string& reason) {
    throw FillingFailed(filling_failure_text(surface, switches, reason));
}

}  // namespace touchstone
