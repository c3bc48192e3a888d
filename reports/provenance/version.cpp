#include "reports/provenance/version.h"

#include <tbb/version.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <nlohmann/json.hpp>

namespace touchstone::reports {
namespace {

std::string dotted(int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

std::string program_version() { return TOUCHSTONE_VERSION; }

std::vector<LibraryVersion> library_versions() {
    return {
        {"Eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"TetGen", TOUCHSTONE_TETGEN_VERSION},
        {"Qhull", TOUCHSTONE_QHULL_VERSION},
        {"TBB", TBB_runtime_version()},
        {"CLI11", CLI11_VERSION},
        {"nlohmann_json", dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                 NLOHMANN_JSON_VERSION_PATCH)},
    };
}

}  // namespace touchstone::reports
