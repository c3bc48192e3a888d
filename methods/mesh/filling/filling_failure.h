#pragma once

#include <string>

#include "methods/base/error.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The failure of TetGen on a surface that other switches may fill: not for lack of time.
struct FillingFailed : MeshError {
    using MeshError::MeshError;
};

/// Returns the message of a failure: the size of the surface, the switches, and the reason, which
/// ends with the remedy.
std::string filling_failure_text(const SurfaceMesh& surface, const std::string& switches,
                                 const std::string& reason);

/// Throws FillingFailed with that message.
[[noreturn]] void fail_filling(const SurfaceMesh& surface, const std::string& switches,
                               const std::string& reason);

}  // namespace touchstone
