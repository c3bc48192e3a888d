#include <iostream>
#include <string>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/exports/formats.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/progress_bar.h"

namespace touchstone::reports {
namespace {

struct ExportOptions {
    std::string recording;
    std::string format;
    std::string out;  ///< a file or a folder, as the format wants it
    FrameSelection frames;
};

/// Returns "gltf: an animation for Blender; …".
std::string format_help() {
    std::string text;
    for (const ExportFormat& format : all_export_formats()) {
        append_item(text, std::string(format.id) + ": " + std::string(format.title), "; ");
    }
    return text;
}

/// Returns "a .glb or .svg file, or a folder for the others".
std::string place_help() {
    std::string endings;
    for (const ExportFormat& format : all_export_formats()) {
        if (!format.ending.empty()) {
            append_item(endings, format.ending, " or ");
        }
    }
    return "a " + endings + " file, or a folder for the others";
}

void add_export_options(CLI::App& command, ExportOptions& options) {
    command.add_option("recording", options.recording, "what `simulate --record` wrote")
        ->required()
        ->type_name("FILE");
    command.add_option("--to", options.format, format_help())->required()->type_name("FORMAT");
    command.add_option("--out", options.out, place_help())->required()->type_name("PATH");
    command
        .add_option("--steps", options.frames.steps,
                    "only steps A to B, both included; 0 is the start")
        ->type_name("A:B");
    command.add_option("--every", options.frames.every, "only each N-th of these steps")
        ->type_name("N");
}

int run_export(const ExportOptions& options) {
    const ExportFormat& format = find_export_format(options.format);
    const std::filesystem::path out = options.out;
    if (!format.ending.empty() && out.extension() != format.ending) {
        throw UsageError("--out must name a " + std::string(format.ending) + " file for " +
                         options.format + ", found '" + options.out + "'");
    }
    const Recording recording(options.recording);
    const std::vector<int> steps = select_frames(options.frames, recording);
    note_interrupts();
    ProgressBar bar("steps");
    return format.write(
        {recording,
         steps,
         out,
         {[&](int done, int total) { bar.show(done, total); }, [] { return was_interrupted(); }}});
}

}  // namespace

CommandRun add_export(CLI::App& command) {
    return make_command(command, &add_export_options, &run_export);
}

}  // namespace touchstone::reports
