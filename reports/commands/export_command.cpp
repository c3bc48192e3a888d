#include "reports/commands/export_command.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "methods/base/atomic_file.h"
#include "methods/base/error.h"
#include "reports/exports/gltf_writer.h"
#include "reports/exports/recording_csv.h"
#include "reports/exports/svg_writer.h"
#include "reports/exports/vtk_writer.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr int kMostDrawings = 12;

/// What all formats are given.
struct Export {
    const Recording& recording;
    std::vector<int> steps;
    fs::path out;
    FrameLoop loop;
};

std::vector<SurfaceMesh> make_surfaces(const TestCase& test_case) {
    std::vector<SurfaceMesh> surfaces;
    for (const BodySetup& body : test_case.bodies) {
        surfaces.push_back(make_surface(body.shape));
    }
    return surfaces;
}

/// Exit status after so many steps.
int finish(const Export& request, int done, const std::string& left) {
    if (done == std::ssize(request.steps)) {
        return 0;
    }
    std::cerr << "touchstone: stopped by Ctrl-C after " << done << " of " << request.steps.size()
              << " steps; " << left << '\n';
    return kInterruptedStatus;
}

/// Of the files that are named as the request's output, or of these in it as a folder.
void check_outputs_of(const Export& request, std::initializer_list<const char*> names) {
    std::vector<NamedFile> outputs;
    for (const char* const name : names) {
        outputs.push_back({"--out", *name == '\0' ? request.out : request.out / name});
    }
    check_outputs(outputs, std::array{NamedFile{"the recording", request.recording.path()}});
}

int export_gltf(const Export& request) {
    if (request.out.extension() != ".glb") {
        throw UsageError("--out must name a .glb file for gltf, found '" + request.out.string() +
                         "'");
    }
    check_outputs_of(request, {""});
    Motion motion;
    const int done = for_each_frame(request.recording, request.steps, request.loop,
                                    [&](const StepRecord& record) {
                                        motion.times.push_back(record.time);
                                        std::vector<Pose>& poses = motion.poses.emplace_back();
                                        for (const BodyState& body : record.bodies) {
                                            poses.push_back(body.world_from_body);
                                        }
                                    });
    if (done < std::ssize(request.steps)) {
        return finish(request, done, "nothing was written");
    }
    const std::string file =
        make_glb(request.recording, make_surfaces(request.recording.test_case()), motion,
                 frame_origin(request.recording));
    write_output(request.out, [&](std::ostream& out) { out << file; });
    return 0;
}

/// "bodies/000012.vtp".
std::string frame_file(const char* folder, int step) {
    std::string digits = std::to_string(step);
    digits.insert(0, 6 - std::min<std::size_t>(digits.size(), 6), '0');
    return std::string(folder) + "/" + digits + ".vtp";
}

int export_vtk(const Export& request) {
    check_outputs_of(request, {"bodies.pvd", "contacts.pvd"});
    const std::vector<SurfaceMesh> surfaces = make_surfaces(request.recording.test_case());
    const std::string origin = frame_origin(request.recording);
    std::vector<VtkFrame> bodies;
    std::vector<VtkFrame> contacts;
    const int done = for_each_frame(
        request.recording, request.steps, request.loop, [&](const StepRecord& record) {
            bodies.push_back({record.time, frame_file("bodies", record.step)});
            contacts.push_back({record.time, frame_file("contacts", record.step)});
            write_output(request.out / bodies.back().file, [&](std::ostream& out) {
                write_vtk_bodies(out, request.recording, surfaces, record, origin);
            });
            write_output(request.out / contacts.back().file,
                         [&](std::ostream& out) { write_vtk_contacts(out, record, origin); });
        });
    write_output(request.out / "bodies.pvd",
                 [&](std::ostream& out) { write_pvd(out, bodies, origin); });
    write_output(request.out / "contacts.pvd",
                 [&](std::ostream& out) { write_pvd(out, contacts, origin); });
    return finish(request, done, "the series ends there");
}

int export_csv(const Export& request) {
    check_outputs_of(request, {"steps.csv", "bodies.csv", "contacts.csv"});
    std::ostringstream steps;
    std::ostringstream bodies;
    std::ostringstream contacts;
    write_steps_head(steps);
    write_bodies_head(bodies);
    write_contacts_head(contacts);
    const int done = for_each_frame(request.recording, request.steps, request.loop,
                                    [&](const StepRecord& record) {
                                        write_steps_csv(steps, request.recording, record);
                                        write_bodies_csv(bodies, request.recording, record);
                                        write_contacts_csv(contacts, request.recording, record);
                                    });
    if (done < std::ssize(request.steps)) {
        return finish(request, done, "nothing was written");
    }
    write_output(request.out / "steps.csv", [&](std::ostream& out) { out << steps.view(); });
    write_output(request.out / "bodies.csv", [&](std::ostream& out) { out << bodies.view(); });
    write_output(request.out / "contacts.csv", [&](std::ostream& out) { out << contacts.view(); });
    return 0;
}

int export_svg(const Export& request) {
    if (request.out.extension() != ".svg") {
        throw UsageError("--out must name a .svg file for svg, found '" + request.out.string() +
                         "'");
    }
    if (std::ssize(request.steps) > kMostDrawings) {
        throw UsageError("svg draws at most " + std::to_string(kMostDrawings) +
                         " steps side by side; choose them by --steps and --every");
    }
    check_outputs_of(request, {""});
    std::vector<StepRecord> records;
    const int done = for_each_frame(request.recording, request.steps, request.loop,
                                    [&](const StepRecord& record) { records.push_back(record); });
    if (done < std::ssize(request.steps)) {
        return finish(request, done, "nothing was written");
    }
    write_output(request.out, [&](std::ostream& out) {
        write_svg(out, request.recording, make_surfaces(request.recording.test_case()), records,
                  frame_origin(request.recording));
    });
    return 0;
}

struct Format {
    const char* id;
    int (*write)(const Export&);
};
constexpr std::array kFormats{Format{"gltf", &export_gltf}, Format{"vtk", &export_vtk},
                              Format{"csv", &export_csv}, Format{"svg", &export_svg}};

const Format& find_format(const std::string& id) {
    for (const Format& format : kFormats) {
        if (id == format.id) {
            return format;
        }
    }
    throw UnknownName("unknown format '" + id + "'; known: gltf, vtk, csv, svg");
}

}  // namespace

CLI::App* add_export_command(CLI::App& app, ExportOptions& options) {
    CLI::App* command =
        app.add_subcommand("export", "Turn a recording into an animation or into tables");
    command->add_option("recording", options.recording, "what `simulate --record` wrote")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--to", options.format,
                     "gltf: an animation for Blender; vtk: series for ParaView; csv: tables; svg: "
                     "drawings side by side")
        ->required()
        ->type_name("FORMAT");
    command->add_option("--out", options.out, "a .glb or .svg file, or a folder for vtk and csv")
        ->required()
        ->type_name("PATH");
    command
        ->add_option("--steps", options.frames.steps,
                     "only steps A to B, both included; 0 is the start")
        ->type_name("A:B");
    command->add_option("--every", options.frames.every, "only each N-th of these steps")
        ->type_name("N");
    return command;
}

int run_export(const ExportOptions& options) {
    const Format& format = find_format(options.format);
    const Recording recording(options.recording);
    const std::vector<int> steps = select_frames(options.frames, recording);
    note_interrupts();
    ProgressBar bar("steps");
    return format.write(
        {recording,
         steps,
         options.out,
         {[&](int done, int total) { bar.show(done, total); }, [] { return was_interrupted(); }}});
}

}  // namespace touchstone::reports
