#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

namespace touchstone::reports {

struct InspectOptions {
    std::string mesh;                   ///< a mesh file
    std::optional<std::string> json;    ///< also write the findings there
    std::optional<std::string> repair;  ///< write the repaired mesh there
};

CLI::App* add_inspect_command(CLI::App& app, InspectOptions& options);

/// 0, or 1 when the mesh, once repaired if that is asked for, still has errors.
int run_inspect(const InspectOptions& options);

}  // namespace touchstone::reports
