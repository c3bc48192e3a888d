#include "reports/inspect_command.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "methods/mesh/inspection.h"
#include "methods/mesh/mesh_file.h"
#include "methods/mesh/mesh_writer.h"
#include "methods/mesh/repair.h"
#include "reports/inspection_writer.h"
#include "reports/interrupt.h"
#include "reports/output_file.h"
#include "reports/progress_bar.h"

namespace touchstone {
namespace {

/// Nothing of the result counts after Ctrl-C.
std::vector<MeshProblem> inspect_watched(const MeshFile& mesh) {
    ProgressBar bar("%");
    return inspect(mesh, [&](double share) {
        bar.show(static_cast<int>(100.0 * share), 100);
        return !was_interrupted();
    });
}

bool has_errors(const std::vector<MeshProblem>& problems) {
    return std::any_of(problems.begin(), problems.end(), [](const MeshProblem& problem) {
        return problem.severity == Severity::Error;
    });
}

/// Says what was done; returns the problems that are left.
std::vector<MeshProblem> repair_into(const std::filesystem::path& file, const MeshFile& mesh) {
    const Repair repaired = repair(mesh);
    const std::vector<MeshProblem> left = inspect_watched(repaired.mesh);
    if (was_interrupted()) {
        return left;
    }
    const std::string text = mesh_text(repaired.mesh, file);
    write_output(file, [&](std::ostream& out) { out << text; });
    std::cout << "\nRepair:\n";
    for (const std::string& action : repaired.actions) {
        std::cout << "  " << action << '\n';
    }
    if (repaired.actions.empty()) {
        std::cout << "  nothing of what it does was needed\n";
    }
    std::cout << '\n';
    write_text(std::cout, file.string(), repaired.mesh, left);
    return left;
}

}  // namespace

CLI::App* add_inspect_command(CLI::App& app, InspectOptions& options) {
    CLI::App* command = app.add_subcommand("inspect", "Check the health of a mesh file");
    command->add_option("mesh", options.mesh, "a mesh file; docs/meshes.md lists the formats")
        ->required()
        ->type_name("MESH");
    command->add_option("--json", options.json, "also write the problems to a file")
        ->type_name("FILE");
    command
        ->add_option("--repair", options.repair,
                     "weld, drop duplicates, orient; write the mesh to an .off, .obj or .mesh file")
        ->type_name("FILE");
    return command;
}

int run_inspect(const InspectOptions& options) {
    for (const std::optional<std::string>& file : {options.json, options.repair}) {
        if (file) {
            check_writable(*file);
        }
    }
    note_interrupts();
    const MeshFile mesh = read_mesh(options.mesh);
    if (options.repair) {
        check_mesh_ending(*options.repair, !mesh.tets.empty());
    }
    std::vector<MeshProblem> problems = inspect_watched(mesh);
    if (was_interrupted()) {
        return kInterruptedStatus;
    }
    if (options.json) {
        write_output(*options.json,
                     [&](std::ostream& out) { write_json(out, options.mesh, mesh, problems); });
    }
    write_text(std::cout, options.mesh, mesh, problems);
    if (options.repair) {
        problems = repair_into(*options.repair, mesh);
        if (was_interrupted()) {
            return kInterruptedStatus;
        }
    }
    flush_standard_output();
    return has_errors(problems) ? 1 : 0;
}

}  // namespace touchstone
