#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/number_text.h"
#include "methods/mesh/files/bent_mesh.h"
#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/files/mesh_writer.h"
#include "methods/mesh/health/inspection.h"
#include "methods/mesh/health/repair.h"
#include "reports/commands/commands.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/writers/inspection_writer.h"

namespace touchstone::reports {
namespace {

struct InspectOptions {
    std::string mesh;                   ///< a mesh file
    std::optional<std::string> json;    ///< also write the findings there
    std::optional<std::string> repair;  ///< write the repaired mesh there
    double weld = 0.0;                  ///< repairing welds vertices this near [m]
};

/// Draws a bar, and asks to stop after Ctrl-C; then nothing of the result counts.
MeshProgress watched(ProgressBar& bar) {
    return [&bar](double share) {
        bar.show(static_cast<int>(100.0 * share), 100);
        return !was_interrupted();
    };
}

/// Only for a repair polygons that are not flat are cut.
BentMesh read_watched(const InspectOptions& options) {
    ProgressBar bar("% read");
    return options.repair ? read_bent_mesh(options.mesh, watched(bar))
                          : BentMesh{read_mesh(options.mesh, watched(bar)), {}};
}

std::vector<MeshProblem> inspect_watched(const MeshFile& mesh) {
    ProgressBar bar("% inspected");
    return inspect(mesh, watched(bar));
}

Repair repair_watched(const MeshFile& mesh, double weld) {
    ProgressBar bar("% repaired");
    return repair(mesh, {.weld = weld}, watched(bar));
}

bool has_errors(const std::vector<MeshProblem>& problems) {
    return std::any_of(problems.begin(), problems.end(), [](const MeshProblem& problem) {
        return problem.severity == Severity::Error;
    });
}

/// Throws FileError for coordinates that no file of a mesh should hold.
void check_finite(const std::filesystem::path& file, const MeshFile& mesh) {
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        if (!mesh.vertices[v].allFinite()) {
            throw FileError(
                file.string() + ": not written: vertex " + std::to_string(v) +
                " of the repaired mesh has a coordinate that is not finite; correct it");
        }
    }
}

/// Throws FileError, and nothing is written, where some kind of problem became worse.
void refuse_worse(const std::string& file, std::span<const MeshProblem> before,
                  std::span<const MeshProblem> after) {
    std::string kinds;
    for (const std::string& kind : find_worsened(before, after)) {
        append_item(kinds, kind, "; ");
    }
    if (!kinds.empty()) {
        throw FileError(file + ": not written, since the repair would make the mesh worse: " +
                        kinds + "; mend what the inspection names by hand");
    }
}

std::string count_of_bent(int count) {
    return std::to_string(count) +
           (count == 1 ? " polygon whose corners are" : " polygons whose corners are") +
           " not in one plane";
}

/// The shape of the repaired mesh is then partly ours.
void warn_of_bent(const BentPolygons& bent) {
    if (bent.count > 0) {
        std::cerr << "touchstone: warning: cut " << count_of_bent(bent.count)
                  << " where they bend least; the shape there is a guess. The first: " << bent.first
                  << '\n';
    }
}

/// Says what was done; returns the problems that are left.
std::vector<MeshProblem> repair_into(const InspectOptions& options, const BentMesh& read,
                                     std::span<const MeshProblem> before) {
    const MeshFile& mesh = read.mesh;
    const std::filesystem::path file = *options.repair;
    Repair repaired = repair_watched(mesh, options.weld);
    if (was_interrupted()) {
        return {};
    }
    repaired.mesh.format = mesh_format(file);
    if (read.bent.count > 0) {
        repaired.actions.insert(repaired.actions.begin(),
                                "cut " + count_of_bent(read.bent.count) + " where they bend least");
    }
    std::vector<MeshProblem> left = inspect_watched(repaired.mesh);
    if (was_interrupted()) {
        return left;
    }
    check_finite(file, repaired.mesh);
    refuse_worse(file.string(), before, left);
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

int say_stopped() {
    std::cerr << "touchstone: stopped by Ctrl-C\n";
    return kInterruptedStatus;
}

/// Throws UsageError for outputs in the place of the mesh or of each other, FileError for those
/// that cannot be written.
void check_outputs_of(const InspectOptions& options) {
    std::vector<NamedFile> outputs;
    if (options.json) {
        outputs.push_back({"--json", *options.json});
    }
    if (options.repair) {
        outputs.push_back({"--repair", *options.repair});
    }
    check_outputs(outputs, std::array{NamedFile{"the mesh", options.mesh}});
}

void add_inspect_options(CLI::App& command, InspectOptions& options) {
    command
        .add_option("mesh", options.mesh, "a mesh file; docs/formats/meshes.md lists the formats")
        ->required()
        ->type_name("MESH");
    command.add_option("--json", options.json, "also write the problems to a file")
        ->type_name("FILE");
    command
        .add_option(
            "--repair", options.repair,
            "cut polygons that are not flat, weld, drop duplicates, orient; write the mesh to an "
            ".off, .obj or .mesh file")
        ->type_name("FILE");
    command
        .add_option("--weld", options.weld,
                    "repairing also welds vertices at most this far apart [m]")
        ->needs("--repair")
        ->type_name("DISTANCE");
}

/// Runs `inspect`. Returns the exit status: 0, or 1 when the mesh, once repaired if that is asked
/// for, still has errors.
int run_inspect(const InspectOptions& options) {
    if (!(options.weld >= 0.0) || std::isinf(options.weld)) {
        throw UsageError("--weld must be a distance of at least 0 [m], found " +
                         shortest(options.weld));
    }
    check_outputs_of(options);
    note_interrupts();
    const BentMesh read = read_watched(options);
    const MeshFile& mesh = read.mesh;
    if (was_interrupted()) {
        return say_stopped();
    }
    warn_of_bent(read.bent);
    if (options.repair) {
        check_mesh_ending(*options.repair, !mesh.tets.empty());
    }
    std::vector<MeshProblem> problems = inspect_watched(mesh);
    if (was_interrupted()) {
        return say_stopped();
    }
    if (options.json) {
        write_output(*options.json,
                     [&](std::ostream& out) { write_json(out, options.mesh, mesh, problems); });
    }
    write_text(std::cout, options.mesh, mesh, problems);
    if (options.repair) {
        problems = repair_into(options, read, problems);
        if (was_interrupted()) {
            return say_stopped();
        }
    }
    flush_standard_output();
    return has_errors(problems) ? 1 : 0;
}

}  // namespace

CommandRun add_inspect(CLI::App& command) {
    return make_command(command, &add_inspect_options, &run_inspect);
}

}  // namespace touchstone::reports
